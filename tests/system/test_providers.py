"""The real process with a paid provider: a pack that is drawn, and an account without money."""

from pathlib import Path
from typing import Any

import pytest

from actors.demo import proof
from tests.support.booth import booth_on
from tests.support.polling import until
from tests.support.provider_servers import (
    Asked,
    OpenAiService,
    Told,
    openai_described,
    openai_error,
    provider_server,
)
from tests.support.sandbox_process import SandboxProcess
from tests.system.visitor import visitor

KEY = "sk-a-key-that-nobody-may-read"


def out_of_funds(asked: Asked) -> Told:
    """Describe guests, but draw nothing without money."""
    if asked.path == "/v1/responses":
        return openai_described()
    return openai_error(429, "insufficient_quota", "credit_balance_exhausted")


async def test_a_pack_is_drawn_by_openai_in_figure_mode(
    sandbox: SandboxProcess, tmp_path: Path
) -> None:
    service = OpenAiService()
    async with provider_server(service) as openai:
        settings: dict[str, Any] = {"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": openai.url}
        async with booth_on(tmp_path, sandbox, PROVIDERS="openai,local", **settings) as booth:
            guest = await visitor(booth, sandbox)
            await guest.walk()

            (pack,) = (await sandbox.state())["sets"]
            proof.check([await sandbox.file(each["file_id"]) for each in pack["stickers"]])
            (job,) = booth.rows("SELECT * FROM jobs")
            calls = booth.rows("SELECT * FROM provider_calls ORDER BY id")
            assert KEY not in booth.logs()

    assert (job["status"], job["render_mode"], job["provider_used"]) == ("done", "figure", "openai")
    assert job["appearance_json"] is None
    assert [call["kind"] for call in calls].count("describe") == 1
    assert {call["verdict"] for call in calls} == {"ok"}
    assert job["cost_usd"] == pytest.approx(sum(call["usd"] for call in calls))
    assert job["cost_usd"] > 0
    drawn = [asked for asked in openai.asked if asked.path == "/v1/images/edits"]
    assert [asked.body.count(b'filename="reference-') for asked in drawn][:2] == [1, 2]
    assert b"dark brown hair" in drawn[0].body
    assert not any(b"weapon" in asked.body.replace(b"weapons", b"") for asked in drawn)


async def test_out_of_funds_with_nobody_left_pauses_the_booth_and_fails_the_job(
    sandbox: SandboxProcess, tmp_path: Path
) -> None:
    operator = await sandbox.post("people", first_name="Operator", language_code="ru")
    async with provider_server(out_of_funds) as openai:
        settings: dict[str, Any] = {"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": openai.url}
        async with booth_on(
            tmp_path, sandbox, PROVIDERS="openai", ADMIN_USER_IDS=operator["id"], **settings
        ) as booth:
            await sandbox.post("start", user=operator["id"], payload="")
            guest = await visitor(booth, sandbox)
            await guest.walk()

            (job,) = booth.rows("SELECT * FROM jobs")
            (pause,) = booth.rows("SELECT * FROM settings WHERE key = 'maintenance'")
            refused = await guest.once("POST", "/session", json={})

            async def alerted() -> bool:
                return "⛔" in await said_to(sandbox, operator["id"])

            await until(alerted, 60)
            alerts = await said_to(sandbox, operator["id"])

    assert (job["status"], job["attempts"]) == ("failed", 1)
    assert job["error"].startswith("BillingExhausted")
    assert pause["value"] == "auto"
    assert (refused.status_code, refused.json()["code"]) == (503, "maintenance")
    assert alerts.count("💳") == 1
    assert len([asked for asked in openai.asked if asked.path.endswith("/edits")]) == 1


async def test_out_of_funds_with_the_local_renderer_left_is_filled_and_pauses_nothing(
    sandbox: SandboxProcess, tmp_path: Path
) -> None:
    async with provider_server(out_of_funds) as openai:
        settings: dict[str, Any] = {"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": openai.url}
        async with booth_on(tmp_path, sandbox, PROVIDERS="openai,local", **settings) as booth:
            guest = await visitor(booth, sandbox)
            await guest.walk()

            (job,) = booth.rows("SELECT * FROM jobs")
            (pause,) = booth.rows("SELECT * FROM settings WHERE key = 'maintenance'")

    assert (job["status"], job["render_mode"]) == ("done", "composite_fallback")
    assert job["provider_used"] == "local"
    assert pause["value"] == "off"


async def said_to(sandbox: SandboxProcess, user: int) -> str:
    """Everything the bot wrote to a person."""
    chats = (await sandbox.state(user))["chats"]
    return "\n".join(each.get("text", "") for chat in chats for each in chat["messages"])
