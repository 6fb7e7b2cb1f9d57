"""Repeating calls that may be repeated: how long to wait before which.

Pauses double from a second to half a minute; a flood's own value goes first. Ends by the
caller's cancellation or deadline, never by itself.
"""

from collections.abc import Awaitable, Callable
from random import random
from typing import TypeVar

import trio

from supervisor.backoff import Backoff
from telegram.botapi.errors import ErrorKind, Failed, NotSent, Ok, Result, Unknown

T = TypeVar("T")

PAUSES = Backoff(first=1.0, cap=30.0)
PASSING = frozenset({ErrorKind.FLOOD, ErrorKind.UNAUTHORIZED, ErrorKind.CONFLICT})
"""Refusals that are not about this request: they pass, or an operator mends them."""


async def wait(failures: int, retry_after: float | None = None) -> None:
    """Sleep before repetition number `failures`, counted from 1."""
    await trio.sleep(retry_after if retry_after is not None else PAUSES.delay(failures, random))


async def repeat(call: Callable[[], Awaitable[Result[T]]]) -> Ok[T] | Failed:
    """Repeat a call that changes nothing when it is repeated, until it is answered."""
    failures = 0
    while True:
        result = await call()
        failures += 1
        match result:
            case Failed(kind=kind, retry_after=retry_after) if kind in PASSING:
                await wait(failures, retry_after)
            case Ok() | Failed():
                return result
            case Unknown() | NotSent():
                await wait(failures)
