"""Work at an interval without drift.

The schedule is fixed by the start, so a slow run does not push later ones; runs that would already
be over are skipped, never made up for in a burst. An error of the work ends the loop: the
supervisor decides.
"""

import math
from collections.abc import Awaitable, Callable

import trio

from supervisor.hint import Hint


async def every(
    interval: float,
    work: Callable[[], Awaitable[None]],
    *,
    hint: Hint | None = None,
    until: trio.Event | None = None,
) -> None:
    """Run `work` now and then every `interval` seconds, until `until` is set.

    A ring of `hint` runs it early without moving the schedule. A run in progress when `until` is
    set is finished. Raises ValueError for an interval that is not above zero.
    """
    if not interval > 0:
        raise ValueError(f"an interval must be above zero, not {interval}")
    start = trio.current_time()
    turn = 1
    while until is None or not until.is_set():
        await work()
        turn = max(turn, math.ceil((trio.current_time() - start) / interval))
        if not await _pause(start + turn * interval, hint or Hint(), until):
            turn += 1


async def _pause(deadline: float, hint: Hint, until: trio.Event | None) -> bool:
    """Wait for the deadline, a ring or the end; True when it was a ring."""
    rung = False
    async with trio.open_nursery() as nursery:

        async def end_at(until: trio.Event) -> None:
            await until.wait()
            nursery.cancel_scope.cancel()

        if until is not None:
            nursery.start_soon(end_at, until)
        rung = await hint.wait(deadline - trio.current_time())
        nursery.cancel_scope.cancel()
    return rung
