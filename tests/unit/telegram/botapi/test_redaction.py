"""The token shows nowhere, whatever goes wrong."""

import io
import logging
import traceback
from collections.abc import Iterator

import pytest
import trio

from telegram.botapi.calling import Bounds
from telegram.botapi.client import BotApi
from telegram.botapi.redaction import redact, silence_http_logs
from tests.unit.telegram.botapi.wire import (
    SECRET,
    TOKEN,
    Answer,
    Cut,
    Silence,
    calling,
    refusal,
)

BRIEF = Bounds(write_seconds=0.2, read_seconds=0.2)


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """Everything any logger says at DEBUG."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield stream
    root.removeHandler(handler)
    root.setLevel(level)


async def test_no_log_line_at_debug_holds_the_token(log: io.StringIO) -> None:
    script = (Answer(502, b"<html>"), Cut(), refusal(401, f"bad bot{TOKEN}"), Silence())
    async with calling(*script, bounds=BRIEF) as (api, _):
        results = [await api.delete_webhook() for _ in script]

    assert SECRET not in log.getvalue()
    assert SECRET not in repr(results)


async def test_even_loggers_turned_up_later_hold_no_token(log: io.StringIO) -> None:
    async with calling() as (api, _):
        for name in ("httpx", "httpcore"):
            logging.getLogger(name).setLevel(logging.DEBUG)
        await api.delete_webhook()
    silence_http_logs()

    assert "HTTP Request" in log.getvalue()
    assert "send_request_headers" in log.getvalue()
    assert SECRET not in log.getvalue()


def test_the_http_loggers_are_quiet_below_warnings() -> None:
    silence_http_logs()

    assert not logging.getLogger("httpx").isEnabledFor(logging.INFO)
    assert not logging.getLogger("httpcore.http11").isEnabledFor(logging.INFO)


def test_an_exception_in_a_log_record_is_redacted(log: io.StringIO) -> None:
    silence_http_logs()
    try:
        raise RuntimeError(f"https://api.telegram.org/bot{TOKEN}/getMe")
    except RuntimeError:
        logging.getLogger("httpx").exception("failed")

    assert "RuntimeError" in log.getvalue()
    assert SECRET not in log.getvalue()


@pytest.mark.parametrize(
    "text",
    [
        f"https://api.telegram.org/bot{TOKEN}/getMe",
        f"/file/bot{TOKEN}/a.jpg",
        f"bot{TOKEN.replace(':', '%3A')}/getMe",
        f"the token is {TOKEN}.",
    ],
)
def test_a_token_in_a_text_is_redacted(text: str) -> None:
    assert SECRET not in redact(text)


def test_other_texts_are_left_alone() -> None:
    text = "retry at 12:30:15, ratio 512:512, chat -100123"

    assert redact(text) == text


async def test_no_repr_holds_the_token() -> None:
    api = BotApi(TOKEN)
    call = api._calls._json_call("getMe", {"a": 1}, 1)

    shown = " ".join(map(repr, [api, api._calls, api._calls._transport, call, api.throttle]))
    await api.aclose()

    assert SECRET not in shown
    assert "4242" in repr(api)


async def test_a_traceback_through_the_client_holds_no_token() -> None:
    async with calling(Silence()) as (api, _):
        try:
            with trio.fail_after(0.2):
                await api.delete_webhook()
        except trio.TooSlowError:
            shown = traceback.format_exc()

    assert "delete_webhook" in shown
    assert SECRET not in shown
