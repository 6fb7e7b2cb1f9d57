"""What was erased goes from disk, orphans go in time, and what is in use stays."""

import os
from pathlib import Path
from typing import Any

import pytest
import trio
from trio.testing import MockClock

from actors import housekeeping
from store import messages as m
from store import talk_queries
from store.domain.ids import GuestId
from store.steps import DropDraft, ForgetPerson, PublishDraft, Step, StoreData
from supervisor.child import ChildContext
from tests.unit.actors.test_housekeeping import House, house

GUEST = GuestId(77)
DAY = 86400.0
READY = {
    "flow": "outfit",
    "outfit": None,
    "fields": {"title_ru": "Плащ", "title_uz": "Plash", "title_en": "Cape"},
    "stage": "ready",
    "version": 1,
    "chat": 900,
    "language": "ru",
    "folder": "own-1-1",
    "sample": "own-1-1/sample.webp",
}


async def carry_out(h: House, *steps: Step) -> None:
    """Have steps carried out as those of an update."""
    now = h.running.clock.now()
    ((update,),) = await rows(h, "SELECT count(*) FROM telegram_inbox")
    await h.running.store.ask(m.StoreUpdates(((update, "{}"),), update + 1, now))
    assert await h.running.store.ask(m.FinishUpdate(update, steps, now))


async def rows(h: House, query: str) -> list[tuple[Any, ...]]:
    return await h.running.store.read(lambda c: c.execute(query).fetchall())


async def draft(h: House) -> int:
    """Make a finished draft; returns its row."""
    made: list[int] = []

    def keep(row: int) -> tuple[()]:
        made.append(row)
        return ()

    await carry_out(h, StoreData(GuestId(900), READY, keep))
    return made[0]


def folder(h: House, parent: Path, name: str, *, age: float) -> Path:
    """Make a folder with a file in it that was last changed some seconds ago."""
    made = parent / name
    made.mkdir()
    (made / "file").write_bytes(b"x")
    changed = h.running.clock.now().timestamp() - age
    os.utime(made, (changed, changed))
    return made


async def test_selfie_and_pack_of_an_erased_guest_go(tmp_path: Path) -> None:
    async with house(tmp_path) as h:
        job = await h.delivered()
        kept = await h.running.job(guest=88)
        assert kept.photo is not None
        h.files.photo(kept.photo).write_bytes(b"selfie")

        await carry_out(h, ForgetPerson(GUEST))
        await h.tidy()

        assert not h.photo(job).exists()
        assert not h.files.pack(job.id).exists()
        assert h.photo(kept).exists()
        assert await h.running.store.read(talk_queries.erased_files, 10) == ()


async def test_files_of_a_reset_guest_go_too(tmp_path: Path) -> None:
    async with house(tmp_path) as h:
        job = await h.selfie()

        await h.running.store.ask(m.ResetGuest(GUEST, "900", h.running.clock.now()))
        await h.tidy()

        assert not h.photo(job).exists()
        assert not h.files.pack(job.id).exists()


async def test_erased_files_that_are_gone_already_are_forgotten(tmp_path: Path) -> None:
    async with house(tmp_path) as h:
        await h.running.job()

        await carry_out(h, ForgetPerson(GUEST))
        await h.tidy()

        assert await h.running.store.read(talk_queries.erased_files, 10) == ()


async def test_an_erasure_rings_for_it(tmp_path: Path) -> None:
    async with house(tmp_path) as h, trio.open_nursery() as nursery:
        job = await h.selfie()
        context = ChildContext("housekeeping")
        nursery.start_soon(housekeeping.child(h.keeping).start, context)
        await context.wait_ready()
        with h.running.store.hub.listen() as never:
            await never.wait(0.2)
            await carry_out(h, ForgetPerson(GUEST))
            while await h.running.store.read(talk_queries.erased_files, 10):
                await never.wait(0.05)
        context.request_stop()

        assert not h.photo(job).exists()


@pytest.mark.parametrize(("age", "stays"), [(590.0, True), (610.0, False)])
async def test_a_pack_without_a_job_goes_after_ten_minutes(
    tmp_path: Path, age: float, stays: bool
) -> None:
    async with house(tmp_path) as h:
        orphan = folder(h, h.files.packs, "nobody", age=age)

        await h.tidy()

        assert orphan.exists() is stays


async def test_a_pack_with_a_job_stays(tmp_path: Path) -> None:
    async with house(tmp_path) as h:
        job = await h.running.job()
        pack = folder(h, h.files.packs, job.id, age=7200)

        await h.tidy()

        assert pack.exists()


@pytest.mark.parametrize(("age", "stays"), [(3590.0, True), (3610.0, False)])
async def test_an_outfit_that_nothing_names_goes_after_an_hour(
    tmp_path: Path, age: float, stays: bool
) -> None:
    async with house(tmp_path) as h:
        orphan = folder(h, h.files.outfits, "own-9-1", age=age)

        await h.tidy()

        assert orphan.exists() is stays


async def test_the_folder_of_a_draft_and_of_a_published_outfit_stays(tmp_path: Path) -> None:
    async with house(tmp_path) as h:
        art = folder(h, h.files.outfits, "own-1-1", age=DAY)
        row = await draft(h)
        await h.tidy()
        of_draft = art.exists()

        await carry_out(h, PublishDraft(row, GuestId(900)))
        await h.tidy()

        assert (of_draft, art.exists()) == (True, True)
        assert await rows(h, "SELECT 1 FROM state_data") == []


async def test_the_folder_of_a_dropped_draft_goes_when_no_pack_needs_it(tmp_path: Path) -> None:
    async with house(tmp_path) as h:
        art = folder(h, h.files.outfits, "own-1-1", age=DAY)
        row = await draft(h)
        job = await h.running.job()

        await carry_out(h, DropDraft(row))
        await h.tidy()
        while_at_work = art.exists()
        await h.running.store.ask(m.ResetGuest(GUEST, "900", h.running.clock.now()))
        await h.tidy()

        assert job is not None
        assert (while_at_work, art.exists()) == (True, False)
        assert await rows(h, "SELECT 1 FROM erased_files") == []


async def test_what_nobody_came_back_to_is_forgotten_at_start_and_hourly(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    async with house(tmp_path) as h, trio.open_nursery() as nursery:
        await draft(h)
        h.running.clock.advance(7 * DAY + 1)
        await draft(h)
        context = ChildContext("housekeeping")
        nursery.start_soon(housekeeping.child(h.keeping).start, context)
        await trio.sleep(10)
        at_start = await rows(h, "SELECT id FROM state_data")
        h.running.clock.advance(7 * DAY + 1)
        await trio.sleep(3600)
        hourly = await rows(h, "SELECT id FROM state_data")
        context.request_stop()

        assert (at_start, hourly) == ([(2,)], [])
