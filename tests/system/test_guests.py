"""What guests do that the plan did not foresee: two on one QR code, a second pack, other steps."""

from pathlib import Path

from tests.support.booth import booth_on
from tests.support.sandbox_process import SandboxProcess
from tests.system.closing_time import ONCE, at_rest, audit
from tests.system.visitor import LINK, visitor

SOMEBODY_ELSE = "уже открыл другой гость"
STILL_PREPARING = "Твой набор уже готовится ⏳…"
CLOSED = "Сессия закрыта, нажми «СТАРТ» на планшете."


async def test_a_second_guest_on_one_qr_code_is_refused_and_the_first_is_welcome_again(
    sandbox: SandboxProcess, tmp_path: Path
) -> None:
    async with booth_on(tmp_path, sandbox) as booth:
        first, second = [await visitor(booth, sandbox, name) for name in ("Анна", "Борис")]
        await first.lead_to("consented")

        await second.press_start(first.token)
        await second.until_text(SOMEBODY_ELSE)
        assert (await first.view())["status"] == "consented"

        await first.press_start()
        await first.until_view(lambda view: view["status"] == "linked")
        await first.lead_to("consented")
        await at_rest(booth)
        (session,) = booth.rows("SELECT * FROM sessions")
        assert session["telegram_user_id"] == first.user
        assert await audit(booth, sandbox, [first, second]) == []


async def test_a_guest_with_a_pack_in_the_making_and_then_with_a_pack_gets_no_other(
    sandbox: SandboxProcess, tmp_path: Path
) -> None:
    async with booth_on(tmp_path, sandbox) as booth:
        await sandbox.post("faults", method="createNewStickerSet", delay_before=3600)
        guest = await visitor(booth, sandbox)
        await guest.until_photo()
        job = guest.accepted

        early = await guest.come_again()
        assert (await early.until_closed())["notice"] == "pack_in_progress"
        await early.until_text(STILL_PREPARING)
        await booth.kill9()
        await sandbox.post("faults/clear")
        await booth.start()
        await guest.until_outcome()

        late = await guest.come_again()
        assert (await late.until_closed())["notice"] == "pack_ready"
        assert (await late.choose()).json()["code"] == "wrong_status"
        await at_rest(booth)
        assert [text for text in await guest.links() if "уже есть набор" in text]
        assert [row["id"] for row in booth.rows("SELECT id FROM jobs")] == [job]
        assert await audit(booth, sandbox, [guest, early, late]) == []


async def test_a_closed_session_is_told_so(sandbox: SandboxProcess, tmp_path: Path) -> None:
    async with booth_on(tmp_path, sandbox) as booth:
        guest = await visitor(booth, sandbox)
        await guest.open_session()
        path = f"/session/{guest.token}/expire?reason=qr_timeout"
        assert (await guest.ask("POST", path)).json()["closed_reason"] == "qr_timeout"

        await guest.press_start()

        await guest.until_text(CLOSED)
        assert await audit(booth, sandbox, [guest]) == []


async def test_the_same_photo_twice_makes_one_job(sandbox: SandboxProcess, tmp_path: Path) -> None:
    async with booth_on(tmp_path, sandbox) as booth:
        guest = await visitor(booth, sandbox)
        await guest.lead_to("template_chosen")

        answers = [await guest.upload(), await guest.upload()]
        other = await guest.upload(key="another")

        assert [answer.status_code for answer in answers] == [202, 202]
        assert (other.status_code, other.json()["code"]) == (409, "wrong_status")
        await guest.until_outcome()
        assert any(LINK in text for text in await guest.texts())
        assert await audit(booth, sandbox, [guest], links=ONCE) == []
