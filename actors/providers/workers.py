"""Worker processes for pixels: what a hostile photo can harm is one process.

A call that is cancelled kills its process, the one brutal kill there is in the tree. Each process
has an address-space limit, so a bomb dies in it, and computes on one thread. At most `count` run.
"""

import os
import signal
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar, TypeVarTuple, Unpack

import anyio
import anyio.to_process
import trio
from anyio import BrokenWorkerProcess

from actors.imaging import limits
from actors.providers.base import TryAgain

T = TypeVar("T")
Args = TypeVarTuple("Args")

NICENESS = 10
"""Scheduling priority of a worker; 0 is that of the program, 19 the lowest."""
MEMORY = 1 << 30
"""Address space of a worker in bytes; most of it is reserved and never touched."""


PATIENCE = 60.0
"""Seconds one call may take, unless told otherwise."""


class Workers:
    """A few worker processes, started when first needed."""

    def __init__(self, count: int, memory: int = MEMORY) -> None:
        self._turns = trio.CapacityLimiter(count)
        self._processes = anyio.CapacityLimiter(count)
        self._memory = memory
        self.count = count
        limits.pin_threads()

    async def run(
        self,
        work: Callable[[Unpack[Args]], T],
        *args: *Args,
        within: float = PATIENCE,
        writes: Iterable[Path] = (),
    ) -> T:
        """Run a plain top-level function in a worker; its errors pass through.

        Waits its turn in the order of asking, then has `within` seconds. Raises `TryAgain` when
        the process died or was killed: out of time, out of memory, crashed. Of the files that the
        work `writes` nothing half written stays when it is stopped.
        """
        async with self._turns:
            try:
                return await self._run(work, args, within)
            except BaseException:
                _sweep(writes)
                raise

    async def _run(self, work: Callable[..., T], args: tuple[object, ...], within: float) -> T:
        try:
            with trio.fail_after(within):
                return await anyio.to_process.run_sync(
                    _in_worker,
                    self._memory,
                    work,
                    args,
                    cancellable=True,
                    limiter=self._processes,
                )
        except trio.TooSlowError as error:
            raise TryAgain("a worker process took too long") from error
        except BrokenWorkerProcess as error:
            raise TryAgain("a worker process died") from error
        except MemoryError as error:
            raise TryAgain("a worker process ran out of memory") from error


def _sweep(writes: Iterable[Path]) -> None:
    """Remove what a killed process left of files that appear whole or not at all."""
    for target in writes:
        for half in target.parent.glob(f".{target.name}.*.part"):
            half.unlink(missing_ok=True)


def _in_worker(memory: int, work: Callable[..., T], args: tuple[object, ...]) -> T:
    """Prepare the process, then work. A terminal's Ctrl-C is the parent's business."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _give_way()
    limits.limit_memory(memory)
    return work(*args)


def _give_way() -> None:
    """Let pages and bot go first when pictures keep all cores busy (not on Windows)."""
    if hasattr(os, "setpriority"):
        os.setpriority(os.PRIO_PROCESS, 0, NICENESS)
