"""Each use of conversations, played by a person in the sandbox's phone against the real process."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from store.domain.records import StaffRole
from store.domain.texts import feedback as feedback_texts
from store.domain.texts import me, talk
from store.domain.texts import staff as staff_texts
from tests.support.booth import Booth, booth_on
from tests.support.sandbox_process import SandboxProcess
from tests.system.chatter import Chatter, chatter, labels
from tests.system.visitor import Visitor, visitor

OPERATOR, ADMIN, GROUP = 2**33 + 1, 2**33 + 2, -1001234567890


@pytest.fixture
async def booth(sandbox: SandboxProcess, tmp_path: Path) -> AsyncIterator[Booth]:
    """A booth with an operator, a lead admin and a group for leads."""
    for user, name in ((OPERATOR, "Олег"), (ADMIN, "Мария")):
        await sandbox.post("people", id=user, first_name=name)
        await sandbox.post("start", user=user, payload="")
    await sandbox.post("groups", id=GROUP, title="Заявки", members=[OPERATOR, ADMIN])
    settings: dict[str, Any] = {
        "ADMIN_USER_IDS": OPERATOR,
        "LEADS_ADMIN_IDS": ADMIN,
        "LEADS_CHAT_ID": GROUP,
        "LEADS_POLL_SEC": 0.1,
    }
    async with booth_on(tmp_path, sandbox, **settings) as running:
        yield running


async def test_a_person_chooses_a_language_and_gets_a_keyboard_in_it(
    booth: Booth, sandbox: SandboxProcess
) -> None:
    person = await chatter(sandbox, language_code="ru")
    await person.start()
    await person.reads("Привет")
    assert await person.keyboard() == ["🎁 Мой набор", "❓ Помощь", "🌐 Язык"]

    await person.say("🌐 Язык")
    await person.press(me.LANGUAGES["en"])

    await person.reads(me.LANGUAGE_SET.en)
    assert await person.keyboard() == ["🎁 My pack", "❓ Help", "🌐 Language"]
    await person.say("/help")
    await person.reads("How it works")


async def test_what_is_stored_is_told_and_erased_after_a_yes(
    booth: Booth, sandbox: SandboxProcess
) -> None:
    guest = await visitor(booth, sandbox)
    await guest.walk()
    person = Chatter(sandbox, guest.user)
    await person.say("/privacy")
    await person.reads("/forget")
    await person.say("/mypack")
    await person.reads("addstickers")

    await person.say("/forget")
    await person.press(talk.YES.ru)
    await person.reads(me.FORGOTTEN.ru)

    for table in ("sessions", "jobs", "users", "state_data", "message_meta"):
        assert booth.rows(f"SELECT 1 FROM {table}") == []
    said = booth.rows("SELECT payload FROM outbox WHERE chat_id = ?", guest.user)
    assert not any("addstickers" in row["payload"] for row in said)
    await booth.until(lambda: not any((booth.data / "packs").iterdir()))
    assert not any((booth.data / "photos").iterdir())
    assert len((await sandbox.state())["sets"]) == 1


async def test_a_lead_is_entered_by_hand_and_its_card_says_so(
    booth: Booth, sandbox: SandboxProcess
) -> None:
    admin, group = Chatter(sandbox, ADMIN), Chatter(sandbox, ADMIN, GROUP)
    await admin.say("/lead")
    await admin.reads("шаг 1")
    assert await admin.keyboard() == ["✖️ Отмена"]
    await admin.say("</b> <3 Анна")
    await admin.reads("шаг 2")
    await admin.press(talk.SKIP.ru)
    await admin.reads("шаг 3")
    await admin.say("не телефон")
    await admin.reads("❗️")
    await admin.say("90 123 45 67")
    await admin.reads("шаг 4")
    await admin.say("На свадьбу\nв мае")
    assert "+998901234567" in await admin.reads(talk.CHECK.ru)
    await admin.press(talk.CONFIRM.ru)
    await admin.reads("№1")

    card = await group.reads("внесена вручную")
    assert "</b> <3 Анна" in card
    assert len(await admin.keyboard()) > 1
    (lead,) = booth.rows("SELECT name, phone, comment, source FROM leads")
    assert lead == {
        "name": "</b> <3 Анна",
        "phone": "+998901234567",
        "comment": "На свадьбу\nв мае",
        "source": "manual",
    }


async def test_a_note_is_shown_on_the_card(booth: Booth, sandbox: SandboxProcess) -> None:
    admin, group = Chatter(sandbox, ADMIN), Chatter(sandbox, ADMIN, GROUP)
    async with booth.tablet() as http:
        lead = {"request_id": "request-1", "name": "Анна", "telegram": "anna_b"}
        assert (await http.post("/leads", json=lead)).status_code == 201
    await group.reads("Анна")

    await group.say("/note 1 Перезвонить в среду")
    await group.reads("Перезвонить в среду")
    await admin.say("/note 1")
    await admin.say("<i>Любит доппи</i>")

    await group.reads("<i>Любит доппи</i>")


async def test_a_lead_admin_added_at_run_time_may_press(
    booth: Booth, sandbox: SandboxProcess
) -> None:
    operator, group = Chatter(sandbox, OPERATOR), Chatter(sandbox, ADMIN, GROUP)
    new = await chatter(sandbox, id=2**40 + 5, first_name="Нодира")
    async with booth.tablet() as http:
        lead = {"request_id": "request-1", "name": "Анна", "telegram": "anna_b"}
        assert (await http.post("/leads", json=lead)).status_code == 201
    await group.reads("Анна")
    stranger = Chatter(sandbox, new.user, GROUP)
    await sandbox.post("member", chat=GROUP, user=new.user, status="member")

    assert await stranger.answered(await stranger.press("✅ Сделка")) == "Нет доступа"
    await operator.say("/staff")
    await operator.press(staff_texts.ADD.ru)
    await operator.say(str(new.user))
    await operator.say("Нодира")
    await operator.press(staff_texts.ROLES[StaffRole.LEAD_ADMIN].ru)
    await operator.press(talk.CONFIRM.ru)
    await operator.reads("Нодира")

    assert await stranger.answered(await stranger.press("✅ Сделка")) == "✅ Сделка"
    assert booth.rows("SELECT status FROM leads") == [{"status": "deal"}]
    assert booth.rows("SELECT 1 FROM state_data WHERE data ->> 'flow' = 'staff'") == []


async def test_a_guest_is_asked_once_how_they_like_the_pack(
    booth: Booth, sandbox: SandboxProcess
) -> None:
    guest = await visitor(booth, sandbox)
    await guest.walk()
    person = Chatter(sandbox, guest.user)

    await person.press(feedback_texts.STAR.of("ru", score=5))
    await person.press(feedback_texts.WRITE.ru)
    await person.say("Огонь!")
    await person.reads("Спасибо")

    (feedback,) = booth.rows("SELECT score, comment FROM feedback")
    assert feedback == {"score": 5, "comment": "Огонь!"}


async def test_a_guest_is_reset_after_a_yes(booth: Booth, sandbox: SandboxProcess) -> None:
    guest = await visitor(booth, sandbox)
    await guest.walk()
    operator = Chatter(sandbox, OPERATOR)

    await operator.say(f"/reset {guest.user}")
    assert booth.rows("SELECT count(*) AS jobs FROM jobs") == [{"jobs": 1}]
    await operator.press(talk.YES.ru)
    await operator.reads(me.RESET.of("ru", guest=guest.user))

    assert booth.rows("SELECT 1 FROM jobs") == []
    again = Visitor(booth, sandbox, guest.user, guest.photo)
    await again.walk()
    assert len(booth.rows("SELECT 1 FROM jobs")) == 1


async def test_commands_are_offered_to_those_who_may_give_them(
    booth: Booth, sandbox: SandboxProcess
) -> None:
    guest = await chatter(sandbox)
    await guest.start()
    await guest.reads("Привет")

    async def menu(user: int, chat: int | None = None) -> set[str]:
        return set(await sandbox.commands(user, chat))

    await booth.until(lambda: bool(booth.events("commands.looked")))
    assert {"mypack", "privacy"} <= await menu(guest.user)
    assert "outfits" not in await menu(guest.user)
    assert {"outfits", "staff", "mypack"} <= await menu(OPERATOR)
    assert "lead" in await menu(ADMIN)
    assert "stickers_lead" in await menu(ADMIN, GROUP)


async def test_a_form_goes_on_after_a_restart_at_every_step(
    booth: Booth, sandbox: SandboxProcess
) -> None:
    admin = Chatter(sandbox, ADMIN)

    async def restart() -> None:
        await booth.kill9()
        await booth.start()

    await admin.say("/lead")
    await admin.reads("шаг 1")
    await restart()
    await admin.say("Анна")
    await admin.reads("шаг 2")
    await restart()
    await admin.press(talk.SKIP.ru)
    await admin.reads("шаг 3")
    await restart()
    await admin.press(talk.BACK.ru)
    await admin.reads("шаг 2")
    await admin.say("@anna_b")
    await admin.reads("шаг 3")
    await admin.press(talk.SKIP.ru)
    await admin.reads("шаг 4")
    await admin.press(talk.SKIP.ru)
    await admin.reads(talk.CHECK.ru)
    await restart()
    await admin.press(talk.CHANGE.of("ru", label="Имя"))
    await admin.reads("шаг 1")
    await restart()
    await admin.say("Анна Б.")
    await admin.reads(talk.CHECK.ru)
    await admin.press(talk.CONFIRM.ru)
    await admin.reads("№1")

    assert booth.rows("SELECT name, telegram FROM leads") == [
        {"name": "Анна Б.", "telegram": "anna_b"}
    ]


async def test_a_command_ends_what_was_begun(booth: Booth, sandbox: SandboxProcess) -> None:
    admin = Chatter(sandbox, ADMIN)
    await admin.say("/lead")
    await admin.reads("шаг 1")

    await admin.say("/language")
    await admin.reads(me.ASK_LANGUAGE.ru)

    assert booth.rows("SELECT state FROM bot_users WHERE telegram_user_id = ?", ADMIN) == [
        {"state": None}
    ]
    shown = [labels(message) for message in await admin.messages()]
    assert not any(talk.SKIP.ru in row for row in shown)
