"""Asking the store until it answers: what the Telegram actors do while the database is down.

Only for reads and for commands that change nothing the second time, because an ask that ended in
a timeout may have been carried out.
"""

from collections.abc import Awaitable, Callable
from typing import TypeVar

import structlog
import trio

from store.errors import StoreDown
from supervisor.mailbox import ActorDown

R = TypeVar("R")

RETRY_SECONDS = 1.0
STORE_AWAY = (StoreDown, ActorDown, trio.TooSlowError)
"""How an ask ends while the store cannot answer; it will, later."""

log = structlog.get_logger("telegram")


async def insist(ask: Callable[[], Awaitable[R]], what: str) -> R:
    """Call `ask` until the store answers; `CommandFailed` and cancellation pass through.

    Logs once, with the name `what`, when it had to wait.
    """
    told = False
    while True:
        try:
            return await ask()
        except STORE_AWAY as error:
            if not told:
                log.warning("telegram.store_away", waiting_for=what, error=type(error).__name__)
            told = True
        await trio.sleep(RETRY_SECONDS)
