"""Single kills at moments that matter; the storms try the others."""

from pathlib import Path

from tests.support.booth import booth_on
from tests.support.polling import until
from tests.support.sandbox_process import SandboxProcess
from tests.system.closing_time import audit
from tests.system.visitor import visitor


async def test_a_photo_that_was_accepted_and_not_claimed_survives_a_kill(
    sandbox: SandboxProcess, tmp_path: Path
) -> None:
    async with booth_on(tmp_path, sandbox, WORKER_SLOTS=1) as booth:
        busy, waiting = [await visitor(booth, sandbox, name) for name in ("Анна", "Борис")]
        for guest in (busy, waiting):
            await guest.until_photo()

        await booth.kill9()

        rows = booth.rows("SELECT status FROM jobs WHERE id = ?", waiting.accepted)
        assert rows == [{"status": "queued"}]
        await booth.start()
        for guest in (busy, waiting):
            assert (await guest.until_outcome())["status"] == "done"
        assert await audit(booth, sandbox, [busy, waiting]) == []


async def test_a_job_that_was_being_made_is_marked_and_costs_an_attempt(
    sandbox: SandboxProcess, tmp_path: Path
) -> None:
    async with booth_on(tmp_path, sandbox, MAX_ATTEMPTS=3) as booth:
        guest = await visitor(booth, sandbox)
        await guest.until_photo()
        await guest.until_job(lambda job: job["status"] == "processing")

        await booth.kill9()
        await booth.start()

        (job,) = booth.rows("SELECT * FROM jobs WHERE id = ?", guest.accepted)
        assert job["attempts"] == 1
        assert job["error"] == "[requeued after restart]"
        await guest.until_outcome()
        assert await audit(booth, sandbox, [guest]) == []


async def test_a_job_that_was_being_made_for_the_last_time_ends_with_an_apology(
    sandbox: SandboxProcess, tmp_path: Path
) -> None:
    async with booth_on(tmp_path, sandbox, MAX_ATTEMPTS=1) as booth:
        guest = await visitor(booth, sandbox)
        await guest.until_photo()
        await guest.until_job(lambda job: job["status"] == "processing")

        await booth.kill9()
        await booth.start()

        assert (await guest.until_outcome())["status"] == "failed"
        assert await audit(booth, sandbox, [guest]) == []


async def test_an_apology_whose_sending_was_cut_off_still_reaches_the_guest(
    sandbox: SandboxProcess, tmp_path: Path
) -> None:
    async with booth_on(tmp_path, sandbox, JOB_DEADLINE_SEC=1, SWEEP_INTERVAL_SEC=0.2) as booth:
        await sandbox.post("faults", method="uploadStickerFile", delay_before=60, times=60)
        guest = await visitor(booth, sandbox)
        await guest.lead_to("template_chosen")
        await sandbox.post("faults", method="sendMessage", cut="before", chat_id=guest.user)

        await guest.until_photo()

        assert (await guest.until_outcome())["status"] == "failed"
        assert len(await guest.apologies()) == 1
        assert await audit(booth, sandbox, [guest]) == []


async def test_the_worker_processes_of_a_killed_booth_end_by_themselves(
    sandbox: SandboxProcess, tmp_path: Path
) -> None:
    async with booth_on(tmp_path, sandbox) as booth:
        guest = await visitor(booth, sandbox)
        await guest.until_photo()
        await guest.until_job(lambda job: job["status"] == "processing")
        workers = booth.workers()
        assert workers

        await booth.kill9()

        await until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in workers), 60)
