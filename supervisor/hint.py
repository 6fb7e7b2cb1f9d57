"""A conflated wake-up: many rings before a look are one look.

A ring may be lost with the process, so the listener also looks on its own after `at_most` seconds.
"""

import trio


class Hint:
    """Tells one listener that looking now is worth while."""

    def __init__(self) -> None:
        self._rung = trio.Event()

    def ring(self) -> None:
        """Wake the listener, or let its next wait return at once; never waits."""
        self._rung.set()

    async def wait(self, at_most: float) -> bool:
        """Wait for a ring, at most so many seconds; True when rung. Uses the ring up."""
        with trio.move_on_after(at_most):
            await self._rung.wait()
        rung = self._rung.is_set()
        if rung:
            self._rung = trio.Event()
        return rung
