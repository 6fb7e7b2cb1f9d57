"""Housekeeping: selfies go when their time is over, orphans are swept, the disk is watched.

A delivered job's selfie and its cut-out go at once, a failed job's after the retention time. A
file that no row names and that is an hour old is an orphan of an upload that was cut off. The
contact sheet and the stickers of a pack stay until its folder is as old as the retention time.
"""

import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import structlog
import trio

from store import files, queries
from store import messages as m
from store.client import Store
from store.domain.conditions import Condition
from store.domain.policy import Policy
from store.errors import StoreError
from store.events import DONE
from store.files import DataFolder
from supervisor.child import ChildContext, ChildSpec
from supervisor.clock import Clock, iso
from supervisor.conditions import Conditions
from supervisor.periodic import every

log = structlog.get_logger("housekeeping")

INTERVAL = 30.0
ORPHAN_AGE = 3600.0
INBOX_KEPT = timedelta(hours=48)
"""How long handled updates are remembered, so that a redelivery is known (Bot API facts)."""
LOW_DISK = 200 * 1024 * 1024
"""Bytes below which no new guest is taken."""
STICKER_FILES = ("sticker-", "sheet.")
"""What of a pack's folder is kept after its delivery."""


@dataclass(frozen=True, slots=True)
class Housekeeping:
    """What the housekeeping works on."""

    store: Store
    files: DataFolder
    clock: Clock
    policy: Policy
    conditions: Conditions

    async def run(self, context: ChildContext) -> None:
        """Tidy up until asked to stop; a delivery rings for it."""
        context.ready()
        with self.store.hub.listen(DONE) as hint:
            await every(INTERVAL, self._tidy, hint=hint, until=context.stop_requested)

    async def _tidy(self) -> None:
        await trio.to_thread.run_sync(self._watch_disk)
        try:
            await self._remove_selfies()
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

    async def _remove_orphans(self) -> None:
        kept = await self.store.read(queries.photos_in_use)
        active = await self.store.read(queries.active_jobs)
        now = self.clock.now().timestamp()
        await trio.to_thread.run_sync(self._sweep_files, set(kept), set(active), now)

    def _sweep_files(self, kept: set[str], active: set[str], now: float) -> None:
        files.remove(files.stale(self.files.photos, kept, now - ORPHAN_AGE))
        too_old = now - self.policy.photo_retention
        for folder in _folders(self.files.packs):
            if folder.name not in active and folder.stat().st_mtime < too_old:
                shutil.rmtree(folder, ignore_errors=True)

    def _watch_disk(self) -> None:
        free = self.files.free_bytes()
        if free < LOW_DISK:
            if self.conditions.set(Condition.DISK_FULL, f"{free // 2**20} MiB left"):
                log.error("disk.low", free_mib=free // 2**20)
        elif self.conditions.clear(Condition.DISK_FULL):
            log.info("disk.fine", free_mib=free // 2**20)


def _folders(parent: Path) -> Iterable[Path]:
    return [path for path in parent.iterdir() if path.is_dir()]


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
