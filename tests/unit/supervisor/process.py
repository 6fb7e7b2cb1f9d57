"""A process with a small tree, driven by the tests of signals: prints a line for each event.

The first argument names the tree, the second is the stop budget in seconds.
"""

import sys
import time

import trio
import trio.lowlevel

from supervisor.child import ChildContext
from supervisor.intensity import Intensity
from supervisor.lifecycle import LifecycleEvent
from supervisor.notify import Notifier
from supervisor.runner import Supervisor
from supervisor.signals import run_root
from tests.unit.supervisor.children import crash_at_start, deaf, obedient, spec


async def blocks_the_loop(context: ChildContext) -> None:
    context.ready()
    await trio.lowlevel.checkpoint()
    print("blocking", flush=True)
    time.sleep(1000)  # noqa: ASYNC251 - the subject of the test


async def blocks_when_asked_to_stop(context: ChildContext) -> None:
    await obedient(context)
    time.sleep(1000)  # noqa: ASYNC251 - the subject of the test


async def swallows_its_cancellation(context: ChildContext) -> None:
    context.ready()
    with trio.CancelScope(shield=True):
        await trio.sleep_forever()


TREES = {
    "obedient": [spec("a"), spec("b")],
    "deaf": [spec("a", deaf, stop_grace=1000), spec("b", deaf, stop_grace=1000)],
    "crashing": [spec("a"), spec("b", crash_at_start, intensity=Intensity(0))],
    "blocked": [spec("a", blocks_the_loop)],
    "blocks": [spec("a", blocks_when_asked_to_stop)],
    "swallows": [spec("a"), spec("b", swallows_its_cancellation)],
    "swallows and gives up": [
        spec("a", swallows_its_cancellation),
        spec("b", crash_at_start, intensity=Intensity(0)),
    ],
}


class Lines(Notifier):
    """Prints what systemd would be told."""

    def _send(self, state: str) -> None:
        print(state, flush=True)


def say(event: LifecycleEvent) -> None:
    print(event.kind, event.path, flush=True)


def main() -> int:
    tree, budget = sys.argv[1:]
    return run_root(
        lambda: Supervisor(TREES[tree], observer=say), budget=float(budget), notifier=Lines()
    )


if __name__ == "__main__":
    sys.exit(main())
