"""Small children with one behaviour each, and a record of what a supervisor said about them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import trio

from supervisor.backoff import Backoff
from supervisor.child import ChildContext, ChildSpec
from supervisor.lifecycle import EventKind, LifecycleEvent
from supervisor.probe import Probe
from supervisor.runner import Supervisor

STEADY = Backoff(first=1.0, cap=1.0, jitter=0.0)


class BoomError(Exception):
    """What the children here crash with."""


async def obedient(context: ChildContext) -> None:
    context.ready()
    await context.stop_requested.wait()


async def deaf(context: ChildContext) -> None:
    context.ready()
    await trio.sleep_forever()


async def crash_at_start(context: ChildContext) -> None:
    raise BoomError("at start")


async def never_ready(context: ChildContext) -> None:
    await trio.sleep_forever()


@dataclass
class Crasher:
    """A child that is ready, and crashes when told."""

    trigger: trio.Event = field(default_factory=trio.Event)
    incarnations: int = 0

    async def __call__(self, context: ChildContext) -> None:
        self.incarnations += 1
        context.ready()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._crash_when_told)
            await context.stop_requested.wait()
            nursery.cancel_scope.cancel()

    async def _crash_when_told(self) -> None:
        await self.trigger.wait()
        self.trigger = trio.Event()
        raise BoomError("told to")

    def crash(self) -> None:
        self.trigger.set()


def spec(name: str, start: Callable[[ChildContext], Any] = obedient, **more: Any) -> ChildSpec:
    return ChildSpec(name=name, start=start, **{"backoff": STEADY, **more})


class Record:
    """Everything observed, in order, as `kind name`, and a way to wait for the next of a kind."""

    def __init__(self) -> None:
        self.events: list[LifecycleEvent] = []
        self.probe: Probe[LifecycleEvent] = Probe()

    def __call__(self, event: LifecycleEvent) -> None:
        self.events.append(event)
        self.probe.emit(event)

    def of(self, *kinds: EventKind) -> list[str]:
        return [f"{e.kind} {e.path.partition('/')[2]}" for e in self.events if e.kind in kinds]

    async def wait(self, kind: EventKind, name: str, times: int = 1) -> LifecycleEvent:
        """Wait until the child has gone through `kind` so often, counted from the beginning."""
        with self.probe.listen() as events:
            while True:
                found = [e for e in self.events if e.kind is kind and e.path.endswith(f"/{name}")]
                if len(found) >= times:
                    return found[times - 1]
                await events.receive()


def supervisor(record: Record, *specs: ChildSpec, **more: Any) -> Supervisor:
    return Supervisor(specs, observer=record, **more)
