"""Ordered stops in the middle of the work: nothing is lost, and each guest gets one link."""

from pathlib import Path
from typing import Any

import httpx

from tests.support.booth import Booth, booth_on
from tests.support.polling import until
from tests.support.sandbox_process import SandboxProcess
from tests.system.closing_time import ONCE, audit
from tests.system.visitor import Visitor, visitor

MARKER = "[requeued on shutdown]"
LONG = 1000


def job_of(booth: Booth, guest: Visitor) -> dict[str, Any]:
    (job,) = booth.rows("SELECT * FROM jobs WHERE id = ?", guest.accepted)
    return job


async def is_closed(booth: Booth) -> bool:
    """Whether the web server, which stops first, takes no connection any more."""
    try:
        async with booth.tablet() as tablet:
            await tablet.get("/health/live")
    except httpx.TransportError:
        return True
    return False


async def test_a_stop_in_the_middle_of_rendering_requeues_and_the_restart_finishes(
    sandbox: SandboxProcess, tmp_path: Path
) -> None:
    async with booth_on(tmp_path, sandbox, SHUTDOWN_GRACE_SEC=0.2) as booth:
        guests = [await visitor(booth, sandbox, name) for name in ("Анна", "Борис")]
        for guest in guests:
            await guest.until_photo()
        await guests[0].until_job(lambda job: job["status"] == "processing")

        assert await booth.stop() == 0

        first = job_of(booth, guests[0])
        assert (first["status"], first["error"]) == ("queued", MARKER)
        assert (first["attempts"], first["shutdown_requeues"]) == (0, 1)
        assert job_of(booth, guests[1])["status"] == "queued"
        await booth.start()
        for guest in guests:
            assert (await guest.until_outcome())["status"] == "done"
        assert await audit(booth, sandbox, guests, links=ONCE) == []


async def test_a_job_that_ends_within_the_grace_is_not_returned(
    sandbox: SandboxProcess, tmp_path: Path
) -> None:
    async with booth_on(tmp_path, sandbox, SHUTDOWN_GRACE_SEC=90) as booth:
        guest = await visitor(booth, sandbox)
        await guest.until_photo()
        await guest.until_job(lambda job: job["status"] == "processing")

        assert await booth.stop() == 0

        assert job_of(booth, guest)["status"] in {"delivering", "done"}
        await booth.start()
        await guest.until_outcome()
        assert await audit(booth, sandbox, [guest], links=ONCE) == []


async def test_health_says_draining_while_a_stop_waits_and_no_session_begins(
    sandbox: SandboxProcess, tmp_path: Path
) -> None:
    async with booth_on(tmp_path, sandbox) as booth, booth.tablet() as tablet:
        assert (await tablet.get("/health/ready")).status_code == 200

        booth.sigterm()

        seen: list[httpx.Response] = []
        refused: list[httpx.Response] = []

        async def draining() -> bool:
            seen.append(await tablet.get("/health/ready"))
            refused.append(await tablet.post("/session", json={}))
            return seen[-1].status_code == 503

        await until(draining, 20, every=0.01)
        assert seen[-1].json()["reason"] == "draining"
        assert refused[-1].json()["code"] == "unavailable"
        assert await booth.wait() == 0


async def test_a_second_signal_ends_every_wait_and_still_loses_nothing(
    sandbox: SandboxProcess, tmp_path: Path
) -> None:
    async with booth_on(tmp_path, sandbox, SHUTDOWN_GRACE_SEC=LONG) as booth:
        await sandbox.post("faults", method="uploadStickerFile", delay_before=LONG, times=LONG)
        guest = await visitor(booth, sandbox)
        await guest.until_photo()
        await guest.until_job(lambda job: job["status"] == "processing")

        booth.sigterm()
        await until(lambda: is_closed(booth), 30)
        booth.sigterm()

        # Without the second one the job would have its whole long grace.
        assert await booth.wait() == 0
        assert (job_of(booth, guest)["status"], job_of(booth, guest)["error"]) == ("queued", MARKER)
        await sandbox.post("faults/clear")
        await booth.start()
        await guest.until_outcome()
        assert await audit(booth, sandbox, [guest], links=ONCE) == []


async def test_a_stop_before_the_program_has_started_is_a_stop(
    sandbox: SandboxProcess, tmp_path: Path
) -> None:
    async with booth_on(tmp_path, sandbox) as booth:
        assert await booth.stop() == 0

        booth.spawn()
        await booth.until(lambda: bool(booth.events("poller.introduced")))
        assert await booth.stop() == 0
