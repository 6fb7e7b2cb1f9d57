"""Housekeeping: selfies go when their time is over, orphans are swept, the disk is watched.

What stays true:
- A delivered job's selfie and its cut-out go at once, a failed job's after the retention time. The
  contact sheet and the stickers of a pack stay until its folder is as old as that.
- What was erased goes from disk as soon as its rows are gone; its name is forgotten after that.
- Every hour there is a backup, a day's worth of which is kept.
- A file or folder that no row names and that is old enough is an orphan: of an upload that was cut
  off, of a job that was erased while it was made, of an outfit that was never published.
"""

from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import structlog
import trio

from actors.backups import back_up_hourly
from store import draft_queries, files, queries, talk_queries
from store import messages as m
from store.client import Store
from store.domain.conditions import Condition
from store.domain.policy import Policy
from store.errors import StoreError
from store.events import DONE, ERASED
from store.files import DataFolder
from store.talk_messages import PruneTalk
from supervisor.child import ChildContext, ChildSpec
from supervisor.clock import Clock, iso
from supervisor.conditions import Conditions
from supervisor.periodic import every

log = structlog.get_logger("housekeeping")

INTERVAL = 30.0
PRUNE_SECONDS = 3600.0
ORPHAN_AGE = 3600.0
"""Seconds after which an upload or an outfit that no row names is nobody's."""
ORPHAN_PACK_AGE = 600.0
"""Seconds after which a pack's folder without a job is nobody's."""
ERASE_LIMIT = 100
"""Erased files that one look takes away."""
INBOX_KEPT = timedelta(hours=48)
"""How long handled updates are remembered, so that a redelivery is known (Bot API facts)."""
CHOOSING = timedelta(hours=1)
"""How long a guest who has chosen an outfit may take until the photo."""
LOW_DISK = 200 * 1024 * 1024
"""Bytes below which no new guest is taken."""
STICKER_FILES = ("sticker-", "sheet.")
"""What of a pack's folder is kept after its delivery."""


@dataclass(frozen=True, slots=True)
class Housekeeping:
    """What the housekeeping works on; `state_kept` is how long state data waits for its person."""

    store: Store
    files: DataFolder
    clock: Clock
    policy: Policy
    conditions: Conditions
    state_kept: timedelta

    async def run(self, context: ChildContext) -> None:
        """Tidy up until asked to stop; a delivery or an erasure rings for it."""
        context.ready()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._prune_hourly, context)
            nursery.start_soon(back_up_hourly, context, self.store, self.files, self.clock)
            with self.store.hub.listen(DONE, ERASED) as hint:

                async def tidy() -> None:
                    await self._tidy()
                    context.ran("tidy", INTERVAL)

                await every(INTERVAL, tidy, hint=hint, until=context.stop_requested)

    async def _prune_hourly(self, context: ChildContext) -> None:
        async def prune() -> None:
            await self._prune()
            context.ran("prune", PRUNE_SECONDS)

        await every(PRUNE_SECONDS, prune, until=context.stop_requested)

    async def _prune(self) -> None:
        """Forget what nobody came back to in time, a bounded number a command."""
        command = PruneTalk(self.clock.now() - self.state_kept)
        try:
            while await self.store.ask(command):
                pass
        except StoreError as error:
            log.warning("housekeeping.postponed", error=type(error).__name__)

    async def _tidy(self) -> None:
        await trio.to_thread.run_sync(self._watch_disk)
        try:
            await self._remove_selfies()
            await self._remove_erased()
            await self._remove_orphans()
            await self.store.ask(m.ForgetUpdates(self.clock.now() - INBOX_KEPT))
        except (StoreError, OSError) as error:
            log.warning("housekeeping.postponed", error=type(error).__name__)

    async def _remove_selfies(self) -> None:
        before = iso(self.policy.photo_kept_from(self.clock.now()))
        names = await self.store.read(queries.photos_to_remove, before)
        if not names:
            return
        await trio.to_thread.run_sync(self._erase, names)
        await self.store.ask(m.PhotosGone(names))
        log.info("selfies.removed", count=len(names))

    def _erase(self, names: tuple[str, ...]) -> None:
        files.remove(self.files.photo(name) for name in names)
        for name in names:
            _forget_cutout(self.files.pack(Path(name).stem))

    async def _remove_erased(self) -> None:
        """Remove files whose rows are gone; what cannot be removed is tried again."""
        found = await self.store.read(talk_queries.erased_files, ERASE_LIMIT)
        chosen_before = iso(self.clock.now() - CHOOSING)
        outfits = await self.store.read(draft_queries.folders_to_erase, chosen_before)
        for kind in ("photo", "pack"):
            await self._remove_kind(kind, tuple(name for its, name in found if its == kind))
        await self._remove_kind("outfit", outfits)

    async def _remove_kind(self, kind: str, names: tuple[str, ...]) -> None:
        if not names:
            return
        parent = {
            "photo": self.files.photos,
            "pack": self.files.packs,
            "outfit": self.files.outfits,
        }[kind]
        gone = await trio.to_thread.run_sync(files.erase, parent, names)
        await self.store.ask(m.EraseFiles(kind, gone))
        log.info("files.erased", kind=kind, count=len(gone), left=len(names) - len(gone))

    async def _remove_orphans(self) -> None:
        kept = await self.store.read(queries.photos_in_use)
        active = await self.store.read(queries.active_jobs)
        now = self.clock.now().timestamp()
        await trio.to_thread.run_sync(self._sweep_files, set(kept), set(active), now)
        # Folders are listed before the rows are read: a row is there before its folder.
        packs = await trio.to_thread.run_sync(
            files.folders, self.files.packs, now - ORPHAN_PACK_AGE
        )
        known = await self.store.read(talk_queries.jobs_among, packs)
        await self._remove_folders(self.files.packs, packs - known)
        outfits = await trio.to_thread.run_sync(files.folders, self.files.outfits, now - ORPHAN_AGE)
        if outfits:
            named = await self.store.read(draft_queries.folders_in_use)
            await self._remove_folders(self.files.outfits, outfits - named)

    async def _remove_folders(self, parent: Path, names: frozenset[str]) -> None:
        if names:
            gone = await trio.to_thread.run_sync(files.erase, parent, names)
            log.info("orphans.removed", folder=parent.name, count=len(gone))

    def _sweep_files(self, kept: set[str], active: set[str], now: float) -> None:
        files.remove(files.stale(self.files.photos, kept, now - ORPHAN_AGE))
        too_old = files.folders(self.files.packs, now - self.policy.photo_retention)
        files.erase(self.files.packs, too_old - active)

    def _watch_disk(self) -> None:
        free = self.files.free_bytes()
        if free < LOW_DISK:
            if self.conditions.set(Condition.DISK_FULL, f"{free // 2**20} MiB left"):
                log.error("disk.low", free_mib=free // 2**20)
        elif self.conditions.clear(Condition.DISK_FULL):
            log.info("disk.fine", free_mib=free // 2**20)


def _forget_cutout(folder: Path) -> None:
    """Remove what shows the guest without the outfit."""
    if folder.is_dir():
        files.remove(
            path
            for path in folder.iterdir()
            if path.is_file() and not path.name.startswith(STICKER_FILES)
        )


def child(housekeeping: Housekeeping) -> ChildSpec:
    """Describe the housekeeping as a child; the booth goes on without it."""
    return ChildSpec(name="housekeeping", start=housekeeping.run, critical=False)
