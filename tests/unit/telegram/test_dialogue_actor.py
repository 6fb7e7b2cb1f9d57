"""The dialogue with its poller and delivery, as guests see it, over a real store and sockets."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from store import messages as m
from store.domain.machine import Role
from store.domain.texts import bot as texts
from store.errors import CommandFailed, StoreDown
from telegram.sandbox.guest import Guest
from tests.unit.telegram.bot import LONG, Bot, a_bot

CLOSED = "Сессия закрыта, нажми «СТАРТ» на планшете."


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Bot]:
    async with a_bot(tmp_path) as made:
        yield made


async def consent(guest: Guest) -> dict[str, object]:
    """Press the consent button and return the answer to the press."""
    pressed = await guest.press_button("✅ Согласен", LONG)
    assert pressed.callback is not None
    return await guest.wait_for_answer(pressed.callback, LONG)


async def inbox(bot: Bot) -> list[tuple[object, ...]]:
    return await bot.rows("SELECT status, error FROM telegram_inbox ORDER BY update_id")


async def write(bot: Bot, update_id: int, guest: Guest, text: str) -> None:
    """Put a guest's text into the inbox, as the poller would."""
    chat = {"id": guest.id, "type": "private"}
    message = {"message_id": 1, "date": 1, "chat": chat, "from": guest.person.as_json()}
    raw = json.dumps({"update_id": update_id, "message": {**message, "text": text}})
    await bot.store.ask(m.StoreUpdates(((update_id, raw),), update_id + 1, bot.clock.now()))


async def test_a_guest_links_and_consents(bot: Bot, autojump_clock: MockClock) -> None:
    await bot.start_all()
    token = await bot.booth.session()
    guest = bot.guest()

    await guest.press_start(token)
    await consent(guest)
    shown = await guest.wait_for_text(texts.AGREED.ru, LONG)

    assert shown.markup is None
    assert len(guest.messages()) == 1
    sessions = await bot.rows("SELECT status, telegram_user_id FROM sessions")
    assert sessions == [("consented", guest.id)]
    assert await bot.rows("SELECT consented_at IS NOT NULL FROM users") == [(1,)]


async def test_of_two_guests_on_one_code_the_second_is_refused(
    bot: Bot, autojump_clock: MockClock
) -> None:
    await bot.start_all()
    token = await bot.booth.session()
    first, second = bot.guest("Анна"), bot.guest("Борис")

    await first.press_start(token)
    await first.wait_for_text(texts.ASK_CONSENT.ru, LONG)
    await second.press_start(token)
    await second.wait_for_text(texts.SOMEBODY_ELSE.ru, LONG)
    await consent(first)

    sessions = await bot.rows("SELECT status, telegram_user_id FROM sessions")
    assert sessions == [("consented", first.id)]


async def test_the_same_guest_again_steps_back_to_the_question(
    bot: Bot, autojump_clock: MockClock
) -> None:
    await bot.start_all()
    token = await bot.booth.session()
    guest = bot.guest()
    await guest.press_start(token)
    await consent(guest)
    agreed = await guest.wait_for_text(texts.AGREED.ru, LONG)

    await guest.press_start(token)
    await guest.wait_for_text(texts.ASK_CONSENT.ru, LONG, after=agreed.id)

    assert await bot.rows("SELECT status FROM sessions") == [("linked",)]


async def test_consent_that_comes_late_or_twice_changes_nothing(
    bot: Bot, autojump_clock: MockClock
) -> None:
    await bot.start_all()
    token = await bot.booth.session()
    guest = bot.guest()
    await guest.press_start(token)
    await guest.wait_for_text(texts.ASK_CONSENT.ru, LONG)
    await bot.booth.pull("session", token, "expire", Role.KIOSK, reason="qr_timeout")

    answers = [(await consent(guest))["text"]]
    await guest.wait_for_text(CLOSED, LONG)
    await guest.press_start(token)
    await guest.wait_for_text(CLOSED, LONG, after=guest.messages()[0].id)

    assert answers == [CLOSED]
    assert await bot.rows("SELECT status FROM sessions") == [("expired",)]


