"""The panel's lists go on where a page ends, and its records say what may be done with them."""

from pathlib import Path

import pytest

from store import messages as m
from store import panel_queries, panel_records
from store.domain.causes import Cause
from store.domain.ids import JobId
from store.domain.machine import Role
from store.domain.reasons import Refusal
from store.domain.status import JobStatus, SessionStatus
from store.driver import Connection
from store.panel_messages import NoteAction, ResendLink
from store.panel_queries import JobFilter, SessionFilter
from tests.machines.desk import Desk
from tests.support.stores import RunningStore, running_store


async def fail(running: RunningStore, guest: int, error: str) -> JobId:
    """Lead a guest's job to its failure."""
    job = await running.job(guest)
    await running.store.ask(m.ClaimJob("slot-1", running.clock.now()))
    done = await running.pull("job", job.id, "hopeless", Role.SLOT, owner="slot-1", error=error)
    assert isinstance(done, m.Fired), done
    return job.id


async def deliver(running: RunningStore, job: JobId) -> None:
    """Take a queued job to its delivery."""
    await running.store.ask(m.ClaimJob("slot-1", running.clock.now()))
    made = {"pack_name": "s_by_b", "provider_used": "local", "render_mode": "composite"}
    await running.pull("job", job, "set_created", Role.SLOT, owner="slot-1", **made)
    done = await running.pull("job", job, "verified", Role.VERIFIER)
    assert isinstance(done, m.Fired), done


async def test_a_list_of_jobs_is_whole_over_its_pages(
    tmp_path: Path,
) -> None:
    async with running_store(tmp_path) as running:
        made = []
        for guest in range(panel_queries.PAGE + 7):
            running.clock.advance(guest % 2)
            made.append((await running.job(guest + 1)).id)
        first = await running.store.read(panel_queries.jobs, JobFilter())
        second = await running.store.read(panel_queries.jobs, JobFilter(), first.after)

    assert {job.id for job in (*first.rows, *second.rows)} == set(made)
    assert len(first.rows) == panel_queries.PAGE
    assert second.after is None


async def test_a_filter_that_finds_nothing_in_reach_says_where_to_look_on(desk: Desk) -> None:
    at = "2026-01-01T00:00:00.000000Z"
    rows = [(f"t{n:020}", n + 1, at) for n in range(panel_queries.WINDOW + 5)]
    desk.connection.execute("BEGIN")
    desk.connection.execute("DROP TRIGGER session_births")
    desk.connection.executemany(
        "INSERT INTO sessions (token, status, telegram_user_id, created_at)"
        " VALUES (?, 'linked', ?, ?)",
        rows,
    )
    desk.connection.execute("COMMIT")
    wanted = SessionFilter(status=SessionStatus.IDLE)

    first = panel_queries.sessions(desk.connection, wanted)
    second = panel_queries.sessions(desk.connection, wanted, first.after)

    assert first.rows == ()
    assert first.after is not None
    assert (second.rows, second.after) == ((), None)


@pytest.mark.parametrize("after", ["", "nonsense", "|", "2026|", "\x00|\x00"])
async def test_a_place_that_makes_no_sense_harms_nothing(tmp_path: Path, after: str) -> None:
    async with running_store(tmp_path) as running:
        await running.job()
        await running.store.read(panel_queries.jobs, JobFilter(), after)
        await running.store.read(panel_queries.sessions, SessionFilter(), after)
        await running.store.read(panel_queries.guests, after)
        await running.store.read(panel_queries.leads, None, after)


async def test_jobs_are_found_by_cause(tmp_path: Path) -> None:
    async with running_store(tmp_path) as running:
        worker = await fail(running, 1, "a worker process died")
        await fail(running, 2, "openai: refused")
        page = await running.store.read(panel_queries.jobs, JobFilter(cause=Cause.WORKER))
        since = "2025-01-01T00:00:00.000000Z"
        ids = await running.store.read(panel_queries.failed_of_cause, Cause.WORKER, since)

    assert [job.id for job in page.rows] == [worker]
    assert ids == (worker,)


