"""A worker slot: claim a job, follow the recipe, report the outcome; one job at a time.

A claim carries the slot and its incarnation. What a dead incarnation of the same slot left behind
goes back to the queue when the next one starts, and what this one holds goes back when it ends,
also when it was cancelled while the claim's answer was under way. When the whole program begins
to stop, nothing more is claimed and the job in hand has its grace.
"""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta

import structlog
import trio

from actors.pool.outcome import (
    BillingExhausted,
    Interrupted,
    Lost,
    Made,
    Outcome,
    trigger_of,
)
from actors.pool.packs import Holder
from actors.pool.recipe import Recipe
from store import messages as m
from store import queries
from store.client import Store
from store.domain.machine import Role, Value
from store.domain.records import Job
from store.domain.status import JobStatus
from store.errors import StoreDown, StoreError
from store.events import MAINTENANCE, QUEUE
from supervisor.child import ChildContext, ChildSpec
from supervisor.clock import Clock, parse_iso
from supervisor.mailbox import ActorDown
from supervisor.probe import Probe
from telegram.botapi.client import BotApi

log = structlog.get_logger("pool")

LOOK_EVERY = 2.0
"""Seconds between two looks at the queue when nothing rings."""


@dataclass(frozen=True, slots=True)
class Pool:
    """What all slots share. `boot` names this run of the program."""

    store: Store
    api: BotApi
    clock: Clock
    recipe: Recipe
    boot: str
    job_deadline: float
    shutdown_grace: float
    outcomes: Probe[tuple[str, Outcome]] = field(default_factory=Probe)


class Slot:
    """One incarnation of a slot."""

    def __init__(self, pool: Pool, context: ChildContext) -> None:
        self._pool = pool
        self._store = pool.store
        self._context = context
        self._slot = f"{pool.boot}/{context.name}/"
        self._owner = f"{self._slot}{context.incarnation}"

    async def run(self) -> None:
        """Work until asked to stop; then leave nothing behind."""
        now = self._pool.clock.now()
        await self._store.ask(m.RecoverJobs(self._owner, now, prefix=self._slot))
        self._context.ready()
        try:
            await self._work_on()
            await self._context.stop_requested.wait()
        finally:
            with trio.move_on_after(5, shield=True), suppress(StoreError, ActorDown):
                await self._store.ask(m.ReturnJobs(self._owner, self._pool.clock.now()))

    async def _work_on(self) -> None:
        draining = self._context.draining
        with self._store.hub.listen(QUEUE, MAINTENANCE) as hint:
            while not (draining.is_set() or self._context.stopping):
                self._context.doing("waiting for a job")
                job = await self._claim()
                if job is not None:
                    await self._one(job)
                else:
                    await _first(lambda: hint.wait(LOOK_EVERY), draining.wait)

    async def _claim(self) -> Job | None:
        try:
            return await self._store.ask(m.ClaimJob(self._owner, self._pool.clock.now()))
        except StoreDown:
            return None

    async def _one(self, job: Job) -> None:
        with structlog.contextvars.bound_contextvars(job=job.id, session=job.session_token[:6]):
            log.info("job.claimed", attempt=job.attempts + 1)
            outcome = await self._bounded(job)
            await self._report(job, outcome)

    async def _bounded(self, job: Job) -> Outcome:
        """Follow the recipe until the job's deadline, or the end of the grace at a stop."""
        bot = await self._store.read(queries.setting, "bot_username")
        holder = Holder(self._store, self._pool.api, bot or "", self._owner)
        outcome: Outcome = Interrupted()
        with trio.CancelScope() as scope:
            scope.deadline = trio.current_time() + self._left(job)
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._shorten_at_stop, scope)
                outcome = await self._pool.recipe.follow(holder, job, self._context.doing)
                nursery.cancel_scope.cancel()
        if scope.cancelled_caught and not self._context.draining.is_set():
            return Lost()
        return outcome

    def _left(self, job: Job) -> float:
        until = parse_iso(job.created_at) + timedelta(seconds=self._pool.job_deadline)
        return max(0.0, (until - self._pool.clock.now()).total_seconds())

    async def _shorten_at_stop(self, scope: trio.CancelScope) -> None:
        await self._context.draining.wait()
        grace = trio.current_time() + self._pool.shutdown_grace
        scope.deadline = min(scope.deadline, grace)

    async def _report(self, job: Job, outcome: Outcome) -> None:
        if isinstance(outcome, BillingExhausted):
            # Before the job ends, so that nobody claims the next one in between.
            log.error("booth.paused", reason=outcome.error)
            await self._pull("maintenance", "maintenance", "no_funds", {"text": outcome.error})
        pulled = trigger_of(outcome)
        if pulled is not None:
            trigger, args = pulled
            answer = await self._pull("job", job.id, trigger, {**args, "owner": self._owner})
            if isinstance(answer, m.Refused) and isinstance(outcome, Made):
                await self._withdraw(job, outcome)
        log.info("job.outcome", outcome=type(outcome).__name__)
        self._pool.outcomes.emit((job.id, outcome))

    async def _pull(
        self, machine: str, record: str, trigger: str, given: dict[str, Value]
    ) -> m.Pulled:
        """Pull a trigger, again and again while the database cannot be written."""
        while True:
            now = self._pool.clock.now()
            try:
                return await self._store.ask(
                    m.Pull(machine, record, trigger, Role.SLOT, now, given)
                )
            except StoreDown:
                await trio.sleep(LOOK_EVERY)

    async def _withdraw(self, job: Job, made: Made) -> None:
        """Take back a set whose job was failed while it was being created."""
        present = await self._store.read(queries.job, job.id)
        if present is None or present.status is JobStatus.FAILED:
            log.warning("pack.withdrawn")
            await self._pool.api.delete_sticker_set(made.pack_name)


async def _first(*waits: Callable[[], Awaitable[object]]) -> None:
    """Return as soon as one of the waits does."""
    async with trio.open_nursery() as nursery:

        async def race(wait: Callable[[], Awaitable[object]]) -> None:
            await wait()
            nursery.cancel_scope.cancel()

        for wait in waits:
            nursery.start_soon(race, wait)


def child(name: str, pool: Pool) -> ChildSpec:
    """Describe a slot as a child of the pool's supervisor."""

    async def start(context: ChildContext) -> None:
        await Slot(pool, context).run()

    return ChildSpec(name=name, start=start, stop_grace=pool.shutdown_grace + 2)
