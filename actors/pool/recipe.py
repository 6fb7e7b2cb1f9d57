"""From a claimed job to a sticker set: prepare, make and upload each sticker, create the set.

What Telegram already holds from an earlier attempt is neither made nor uploaded again. The next
sticker is made while the last one is uploaded. Nothing here touches a status: the end is an
`Outcome`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import structlog
import trio

from actors.pool import packs, patience
from actors.pool.credits import credit
from actors.pool.outcome import Again, Hopeless, Lost, Made, Outcome, outcome_of
from actors.pool.packs import Holder
from actors.providers import base
from actors.providers.base import Order, Pack, PackMaker, Picture
from store import messages as m
from store import queries
from store.domain.records import Job
from store.files import DataFolder
from telegram.botapi.errors import ErrorKind, Failed, Ok

log = structlog.get_logger("pool")

SHEET = "sheet.jpg"
AT_ONCE = 2
"""Stickers of one job that are rendered here at the same time: a lone guest may use both cores."""

PAID_AT_ONCE = 5
"""The same where a service draws them, which takes seconds to minutes for each."""


class _Stop(Exception):
    """The job's end was found in the middle of the work."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(type(outcome).__name__)
        self.outcome = outcome


@dataclass(frozen=True, slots=True)
class Recipe:
    """How packs are made: by whom, with files where, outfits from which folder.

    `at_once` stickers of one job are made at the same time.
    """

    provider: PackMaker
    files: DataFolder
    outfits: Callable[[str], Path]
    at_once: int = AT_ONCE

    async def follow(self, holder: Holder, job: Job, doing: Callable[[str], None]) -> Outcome:
        """Make the pack of a job; `doing` hears each step."""
        try:
            return await self._follow(holder, job, doing)
        except _Stop as stop:
            return stop.outcome
        except base.ProviderError as error:
            return outcome_of(error)

    async def _follow(self, holder: Holder, job: Job, doing: Callable[[str], None]) -> Outcome:
        order = await self._order(holder, job)
        known = await holder.store.read(queries.stickers, job.id)
        missing = [n for n in range(job.stickers_total) if n not in {s.position for s in known}]
        if missing:
            doing("looking at the photo")
            pack = await self.provider.prepare(order)
            await self._make_all(holder, job, pack, missing, doing)
        await self._sheet(order, job)
        doing("creating the set")
        stickers = await holder.store.read(queries.stickers, job.id)
        made = await packs.make_set(holder, job, stickers)
        if isinstance(made, str):
            return Made(made, *credit(stickers))
        return made

    async def _order(self, holder: Holder, job: Job) -> Order:
        outfit = await holder.store.read(queries.outfit, job.template_id)
        if job.photo is None:
            raise base.Hopeless("the selfie is missing")
        if outfit is None:
            raise base.Hopeless("the outfit is missing")
        return Order(
            job=job.id,
            owner=holder.owner,
            created_at=job.created_at,
            photo=self.files.photo(job.photo),
            outfit=self.outfits(outfit.folder),
            language=job.language,
            work=self.files.pack(job.id),
        )

    async def _make_all(
        self,
        holder: Holder,
        job: Job,
        pack: Pack,
        missing: list[int],
        doing: Callable[[str], None],
    ) -> None:
        """Make the missing stickers, each uploaded as soon as it is there."""
        at_once = trio.CapacityLimiter(self.at_once)
        stops: list[Exception] = []

        async def one(position: int) -> None:
            try:
                async with at_once:
                    picture = await pack.make(position)
                await _keep(holder, job, position, picture)
                doing(f"sticker {position + 1} of {job.stickers_total}")
            except (_Stop, base.ProviderError) as stop:
                stops.append(stop)
                nursery.cancel_scope.cancel()

        async with trio.open_nursery() as nursery:
            for position in missing:
                nursery.start_soon(one, position)
        if stops:
            raise stops[0]

    async def _sheet(self, order: Order, job: Job) -> None:
        """Keep a contact sheet when all pictures of this attempt are still there."""
        paths = [order.work / f"sticker-{n}.webp" for n in range(job.stickers_total)]
        if all(path.is_file() for path in paths):
            await self.provider.sheet(tuple(paths), order.work / SHEET)


async def _keep(holder: Holder, job: Job, position: int, picture: Picture) -> None:
    """Upload a sticker and remember its file id."""
    content = await trio.to_thread.run_sync(picture.path.read_bytes)
    user = job.telegram_user_id
    uploaded = await patience.repeat(lambda: holder.api.upload_sticker_file(user, content))
    match uploaded:
        case Ok(file):
            pass
        case Failed(kind=ErrorKind.BLOCKED):
            raise _Stop(Hopeless("Telegram does not let this guest own stickers"))
        case Failed(kind=kind):
            raise _Stop(Again(f"a sticker was refused: {kind}"))
    sticker = m.RecordSticker(
        job.id,
        holder.owner,
        position,
        file.file_id,
        picture.emoji,
        picture.provider,
        picture.render_mode,
    )
    if not await holder.store.ask(sticker):
        raise _Stop(Lost())
