"""Runs a root supervisor as a process: signals, service manager, watchdog, exit status.

The first SIGTERM, SIGINT or SIGBREAK requests the ordered stop, the second shortens every
remaining wait to one second. Whatever happens then, the process is gone `budget` plus one seconds
after the first signal, even with a blocked event loop. A tree that gives up gets the same limit.
"""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

import trio

from supervisor.hard_exit import HardExit
from supervisor.notify import Notifier
from supervisor.runner import GaveUp, Supervisor
from supervisor.watchdog import Watchdog

STOPPED = 0
GAVE_UP = 1
HURRY = 1.0
"""Seconds every remaining wait is shortened to by a second signal."""

_SIGNALS = ("SIGTERM", "SIGINT", "SIGBREAK")


def run_root(
    make: Callable[[], Supervisor],
    *,
    budget: float,
    notifier: Notifier | None = None,
    watchdog: Watchdog | None = None,
) -> int:
    """Run the supervisor that `make` returns until it stops; return the exit status.

    `make` is called inside the event loop. `budget` is the time of a whole stop in seconds. To be
    called from the main thread. The notifier defaults to the environment's.
    """

    async def main() -> int:
        return await supervise(make(), budget=budget, notifier=notifier, watchdog=watchdog)

    return trio.run(main)


async def supervise(
    supervisor: Supervisor,
    *,
    budget: float,
    notifier: Notifier | None = None,
    watchdog: Watchdog | None = None,
) -> int:
    """Run `supervisor` under this process's signals; return `STOPPED` or `GAVE_UP`."""
    notifier = notifier or Notifier.from_environment(os.environ)
    watchdog = watchdog or Watchdog()
    stop = _Stop(supervisor, trio.lowlevel.current_trio_token())
    with HardExit(budget) as hard_exit, watchdog, stop.trapped(hard_exit):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_announce_ready, supervisor, notifier)
            nursery.start_soon(_announce_stop, supervisor, notifier, hard_exit)
            _keep_alive(nursery, watchdog, notifier)
            status = await _status(supervisor)
            nursery.cancel_scope.cancel()
    return status


class _Stop:
    """Turns signals into requests: the first to stop, the second to hurry."""

    def __init__(self, supervisor: Supervisor, token: trio.lowlevel.TrioToken) -> None:
        self._supervisor = supervisor
        self._token = token
        self._requested = False

    @contextmanager
    def trapped(self, hard_exit: HardExit) -> Iterator[None]:
        """Handle the signals inside the block."""

        def handle(_number: int, _frame: FrameType | None) -> None:
            hard_exit.arm()
            with suppress(trio.RunFinishedError):
                self._token.run_sync_soon(self._request)

        numbers = [getattr(signal, name) for name in _SIGNALS if hasattr(signal, name)]
        before = {number: signal.signal(number, handle) for number in numbers}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _request(self) -> None:
        if self._requested:
            self._supervisor.hurry(HURRY)
        self._requested = True
        self._supervisor.stop()


def _keep_alive(nursery: trio.Nursery, watchdog: Watchdog, notifier: Notifier) -> None:
    """Prove to our own watchdog and to the service manager's that the loop turns."""
    interval = min(1.0, notifier.watchdog_interval or 1.0)
    also = None if notifier.watchdog_interval is None else notifier.watchdog
    nursery.start_soon(watchdog.heartbeat, interval, also)


async def _announce_ready(supervisor: Supervisor, notifier: Notifier) -> None:
    await supervisor.wait_ready()
    notifier.ready()


async def _announce_stop(supervisor: Supervisor, notifier: Notifier, hard_exit: HardExit) -> None:
    await supervisor.draining.wait()
    hard_exit.arm()
    notifier.stopping()


async def _status(supervisor: Supervisor) -> int:
    try:
        await supervisor.run()
    except GaveUp:
        return GAVE_UP
    return STOPPED
