"""Where synchronous database work runs: a thread of its own, or the loop under a jumping clock.

Work given to a lane runs in the order given, one piece at a time, and is never abandoned: a
cancellation waits for it. A thread lives as long as its lane, which spares a hand-over per call.
"""

import queue
import threading
from collections.abc import Callable
from typing import Any, Protocol, TypeVar, TypeVarTuple, Unpack

import outcome
import trio

T = TypeVar("T")
Args = TypeVarTuple("Args")


class Lane(Protocol):
    """Runs synchronous functions one after another."""

    async def run(self, work: Callable[[Unpack[Args]], T], *args: *Args) -> T:
        """Run `work` to its end and return its result or raise its error."""
        ...

    def close(self) -> None:
        """Let the lane end once what was given has been done."""
        ...


class ThreadLane:
    """A lane with one thread, which reports back through the loop's own entry point."""

    def __init__(self, name: str) -> None:
        self._work: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._closed = False
        self._thread = threading.Thread(target=self._loop, name=name, daemon=True)
        self._thread.start()

    async def run(self, work: Callable[[Unpack[Args]], T], *args: *Args) -> T:
        """Run `work` on the thread; the loop goes on meanwhile.

        Raises RuntimeError on a closed lane, where nothing would ever answer.
        """
        if self._closed:
            raise RuntimeError("the lane is closed")
        await trio.lowlevel.checkpoint_if_cancelled()
        task = trio.lowlevel.current_task()
        token = trio.lowlevel.current_trio_token()

        def carry_out() -> None:
            result = outcome.capture(work, *args)
            token.run_sync_soon(trio.lowlevel.reschedule, task, result)

        self._work.put(carry_out)
        result: T = await trio.lowlevel.wait_task_rescheduled(_never_abort)
        return result

    def close(self) -> None:
        """End the thread after what was given."""
        self._closed = True
        self._work.put(None)

    def _loop(self) -> None:
        while (piece := self._work.get()) is not None:
            piece()


class InlineLane:
    """A lane on the loop itself, for tests whose clock jumps when nothing seems to happen."""

    async def run(self, work: Callable[[Unpack[Args]], T], *args: *Args) -> T:
        """Run `work` at once."""
        await trio.lowlevel.checkpoint()
        return work(*args)

    def close(self) -> None:
        """Do nothing: there is no thread."""


def _never_abort(_: Any) -> trio.lowlevel.Abort:
    return trio.lowlevel.Abort.FAILED
