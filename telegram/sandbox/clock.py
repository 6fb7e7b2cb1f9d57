"""Clock of the imitation: wall time that a test can push forward.

It runs with trio's clock, so a jumping test clock moves it too; `advance` adds to it and wakes
nobody. The sandbox shares no code with the product, hence it has a clock of its own.
"""

import time
from collections.abc import Callable

import trio


class SandboxClock:
    """Seconds since the Unix epoch, as the imitated server sees them."""

    def __init__(
        self, start: float | None = None, monotonic: Callable[[], float] = trio.current_time
    ) -> None:
        self._start = start
        self._monotonic = monotonic
        self._origin: float | None = None
        self._added = 0.0

    def now(self) -> float:
        """Seconds since the epoch; may only be called inside a trio run."""
        elapsed = self._monotonic()
        if self._origin is None:
            self._origin = elapsed
        if self._start is None:
            self._start = time.time_ns() / 1e9
        return self._start + (elapsed - self._origin) + self._added

    def advance(self, seconds: float) -> None:
        """Let `seconds` pass at once; negative values are refused."""
        if seconds < 0:
            raise ValueError("the clock only moves forward")
        self._added += seconds
