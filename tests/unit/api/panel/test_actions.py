"""What operators press: who may, what happens, what is written down, and why it is refused."""

from pathlib import Path
from typing import Any

import pytest
import trio

from store import messages as m
from store import queries
from store.domain.machine import Role
from store.domain.policy import Policy
from store.domain.status import JobStatus, MaintenanceStatus
from tests.unit.api.panel.office import LOOKER, Office, Operator, office

ACTIONS = (
    "/admin/jobs/{job}/retry",
    "/admin/jobs/{job}/fail",
    "/admin/jobs/{job}/resend",
    "/admin/jobs/{job}/look",
    "/admin/jobs/retry",
    "/admin/guests/77/reset",
    "/admin/leads/1/look",
    "/admin/leads.csv",
    "/admin/pause",
    "/admin/resume",
    "/admin/backup",
    "/admin/tree/restart",
)


NOT_THERE = (
    "/admin/guests/4242/reset",
    "/admin/guests/99999999999999999999/reset",
    "/admin/guests/x/reset",
    "/admin/jobs/none/retry",
    "/admin/jobs/none/fail",
    "/admin/jobs/none/resend",
    "/admin/jobs/none/look",
    "/admin/leads/7/look",
    "/admin/tree/restart",
)


async def status(here: Office, job: str) -> JobStatus:
    """Return where a job stands."""
    found = await here.served.running.store.read(queries.job, job)
    assert found is not None
    return found.status


async def sent(here: Office, job: str, kind: str) -> int:
    """Return how many messages of a kind a job has caused."""

    def count(connection: Any) -> int:
        query = "SELECT count(*) FROM outbox WHERE job_id = ? AND kind = ?"
        return int(connection.execute(query, (job, kind)).fetchall()[0][0])

    return await here.served.running.store.read(count)


async def test_every_action_needs_the_token_of_the_page(tmp_path: Path) -> None:
    answers = []
    async with office(tmp_path) as here, here.operator() as operator:
        job = await here.failed_job()
        for path in (action.format(job=job) for action in ACTIONS):
            answers.append(await operator.http.post(path))
            answers.append(await operator.http.post(path, data={"csrf_token": "x" * 43}))
            header = [(b"X-CSRF-Token", b"\xe9")]
            answers.append(await operator.http.post(path, headers=header))
        done = await here.actions()

    assert {answer.status_code for answer in answers} == {403}
    assert done == []


async def test_every_action_needs_the_right_to_act(tmp_path: Path) -> None:
    async with office(tmp_path) as here, here.operator(LOOKER) as viewer:
        job = await here.failed_job()
        refused = [await viewer.ask(action.format(job=job)) for action in ACTIONS]
        done = await here.actions()

    assert {(each.status_code, each.json()["code"]) for each in refused} == {(403, "forbidden")}
    assert done == []


async def test_the_token_of_one_login_is_of_no_use_to_another(tmp_path: Path) -> None:
    async with office(tmp_path) as here, here.operator() as anna, here.operator() as boris:
        boris.csrf = anna.csrf
        refused = await boris.ask("/admin/pause")

    assert refused.status_code == 403


async def test_a_failed_job_is_retried(tmp_path: Path) -> None:
    async with office(tmp_path) as here, here.operator() as operator:
        job = await here.failed_job()
        answer = await operator.ask(f"/admin/jobs/{job}/retry")
        now, done = await status(here, job), await here.actions()

    assert (answer.status_code, answer.json()["job_status"]) == (200, "queued")
    assert now is JobStatus.QUEUED
    assert done == [("retry", job, "panel:Anna")]


async def test_a_form_leads_back_to_its_page_which_says_how_it_went(tmp_path: Path) -> None:
    async with office(tmp_path) as here, here.operator() as operator:
        job = await here.failed_job()
        page = f"{here.served.url}/admin/jobs?status=failed"
        answer = await operator.http.post(
            f"/admin/jobs/{job}/retry",
            data={"csrf_token": operator.csrf},
            headers={"Referer": page},
        )
        shown = await operator.page(answer.headers["location"])
        again = await operator.page("/admin/jobs")

    assert (answer.status_code, answer.headers["location"]) == (303, "/admin/jobs?status=failed")
    assert "The job is queued again." in shown
    assert "The job is queued again." not in again


