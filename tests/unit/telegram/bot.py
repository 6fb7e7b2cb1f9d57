"""The Telegram actors against a real store and the sandbox, over real sockets, in one loop."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import trio

from store import messages as m
from store.client import PATIENCE, Store
from store.domain.outgoing import Say
from store.driver import Connection
from store.steps import Enqueue, Step
from supervisor.child import ChildContext, ChildSpec
from supervisor.clock import FixedClock
from supervisor.conditions import Conditions
from supervisor.message import Request
from telegram import actor, delivery, poller
from telegram.botapi.client import BotApi
from telegram.sandbox.guest import Guest
from telegram.sandbox.server import Sandbox, open_sandbox
from tests.support.stores import RunningStore, running_store

LONG = 10_000.0


def middle() -> float:
    """Randomness without surprise."""
    return 0.5


@dataclass
class Running:
    """A child that was started: ask it to stop, or cancel it as a supervisor would."""

    context: ChildContext
    scope: trio.CancelScope = field(default_factory=trio.CancelScope)
    ended: trio.Event = field(default_factory=trio.Event)

    async def stop(self) -> None:
        """Ask the child to return and wait for it."""
        self.context.request_stop()
        await self.ended.wait()

    async def kill(self) -> None:
        """Cancel the child and wait for its end."""
        self.scope.cancel()
        await self.ended.wait()


class Watched(Conditions):
    """Conditions that a test can wait for."""

    def __init__(self) -> None:
        super().__init__()
        self._changed = trio.Event()

    def set(self, name: str, reason: str) -> bool:
        """Raise, and wake who waits."""
        self._changed.set()
        return super().set(name, reason)

    def clear(self, name: str) -> bool:
        """Take back, and wake who waits."""
        self._changed.set()
        return super().clear(name)

    async def wait(self, name: str, *, stands: bool = True) -> None:
        """Wait until a condition stands, or no longer does."""
        with trio.fail_after(LONG):
            while (name in self.standing) != stands:
                self._changed = trio.Event()
                await self._changed.wait()


class Away(Store):
    """A store that fails the first so many asks of one kind, `late` after carrying them out."""

    def __init__(
        self, store: Store, kind: type, error: Exception, times: int, *, late: bool
    ) -> None:
        self.store, self.kind, self.error, self.left = store, kind, error, times
        self.late = late
        self.hub = store.hub

    async def ask(self, command: Request[Any], within: float = PATIENCE) -> Any:
        """Fail, or hand on."""
        if isinstance(command, self.kind) and self.left:
            self.left -= 1
            if self.late:
                await self.store.ask(command, within)
            raise self.error
        return await self.store.ask(command, within)

    async def read(self, query: Any, *args: Any, **kwargs: Any) -> Any:
        """Hand on."""
        return await self.store.read(query, *args, **kwargs)


@dataclass
class Bot:
    """Everything the actors are given, and a way to start them."""

    sandbox: Sandbox
    api: BotApi
    booth: RunningStore
    clock: FixedClock
    nursery: trio.Nursery
    conditions: "Watched" = field(default_factory=lambda: Watched())
    instead: Store | None = None
    _updates: Iterator[int] = field(default_factory=lambda: count(1))

    @property
    def store(self) -> Store:
        """The handle of the store, which a test may have replaced."""
        return self.instead or self.booth.store

    def store_fails(
        self, kind: type, error: Exception, times: int = 1, *, late: bool = False
    ) -> None:
        """Let asks of a kind fail from now on, so many times."""
        self.instead = Away(self.booth.store, kind, error, times, late=late)

    def poller(self) -> ChildSpec:
        """The spec of the poller."""
        return poller.child(
            store=self.store,
            api=self.api,
            conditions=self.conditions,
            clock=self.clock,
            random=middle,
        )

    def delivery(self) -> ChildSpec:
        """The spec of delivery."""
        return delivery.child(
            store=self.store,
            api=self.api,
            conditions=self.conditions,
            clock=self.clock,
            data=self.booth.path.parent,
            random=middle,
        )

    def dialogue(self) -> ChildSpec:
        """The spec of the dialogue."""
        return actor.child(store=self.store, clock=self.clock)

    async def start(self, spec: ChildSpec) -> Running:
        """Start a child and wait until it is ready."""
        running = Running(ChildContext(spec.name))

        async def run() -> None:
            with running.scope:
                await spec.start(running.context)
            running.ended.set()

        self.nursery.start_soon(run)
        await running.context.wait_ready()
        return running

    async def start_all(self) -> None:
        """Start delivery, poller and dialogue."""
        for spec in (self.delivery(), self.poller(), self.dialogue()):
            await self.start(spec)

    def guest(self, name: str = "Анна", **facts: Any) -> Guest:
        """Make a person."""
        return Guest(self.sandbox.world, name, **facts)

    async def queue(self, *steps: Step) -> None:
        """Have steps carried out as a decision would."""
        update = next(self._updates)
        now = self.clock.now()
        await self.store.ask(m.StoreUpdates(((update, "{}"),), update + 1, now))
        assert await self.store.ask(m.FinishUpdate(update, steps, now))

    async def say(self, guest: Guest, text: str, *, repeatable: bool = True) -> None:
        """Queue a text for a person."""
        await self.queue(Enqueue("reply", guest.id, Say(text), "say", repeatable))

    async def outbox(self) -> list[tuple[Any, ...]]:
        """Return status and error of all queued messages, in their order."""
        return await self.rows("SELECT status, error FROM outbox ORDER BY id")

    async def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """Read from the database."""

        def run(connection: Connection) -> list[tuple[Any, ...]]:
            return connection.execute(query, values).fetchall()

        return await self.store.read(run)

    async def becomes(self, query: str, wanted: list[tuple[Any, ...]]) -> None:
        """Wait until a query finds what is wanted."""
        with self.store.hub.listen() as never, trio.fail_after(LONG):
            while await self.rows(query) != wanted:
                await never.wait(0.1)

    async def called(self, method: str, times: int = 1) -> None:
        """Wait until a method has been called so many times."""
        with trio.fail_after(LONG):
            await self.sandbox.calls.wait_until(
                lambda: self.sandbox.calls.counts[method.lower()] >= times
            )


@asynccontextmanager
async def a_bot(folder: Path) -> AsyncIterator[Bot]:
    """Run a sandbox and a store until the block ends, then end every child at once."""
    clock = FixedClock(follow=True)
    async with (
        open_sandbox(Sandbox(seed=1)) as sandbox,
        running_store(folder, clock=clock) as booth,
    ):
        api = BotApi(sandbox.token, sandbox.base_url)
        async with trio.open_nursery() as nursery:
            yield Bot(sandbox, api, booth, clock, nursery)
            nursery.cancel_scope.cancel()
        with trio.CancelScope(shield=True):
            await api.aclose()
