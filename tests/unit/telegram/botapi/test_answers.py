"""Reading of replies that are no plain success."""

import json

import pytest

from telegram.botapi.answers import Reply, read_reply
from telegram.botapi.errors import ErrorKind, Failed, Unknown
from telegram.botapi.types import Chat


def test_a_proxys_page_below_500_is_a_refusal() -> None:
    result = _read(Reply(413, b"<html>too large</html>"))

    assert result == Failed(ErrorKind.BAD_REQUEST, 413, "HTTP 413 without a JSON answer")


@pytest.mark.parametrize(
    ("reply", "seconds"),
    [
        (Reply(429, b'{"ok":false,"parameters":{"retry_after":7}}'), 7),
        (Reply(429, b'{"ok":false,"description":"Too Many Requests: retry after 8"}'), 8),
        (Reply(429, b'{"ok":false}', "9"), 9),
        (Reply(429, b"<html>", "10"), 10),
        (Reply(429, b'{"ok":false}'), 5),
        (Reply(429, b'{"ok":false,"parameters":{"retry_after":-3}}'), 1),
        (Reply(429, b'{"ok":false,"parameters":{"retry_after":99999999}}'), 86_400),
        (Reply(429, b'{"ok":false,"parameters":[1]}', "soon"), 5),
    ],
)
def test_every_flood_answer_yields_a_wait(reply: Reply, seconds: float) -> None:
    result = _read(reply)

    assert isinstance(result, Failed)
    assert (result.kind, result.retry_after) == (ErrorKind.FLOOD, seconds)


def test_the_code_in_the_body_goes_before_the_status() -> None:
    body = b'{"ok":false,"error_code":409,"description":"Conflict"}'

    assert _read(Reply(200, body)) == Failed(ErrorKind.CONFLICT, 409, "Conflict")


def test_wrong_types_in_the_envelope_are_survived() -> None:
    body = b'{"ok":false,"error_code":"x","description":5,"parameters":"y"}'

    assert _read(Reply(400, body)) == Failed(ErrorKind.UNKNOWN, 400, "HTTP 400")


def test_a_description_is_cut_and_printable() -> None:
    body = json.dumps({"ok": False, "error_code": 400, "description": "a\n\x1b" + "b" * 9999})
    result = _read(Reply(400, body.encode()))

    assert isinstance(result, Failed)
    assert result.description.startswith("a  b")
    assert len(result.description) == 400


def test_a_result_of_the_wrong_shape_leaves_the_outcome_unknown() -> None:
    assert isinstance(_read(Reply(200, b'{"ok":true,"result":"x"}')), Unknown)


def _read(reply: Reply) -> object:
    return read_reply(reply, Chat.parse)