@pytest.mark.parametrize("referer", ["https://evil.example/admin/jobs", "", "http://[", "nonsense"])
async def test_nobody_is_led_to_a_foreign_page(tmp_path: Path, referer: str) -> None:
    async with office(tmp_path) as here, here.operator() as operator:
        answer = await operator.http.post(
            "/admin/pause", data={"csrf_token": operator.csrf}, headers={"Referer": referer}
        )

    assert answer.headers["location"] == "/admin"


async def test_a_job_whose_selfie_is_gone_is_not_retried(tmp_path: Path) -> None:
    async with office(tmp_path) as here, here.operator() as operator:
        job = await here.failed_job()
        here.served.folder.photo(f"{job}.jpg").unlink()
        refused = await operator.ask(f"/admin/jobs/{job}/retry")
        page = await operator.page(f"/admin/jobs/{job}")
        now, done = await status(here, job), await here.actions()

    assert (refused.status_code, refused.json()["code"]) == (409, "selfie_gone")
    assert "The selfie is gone" in page
    assert now is JobStatus.FAILED
    assert done == []


async def test_a_job_is_not_retried_beyond_the_limit_of_packs(tmp_path: Path) -> None:
    async with office(tmp_path) as here, here.operator() as operator:
        job = await here.failed_job()
        await here.served.running.job(77)
        refused = await operator.ask(f"/admin/jobs/{job}/retry")

    assert (refused.status_code, refused.json()["code"]) == (409, "pack_limit")


async def test_of_two_who_press_at_once_one_wins_and_the_other_hears_why(tmp_path: Path) -> None:
    answers = []
    async with (
        office(tmp_path) as here,
        here.operator(who="Anna") as anna,
        here.operator(who="Boris") as boris,
    ):
        job = await here.failed_job()

        async def press(operator: Operator) -> None:
            answers.append(await operator.ask(f"/admin/jobs/{job}/retry"))

        async with trio.open_nursery() as nursery:
            nursery.start_soon(press, anna)
            nursery.start_soon(press, boris)
        done = await here.actions()

    lost = next(answer for answer in answers if answer.status_code != 200)
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    assert [action for action, *_ in done] == ["retry"]
    assert done[0][2] in lost.json()["detail"]
    assert lost.json()["record_status"] == "queued"


async def test_a_job_is_failed_by_hand_and_its_guest_is_told(tmp_path: Path) -> None:
    async with office(tmp_path) as here, here.operator() as operator:
        job = (await here.served.running.job()).id
        answer = await operator.ask(f"/admin/jobs/{job}/fail", reason="left the event")
        found = await here.served.running.store.read(queries.job, job)
        told, done = await sent(here, job, "failure"), await here.actions()

    assert answer.status_code == 200
    assert found is not None
    assert (found.status, found.error) == (JobStatus.FAILED, "failed by hand: left the event")
    assert told == 1
    assert done == [("fail", job, "panel:Anna")]


async def test_a_delivered_job_is_not_failed(tmp_path: Path) -> None:
    async with office(tmp_path) as here, here.operator() as operator:
        job = (await here.served.running.job()).id
        await here.served.deliver(job, 30)
        refused = await operator.ask(f"/admin/jobs/{job}/fail")

    assert (refused.status_code, refused.json()["code"]) == (409, "wrong_status")


async def test_a_link_is_sent_again_but_not_while_one_waits(tmp_path: Path) -> None:
    async with office(tmp_path) as here, here.operator() as operator:
        job = (await here.served.running.job()).id
        early = await operator.ask(f"/admin/jobs/{job}/resend")
        await here.served.deliver(job, 30)
        waits = await operator.ask(f"/admin/jobs/{job}/resend")
        await send_all(here)
        again = await operator.ask(f"/admin/jobs/{job}/resend")
        links, done = await sent(here, job, "link"), await here.actions()

    assert (early.json()["code"], waits.json()["code"]) == ("wrong_status", "not_due")
    assert again.status_code == 200
    assert links == 2
    assert done == [("resend", job, "panel:Anna")]


async def send_all(here: Office) -> None:
    """Take every message that waits as sent."""
    store, now = here.served.running.store, here.served.running.clock.now()

    def waiting(connection: Any) -> list[int]:
        found = connection.execute("SELECT id FROM outbox WHERE status = 'pending'")
        return [row[0] for row in found.fetchall()]

    for message in await store.read(waiting):
        await store.ask(m.BeginSend(message, now))
        await store.ask(m.EndSend(message, m.Sent(1), now))


