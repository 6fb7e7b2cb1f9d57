"""A slot claims by owner, follows the recipe, and leaves nothing behind."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import trio
from trio.testing import MockClock

from actors.pool import slot
from actors.pool.outcome import Again, BillingExhausted, Hopeless, Interrupted, Lost, Made, Outcome
from actors.pool.slot import Pool
from actors.providers import base
from store import messages as m
from store import queries
from store.domain.machine import Role
from store.domain.policy import Policy
from store.domain.reasons import REQUEUED_AFTER_RESTART, REQUEUED_ON_SHUTDOWN
from store.domain.status import JobStatus, MaintenanceStatus
from supervisor.child import ChildContext
from telegram.sandbox.faults import Fault
from tests.support.pool import OWNER, Kit, kit


def pool_of(k: Kit, *, grace: float = 5.0, deadline: float = 900.0) -> Pool:
    return Pool(
        store=k.running.store,
        api=k.api,
        clock=k.running.clock,
        recipe=k.recipe,
        boot="boot",
        job_deadline=deadline,
        shutdown_grace=grace,
    )


@asynccontextmanager
async def working(pool: Pool, incarnation: int = 1) -> AsyncIterator[ChildContext]:
    context = ChildContext("slot-1", incarnation)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(slot.child("slot-1", pool).start, context)
        await context.wait_ready()
        yield context
        context.draining.set()
        context.request_stop()


async def outcome_of_next(pool: Pool) -> Outcome:
    with pool.outcomes.listen() as outcomes:
        async with working(pool):
            return (await outcomes.receive())[1]


async def test_a_queued_job_becomes_a_set_that_waits_to_be_verified(tmp_path: Path) -> None:
    async with kit(tmp_path) as k:
        job = await k.queued()

        outcome = await outcome_of_next(pool_of(k))

        assert isinstance(outcome, Made)
        after = await k.job(job.id)
        assert after.status is JobStatus.DELIVERING
        assert after.pack_name == outcome.pack_name
        assert after.stickers_done == 10
        assert k.sets() == [outcome.pack_name]


async def test_a_contact_sheet_is_kept(tmp_path: Path) -> None:
    async with kit(tmp_path) as k:
        job = await k.queued()

        await outcome_of_next(pool_of(k))

        assert (k.files.pack(job.id) / "sheet.jpg").is_file()


async def test_what_telegram_already_holds_is_neither_made_nor_uploaded_again(
    tmp_path: Path,
) -> None:
    async with kit(tmp_path) as k:
        job = await k.claimed()
        kept = (await k.uploaded(job))[0]
        await k.running.store.ask(m.ReturnJobs(OWNER, k.running.clock.now()))
        uploads = len(k.sandbox.world.files.by_id)

        outcome = await outcome_of_next(pool_of(k))

        assert isinstance(outcome, Made)
        assert k.painter.made == []
        assert len(k.sandbox.world.files.by_id) - uploads == 10, "only the set's own copies"
        stickers = await k.running.store.read(queries.stickers, job.id)
        assert stickers[0].file_id == kept.file_id


async def test_a_failed_attempt_leaves_another_after_the_retry_delay(tmp_path: Path) -> None:
    def break_once(position: int) -> None:
        if not k.painter.made:
            raise base.TryAgain("a worker process died")

    async with kit(tmp_path) as k:
        job = await k.queued()
        k.painter.before = break_once

        outcome = await outcome_of_next(pool_of(k))

        assert isinstance(outcome, Again)
        after = await k.job(job.id)
        assert (after.status, after.attempts) == (JobStatus.QUEUED, 1)
        assert after.not_before > after.created_at


async def test_the_second_failed_attempt_fails_the_job(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    def break_always(position: int) -> None:
        raise base.TryAgain("a worker process died")

    async with kit(tmp_path) as k:
        job = await k.queued()
        k.painter.before = break_always
        pool = pool_of(k)

        with pool.outcomes.listen() as outcomes:
            async with working(pool):
                await outcomes.receive()
                await outcomes.receive()

        after = await k.job(job.id)
        assert (after.status, after.attempts) == (JobStatus.FAILED, 2)
        assert after.error == "a worker process died"


async def test_a_missing_selfie_is_hopeless_at_once(tmp_path: Path) -> None:
    def no_selfie(position: int) -> None:
        raise base.Hopeless("the selfie is missing")

    async with kit(tmp_path) as k:
        job = await k.queued()
        k.painter.before = no_selfie

        outcome = await outcome_of_next(pool_of(k))

        assert isinstance(outcome, Hopeless)
        after = await k.job(job.id)
        assert (after.status, after.attempts) == (JobStatus.FAILED, 1)


async def test_a_refused_sticker_ends_the_attempt(tmp_path: Path) -> None:
    async with kit(tmp_path) as k:
        await k.queued()
        k.sandbox.faults.answer_error("uploadStickerFile", 400, "Bad Request: STICKER_PNG_NOPNG")

        assert isinstance(await outcome_of_next(pool_of(k)), Again)


async def test_a_job_beyond_the_grace_goes_back_to_the_queue_at_a_stop(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    async with kit(tmp_path) as k:
        job = await k.queued()
        k.painter.hold = trio.Event()
        pool = pool_of(k)

        with pool.outcomes.listen() as outcomes:
            async with working(pool) as context:
                await k.becomes(job.id, JobStatus.PROCESSING)
                context.draining.set()
                _, outcome = await outcomes.receive()

        assert isinstance(outcome, Interrupted)
        after = await k.job(job.id)
        assert (after.status, after.attempts) == (JobStatus.QUEUED, 0)
        assert after.error == REQUEUED_ON_SHUTDOWN


async def test_nothing_is_claimed_once_the_program_drains(tmp_path: Path) -> None:
    async with kit(tmp_path) as k:
        async with working(pool_of(k)) as context:
            context.draining.set()
            job = await k.queued()

        assert (await k.job(job.id)).status is JobStatus.QUEUED


async def test_a_cancelled_slot_returns_what_it_holds(tmp_path: Path) -> None:
    async with kit(tmp_path) as k:
        job = await k.queued()
        k.painter.hold = trio.Event()
        context = ChildContext("slot-1")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(slot.child("slot-1", pool_of(k)).start, context)
            await k.becomes(job.id, JobStatus.PROCESSING)
            nursery.cancel_scope.cancel()

        after = await k.job(job.id)
        assert (after.status, after.owner) == (JobStatus.QUEUED, None)


async def test_what_a_dead_incarnation_held_is_recovered_by_the_next(tmp_path: Path) -> None:
    async with kit(tmp_path) as k:
        job = await k.claimed()
        pool = pool_of(k)
        k.painter.hold = trio.Event()

        async with working(pool, incarnation=2):
            recovered = await k.job(job.id)

        assert recovered.attempts == 1
        assert recovered.error == REQUEUED_AFTER_RESTART


async def test_a_job_of_another_slot_is_left_alone(tmp_path: Path) -> None:
    async with kit(tmp_path) as k:
        job = await k.claimed()
        context = ChildContext("slot-2")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(slot.child("slot-2", pool_of(k)).start, context)
            await context.wait_ready()
            context.request_stop()
            context.draining.set()

        assert (await k.job(job.id)).owner == OWNER


async def test_work_on_a_job_that_was_failed_meanwhile_stops_quietly(tmp_path: Path) -> None:
    async with kit(tmp_path) as k:
        job = await k.queued()
        k.painter.hold = trio.Event()
        pool = pool_of(k)

        with pool.outcomes.listen() as outcomes:
            async with working(pool):
                await k.becomes(job.id, JobStatus.PROCESSING)
                await k.running.pull("job", job.id, "fail_by_hand", Role.ADMIN, error="by hand")
                k.painter.hold.set()
                _, outcome = await outcomes.receive()

        assert isinstance(outcome, Lost)
        assert (await k.job(job.id)).error == "by hand"
        assert k.sets() == []


async def test_a_set_created_while_its_job_failed_is_taken_back(tmp_path: Path) -> None:
    async with kit(tmp_path) as k:
        job = await k.queued()
        late = Fault(delay_after=0.5)
        k.sandbox.faults.add("createNewStickerSet", late)
        pool = pool_of(k)

        with pool.outcomes.listen() as outcomes:
            async with working(pool):
                await k.sandbox.world.wait_until(lambda: bool(k.sets()))
                await k.running.pull("job", job.id, "fail_by_hand", Role.ADMIN, error="by hand")
                await outcomes.receive()

        assert k.sets() == []


async def test_work_ends_at_the_deadline_of_its_job(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    policy = Policy(job_deadline=60.0)
    async with kit(tmp_path, policy) as k:
        await k.queued()
        k.painter.hold = trio.Event()

        assert isinstance(await outcome_of_next(pool_of(k, deadline=60.0)), Lost)


async def test_an_exhausted_account_pauses_the_booth_before_the_job_fails(tmp_path: Path) -> None:
    def broke(position: int) -> None:
        raise base.NobodyLeft((base.Failing("openai", base.Cause.NO_FUNDS, "429"),))

    async with kit(tmp_path) as k:
        job = await k.queued()
        k.painter.before = broke

        outcome = await outcome_of_next(pool_of(k))

        assert isinstance(outcome, BillingExhausted)
        assert (await k.job(job.id)).status is JobStatus.FAILED
        switch = await k.running.store.read(queries.maintenance)
        assert switch.status is MaintenanceStatus.AUTO
        assert "openai" in (switch.text or "")
