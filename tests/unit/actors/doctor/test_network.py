"""What the doctor asks over the network, and what it makes of the answers."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from actors import config
from actors.doctor import providers, telegram, visit
from actors.doctor.finding import Finding, Level
from supervisor.clock import FixedClock, SystemClock
from telegram.sandbox.guest import Guest
from telegram.sandbox.model import ChatKind
from telegram.sandbox.server import Sandbox, open_sandbox


@pytest.fixture(autouse=True)
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand where no settings file is."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    async with open_sandbox(Sandbox(seed=1)) as made:
        yield made


def settings(sandbox: Sandbox, **given: Any) -> config.Settings:
    chosen = {"bot_token": sandbox.token, "bot_api_url": sandbox.base_url, **given}
    return config.load(**chosen)


async def asked(chosen: config.Settings) -> dict[str, Finding]:
    return {one.name: one async for one in telegram.look(chosen, SystemClock())}


def group(sandbox: Sandbox) -> int:
    boss = Guest(sandbox.world, "Boss")
    return sandbox.world.add_group("Leads", [boss.person], kind=ChatKind.SUPERGROUP).id


async def test_a_good_token_names_the_bot(sandbox: Sandbox) -> None:
    found = await asked(settings(sandbox))

    assert (found["token"].level, found["token"].said) == (Level.OK, "@stickerbooth_bot")
    assert found["leads chat"].level is Level.OK


async def test_a_token_that_telegram_does_not_know_fails(sandbox: Sandbox) -> None:
    found = await asked(settings(sandbox, bot_token="1:unknown"))

    assert found["token"].level is Level.FAIL
    assert "@BotFather" in found["token"].mend
    assert "unknown" not in found["token"].said


async def test_telegram_out_of_reach_fails(sandbox: Sandbox) -> None:
    found = await asked(settings(sandbox, bot_api_url="http://127.0.0.1:9"))

    assert found["token"].level is Level.FAIL
    assert "network" in found["token"].mend
    assert found["clock"].level is Level.WARN


async def test_a_group_that_the_bot_is_in_is_well(sandbox: Sandbox) -> None:
    found = await asked(settings(sandbox, leads_chat_id=group(sandbox), leads_admin_ids="5"))

    assert found["leads chat"].level is Level.OK


async def test_a_group_without_lead_admins_is_warned_of(sandbox: Sandbox) -> None:
    found = await asked(settings(sandbox, leads_chat_id=group(sandbox)))

    assert found["leads chat"].level is Level.WARN


async def test_a_group_that_the_bot_cannot_see_fails(sandbox: Sandbox) -> None:
    found = await asked(settings(sandbox, leads_chat_id=-100123456))

    assert found["leads chat"].level is Level.FAIL


@pytest.mark.parametrize(
    ("ahead", "level"), [(0, Level.OK), (30, Level.WARN), (-30, Level.WARN), (300, Level.FAIL)]
)
async def test_the_clock_is_compared_with_telegrams(ahead: int, level: Level) -> None:
    clock = FixedClock(datetime(2026, 11, 30, 12, tzinfo=UTC) + timedelta(seconds=ahead))
    dated = {"Date": "Mon, 30 Nov 2026 12:00:00 GMT"}
    server = httpx.MockTransport(lambda _: httpx.Response(302, headers=dated))

    async with httpx.AsyncClient(transport=server) as client:
        finding = await telegram.drift(client, "http://api", clock)

    assert finding.level is level


@pytest.mark.parametrize(
    ("status", "level"),
    [
        (200, Level.OK),
        (401, Level.FAIL),
        (403, Level.FAIL),
        (404, Level.FAIL),
        (500, Level.WARN),
        (None, Level.WARN),
    ],
)
@pytest.mark.parametrize("name", ["openai", "gemini"])
async def test_a_key_is_proved_by_asking_for_the_model(
    name: str, status: int | None, level: Level
) -> None:
    keys: dict[str, Any] = {f"{name}_api_key": "the-key"}
    chosen = config.load(bot_token="1:a", providers=f"{name},local", **keys)
    question = providers._question(name, chosen)
    seen: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        if status is None:
            raise httpx.ConnectError("the-key")
        return httpx.Response(status)

    assert question is not None
    async with httpx.AsyncClient(transport=httpx.MockTransport(answer)) as client:
        finding = await providers._ask(client, name, question)

    assert finding.level is level
    assert "the-key" in str(seen[0].headers.raw)
    assert "the-key" not in finding.said + finding.mend + str(seen[0].url)


async def test_without_the_local_renderer_nobody_helps_out() -> None:
    chosen = config.load(bot_token="1:a", providers="fal", fal_key="k")

    found = {one.name: one.level async for one in providers.look(chosen)}

    assert found == {"fal": Level.OK, "providers": Level.WARN}


async def test_a_bad_setting_is_a_failure_that_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOT_TOKEN", "nonsense")

    found = [one async for one in visit.findings(SystemClock())]

    assert (found[0].level, found[0].name) == (Level.FAIL, "settings")
    assert "BOT_TOKEN" in found[0].said
    assert "nonsense" not in found[0].said
    assert [one.name for one in found] == ["settings", "fonts and art"]


async def test_a_visit_to_a_sound_booth_has_no_failure(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOT_TOKEN", sandbox.token)
    monkeypatch.setenv("BOT_API_URL", sandbox.base_url)
    told: list[Finding] = []

    status = await visit._visit(told.append)

    assert status == 0
    assert {"token", "clock", "providers", "database"} <= {one.name for one in told}
