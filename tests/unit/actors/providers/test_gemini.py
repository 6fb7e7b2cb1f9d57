"""Gemini by the conformance suite, and what is its own: refusals that come as success."""

import pytest
from trio.testing import MockClock

from actors.providers.base import PaidArtist, Reference
from actors.providers.gemini import REFUSALS, Gemini
from actors.providers.results import (
    BadRequest,
    Described,
    Drawn,
    ModelGone,
    NoFunds,
    RateLimited,
    Refused,
    Transient,
    Unauthorised,
    Unknown,
)
from tests.support.provider_servers import (
    HANG,
    Answering,
    as_json,
    drawing,
    gemini_drawn,
    gemini_error,
    gemini_said,
    png,
    provider_server,
)
from tests.unit.actors.providers import conformance as suite
from tests.unit.actors.providers.conformance import COMMON, KEY, Row, always

PICTURE = png(drawing(1, (0, 255, 0, 255)))
PAUSE = {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "12s"}
BAD_KEY = {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID"}
HIDDEN = "success that hides a refusal"
BLOCKED = ("SAFETY", "OTHER", "BLOCKLIST", "PROHIBITED_CONTENT", "IMAGE_SAFETY")


def make(root: str, key: str) -> PaidArtist:
    return Gemini(key, root)


def error(status: int, word: str, details: object = None) -> Answering:
    return always(gemini_error(status, word, details))


def inline(data: str) -> Answering:
    return always(gemini_said([{"inlineData": {"mimeType": "image/png", "data": data}}], "STOP"))


ROWS = (
    *COMMON,
    Row("draws/png", always(gemini_drawn(PICTURE)), Drawn),
    Row("draws/said to be jpeg", always(gemini_drawn(PICTURE, "image/jpeg")), Drawn),
    Row("refused", always(as_json({"promptFeedback": {"blockReason": "SAFETY"}})), Refused),
    *(
        Row(f"{HIDDEN}/{word}", always(as_json({"promptFeedback": {"blockReason": word}})), Refused)
        for word in BLOCKED
    ),
    *(Row(f"{HIDDEN}/{word}", always(gemini_said([], word)), Refused) for word in sorted(REFUSALS)),
    Row(f"{HIDDEN}/words", always(gemini_said([{"text": "I cannot do that."}], "STOP")), Refused),
    Row("no funds", error(402, "RESOURCE_EXHAUSTED"), NoFunds),
    Row("rate with Retry-After", error(429, "RESOURCE_EXHAUSTED", [PAUSE]), RateLimited),
    Row("rate without Retry-After", error(429, "RESOURCE_EXHAUSTED"), RateLimited),
    Row("server error/500", error(500, "INTERNAL"), Transient),
    Row("server error/503", error(503, "UNAVAILABLE"), Transient),
    Row("server error/504", error(504, "DEADLINE_EXCEEDED"), Transient),
    Row("model gone", error(404, "NOT_FOUND"), ModelGone),
    Row("key refused/403", error(403, "PERMISSION_DENIED"), Unauthorised),
    Row("key refused/400", error(400, "INVALID_ARGUMENT", [BAD_KEY]), Unauthorised),
    Row("key refused/country", error(400, "FAILED_PRECONDITION"), Unauthorised),
    Row("bad request", error(400, "INVALID_ARGUMENT"), BadRequest),
    Row("success without a picture", always(as_json({"candidates": []})), Unknown),
    Row("opaque picture", always(gemini_drawn(suite.OPAQUE)), Drawn),
    Row("picture of another size", always(gemini_drawn(suite.SMALL)), Drawn),
    Row("broken base64", inline("iVBORw0KGgo@@@"), Unknown),
    Row("no picture in the base64", always(gemini_drawn(suite.NO_PICTURE)), Unknown),
)


def test_no_row_is_left_out() -> None:
    assert suite.missing_rows(ROWS) == set()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
async def test_a_row_of_the_error_table_comes_to_what_it_means(row: Row) -> None:
    await suite.check_row(make, row)


async def test_the_key_is_in_a_header_and_nowhere_else(caplog: pytest.LogCaptureFixture) -> None:
    await suite.check_key_is_in_headers_only(make, always(gemini_drawn(PICTURE)), caplog)


async def test_a_service_that_never_answers_is_given_up(patient_clock: MockClock) -> None:
    await suite.check_silence_ends(make, always(HANG))


async def test_nothing_is_spent_when_nothing_could_be_sent() -> None:
    await suite.check_nobody_there(make)


async def test_a_cancelled_picture_leaves_no_call_running() -> None:
    await suite.check_cancel_hangs_up(make, always(HANG))


async def test_a_picture_is_priced_with_its_thoughts() -> None:
    result, _ = await suite.drawn_by(make, always(gemini_drawn(PICTURE)))

    assert isinstance(result, Drawn)
    assert (result.usage.tokens_in, result.usage.tokens_out) == (800, 1720)
    assert result.usage.usd == pytest.approx((800 * 1.5 + 1120 * 30 + 600 * 7.5) / 1e6)
    await suite.check_it_is_priced(make, always(gemini_drawn(PICTURE)))


async def test_a_thought_is_no_picture() -> None:
    result, _ = await suite.drawn_by(make, always(gemini_drawn(PICTURE)))

    assert isinstance(result, Drawn)
    assert result.content == PICTURE


async def test_a_refusal_costs_what_it_used() -> None:
    result, _ = await suite.drawn_by(make, always(gemini_said([], "IMAGE_SAFETY")))

    assert isinstance(result, Refused)
    assert result.usage is not None
    assert result.usage.usd > 0


async def test_the_pause_asked_for_is_kept() -> None:
    told = gemini_error(429, "RESOURCE_EXHAUSTED", [PAUSE])

    result, _ = await suite.drawn_by(make, always(told))

    assert isinstance(result, RateLimited)
    assert result.retry_after == 12


async def test_a_guest_is_described_in_words() -> None:
    async with provider_server(always(gemini_said([{"text": '{"age": "adult"}'}], "STOP"))) as on:
        artist = Gemini(KEY, on.url)
        result = await artist.describe(Reference(PICTURE, "image/png"), "What?")
        await artist.aclose()

    assert isinstance(result, Described)
    assert result.text == '{"age": "adult"}'
    assert on.asked[0].path == "/v1beta/models/gemini-nano-banana-2.1:generateContent"
