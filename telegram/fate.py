"""What the end of a Bot API call means for the outbox row it was made for; pure.

Repeating is decided by what a repeat could do: a refused or unsent call did nothing, an edit or an
answer may be done twice, a new message of unknown fate is left to the store, which knows whether
it is repeatable. A message that is gone or too old to be deleted is left as it is: done.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import assert_never

from store.domain.outgoing import Body, Delete, Say, ShowSticker
from store.messages import MaybeSent, Postponed, SendResult, Sent, Undeliverable
from supervisor.backoff import Backoff
from telegram.botapi.errors import ErrorKind, Failed, NotSent, Ok, Result, Unknown
from telegram.botapi.types import Message

PAUSE = Backoff(first=1.0, cap=60.0)
REFUSED_SECONDS = 60.0
"""Seconds until a message is tried again after the token was refused."""
TRIES_ON_UNKNOWN_REFUSAL = 5
ANSWER_SECONDS = 120.0
"""Age in seconds at which answering a press helps nobody any more."""


@dataclass(frozen=True, slots=True)
class Try:
    """One try at a message: its body, its chat, the number of the try (from 1), when it ended."""

    body: Body
    chat_id: int | None
    number: int
    at: datetime


def fate(
    tried: Try, result: Result[Message] | Result[bool], random: Callable[[], float]
) -> SendResult:
    """Return what becomes of the message."""
    later = tried.at + timedelta(seconds=PAUSE.delay(tried.number, random))
    match result:
        case Ok(value):
            # Message id 0 stands for a message that the server scheduled: nothing to edit.
            return Sent((value.message_id or None) if isinstance(value, Message) else None)
        case NotSent(reason):
            return Postponed(reason, later)
        case Unknown(reason):
            if isinstance(tried.body, Say | ShowSticker):
                return MaybeSent(reason, later)
            return Postponed(reason, later)
        case Failed():
            return _refused(tried, result, later)
        case _ as never:
            assert_never(never)


def _refused(tried: Try, refusal: Failed, later: datetime) -> SendResult:
    reason = f"{refusal.code} {refusal.kind}"
    match refusal.kind:
        case ErrorKind.NOT_MODIFIED:
            return Sent(None)
        case ErrorKind.MESSAGE_GONE | ErrorKind.NOT_EDITABLE if isinstance(tried.body, Delete):
            return Sent(None)
        case ErrorKind.FLOOD if refusal.retry_after is not None:
            return Postponed(reason, tried.at + timedelta(seconds=refusal.retry_after))
        case ErrorKind.UNAUTHORIZED:
            return Postponed(reason, tried.at + timedelta(seconds=REFUSED_SECONDS))
        case ErrorKind.FLOOD:
            return Postponed(reason, later)
        case ErrorKind.UNKNOWN if tried.number < TRIES_ON_UNKNOWN_REFUSAL:
            return Postponed(reason, later)
        case ErrorKind.BLOCKED:
            return Undeliverable(reason, blocked=True)
        case ErrorKind.CHAT_GONE:
            return Undeliverable(reason, blocked=(tried.chat_id or 0) > 0)
        case _:
            return Undeliverable(reason)
