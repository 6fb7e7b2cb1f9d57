"""Nobody's data stays longer than needed, and nothing that is needed goes."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import pytest
import trio

from actors import housekeeping
from actors.backups import back_up_if_due
from actors.housekeeping import Housekeeping
from store import backup, queries
from store import messages as m
from store.domain.conditions import Condition
from store.domain.machine import Role
from store.domain.policy import Policy
from store.domain.records import Job
from store.files import DataFolder
from supervisor.child import ChildContext
from supervisor.clock import FixedClock
from supervisor.conditions import Conditions
from tests.support.stores import RunningStore, running_store

KEPT = timedelta(days=7)


class House:
    def __init__(self, folder: Path, running: RunningStore) -> None:
        self.files = DataFolder(folder)
        self.files.prepare()
        self.running = running
        self.conditions = Conditions()
        self.keeping = Housekeeping(
            running.store, self.files, running.clock, Policy(), self.conditions, KEPT
        )

    async def failed(self) -> Job:
        job = await self.selfie()
        await self.running.pull("job", job.id, "fail_by_hand", Role.ADMIN, error="x")
        return job

    async def selfie(self) -> Job:
        job = await self.running.job()
        assert job.photo is not None
        self.files.photo(job.photo).write_bytes(b"selfie")
        pack = self.files.pack(job.id)
        pack.mkdir()
        for name in ("figure.png", "guest.json", "sticker-0.webp", "sheet.jpg"):
            (pack / name).write_bytes(b"x")
        return job

    async def delivered(self) -> Job:
        job = await self.selfie()
        await self.running.store.ask(m.ClaimJob("o", self.running.clock.now()))
        made = {"pack_name": "p", "provider_used": "local", "render_mode": "composite"}
        await self.running.pull("job", job.id, "set_created", Role.SLOT, owner="o", **made)
        await self.running.pull("job", job.id, "verified", Role.VERIFIER)
        return job

    def photo(self, job: Job) -> Path:
        assert job.photo is not None
        return self.files.photo(job.photo)

    async def tidy(self) -> None:
        await self.keeping._tidy()


@asynccontextmanager
async def house(folder: Path) -> AsyncIterator[House]:
    async with running_store(folder, clock=FixedClock()) as running:
        yield House(folder, running)


async def test_a_delivered_guests_selfie_goes_at_once(tmp_path: Path) -> None:
    async with house(tmp_path) as h:
        job = await h.delivered()

        await h.tidy()

        assert not h.photo(job).exists()
        assert (await h.running.store.read(queries.job, job.id)).photo is None  # type: ignore[union-attr]


async def test_the_cut_out_goes_with_the_selfie_and_the_stickers_stay(tmp_path: Path) -> None:
    async with house(tmp_path) as h:
        job = await h.delivered()

        await h.tidy()

        left = {path.name for path in h.files.pack(job.id).iterdir()}
        assert left == {"sticker-0.webp", "sheet.jpg"}


async def test_a_waiting_guests_selfie_stays(tmp_path: Path) -> None:
    async with house(tmp_path) as h:
        job = await h.selfie()
        os.utime(h.photo(job), (0, 0))

        await h.tidy()

        assert h.photo(job).exists()


async def test_a_failed_jobs_selfie_stays_for_the_retention_time_only(tmp_path: Path) -> None:
    async with house(tmp_path) as h:
        job = await h.failed()
        await h.tidy()
        kept = h.photo(job).exists()

        h.running.clock.advance(24 * 3600 + 1)
        await h.tidy()

        assert kept
        assert not h.photo(job).exists()


async def test_an_old_file_that_no_row_names_is_an_orphan(tmp_path: Path) -> None:
    async with house(tmp_path) as h:
        orphan, fresh = h.files.photo("orphan.jpg"), h.files.photo("fresh.jpg")
        for path in (orphan, fresh):
            path.write_bytes(b"x")
        now = h.running.clock.now()
        os.utime(orphan, ((now - timedelta(hours=2)).timestamp(),) * 2)
        os.utime(fresh, (now.timestamp(),) * 2)

        await h.tidy()

        assert (orphan.exists(), fresh.exists()) == (False, True)


async def test_an_old_pack_folder_goes(tmp_path: Path) -> None:
    async with house(tmp_path) as h:
        job = await h.delivered()
        await h.tidy()
        os.utime(h.files.pack(job.id), (0, 0))

        await h.tidy()

        assert not h.files.pack(job.id).exists()


async def test_updates_handled_two_days_ago_are_forgotten(tmp_path: Path) -> None:
    async with house(tmp_path) as h:
        now = h.running.clock.now()
        await h.running.store.ask(m.StoreUpdates(((5, "{}"), (6, "{}")), 7, now))
        await h.running.store.ask(m.FinishUpdate(5, (), now))
        h.running.clock.advance(48 * 3600 + 1)

        await h.tidy()

        left = await h.running.store.read(
            lambda c: c.execute("SELECT update_id FROM telegram_inbox").fetchall()
        )
        assert left == [(6,)]


async def test_a_disk_that_runs_full_is_a_condition_until_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path) as h:
        monkeypatch.setattr(housekeeping, "LOW_DISK", 2**62)
        await h.tidy()
        standing = dict(h.conditions.standing)

        monkeypatch.setattr(housekeeping, "LOW_DISK", 0)
        await h.tidy()

        assert Condition.DISK_FULL in standing
        assert not h.conditions.standing


async def test_a_delivery_rings_for_it(tmp_path: Path) -> None:
    async with house(tmp_path) as h, trio.open_nursery() as nursery:
        context = ChildContext("housekeeping")
        nursery.start_soon(housekeeping.child(h.keeping).start, context)
        await context.wait_ready()
        with h.running.store.hub.listen("jobs") as hint:
            job = await h.delivered()
            while (await h.running.store.read(queries.job, job.id)).photo:  # type: ignore[union-attr]
                await hint.wait(0.05)
        context.request_stop()

        assert not h.photo(job).exists()


async def test_a_backup_is_made_when_the_newest_is_an_hour_old(tmp_path: Path) -> None:
    async with house(tmp_path) as h:
        for minutes in (0, 30, 31):
            h.running.clock.advance(minutes * 60)
            await back_up_if_due(h.running.store, h.files, h.running.clock)

        assert len(backup.backups(h.files)) == 2


async def test_a_backup_that_fails_is_told_to_operators(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path) as h:
        monkeypatch.setattr(backup, "ROOM", 2**62)
        await back_up_if_due(h.running.store, h.files, h.running.clock)

        said = await h.running.store.read(
            lambda c: c.execute("SELECT payload FROM outbox WHERE kind = 'alert'").fetchall()
        )
    assert len(said) == 1
    assert "have to be free" in said[0][0]
