"""A worker's surroundings for tests: real store, real sandbox over sockets, painted pictures.

The painter stands in for image providers, the paid rim of the product; what it paints are real
sticker files that the sandbox accepts.
"""

import io
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import trio
from PIL import Image

from actors.pool.packs import Holder
from actors.pool.recipe import Recipe
from actors.providers.base import Order, Picture, RenderMode
from store import messages as m
from store import queries
from store.domain.policy import Policy
from store.domain.records import Job, StoredSticker
from store.domain.status import JobStatus
from store.events import JOBS
from store.files import DataFolder
from supervisor.clock import FixedClock
from telegram.botapi.client import BotApi
from telegram.sandbox.guest import Guest
from telegram.sandbox.server import Sandbox, open_sandbox
from tests.support.stores import RunningStore, running_store

OWNER = "boot/slot-1/1"


@dataclass(slots=True)
class Painter:
    """A provider that paints one colour a position; `before` may fail or wait first."""

    before: Callable[[int], None] = lambda _: None
    hold: trio.Event | None = None
    made: list[int] = field(default_factory=list)
    name: str = "painter"
    render_mode: RenderMode = RenderMode.COMPOSITE

    async def prepare(self, order: Order) -> "Canvas":
        """Make the working folder."""
        await trio.lowlevel.checkpoint()
        order.work.mkdir(parents=True, exist_ok=True)
        return Canvas(self, order)

    async def paint(self, order: Order, position: int) -> Picture:
        """Paint a position."""
        await trio.lowlevel.checkpoint()
        if self.hold is not None:
            await self.hold.wait()
        self.before(position)
        self.made.append(position)
        path = order.work / f"sticker-{position}.webp"
        path.write_bytes(painted(position))
        return Picture(path, "😎", self.name, self.render_mode)

    async def sheet(self, pictures: tuple[Path, ...], target: Path) -> None:
        """Keep the first picture for a sheet."""
        await trio.lowlevel.checkpoint()
        target.write_bytes(pictures[0].read_bytes())


@dataclass(frozen=True, slots=True)
class Canvas:
    """The pictures of one order."""

    painter: Painter
    order: Order

    async def make(self, position: int) -> Picture:
        """Paint a position."""
        return await self.painter.paint(self.order, position)


def painted(position: int) -> bytes:
    """Return a sticker file: a disc of a colour of its own."""
    picture = Image.new("RGBA", (512, 512))
    picture.paste((20 * position, 255 - 20 * position, 90, 255), (100, 100, 400, 400))
    content = io.BytesIO()
    picture.save(content, "WEBP", lossless=True)
    return content.getvalue()


@dataclass(slots=True)
class Kit:
    """A claimed job and everything its slot needs."""

    running: RunningStore
    sandbox: Sandbox
    guest: Guest
    api: BotApi
    files: DataFolder
    painter: Painter

    @property
    def holder(self) -> Holder:
        """The slot that claims in `claimed`."""
        return Holder(self.running.store, self.api, self.sandbox.bot_username, OWNER)

    @property
    def recipe(self) -> Recipe:
        """The recipe over the painter."""
        return Recipe(self.painter, self.files, lambda name: self.files.outfits / name)

    async def queued(self) -> Job:
        """Queue a job of the guest, with a selfie on disk."""
        job = await self.running.job(guest=self.guest.id)
        assert job.photo is not None
        self.files.photo(job.photo).write_bytes(b"selfie")
        return job

    async def claimed(self) -> Job:
        """Queue a job of the guest and claim it."""
        await self.queued()
        job = await self.running.store.ask(m.ClaimJob(OWNER, self.running.clock.now()))
        assert job is not None
        return job

    async def uploaded(self, job: Job) -> tuple[StoredSticker, ...]:
        """Upload ten stickers for a claimed job and remember them."""
        for position in range(job.stickers_total):
            sent = await self.api.upload_sticker_file(self.guest.id, painted(position))
            file_id = sent.value.file_id  # type: ignore[union-attr]
            kept = m.RecordSticker(job.id, OWNER, position, file_id, "😎")
            assert await self.running.store.ask(kept)
        return await self.running.store.read(queries.stickers, job.id)

    async def job(self, job_id: str) -> Job:
        """Read a job."""
        found = await self.running.store.read(queries.job, job_id)
        assert found is not None
        return found

    async def becomes(self, job_id: str, status: JobStatus) -> None:
        """Wait until a job is in a status."""
        with self.running.store.hub.listen(JOBS) as hint:
            while (await self.job(job_id)).status is not status:
                await hint.wait(1.0)

    def sets(self) -> list[str]:
        """Names of all sticker sets in the sandbox."""
        return [found.name for found in self.sandbox.world.shelf.sets.values()]


@asynccontextmanager
async def kit(folder: Path, policy: Policy | None = None) -> AsyncIterator[Kit]:
    """Run store and sandbox; the guest has pressed Start."""
    files = DataFolder(folder)
    files.prepare()
    clock = FixedClock(follow=True)
    async with running_store(folder, policy, clock=clock) as running, open_sandbox() as sandbox:
        api = BotApi(sandbox.token, sandbox.base_url)
        await running.store.ask(m.PutSetting("bot_username", sandbox.bot_username, clock.now()))
        guest = Guest(sandbox.world)
        await guest.press_start()
        try:
            yield Kit(running, sandbox, guest, api, files, Painter())
        finally:
            with trio.CancelScope(shield=True):
                await api.aclose()