async def test_a_guest_at_the_limit_is_told_of_the_pack(
    bot: Bot, autojump_clock: MockClock
) -> None:
    await bot.start_all()
    guest = bot.guest()
    job = await bot.booth.job(guest.id)

    await guest.press_start(await bot.booth.session())
    await guest.wait_for_text("Твой набор уже готовится ⏳…", LONG)
    await bot.store.ask(m.ClaimJob("slot", bot.clock.now()))
    made = {"owner": "slot", "pack_name": "pack", "provider_used": "local"}
    await bot.booth.pull("job", job.id, "set_created", Role.SLOT, **made, render_mode="composite")
    await bot.booth.pull("job", job.id, "verified", Role.VERIFIER)
    await guest.press_start(await bot.booth.session())

    link = "https://t.me/addstickers/pack"
    assert await guest.wait_for_text(f"{texts.HAVE_PACK.ru.format(link=link)}", LONG)


async def test_a_guest_is_spoken_to_in_the_language_of_the_app(
    bot: Bot, autojump_clock: MockClock
) -> None:
    await bot.start_all()
    uzbek, french = bot.guest(language_code="uz"), bot.guest(language_code="fr")

    await uzbek.press_start()
    await french.press_start()

    await uzbek.wait_for_text(texts.WELCOME.uz, LONG)
    await french.wait_for_text(texts.WELCOME.ru, LONG)
    languages = await bot.rows("SELECT language FROM bot_users ORDER BY language")
    assert languages == [("ru",), ("uz",)]


async def test_a_block_is_remembered_and_a_start_ends_it(
    bot: Bot, autojump_clock: MockClock
) -> None:
    await bot.start_all()
    guest = bot.guest()
    blocked = "SELECT blocked_at IS NOT NULL FROM bot_users"
    await guest.press_start()
    welcome = await guest.wait_for_text(texts.WELCOME.ru, LONG)
    await guest.block()
    await bot.becomes(blocked, [(1,)])

    await guest.press_start()
    await guest.wait_for_text(texts.WELCOME.ru, LONG, after=welcome.id)

    assert await bot.rows(blocked) == [(0,)]


async def test_commands_of_guests_in_groups_are_ignored(
    bot: Bot, autojump_clock: MockClock
) -> None:
    await bot.start_all()
    guest = bot.guest()
    group = bot.sandbox.world.add_group("Leads", [guest.person])
    in_group = Guest(bot.sandbox.world, person=guest.person, chat=group)
    await in_group.send_text(f"/start@{bot.sandbox.bot_username}")
    await guest.press_start()

    await guest.wait_for_text(texts.WELCOME.ru, LONG)

    assert in_group.messages() == []
    assert {status for status, _ in await inbox(bot)} == {"done"}


async def test_the_operators_words_stand_for_the_maintenance_text(
    bot: Bot, autojump_clock: MockClock
) -> None:
    token = await bot.booth.session()
    await bot.booth.pull("maintenance", "maintenance", "pause", Role.ADMIN, text="Обед <15:00>")
    await bot.start_all()
    guest = bot.guest()

    await guest.press_start(token)

    assert await guest.wait_for_text("Обед <15:00>", LONG)
    assert await bot.rows("SELECT status FROM sessions") == [("idle",)]


async def test_one_persons_messages_are_answered_in_their_order(
    bot: Bot, autojump_clock: MockClock
) -> None:
    guest = bot.guest()
    await guest.press_start()
    for text in ("/help", "что?", "/start", "/help"):
        await guest.send_text(text)

    await bot.start_all()
    await bot.called("sendMessage", 5)
    await guest.wait_for_message(lambda _: len(guest.messages()) == 5, LONG)

    welcome, usage, unclear = texts.WELCOME.ru, texts.HELP.ru, texts.NOT_UNDERSTOOD.ru
    assert guest.texts() == [welcome, usage, unclear, welcome, usage]


