"""A thread that notices when the event loop is silent: first a stack dump, then the end.

Silence is counted in ticks of the watching thread, not by a clock, so a suspended machine, whose
thread stood still as well, is not taken for a blocked loop.
"""

import faulthandler
import os
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Self

import trio

DUMP_AFTER = 5.0
EXIT_AFTER = 30.0
EXIT_STATUS = 1


def _exit() -> None:
    os._exit(EXIT_STATUS)


class Watchdog:
    """Watches one event loop while used as a context manager around it.

    Each silence is dumped once, after `dump_after` seconds, and ends the process after
    `exit_after`. `tick` is the resolution in seconds.
    """

    def __init__(
        self,
        *,
        dump_after: float = DUMP_AFTER,
        exit_after: float = EXIT_AFTER,
        tick: float = 0.5,
        dump: Callable[[], object] = faulthandler.dump_traceback,
        exit: Callable[[], object] = _exit,  # noqa: A002 - it is what is called
    ) -> None:
        """Prepare; nothing is watched before the context is entered."""
        self._dump_at = max(1, round(dump_after / tick))
        self._exit_at = max(1, round(exit_after / tick))
        self._tick = tick
        self._dump = dump
        self._exit = exit
        self._beaten = True
        self._silent_ticks = 0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="watchdog", daemon=True)

    def __enter__(self) -> Self:
        """Start watching."""
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop watching and wait for the thread."""
        self._over.set()
        self._thread.join()

    async def heartbeat(
        self, interval: float = 1.0, also: Callable[[], object] | None = None
    ) -> None:
        """Show, every `interval` seconds and without end, that the loop turns; call `also` too."""
        while True:
            self.beat()
            if also is not None:
                also()
            await trio.sleep(interval)

    def beat(self) -> None:
        """Show that the loop turns; never waits."""
        self._beaten = True

    def check(self) -> None:
        """Take note of one more tick, and act when the silence has become too long."""
        if self._beaten:
            self._beaten = False
            self._silent_ticks = 0
            return
        self._silent_ticks += 1
        if self._silent_ticks == self._dump_at:
            self._dump()
        if self._silent_ticks == self._exit_at:
            self._exit()

    def _watch(self) -> None:
        while not self._over.wait(self._tick):
            self.check()
