"""Every row of the job table of the specification, one test a sentence."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from store import messages as m
from store.domain.machine import Role
from store.domain.policy import Policy
from store.domain.reasons import Refusal
from store.domain.texts import bot
from supervisor.clock import iso
from tests.machines.desk import ADMINS, GUEST, OTHER, SLOT, Desk, open_desk

DEADLINE = 900


def last(desk: Desk, job: str) -> tuple[Any, ...]:
    return desk.history(job)[-1]


def fail_attempt(desk: Desk, job: str, error: str = "provider timed out") -> m.Pulled:
    return desk.pull("job", job, "attempt_failed", Role.SLOT, owner=SLOT, error=error)


def claim(desk: Desk, owner: str = SLOT) -> str | None:
    job = desk.do(m.ClaimJob(owner, desk.at))
    return job.id if job else None


def shut_down(desk: Desk, owner: str = SLOT) -> int:
    return desk.do(m.ReturnJobs(owner, desk.at))


def restart(desk: Desk, living: str = "slot-9/") -> int:
    return desk.do(m.RecoverJobs(living, desk.at))


def sweep(desk: Desk) -> m.Swept:
    return desk.do(m.SweepJobs(desk.at))


def assert_apologised(desk: Desk, job: str, text: str = bot.FAILED.ru) -> None:
    (said,) = desk.rows("SELECT * FROM outbox WHERE chat_id = ? AND kind = 'failure'", GUEST)
    assert text in said["payload"]
    assert (said["dedupe_key"], said["repeatable"]) == (f"job:{job}:0:outcome", 1)
    assert said["job_id"] == job
    for admin in ADMINS:
        (alert,) = desk.rows("SELECT * FROM outbox WHERE chat_id = ? AND kind = 'alert'", admin)
        assert job in alert["payload"]


def test_a_free_slot_claims_a_queued_job(desk: Desk) -> None:
    job = desk.job()
    now = desk.later(1)

    claimed = desk.do(m.ClaimJob(SLOT, desk.at))

    row = desk.row("jobs", job)
    assert claimed is not None
    assert (claimed.id, claimed.owner, claimed.attempts) == (job, SLOT, 0)
    assert (row["status"], row["owner"], row["claimed_at"]) == ("processing", SLOT, now)
    assert last(desk, job) == ("queued", "processing", "claim", "slot", None, now)


def test_the_oldest_job_is_claimed_first(desk: Desk) -> None:
    first = desk.job(GUEST)
    desk.later(1)
    second = desk.job(OTHER)

    assert [claim(desk), claim(desk), claim(desk)] == [first, second, None]


def test_two_owners_never_hold_the_same_job(desk: Desk) -> None:
    job = desk.job()

    assert [claim(desk, "slot-0/1"), claim(desk, "slot-1/1")] == [job, None]
    assert desk.row("jobs", job)["owner"] == "slot-0/1"


def test_nothing_is_claimed_during_maintenance(desk: Desk) -> None:
    job = desk.job()
    desk.pause()

    assert claim(desk) is None
    assert desk.row("jobs", job)["status"] == "queued"
    desk.fire("maintenance", "maintenance", "resume", Role.ADMIN, who="900")
    assert claim(desk) == job


def test_the_created_set_is_stored_and_waits_for_its_check(desk: Desk) -> None:
    job = desk.processing()
    now = desk.later(30)

    desk.create_set(job)

    row = desk.row("jobs", job)
    assert (row["status"], row["owner"], row["pack_name"]) == ("delivering", None, f"s{job}")
    assert (row["pack_created_at"], row["provider_used"], row["render_mode"]) == (
        now, "local", "composite",
    )  # fmt: skip
    assert last(desk, job) == ("processing", "delivering", "set_created", "slot", None, now)
    assert desk.texts(GUEST) == []


def test_a_slot_that_lost_the_job_cannot_report_its_set(desk: Desk) -> None:
    job = desk.processing()

    assert desk.create_set(job, owner="slot-0/2") == m.Refused(Refusal.NOT_OWNER)
    assert desk.row("jobs", job)["status"] == "processing"


def test_the_verified_job_is_done_and_its_link_queued_in_one_step(desk: Desk) -> None:
    job = desk.delivering()
    desk.connection.execute("UPDATE jobs SET appearance_json = '{}', error = 'first try'")
    now = desk.later(2)

    desk.fire("job", job, "verified", Role.VERIFIER)

    row = desk.row("jobs", job)
    assert (row["status"], row["link_sent_at"]) == ("done", now)
    assert (row["appearance_json"], row["error"]) == (None, None)
    assert desk.rows("SELECT pack_name FROM users WHERE telegram_user_id = ?", GUEST) == [
        {"pack_name": f"s{job}"}
    ]
    (link,) = desk.rows("SELECT * FROM outbox WHERE chat_id = ?", GUEST)
    assert f"https://t.me/addstickers/s{job}" in link["payload"]
    assert (link["kind"], link["dedupe_key"]) == ("link", f"job:{job}:0:outcome")
    assert (link["repeatable"], link["status"], link["not_before"]) == (1, "pending", now)
    assert last(desk, job) == ("delivering", "done", "verified", "verifier", None, now)


def test_the_pack_is_remembered_beside_the_consent(desk: Desk) -> None:
    desk.done()

    (user,) = desk.rows("SELECT * FROM users")
    assert user["consented_at"] is not None
    assert user["pack_name"] is not None


def test_a_failed_attempt_with_another_left_goes_back_to_the_queue(desk: Desk) -> None:
    job = desk.processing()
    now = desk.now

    fail_attempt(desk, job)

    row = desk.row("jobs", job)
    assert (row["status"], row["attempts"], row["owner"]) == ("queued", 1, None)
    assert row["error"] == "provider timed out"
    assert row["not_before"] == iso(desk.at + timedelta(seconds=10))
    assert last(desk, job) == ("processing", "queued", "attempt_failed", "slot", None, now)
    assert desk.texts(GUEST) == []


def test_a_failed_attempt_rests_for_ten_seconds(desk: Desk) -> None:
    job = desk.processing()
    fail_attempt(desk, job)

    desk.later(9.999)
    early = claim(desk)
    desk.later(0.001)

    assert (early, claim(desk)) == (None, job)


def test_a_resting_job_does_not_hold_up_those_behind_it(desk: Desk) -> None:
    fail_attempt(desk, desk.processing())
    behind = desk.job(OTHER)

    assert claim(desk) == behind


def test_the_second_failed_attempt_fails_the_job(desk: Desk) -> None:
    job = desk.processing()
    fail_attempt(desk, job)
    desk.later(10)
    claim(desk)
    desk.connection.execute("UPDATE jobs SET appearance_json = '{}'")

    fail_attempt(desk, job, "provider <b>refused</b>")

    row = desk.row("jobs", job)
    assert (row["status"], row["attempts"], row["owner"]) == ("failed", 2, None)
    assert (row["appearance_json"], row["error"]) == (None, "provider <b>refused</b>")
    assert row["failed_at"] == desk.now
    assert_apologised(desk, job)
    assert "&lt;b&gt;refused&lt;/b&gt;" in desk.texts(ADMINS[0])[0]


def test_attempts_follow_the_policy(tmp_path: Path) -> None:
    with open_desk(tmp_path / "one.db", Policy(max_attempts=1)) as desk:
        job = desk.processing()

        fail_attempt(desk, job)

        assert desk.row("jobs", job)["status"] == "failed"


def test_a_permanent_error_fails_the_job_on_the_first_attempt(desk: Desk) -> None:
    job = desk.processing()
    desk.connection.execute("UPDATE jobs SET appearance_json = '{}'")

    desk.fire("job", job, "hopeless", Role.SLOT, owner=SLOT, error="the photo is gone")

    row = desk.row("jobs", job)
    assert (row["status"], row["attempts"], row["appearance_json"]) == ("failed", 1, None)
    assert row["error"] == "the photo is gone"
    assert_apologised(desk, job)


@pytest.mark.parametrize("trigger", ["attempt_failed", "hopeless", "shutdown"])
def test_only_the_owner_gives_a_job_up(desk: Desk, trigger: str) -> None:
    job = desk.processing()

    refused = desk.pull("job", job, trigger, Role.SLOT, owner="slot-0/2", error="x")

    assert refused == m.Refused(Refusal.NOT_OWNER)


def test_an_alert_stays_within_one_message_whatever_the_error(desk: Desk) -> None:
    job = desk.processing()

    desk.fire("job", job, "hopeless", Role.SLOT, owner=SLOT, error="&" * 10_000)

    assert len(desk.texts(ADMINS[0])[0]) < 4096


def test_a_stop_returns_the_job_with_its_marker(desk: Desk) -> None:
    job = desk.processing()
    now = desk.later(5)

    returned = shut_down(desk)

    row = desk.row("jobs", job)
    assert returned == 1
    assert (row["status"], row["owner"], row["not_before"]) == ("queued", None, now)
    assert (row["error"], row["shutdown_requeues"]) == ("[requeued on shutdown]", 1)
    assert last(desk, job) == ("processing", "queued", "shutdown", "slot", None, now)


def test_the_first_two_returns_at_a_stop_cost_no_attempt_and_the_third_does(desk: Desk) -> None:
    job = desk.job()

    counted = []
    for _ in range(4):
        claim(desk)
        shut_down(desk)
        row = desk.row("jobs", job)
        counted.append((row["attempts"], row["shutdown_requeues"]))

    assert counted == [(0, 1), (0, 2), (1, 3), (2, 4)]


def test_a_stop_returns_only_what_that_owner_holds(desk: Desk) -> None:
    desk.processing(GUEST, "slot-0/1")
    other = desk.processing(OTHER, "slot-1/1")

    assert shut_down(desk, "slot-0/1") == 1
    assert desk.row("jobs", other)["status"] == "processing"


def test_a_restart_returns_what_was_left_behind_and_counts_an_attempt(desk: Desk) -> None:
    job = desk.processing()
    now = desk.later(60)

    found = restart(desk)

    row = desk.row("jobs", job)
    assert found == 1
    assert (row["status"], row["attempts"], row["owner"]) == ("queued", 1, None)
    assert (row["error"], row["not_before"]) == ("[requeued after restart]", now)
    assert last(desk, job) == ("processing", "queued", "recover", "recovery", None, now)


def test_a_restart_on_the_last_attempt_fails_the_job(desk: Desk) -> None:
    job = desk.processing()
    restart(desk)
    claim(desk)

    restart(desk)

    row = desk.row("jobs", job)
    assert (row["status"], row["attempts"]) == ("failed", 2)
    assert "[requeued after restart]" in row["error"]
    assert last(desk, job)[:4] == ("processing", "failed", "recover", "recovery")
    assert_apologised(desk, job)


def test_recovery_leaves_the_living_alone(desk: Desk) -> None:
    job = desk.processing(GUEST, "run-7/slot-0/1")

    assert restart(desk, "run-7/") == 0
    assert desk.row("jobs", job)["status"] == "processing"


def test_recovery_can_be_narrowed_to_one_slot(desk: Desk) -> None:
    desk.processing(GUEST, "slot-0/1")
    other = desk.processing(OTHER, "slot-1/1")

    assert desk.do(m.RecoverJobs("slot-0/2", desk.at, prefix="slot-0/")) == 1
    assert desk.row("jobs", other)["status"] == "processing"


def test_recovery_touches_no_other_status(desk: Desk) -> None:
    desk.delivering(OTHER)
    desk.job()

    assert restart(desk) == 0


@pytest.mark.parametrize("state", ["job", "processing", "delivering"])
def test_the_deadline_fails_an_active_job(desk: Desk, state: str) -> None:
    job = getattr(desk, state)()
    before = desk.row("jobs", job)["status"]
    desk.connection.execute("UPDATE jobs SET appearance_json = '{}'")
    now = desk.later(DEADLINE)

    swept = sweep(desk)

    row = desk.row("jobs", job)
    assert swept == m.Swept(failed=1, delayed=0)
    assert (row["status"], row["owner"], row["appearance_json"]) == ("failed", None, None)
    assert row["error"].startswith("STICKERSET_DELIVERY_FAILED")
    assert last(desk, job) == (before, "failed", "deadline", "sweeper", None, now)
    assert_apologised(desk, job, bot.LATE.ru)


def test_the_deadline_is_not_passed_a_moment_earlier(desk: Desk) -> None:
    job = desk.job()
    desk.later(DEADLINE - 0.001)

    assert sweep(desk).failed == 0
    refused = desk.pull("job", job, "deadline", Role.VERIFIER, error="x")
    assert refused == m.Refused(Refusal.NOT_DUE)


@pytest.mark.parametrize("state", ["done", "failed"])
def test_the_deadline_leaves_ended_jobs_alone(desk: Desk, state: str) -> None:
    getattr(desk, state)()
    desk.later(DEADLINE)

    assert sweep(desk) == m.Swept(0, 0)


def test_a_job_that_the_sweeper_failed_gets_no_set(desk: Desk) -> None:
    job = desk.processing()
    desk.later(DEADLINE)
    sweep(desk)

    assert desk.create_set(job) == m.Refused(Refusal.WRONG_STATUS)


def test_a_job_that_missed_its_deadline_gets_no_link(desk: Desk) -> None:
    job = desk.delivering()
    desk.later(DEADLINE)
    sweep(desk)

    assert desk.pull("job", job, "verified", Role.VERIFIER) == m.Refused(Refusal.WRONG_STATUS)
    assert len(desk.texts(GUEST)) == 1


def test_the_delay_notice_is_queued_once_after_five_minutes(desk: Desk) -> None:
    job = desk.job()
    desk.later(299.999)
    early = sweep(desk)
    now = desk.later(0.001)

    swept = [sweep(desk), sweep(desk)]

    assert (early.delayed, swept) == (0, [m.Swept(0, 1), m.Swept(0, 0)])
    assert desk.row("jobs", job)["delay_notice_sent_at"] == now
    assert [bot.DELAYED.ru in text for text in desk.texts(GUEST)] == [True]


def test_the_outcome_takes_back_a_delay_notice_that_was_not_sent(desk: Desk) -> None:
    job = desk.delivering()
    desk.later(300)
    sweep(desk)

    desk.fire("job", job, "verified", Role.VERIFIER)

    assert [bot.DELAYED.ru in text for text in desk.texts(GUEST)] == [False]


def test_an_operator_fails_an_active_job_by_hand(desk: Desk) -> None:
    job = desk.delivering()

    desk.fire("job", job, "fail_by_hand", Role.ADMIN, error="by hand", who="900")

    assert desk.row("jobs", job)["status"] == "failed"
    assert last(desk, job)[:5] == ("delivering", "failed", "fail_by_hand", "admin", "900")
    assert_apologised(desk, job)


def test_a_retry_starts_the_job_anew(desk: Desk) -> None:
    job = desk.processing()
    desk.do(m.RecordSticker(job, SLOT, 1, "file-1", "😀"))
    desk.connection.execute("UPDATE jobs SET cost_usd = 1.2, name_clashes = 2")
    desk.fire("job", job, "hopeless", Role.SLOT, owner=SLOT, error="no")
    now = desk.later(3600)

    desk.fire("job", job, "retry", Role.ADMIN, who="900")

    row = desk.row("jobs", job)
    assert (row["status"], row["created_at"], row["not_before"]) == ("queued", now, now)
    fresh = ("attempts", "shutdown_requeues", "stickers_done", "cost_usd", "name_clashes")
    assert [row[name] for name in fresh] == [0, 0, 0, 0.0, 0]
    cleared = ("error", "pack_name", "pack_created_at", "provider_used", "render_mode",
               "failed_at", "claimed_at", "delay_notice_sent_at", "link_sent_at")  # fmt: skip
    assert {row[name] for name in cleared} == {None}
    assert row["generation"] == 1
    assert desk.rows("SELECT * FROM job_stickers") == []
    assert last(desk, job) == ("failed", "queued", "retry", "admin", "900", now)


def test_a_retry_restarts_the_deadline(desk: Desk) -> None:
    job = desk.failed()
    desk.later(DEADLINE + 1)
    desk.fire("job", job, "retry", Role.ADMIN)

    assert sweep(desk) == m.Swept(0, 0)


def test_a_retried_job_has_an_outcome_of_its_own(desk: Desk) -> None:
    job = desk.failed()
    desk.fire("job", job, "retry", Role.ADMIN)
    claim(desk)
    desk.create_set(job)

    desk.fire("job", job, "verified", Role.VERIFIER)

    (text,) = desk.texts(GUEST)
    assert f"addstickers/s{job}" in text


def test_an_apology_that_is_on_its_way_is_not_taken_back_by_a_retry(desk: Desk) -> None:
    job = desk.failed()
    (message,) = desk.rows("SELECT id FROM outbox WHERE kind = 'failure'")
    desk.do(m.BeginSend(message["id"], desk.at))

    desk.fire("job", job, "retry", Role.ADMIN)

    assert desk.rows("SELECT status FROM outbox WHERE kind = 'failure'") == [{"status": "sending"}]


def test_a_retry_is_refused_when_the_selfie_is_gone(desk: Desk) -> None:
    job = desk.failed()
    assert desk.do(m.PhotosGone((f"{job}.jpg", "unknown.jpg"))) == 1

    assert desk.pull("job", job, "retry", Role.ADMIN) == m.Refused(Refusal.SELFIE_GONE)


def test_a_retry_is_refused_when_the_limit_would_be_exceeded(desk: Desk) -> None:
    job = desk.failed()
    desk.done()

    assert desk.pull("job", job, "retry", Role.ADMIN) == m.Refused(Refusal.PACK_LIMIT)


def test_a_done_job_cannot_be_retried(desk: Desk) -> None:
    assert desk.pull("job", desk.done(), "retry", Role.ADMIN) == m.Refused(Refusal.WRONG_STATUS)


def test_a_link_and_a_failure_message_of_one_job_share_one_place(desk: Desk) -> None:
    desk.done()

    desk.connection.execute(
        "INSERT INTO outbox (dedupe_key, kind, method, payload, repeatable, not_before, created_at)"
        " SELECT dedupe_key, 'failure', 'say', '{}', 0, '', '' FROM outbox WHERE kind = 'link'"
        " ON CONFLICT (dedupe_key) DO NOTHING"
    )

    assert desk.rows("SELECT kind FROM outbox") == [{"kind": "link"}]


def test_a_trigger_pulled_by_the_wrong_role_breaks_the_command(desk: Desk) -> None:
    pull = m.Pull("job", desk.failed(), "retry", Role.SLOT, desk.at)

    answer, error, topics = desk.attempt(pull)

    assert answer is None
    assert "PermissionError" in str(error)
    assert topics == set()


@pytest.mark.parametrize("state", ["job", "failed"])
def test_stickers_are_recorded_only_for_who_holds_the_job(desk: Desk, state: str) -> None:
    job = getattr(desk, state)()

    assert desk.do(m.RecordSticker(job, SLOT, 1, "file-1", "😀")) is False
    assert desk.rows("SELECT * FROM job_stickers") == []


def test_a_sticker_recorded_again_counts_once(desk: Desk) -> None:
    job = desk.processing()

    for file in ("file-1", "file-2"):
        assert desk.do(m.RecordSticker(job, SLOT, 1, file, "😀")) is True

    assert desk.row("jobs", job)["stickers_done"] == 1
    assert desk.rows("SELECT file_id FROM job_stickers") == [{"file_id": "file-2"}]


def test_a_clash_of_names_is_counted_for_the_holder_only(desk: Desk) -> None:
    job = desk.processing()

    assert desk.do(m.RecordClash(job, "slot-0/2")) is None
    clashed = desk.do(m.RecordClash(job, SLOT))

    assert clashed is not None
    assert clashed.name_clashes == 1
