"""Time as a parameter: wall time in UTC and monotonic time.

The only module that may read the system's wall clock. Wall time is always aware and in UTC; as
text it has a fixed width, so that texts sort like the times.
"""

from datetime import UTC, datetime, timedelta
from typing import Protocol

import trio

_DEFAULT_START = datetime(2026, 1, 1, tzinfo=UTC)


class Clock(Protocol):
    """Where a part of the program gets its time from."""

    def now(self) -> datetime:
        """Return the wall time, aware, in UTC."""
        ...

    def monotonic(self) -> float:
        """Return seconds of the event loop's clock, for measuring spans only."""
        ...


class SystemClock:
    """The clock of the machine."""

    def now(self) -> datetime:
        """Return the machine's wall time in UTC."""
        return datetime.now(UTC)  # noqa: TID251 - the one place

    def monotonic(self) -> float:
        """Return the event loop's time."""
        return trio.current_time()


class FixedClock:
    """A clock for tests: stands still until told, or follows the event loop's jumps.

    With `follow` wall time moves by as much as the event loop's clock has moved since this clock
    was made (it must then be made inside the loop). `advance` adds to either.
    """

    def __init__(self, start: datetime = _DEFAULT_START, *, follow: bool = False) -> None:
        self._start = start.astimezone(UTC)
        self._added = timedelta()
        self._origin = trio.current_time() if follow else None

    def now(self) -> datetime:
        """Return the set time plus what has been added or has passed in the loop."""
        passed = timedelta()
        if self._origin is not None:
            passed = timedelta(seconds=trio.current_time() - self._origin)
        return self._start + self._added + passed

    def monotonic(self) -> float:
        """Return the event loop's time when following, else the seconds added so far."""
        if self._origin is None:
            return self._added.total_seconds()
        return trio.current_time() + self._added.total_seconds()

    def advance(self, seconds: float) -> None:
        """Move wall time forward (or back, when negative)."""
        self._added += timedelta(seconds=seconds)


def iso(moment: datetime) -> str:
    """Return UTC text of fixed width, as in 2026-11-30T17:45:00.000000Z; sorts like the time.

    Raises ValueError for a naive time.
    """
    if moment.tzinfo is None:
        raise ValueError("a time without a zone cannot be stored; use clock.now()")
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


def parse_iso(text: str) -> datetime:
    """Return the aware UTC time of a text made by `iso`; raises ValueError on anything else."""
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None or iso(moment) != text:
        raise ValueError(f"not a time as this program stores it: {text!r}")
    return moment