async def test_steps_come_from_the_table_with_the_reason_against_them(tmp_path: Path) -> None:
    async with running_store(tmp_path) as running:
        failed = await fail(running, 1, "a worker process died")
        open_story = await running.store.read(panel_records.job, failed, 1)
        await running.job(1)
        limit_story = await running.store.read(panel_records.job, failed, 1)
        await running.store.ask(m.PhotosGone((f"{failed}.jpg",)))
        gone_story = await running.store.read(panel_records.job, failed, 1)

    def why(story: panel_records.JobStory | None) -> dict[str, Refusal | None]:
        assert story is not None
        return {choice.trigger: choice.refusal for choice in story.choices}

    assert why(open_story) == {"fail_by_hand": Refusal.WRONG_STATUS, "retry": None}
    assert why(limit_story)["retry"] is Refusal.PACK_LIMIT
    assert why(gone_story)["retry"] is Refusal.SELFIE_GONE


async def test_a_step_that_fired_is_in_the_log_and_one_that_was_refused_is_not(
    tmp_path: Path,
) -> None:
    async with running_store(tmp_path) as running:
        failed = await fail(running, 1, "x")
        retry = m.Pull(
            "job", failed, "retry", Role.ADMIN, running.clock.now(), {}, "panel:Anna", "retry"
        )
        fired = await running.store.ask(retry)
        refused = await running.store.ask(retry)
        log = await running.store.read(panel_queries.actions)

    assert isinstance(fired, m.Fired)
    assert isinstance(refused, m.Refused)
    assert [(row.action, row.record, row.who) for row in log.rows] == [
        ("retry", failed, "panel:Anna")
    ]


async def test_a_link_is_resent_under_a_key_of_its_own(tmp_path: Path) -> None:
    def links(connection: Connection) -> list[tuple[str, str]]:
        query = "SELECT dedupe_key, status FROM outbox WHERE kind = 'link' ORDER BY id"
        return list(connection.execute(query).fetchall())

    async with running_store(tmp_path) as running:
        store, now = running.store, running.clock.now()
        job = (await running.job()).id
        early = await store.ask(ResendLink(job, "panel:Anna", now))
        await deliver(running, job)
        waits = await store.ask(ResendLink(job, "panel:Anna", now))
        await store.ask(m.BeginSend(1, now))
        await store.ask(m.EndSend(1, m.Undeliverable("blocked", blocked=True), now))
        done = await store.ask(ResendLink(job, "panel:Anna", now))
        unknown = await store.ask(ResendLink(JobId("none"), "panel:Anna", now))
        sent = await store.read(links)

    assert (early, waits, done, unknown) == (
        Refusal.WRONG_STATUS,
        Refusal.NOT_DUE,
        None,
        Refusal.NOT_FOUND,
    )
    assert len({key for key, _ in sent}) == 2


async def test_the_story_of_a_job_holds_its_session_and_what_was_told(tmp_path: Path) -> None:
    async with running_store(tmp_path) as running:
        failed = await fail(running, 1, "x")
        story = await running.store.read(panel_records.job, failed, 1)
        nobody = await running.store.read(panel_records.job, "none", 1)

    assert nobody is None
    assert story is not None
    assert [move.machine for move in story.history].count("session") == 5
    assert story.history[-1].target == JobStatus.FAILED
    assert [told.kind for told in story.told] == ["failure"]
    assert "Поможем вручную" in story.told[0].text


async def test_an_action_that_changes_no_row_is_noted(tmp_path: Path) -> None:
    async with running_store(tmp_path) as running:
        await running.store.ask(NoteAction("look", "job:x", "panel:Anna", running.clock.now()))
        log = await running.store.read(panel_queries.actions, action="look")
        none = await running.store.read(panel_queries.actions, action="retry")

    assert [row.record for row in log.rows] == ["job:x"]
    assert none.rows == ()