async def test_order_is_kept_for_messages_that_come_while_others_are_in_hand(
    bot: Bot, autojump_clock: MockClock
) -> None:
    guest = bot.guest()
    await guest.press_start()
    bot.store_fails(m.FinishUpdate, StoreDown(), times=2)
    await bot.start(bot.dialogue())
    for update_id, text in ((9, "/start"), (5, "/help"), (7, "что?")):
        await write(bot, update_id, guest, text)
        await trio.sleep(0.6)

    await bot.start(bot.delivery())
    await guest.wait_for_text(texts.NOT_UNDERSTOOD.ru, LONG)

    assert guest.texts() == [texts.WELCOME.ru, texts.HELP.ru, texts.NOT_UNDERSTOOD.ru]


async def test_a_broken_update_is_put_aside_by_its_class_and_stops_nobody(
    bot: Bot, autojump_clock: MockClock
) -> None:
    guest = bot.guest()
    bot.sandbox.faults.inject_update('{"update_id": {id}, "message": {"text": "тайна"}}')
    bot.sandbox.faults.inject_update('{"update_id": {id}, "message": 7}')
    await guest.press_start()

    await bot.start_all()
    await guest.wait_for_text(texts.WELCOME.ru, LONG)

    aside = ("quarantined", "Malformed")
    assert await inbox(bot) == [aside, aside, ("done", None)]


async def test_raw_text_that_is_no_update_is_put_aside(bot: Bot, autojump_clock: MockClock) -> None:
    guest = bot.guest()
    await guest.press_start()
    for update_id, raw in enumerate(("{", "[" * 100_000, '{"update_id": 77}'), start=1):
        batch = ((update_id, raw),)
        await bot.store.ask(m.StoreUpdates(batch, update_id + 1, bot.clock.now()))

    await bot.start_all()
    await guest.wait_for_text(texts.WELCOME.ru, LONG)

    errors = [error for status, error in await inbox(bot) if status == "quarantined"]
    assert errors == ["JSONDecodeError", "RecursionError", "ValueError"]


async def test_an_update_whose_handling_breaks_is_put_aside(
    bot: Bot, autojump_clock: MockClock
) -> None:
    guest = bot.guest()
    bot.store_fails(m.FinishUpdate, CommandFailed("secret words"))
    await guest.press_start()
    await guest.send_text("/help")

    await bot.start_all()
    await guest.wait_for_text(texts.HELP.ru, LONG)

    assert await inbox(bot) == [("quarantined", "CommandFailed"), ("done", None)]
    assert texts.WELCOME.ru not in guest.texts()


async def test_nothing_is_lost_while_the_store_is_away(bot: Bot, autojump_clock: MockClock) -> None:
    guest = bot.guest()
    bot.store_fails(m.FinishUpdate, StoreDown(), times=5)
    await guest.press_start()

    await bot.start_all()
    await guest.wait_for_text(texts.WELCOME.ru, LONG)

    assert await inbox(bot) == [("done", None)]
    assert len(guest.messages()) == 1


async def test_updates_handled_by_two_at_once_take_effect_once(
    bot: Bot, autojump_clock: MockClock
) -> None:
    guests = [bot.guest() for _ in range(30)]
    for guest in guests:
        await guest.press_start()
    await bot.start(bot.dialogue())
    await bot.start_all()

    for guest in guests:
        await guest.wait_for_text(texts.WELCOME.ru, LONG)

    assert await bot.rows("SELECT count(*) FROM outbox") == [(30,)]


async def test_a_stop_leaves_what_it_did_not_finish_for_the_next_run(
    bot: Bot, autojump_clock: MockClock
) -> None:
    guest = bot.guest()
    await guest.press_start()
    for update_id in range(1, 50):
        await write(bot, update_id, guest, "/help")
    first = await bot.start(bot.dialogue())
    await first.stop()
    done = await bot.rows("SELECT count(*) FROM telegram_inbox WHERE status = 'done'")

    await bot.start(bot.dialogue())
    await bot.becomes("SELECT count(*) FROM outbox", [(49,)])

    assert done[0][0] < 49
