"""Each end of a call has one meaning for the row it was made for."""

from datetime import timedelta

import pytest

from store.domain.outgoing import Answer, Body, Delete, Edit, Say, ShowSticker
from store.messages import MaybeSent, Postponed, SendResult, Sent, Undeliverable
from supervisor.clock import FixedClock
from telegram.botapi.errors import ErrorKind, Failed, NotSent, Ok, Result, Unknown
from telegram.botapi.types import Chat, Message
from telegram.fate import PAUSE, REFUSED_SECONDS, TRIES_ON_UNKNOWN_REFUSAL, Try, fate

NOW = FixedClock().now()
SAY, EDIT, ANSWER = Say("x"), Edit(5, "x"), Answer("q")
STICKER, DELETE = ShowSticker("a.webp"), Delete(5)
FIRST = NOW + timedelta(seconds=PAUSE.first)


def message(number: int) -> Ok[Message]:
    return Ok(Message(number, 1, Chat(77, "private")))


def refused(kind: ErrorKind, code: int = 400, retry_after: float | None = None) -> Failed:
    return Failed(kind, code, "words of the server", retry_after)


def ended(
    body: Body, result: Result[Message] | Result[bool], *, number: int = 1, chat_id: int | None = 77
) -> SendResult:
    return fate(Try(body, chat_id, number, NOW), result, lambda: 0.0)


@pytest.mark.parametrize(
    ("body", "result", "wanted"),
    [
        (SAY, message(12), Sent(12)),
        (SAY, message(0), Sent(None)),
        (EDIT, message(12), Sent(12)),
        (ANSWER, Ok(True), Sent(None)),
        (EDIT, refused(ErrorKind.NOT_MODIFIED), Sent(None)),
        (SAY, NotSent("ConnectError"), Postponed("ConnectError", FIRST)),
        (SAY, Unknown("ReadError"), MaybeSent("ReadError", FIRST)),
        (STICKER, message(12), Sent(12)),
        (STICKER, Unknown("ReadError"), MaybeSent("ReadError", FIRST)),
        (DELETE, Ok(True), Sent(None)),
        (DELETE, Unknown("ReadError"), Postponed("ReadError", FIRST)),
        (DELETE, refused(ErrorKind.MESSAGE_GONE), Sent(None)),
        (DELETE, refused(ErrorKind.NOT_EDITABLE), Sent(None)),
        (DELETE, refused(ErrorKind.CHAT_GONE), Undeliverable("400 chat_gone", blocked=True)),
        (EDIT, refused(ErrorKind.MESSAGE_GONE), Undeliverable("400 message_gone")),
        (EDIT, Unknown("ReadError"), Postponed("ReadError", FIRST)),
        (ANSWER, Unknown("ReadError"), Postponed("ReadError", FIRST)),
        (
            SAY,
            refused(ErrorKind.FLOOD, 429, 33.0),
            Postponed("429 flood", NOW + timedelta(seconds=33)),
        ),
        (SAY, refused(ErrorKind.FLOOD, 429), Postponed("429 flood", FIRST)),
        (
            SAY,
            refused(ErrorKind.UNAUTHORIZED, 401),
            Postponed("401 unauthorized", NOW + timedelta(seconds=REFUSED_SECONDS)),
        ),
        (SAY, refused(ErrorKind.UNKNOWN), Postponed("400 unknown", FIRST)),
        (SAY, refused(ErrorKind.BLOCKED, 403), Undeliverable("403 blocked", blocked=True)),
        (SAY, refused(ErrorKind.CHAT_GONE), Undeliverable("400 chat_gone", blocked=True)),
        (SAY, refused(ErrorKind.NO_RIGHTS), Undeliverable("400 no_rights")),
        (SAY, refused(ErrorKind.MIGRATED), Undeliverable("400 migrated")),
        (SAY, refused(ErrorKind.BAD_REQUEST), Undeliverable("400 bad_request")),
        (EDIT, refused(ErrorKind.NOT_EDITABLE), Undeliverable("400 not_editable")),
        (ANSWER, refused(ErrorKind.QUERY_TOO_OLD), Undeliverable("400 query_too_old")),
    ],
)
def test_the_end_of_a_call_decides_the_row(
    body: Body, result: Result[Message] | Result[bool], wanted: SendResult
) -> None:
    assert ended(body, result) == wanted


def test_a_group_that_is_gone_blocks_no_person() -> None:
    gone = refused(ErrorKind.CHAT_GONE)

    assert ended(SAY, gone, chat_id=-5) == Undeliverable("400 chat_gone")


def test_a_refusal_nobody_listed_is_given_up_after_some_tries() -> None:
    last = ended(SAY, refused(ErrorKind.UNKNOWN), number=TRIES_ON_UNKNOWN_REFUSAL)

    assert last == Undeliverable("400 unknown")


def test_waits_grow_with_the_tries_up_to_a_cap() -> None:
    late = ended(SAY, NotSent("ConnectError"), number=50)

    assert late == Postponed("ConnectError", NOW + timedelta(seconds=PAUSE.cap))
