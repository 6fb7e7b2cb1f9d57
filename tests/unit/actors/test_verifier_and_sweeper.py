"""Only a set that is really there is announced, and the clock of a job is kept."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import trio
from trio.testing import MockClock

from actors import sweeper, verifier
from actors.pool import packs
from actors.sweeper import Sweeper
from actors.verifier import Verifier
from store import messages as m
from store import queries
from store.domain.machine import Role
from store.domain.policy import Policy
from store.domain.reasons import DELIVERY_FAILED, REQUEUED_AFTER_RESTART
from store.domain.records import Job
from store.domain.status import JobStatus
from supervisor.child import ChildContext, ChildSpec
from supervisor.clock import iso
from tests.support.pool import OWNER, Kit, kit


@asynccontextmanager
async def running(spec: ChildSpec) -> AsyncIterator[None]:
    context = ChildContext(spec.name)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(spec.start, context)
        await context.wait_ready()
        yield
        context.request_stop()


async def delivering(k: Kit, *, short: int = 0) -> Job:
    job = await k.claimed()
    stickers = await k.uploaded(job)
    name = await packs.make_set(k.holder, job, stickers[: 10 - short])
    await k.running.pull(
        "job",
        job.id,
        "set_created",
        Role.SLOT,
        owner=OWNER,
        pack_name=name,
        provider_used="painter",
        render_mode="composite",
    )
    return job


async def messages(k: Kit) -> list[tuple[str, str]]:
    return await k.running.store.read(
        lambda c: c.execute("SELECT kind, status FROM outbox ORDER BY id").fetchall()
    )


async def test_a_set_that_is_there_makes_the_job_done_and_queues_the_link(tmp_path: Path) -> None:
    async with kit(tmp_path) as k:
        job = await delivering(k)
        seen = Verifier(k.running.store, k.api, k.running.clock)
        with seen.verified.listen() as verified:
            context = ChildContext("verifier")
            async with trio.open_nursery() as nursery:
                nursery.start_soon(seen.run, context)
                await verified.receive()
                context.request_stop()

        assert (await k.job(job.id)).status is JobStatus.DONE
        assert await messages(k) == [("link", "pending")]


async def test_a_set_that_cannot_be_seen_yet_is_looked_for_again(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    async with kit(tmp_path) as k:
        job = await delivering(k)
        k.sandbox.faults.answer_error(
            "getStickerSet", 400, "Bad Request: STICKERSET_INVALID", times=3
        )

        async with running(verifier.child(k.running.store, k.api, k.running.clock)):
            await k.becomes(job.id, JobStatus.DONE)

        assert len(k.sandbox.calls.of("getStickerSet")) == 4


async def test_a_set_with_a_sticker_missing_is_not_announced(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    async with kit(tmp_path) as k:
        job = await delivering(k, short=1)

        async with running(verifier.child(k.running.store, k.api, k.running.clock)):
            await trio.sleep(120)

        assert (await k.job(job.id)).status is JobStatus.DELIVERING


async def test_a_delay_is_told_once(tmp_path: Path, patient_clock: MockClock) -> None:
    async with kit(tmp_path) as k:
        await k.queued()

        async with running(sweeper.child(k.running.store, k.running.clock, interval=5, boot="b")):
            await trio.sleep(400)

        assert await messages(k) == [("delay_notice", "pending")]


async def test_a_job_without_a_link_at_the_deadline_fails_once_with_its_own_words(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    async with kit(tmp_path) as k:
        job = await k.queued()

        async with running(sweeper.child(k.running.store, k.running.clock, interval=5, boot="b")):
            await trio.sleep(1000)

        after = await k.job(job.id)
        assert after.status is JobStatus.FAILED
        assert (after.error or "").startswith(DELIVERY_FAILED)
        assert await messages(k) == [
            ("delay_notice", "cancelled"),
            ("failure", "pending"),
            ("alert", "pending"),
        ]


async def test_jobs_of_a_dead_program_are_recovered_before_anything_is_swept(
    tmp_path: Path,
) -> None:
    async with kit(tmp_path) as k:
        job = await k.claimed()

        async with running(sweeper.child(k.running.store, k.running.clock, interval=5, boot="new")):
            after = await k.job(job.id)

        assert (after.status, after.attempts) == (JobStatus.QUEUED, 1)
        assert after.error == REQUEUED_AFTER_RESTART


async def test_a_job_that_killed_its_program_on_the_last_attempt_fails(tmp_path: Path) -> None:
    async with kit(tmp_path, Policy(max_attempts=1)) as k:
        job = await k.claimed()

        async with running(sweeper.child(k.running.store, k.running.clock, interval=5, boot="new")):
            after = await k.job(job.id)

        assert after.status is JobStatus.FAILED


async def test_the_sweeper_and_the_verifier_have_one_winner(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    async with kit(tmp_path, Policy(job_deadline=100.0)) as k:
        job = await delivering(k)
        await trio.sleep(100)
        swept = Sweeper(k.running.store, k.running.clock, 5)
        now = k.running.clock.now()

        async with trio.open_nursery() as nursery:
            nursery.start_soon(swept._sweep)
            nursery.start_soon(
                k.running.store.ask, m.Pull("job", job.id, "verified", Role.VERIFIER, now)
            )

        outcomes = [kind for kind, _ in await messages(k) if kind in {"link", "failure"}]
        assert len(outcomes) == 1


async def test_a_guest_whose_link_arrived_is_asked_once_how_they_like_it(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    async with kit(tmp_path) as k:
        job = await delivering(k)
        await k.running.pull("job", job.id, "verified", Role.VERIFIER)
        (link,) = await k.running.store.read(
            queries.waiting_messages, iso(k.running.clock.now()), 10
        )
        await k.running.store.ask(m.BeginSend(link.id, k.running.clock.now()))
        await k.running.store.ask(m.EndSend(link.id, m.Sent(5), k.running.clock.now()))

        async with running(sweeper.child(k.running.store, k.running.clock, interval=5, boot="b")):
            await trio.sleep(60)

        assert await messages(k) == [("link", "sent"), ("feedback", "pending")]
