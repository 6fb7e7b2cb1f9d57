"""A real store on a real file, for tests: its actor under no supervisor, its work on the loop."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import trio

from store import messages as m
from store.actor import child
from store.client import Store
from store.commands import Commands
from store.domain.ids import Token, new_job_id, new_token
from store.domain.machine import Role
from store.domain.policy import Policy
from store.domain.records import Job, Outfit
from store.events import Hub
from store.lane import InlineLane
from store.readers import Readers
from supervisor.child import ChildContext
from supervisor.clock import FixedClock
from supervisor.mailbox import Mailbox

OUTFITS = (
    Outfit("chapan", {"ru": "Чапан", "uz": "Chopon", "en": "Chapan"}, "chapan", 1),
    Outfit("astronaut", {"ru": "Космонавт", "uz": "Kosmonavt", "en": "Astronaut"}, "astronaut", 2),
)


@dataclass(slots=True)
class RunningStore:
    """A store with the steps of a guest, each asserting that it was accepted."""

    store: Store
    clock: FixedClock
    path: Path

    async def pull(
        self, machine: str, record: str, trigger: str, by: Role, **args: Any
    ) -> m.Pulled:
        """Pull a trigger now."""
        return await self.store.ask(m.Pull(machine, record, trigger, by, self.clock.now(), args))

    async def session(self) -> Token:
        """Make a session."""
        token = new_token()
        made = await self.store.ask(m.CreateSession(token, "kiosk-1", self.clock.now()))
        assert isinstance(made, m.Fired)
        return token

    async def consented(self, guest: int = 77) -> Token:
        """Make a session and lead it to consent."""
        token = await self.session()
        for trigger in ("link", "consent"):
            done = await self.pull("session", token, trigger, Role.GUEST, guest=guest)
            assert isinstance(done, m.Fired), done
        return token

    async def job(self, guest: int = 77, key: str | None = None) -> Job:
        """Lead a guest from Start to a queued job."""
        token = await self.consented(guest)
        chosen = await self.pull("session", token, "choose", Role.KIOSK, template_id="chapan")
        assert isinstance(chosen, m.Fired), chosen
        job_id = new_job_id()
        taken = await self.store.ask(
            m.TakePhoto(token, job_id, f"{job_id}.jpg", key, self.clock.now())
        )
        assert isinstance(taken, m.PhotoTaken), taken
        return taken.job


@asynccontextmanager
async def running_store(
    folder: Path,
    policy: Policy | None = None,
    admins: tuple[int, ...] = (900,),
    clock: FixedClock | None = None,
) -> AsyncIterator[RunningStore]:
    """Run the store actor on a file in `folder` until the block ends."""
    path = folder / "stickerbooth.db"
    hub = Hub()
    mailbox: Mailbox[Any] = Mailbox("store")
    readers = Readers(path, lambda _: InlineLane())
    spec = child(
        path=path,
        mailbox=mailbox,
        commands=Commands(policy or Policy(), admins, "ru"),
        hub=hub,
        readers=readers,
        lane=lambda _: InlineLane(),
    )
    context = ChildContext("store")
    running = RunningStore(Store(mailbox.ref, readers, hub), clock or FixedClock(), path)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(spec.start, context)
        await context.wait_ready()
        await running.store.ask(m.SeedOutfits(OUTFITS, running.clock.now()))
        try:
            yield running
        finally:
            context.request_stop()
