"""A sticker set is made exactly once, whatever the network does."""

from pathlib import Path

import pytest
from trio.testing import MockClock

from actors.pool import packs
from actors.pool.outcome import Again, Hopeless, Lost
from store.domain.ids import pack_name
from store.domain.machine import Role
from telegram.sandbox.faults import Cut, Fault
from tests.support.pool import Kit, kit


def expected(kit: Kit, job_id: str) -> str:
    return pack_name(job_id, 0, kit.sandbox.bot_username)  # type: ignore[arg-type]


async def make(kit: Kit) -> tuple[str, object]:
    job = await kit.claimed()
    stickers = await kit.uploaded(job)
    return job.id, await packs.make_set(kit.holder, job, stickers)


def stickers_in(kit: Kit, name: str) -> int:
    return len(kit.sandbox.world.shelf.find(name).entries)


async def test_the_set_has_the_name_of_its_job_and_all_stickers(tmp_path: Path) -> None:
    async with kit(tmp_path) as k:
        job, made = await make(k)

        assert made == expected(k, job)
        assert stickers_in(k, str(made)) == 10


@pytest.mark.parametrize(
    "fault",
    [
        Fault(cut=Cut.AFTER),
        Fault(cut=Cut.BODY),
        Fault(status=502, body=b"<html>bad gateway</html>", act=True),
        Fault(
            act=True,
            envelope={
                "ok": False,
                "error_code": 500,
                "description": "Internal Server Error: created sticker set not found",
            },
        ),
    ],
    ids=["cut after acting", "cut in the body", "html after acting", "created but 500"],
)
async def test_a_set_made_under_an_unknown_answer_counts_as_made(
    tmp_path: Path, patient_clock: MockClock, fault: Fault
) -> None:
    async with kit(tmp_path) as k:
        k.sandbox.faults.add("createNewStickerSet", fault)

        job, made = await make(k)

        assert made == expected(k, job)
        assert len(k.sets()) == 1


@pytest.mark.parametrize(
    "fault",
    [
        Fault(cut=Cut.BEFORE),
        Fault(status=502, body=b"<html>bad gateway</html>"),
        Fault(
            envelope={
                "ok": False,
                "error_code": 429,
                "description": "Too Many Requests: retry after 7",
                "parameters": {"retry_after": 7},
            }
        ),
    ],
    ids=["cut before acting", "html without acting", "flood"],
)
async def test_a_set_that_was_not_made_is_made_under_the_same_name(
    tmp_path: Path, patient_clock: MockClock, fault: Fault
) -> None:
    async with kit(tmp_path) as k:
        k.sandbox.faults.add("createNewStickerSet", fault)

        job, made = await make(k)

        assert made == expected(k, job)
        assert stickers_in(k, str(made)) == 10


async def test_a_set_of_an_attempt_that_died_is_found_and_used(tmp_path: Path) -> None:
    async with kit(tmp_path) as k:
        job = await k.claimed()
        stickers = await k.uploaded(job)
        first = await packs.make_set(k.holder, job, stickers)

        second = await packs.make_set(k.holder, job, stickers)

        assert second == first
        assert len(k.sets()) == 1


async def test_a_short_set_of_ours_is_filled_up(tmp_path: Path) -> None:
    async with kit(tmp_path) as k:
        job = await k.claimed()
        stickers = await k.uploaded(job)
        await packs.make_set(k.holder, job, stickers[:7])

        made = await packs.make_set(k.holder, job, stickers)

        assert stickers_in(k, str(made)) == 10


async def test_a_foreign_set_under_the_name_moves_us_to_the_next_name(tmp_path: Path) -> None:
    async with kit(tmp_path) as k:
        job = await k.claimed()
        stickers = await k.uploaded(job)
        made = await packs.make_set(k.holder, job, stickers)
        k.sandbox.world.shelf.find(str(made)).title = "Somebody else's"

        again = await packs.make_set(k.holder, job, stickers)

        assert again == pack_name(job.id, 0, k.sandbox.bot_username, 1)
        assert (await k.job(job.id)).name_clashes == 1


async def test_a_name_that_is_taken_but_cannot_be_seen_is_given_up(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    async with kit(tmp_path) as k:
        job = await k.claimed()
        stickers = await k.uploaded(job)
        k.sandbox.faults.name_memory(10_000)
        made = await packs.make_set(k.holder, job, stickers)
        await k.api.delete_sticker_set(str(made))

        again = await packs.make_set(k.holder, job, stickers)

        assert again == pack_name(job.id, 0, k.sandbox.bot_username, 1)


async def test_a_guest_who_may_not_own_stickers_is_hopeless(tmp_path: Path) -> None:
    async with kit(tmp_path) as k:
        refusal = {"ok": False, "error_code": 400, "description": "Bad Request: USER_IS_BOT"}
        k.sandbox.faults.add("createNewStickerSet", Fault(envelope=refusal))

        _, made = await make(k)

        assert isinstance(made, Hopeless)


async def test_refused_emoji_are_replaced_once_by_a_safe_one(tmp_path: Path) -> None:
    async with kit(tmp_path) as k:
        refusal = {
            "ok": False,
            "error_code": 400,
            "description": "Bad Request: invalid sticker emojis",
        }
        k.sandbox.faults.add("createNewStickerSet", Fault(envelope=refusal))

        _, made = await make(k)

        first = k.sandbox.world.shelf.find(str(made)).entries[0]
        assert first.emoji[0] == packs.SAFE_EMOJI


async def test_a_refused_sticker_is_worth_another_attempt(tmp_path: Path) -> None:
    async with kit(tmp_path) as k:
        refusal = {"ok": False, "error_code": 400, "description": "Bad Request: STICKER_INVALID"}
        k.sandbox.faults.add("createNewStickerSet", Fault(envelope=refusal))

        _, made = await make(k)

        assert isinstance(made, Again)


async def test_a_job_that_was_failed_meanwhile_gets_no_set(tmp_path: Path) -> None:
    async with kit(tmp_path) as k:
        job = await k.claimed()
        stickers = await k.uploaded(job)
        await k.running.pull("job", job.id, "fail_by_hand", Role.ADMIN, error="by hand")

        made = await packs.make_set(k.holder, job, stickers)

        assert isinstance(made, Lost)
        assert k.sets() == []
