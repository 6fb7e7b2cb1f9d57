"""The verifier: looks whether a created set is really there, and only then lets the link go.

The link is queued in the transaction that makes the job done. A job whose deadline passes while
its set cannot be seen is left to the sweeper; whichever of the two comes first wins, and the
other's transition is refused.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import random

import structlog
import trio

from store import messages as m
from store import queries
from store.client import Store
from store.domain.machine import Role
from store.domain.records import Job
from store.errors import StoreDown
from store.events import DELIVERING
from supervisor.backoff import Backoff
from supervisor.child import ChildContext, ChildSpec
from supervisor.clock import Clock
from supervisor.probe import Probe
from telegram.botapi.client import BotApi
from telegram.botapi.errors import Failed, Ok

log = structlog.get_logger("verifier")

LOOK_EVERY = 5.0
"""Seconds between two looks at the database when nothing rings."""
PAUSES = Backoff(first=1.0, cap=15.0)
"""Between two looks at one set that is not there yet."""
AT_ONCE = 4


@dataclass(slots=True)
class Verifier:
    """One incarnation: remembers only when it looks at which job again."""

    store: Store
    api: BotApi
    clock: Clock
    verified: Probe[str] = field(default_factory=Probe)
    _looks: dict[str, int] = field(default_factory=dict)
    _next: dict[str, float] = field(default_factory=dict)

    async def run(self, context: ChildContext) -> None:
        """Verify until asked to stop."""
        context.ready()
        with self.store.hub.listen(DELIVERING) as hint:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(_ring_at_stop, context, hint.ring)
                while not context.stopping:
                    jobs = await self._delivering()
                    context.doing(f"{len(jobs)} sets to verify")
                    await self._look_at(jobs)
                    await hint.wait(self._pause())

    async def _delivering(self) -> tuple[Job, ...]:
        try:
            jobs = await self.store.read(queries.delivering)
        except StoreDown:
            return ()
        present = {job.id for job in jobs}
        for gone in set(self._looks) - present:
            del self._looks[gone], self._next[gone]
        return jobs

    async def _look_at(self, jobs: tuple[Job, ...]) -> None:
        """Look at every set whose time has come, a few at once."""
        now = trio.current_time()
        limit = trio.CapacityLimiter(AT_ONCE)
        async with trio.open_nursery() as nursery:
            for job in jobs:
                if self._next.get(job.id, 0.0) <= now:
                    nursery.start_soon(self._one, job, limit)

    async def _one(self, job: Job, limit: trio.CapacityLimiter) -> None:
        async with limit:
            if await self._is_there(job):
                await self._confirm(job)
                return
        looks = self._looks.get(job.id, 0) + 1
        self._looks[job.id] = looks
        self._next[job.id] = trio.current_time() + PAUSES.delay(looks, random)

    async def _is_there(self, job: Job) -> bool:
        assert job.pack_name is not None
        found = await self.api.get_sticker_set(job.pack_name)
        match found:
            case Ok(value):
                return len(value.stickers) >= job.stickers_total
            case Failed(kind=kind):
                log.info("pack.not_there", job=job.id, error=str(kind))
            case _:
                log.info("pack.not_there", job=job.id, error=type(found).__name__)
        return False

    async def _confirm(self, job: Job) -> None:
        command = m.Pull("job", job.id, "verified", Role.VERIFIER, self.clock.now())
        try:
            answer = await self.store.ask(command)
        except StoreDown:
            return
        if isinstance(answer, m.Fired):
            log.info("job.done", job=job.id)
            self.verified.emit(job.id)
        else:
            log.info("job.verified_too_late", job=job.id, code=str(answer.code))

    def _pause(self) -> float:
        """Return the time until the next set is due, at most the usual pause."""
        now = trio.current_time()
        due = [at - now for at in self._next.values()]
        return max(0.05, min([LOOK_EVERY, *due]))


async def _ring_at_stop(context: ChildContext, ring: Callable[[], None]) -> None:
    await context.stop_requested.wait()
    ring()


def child(store: Store, api: BotApi, clock: Clock) -> ChildSpec:
    """Describe the verifier as a child."""

    async def start(context: ChildContext) -> None:
        await Verifier(store, api, clock).run(context)

    return ChildSpec(name="verifier", start=start)
