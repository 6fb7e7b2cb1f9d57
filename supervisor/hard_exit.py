"""The last resort of a stop: a thread that ends the process when the budget is used up.

Arming is safe in a signal handler, works while the event loop is blocked, and counts from its
first call.
"""

import faulthandler
import os
import queue
import sys
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Self

EXIT_STATUS = 1
_EXTRA = 1.0


def _exit() -> None:
    os._exit(EXIT_STATUS)


class HardExit:
    """Ends the process `budget` plus one seconds after `arm`, unless its context is left first."""

    def __init__(self, budget: float, *, exit: Callable[[], object] = _exit) -> None:  # noqa: A002
        """Prepare; the thread runs while the context is entered."""
        self._seconds = budget + _EXTRA
        self._exit = exit
        # SimpleQueue.put is reentrant, so a signal handler that interrupts another may call it.
        self._orders: queue.SimpleQueue[bool] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._wait, name="hard exit", daemon=True)

    def __enter__(self) -> Self:
        """Start the thread."""
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Call it off: the stop came to its end."""
        self._orders.put(False)
        self._thread.join()

    def arm(self) -> None:
        """Begin the countdown; later calls change nothing."""
        self._orders.put(True)

    def _wait(self) -> None:
        armed = self._orders.get()
        if armed and not self._called_off():
            sys.stderr.write("stop budget used up, exiting hard; stacks follow\n")
            faulthandler.dump_traceback()
            self._exit()

    def _called_off(self) -> bool:
        """Wait for the end of the countdown; True when the context was left before."""
        end = time.monotonic() + self._seconds
        try:
            while self._orders.get(timeout=max(0.0, end - time.monotonic())):
                pass
        except queue.Empty:
            return False
        return True
