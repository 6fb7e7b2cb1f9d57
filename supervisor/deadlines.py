"""One timer for everybody who waits in a mailbox, in place of a cancel scope for each.

A cancel scope would cost more than the rest of an ask (measured: about 17 of 30 µs). Waits of
equal length expire in the order they began, so each length has one line, and only the heads of the
lines are looked at. The timer is a system task of the running event loop, started by the first
wait.
"""

import math
from collections import OrderedDict
from typing import Protocol

import trio

_MANY_LINES = 64


class Waiting(Protocol):
    """Somebody in a line."""

    def expire(self) -> None:
        """Take note that the time is up; must return at once."""
        ...


Line = OrderedDict[Waiting, float]


class Deadlines:
    """The waits of one mailbox. Whoever stops waiting removes itself from its line."""

    __slots__ = ("_lines", "_next", "_running", "_sleep")

    def __init__(self) -> None:
        """Start without waits and without a timer."""
        self._lines: dict[float, Line] = {}
        self._next = math.inf
        self._running = False
        self._sleep = trio.CancelScope()

    @property
    def lengths(self) -> int:
        """How many different lengths of waiting are remembered."""
        return len(self._lines)

    def add(self, waiting: Waiting, within: float) -> Line:
        """Have `waiting` expire in so many seconds; return the line it has to leave."""
        line = self._lines.get(within)
        if line is None:
            line = self._new_line(within)
        deadline = trio.current_time() + within
        line[waiting] = deadline
        if deadline < self._next or not self._running:
            self._wake_by(deadline)
        return line

    def _new_line(self, within: float) -> Line:
        if len(self._lines) >= _MANY_LINES:
            self._lines = {length: line for length, line in self._lines.items() if line}
        line: Line = OrderedDict()
        self._lines[within] = line
        return line

    def _wake_by(self, deadline: float) -> None:
        self._next = deadline
        if self._running:
            self._sleep.deadline = deadline
        else:
            self._running = True
            trio.lowlevel.spawn_system_task(self._watch, name="mailbox deadlines")

    async def _watch(self) -> None:
        try:
            while True:
                with trio.CancelScope(deadline=self._next) as self._sleep:
                    await trio.sleep_forever()
                self._expire()
        finally:
            self._running = False

    def _expire(self) -> None:
        now = trio.current_time()
        self._next = math.inf
        for line in self._lines.values():
            while line:
                waiting, deadline = next(iter(line.items()))
                if deadline > now:
                    self._next = min(self._next, deadline)
                    break
                del line[waiting]
                waiting.expire()
