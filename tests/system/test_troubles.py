"""Troubles from outside: no Telegram, a pause in the settings, errors that quote the token."""

import re
from pathlib import Path

from tests.support.booth import DEBUG, booth_on
from tests.support.polling import until
from tests.support.sandbox_process import SandboxProcess, free_port, sandbox_process
from tests.system.closing_time import ONCE, audit
from tests.system.visitor import visitor

LONG = 60.0


async def test_a_booth_without_telegram_starts_refuses_guests_and_heals(
    sandbox: SandboxProcess, tmp_path: Path
) -> None:
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    async with booth_on(tmp_path, sandbox, BOT_API_URL=address) as booth, booth.tablet() as tablet:
        refused = await tablet.post("/session", json={})
        assert (refused.status_code, refused.json()["code"]) == (503, "unavailable")
        assert (await tablet.get("/health/live")).status_code == 200

        async with sandbox_process(port) as late:
            guest = await visitor(booth, late)
            await guest.walk()
            assert await audit(booth, late, [guest], links=ONCE) == []


async def test_a_pause_in_the_settings_refuses_guests_until_a_start_without_it(
    sandbox: SandboxProcess, tmp_path: Path
) -> None:
    async with booth_on(tmp_path, sandbox) as booth:
        guest = await visitor(booth, sandbox)
        await guest.lead_to("template_chosen")
        await booth.stop()

        booth.set(MAINTENANCE_MODE="1")
        await booth.start()
        for answer in (
            await guest.once("POST", "/session", json={}),
            await guest.once(
                "POST", f"/session/{guest.token}/template", json={"template_id": "astronaut"}
            ),
            await guest.once("POST", f"/session/{guest.token}/photo", files={"photo": guest.photo}),
        ):
            assert (answer.status_code, answer.json()["code"]) == (503, "maintenance")
        await booth.stop()

        booth.set(MAINTENANCE_MODE="0")
        await booth.start()
        await guest.walk()
        assert await audit(booth, sandbox, [guest], links=ONCE) == []


async def test_the_token_is_in_no_log_line_at_debug_level_whatever_telegram_answers(
    sandbox: SandboxProcess, tmp_path: Path
) -> None:
    bot, _, secret = sandbox.token.partition(":")
    async with booth_on(tmp_path, sandbox, command=DEBUG) as booth:
        guest = await visitor(booth, sandbox)
        await guest.lead_to("template_chosen")
        await _misbehave(sandbox, f"/bot{sandbox.token}/sendMessage")

        await guest.until_photo()
        await guest.until_outcome()
        await sandbox.post("faults/clear")
        assert await audit(booth, sandbox, [guest]) == []

    log = booth.logs()
    assert '"level": "debug"' in log
    assert secret not in log
    assert not re.search(rf"{bot}(:|%3A)[A-Za-z]", log, re.IGNORECASE)
    # The session's token opens the session: it is there in short at the most.
    assert guest.token not in log


async def _misbehave(sandbox: SandboxProcess, address: str) -> None:
    """Let Telegram fail in every way there is, quoting the address that holds the token."""
    quoted = {"ok": False, "error_code": 400, "description": f"Bad Request: {address}"}
    await sandbox.post("faults", method="uploadStickerFile", status=502, body=f"<h1>{address}</h1>")
    await sandbox.post("faults", method="uploadStickerFile", cut="after", nth=2)
    await sandbox.post("faults", method="getStickerSet", envelope=quoted)
    await sandbox.post("faults", method="sendMessage", status=500, body=address)
    await sandbox.post("faults", method="getUpdates", cut="body", nth=2)
    await sandbox.post(
        "faults",
        method="getUpdates",
        envelope={"ok": False, "error_code": 401, "description": f"Unauthorized {address}"},
        nth=3,
    )


async def test_an_abandoned_poll_is_taken_up_again(sandbox: SandboxProcess, tmp_path: Path) -> None:
    async with booth_on(tmp_path, sandbox) as booth:
        await sandbox.post("faults", method="getUpdates", cut="before", times=3)
        guest = await visitor(booth, sandbox)
        await guest.lead_to("consented")

        async def confirmed() -> bool:
            return bool((await sandbox.state())["queue"]["pending"] == 0)

        await until(confirmed, LONG)
        assert await audit(booth, sandbox, [guest]) == []