async def test_a_guest_is_reset(tmp_path: Path) -> None:
    async with office(tmp_path) as here, here.operator() as operator:
        job = await here.failed_job(88)
        answer = await operator.ask("/admin/guests/88/reset")
        left = await here.served.running.store.read(queries.job, job)
        done = await here.actions()

    assert (answer.status_code, answer.json()["photos_removed"]) == (200, 1)
    assert left is None
    assert done == [("reset_guest", "88", "panel:Anna")]


async def test_what_is_not_there_is_not_found(tmp_path: Path) -> None:
    async with office(tmp_path) as here, here.operator() as operator:
        answers = [await operator.ask(path, path="nobody") for path in NOT_THERE]
        done = await here.actions()

    assert {(each.status_code, each.json()["code"]) for each in answers} == {(404, "not_found")}
    assert done == []


async def test_the_booth_is_paused_with_a_text_and_resumed(tmp_path: Path) -> None:
    async with office(tmp_path) as here, here.operator() as operator:
        await operator.ask("/admin/pause", text="Back at <b>five</b>")
        paused = await here.served.running.store.read(queries.maintenance)
        shut = await here.served.http.post("/session")
        page = await operator.page("/admin")
        await operator.ask("/admin/resume")
        resumed = await here.served.running.store.read(queries.maintenance)
        done = await here.actions()

    assert (paused.status, paused.text) == (MaintenanceStatus.ADMIN, "Back at <b>five</b>")
    assert shut.status_code == 503
    assert "Back at &lt;b&gt;five&lt;/b&gt;" in page
    assert resumed.status is MaintenanceStatus.OFF
    assert [action for action, *_ in done] == ["pause", "resume"]


async def test_a_pause_of_the_settings_is_left_alone(tmp_path: Path) -> None:
    async with office(tmp_path) as here, here.operator() as operator:
        await here.served.running.pull("maintenance", "maintenance", "env_on", Role.SETTINGS)
        resumed = await operator.ask("/admin/resume")
        paused = await operator.ask("/admin/pause", text="x")

    assert (resumed.json()["code"], paused.json()["code"]) == ("wrong_status", "wrong_status")


async def test_a_backup_is_made_and_listed(tmp_path: Path) -> None:
    async with office(tmp_path) as here, here.operator() as operator:
        answer = await operator.ask("/admin/backup")
        page = await operator.page("/admin/health")
        files = [path.name for path in here.served.folder.backups.iterdir()]
        done = await here.actions()

    assert answer.status_code == 200
    assert files == [answer.json()["name"]]
    assert files[0] in page
    assert done == [("backup", files[0], "panel:Anna")]


async def test_a_backup_that_fails_says_so_and_is_not_logged(tmp_path: Path) -> None:
    async with office(tmp_path) as here, here.operator() as operator:
        await operator.ask("/admin/backup")
        refused = await operator.ask("/admin/backup")
        done = await here.actions()

    assert (refused.status_code, refused.json()["code"]) == (500, "backup_failed")
    assert len(done) == 1


async def test_a_child_is_restarted_by_its_path(tmp_path: Path) -> None:
    async with office(tmp_path) as here, here.operator() as operator:
        answer = await operator.ask("/admin/tree/restart", path="root/store")
        done = await here.actions()

    assert answer.status_code == 200
    assert here.restarted == ["store"]
    assert done == [("restart_child", "store", "panel:Anna")]


async def test_all_jobs_of_one_cause_are_retried(tmp_path: Path) -> None:
    async with office(tmp_path) as here, here.operator() as operator:
        worker = await here.failed_job(1, "a worker process died")
        gone = await here.failed_job(2, "a worker process hung")
        other = await here.failed_job(3, "openai: refused")
        here.served.folder.photo(f"{gone}.jpg").unlink()
        answer = await operator.ask("/admin/jobs/retry", cause="worker")
        unknown = await operator.ask("/admin/jobs/retry", cause="nonsense")
        now = [await status(here, job) for job in (worker, gone, other)]

    assert answer.json() == {"status": "ok", "retried": 1, "refused": {"selfie_gone": 1}}
    assert unknown.status_code == 400
    assert now == [JobStatus.QUEUED, JobStatus.FAILED, JobStatus.FAILED]


async def test_a_body_that_is_no_form_changes_nothing(tmp_path: Path) -> None:
    async with office(tmp_path, Policy()) as here, here.operator() as operator:
        headers = {"X-CSRF-Token": operator.csrf, "Accept": "application/json"}
        binary = await operator.http.post("/admin/pause", content=b"\xff\xfe", headers=headers)
        huge = await operator.http.post("/admin/pause", content=b"a" * 20_000, headers=headers)

    assert (binary.status_code, huge.status_code) == (400, 400)
