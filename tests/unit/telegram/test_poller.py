"""The poller against the sandbox: nothing lost, nothing twice, and patience with a bad service."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import trio
from trio.testing import MockClock

from store import messages as m
from store.domain.conditions import Condition
from store.errors import StoreDown
from telegram.botapi.client import BotApi
from telegram.poller import ALLOWED_UPDATES
from telegram.sandbox.faults import Cut, Fault
from telegram.sandbox.guest import Guest
from telegram.sandbox.server import TOKEN
from tests.unit.telegram.bot import LONG, Bot, a_bot


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Bot]:
    async with a_bot(tmp_path) as made:
        yield made


@pytest.fixture
async def guest(bot: Bot) -> Guest:
    return bot.guest()


async def confirmed(bot: Bot) -> None:
    """Wait until the server keeps nothing for the bot any more."""
    with trio.fail_after(LONG):
        await bot.sandbox.calls.wait_until(lambda: bot.sandbox.world.queue.pending() == 0)


async def inbox(bot: Bot) -> list[int]:
    return [row[0] for row in await bot.rows("SELECT update_id FROM telegram_inbox")]


async def setting(bot: Bot, key: str) -> Any:
    found = await bot.rows("SELECT value FROM settings WHERE key = ?", key)
    return found[0][0] if found else None


async def test_updates_are_kept_raw_with_the_offset_and_confirmed(
    bot: Bot, guest: Guest, autojump_clock: MockClock
) -> None:
    first = bot.sandbox.world.queue.next_id
    await guest.press_start("abc")
    await guest.send_text("привет")

    await bot.start(bot.poller())
    await confirmed(bot)

    rows = await bot.rows(
        "SELECT update_id, json_extract(raw, '$.message.text') FROM telegram_inbox"
    )
    assert rows == [(first, "/start abc"), (first + 1, "привет")]
    assert await setting(bot, "telegram_offset") == str(first + 2)


async def test_the_bots_name_is_kept_and_the_webhook_removed(
    bot: Bot, autojump_clock: MockClock
) -> None:
    bot.sandbox.world.queue.webhook_url = "https://example.org/hook"

    await bot.start(bot.poller())

    assert await setting(bot, "bot_username") == bot.sandbox.bot_username
    assert bot.sandbox.world.queue.webhook_url == ""


async def test_a_webhook_set_meanwhile_is_removed(
    bot: Bot, guest: Guest, autojump_clock: MockClock
) -> None:
    await bot.start(bot.poller())
    await bot.called("getUpdates")
    bot.sandbox.world.queue.webhook_url = "https://example.org/hook"
    bot.sandbox.world.queue.interrupt("Conflict: terminated by setWebhook request")
    await guest.press_start()

    await confirmed(bot)

    assert len(await inbox(bot)) == 1


async def test_the_kinds_of_updates_are_asked_for(bot: Bot, autojump_clock: MockClock) -> None:
    await bot.start(bot.poller())
    await bot.called("getUpdates")

    assert bot.sandbox.world.queue.allowed == frozenset(ALLOWED_UPDATES)
    assert "drop_pending_updates" not in bot.sandbox.calls.of("deleteWebhook")[0].fields


@pytest.mark.parametrize(
    "fault", [Fault(cut=Cut.BODY), Fault(cut=Cut.AFTER), Fault(status=502, body=b"<html>502")]
)
async def test_an_answer_that_got_lost_comes_again_and_is_kept_once(
    bot: Bot, guest: Guest, fault: Fault, autojump_clock: MockClock
) -> None:
    await guest.press_start()
    bot.sandbox.faults.add("getUpdates", fault)

    await bot.start(bot.poller())
    await confirmed(bot)

    assert len(await inbox(bot)) == 1


async def test_a_restart_goes_on_where_the_last_run_stopped(
    bot: Bot, guest: Guest, autojump_clock: MockClock
) -> None:
    await guest.press_start()
    bot.sandbox.faults.add("getUpdates", Fault(delay_before=LONG), nth=2, times=99)
    first = await bot.start(bot.poller())
    await bot.called("getUpdates", 2)
    await first.kill()
    assert bot.sandbox.world.queue.pending() == 1
    bot.sandbox.faults.clear()

    await bot.start(bot.poller())
    await confirmed(bot)

    assert len(await inbox(bot)) == 1
    assert bot.sandbox.calls.records[-1].fields["offset"] == int(
        await setting(bot, "telegram_offset")
    )


async def test_the_last_batch_is_confirmed_at_a_stop(
    bot: Bot, guest: Guest, autojump_clock: MockClock
) -> None:
    await guest.press_start()
    bot.sandbox.faults.add("getUpdates", Fault(delay_before=LONG), nth=2)
    poller = await bot.start(bot.poller())
    await bot.called("getUpdates", 2)

    await poller.stop()

    assert bot.sandbox.world.queue.pending() == 0


async def test_what_arrives_during_the_stop_is_left_for_the_next_run(
    bot: Bot, guest: Guest, autojump_clock: MockClock
) -> None:
    await guest.press_start()
    bot.sandbox.faults.add("getUpdates", Fault(delay_after=LONG))
    first = await bot.start(bot.poller())
    await bot.called("getUpdates")

    await first.stop()

    assert await inbox(bot) == []
    assert bot.sandbox.world.queue.pending() == 1
    await bot.start(bot.poller())
    await confirmed(bot)
    assert len(await inbox(bot)) == 1


async def test_a_stop_is_not_held_up_by_a_silent_service(
    bot: Bot, guest: Guest, autojump_clock: MockClock
) -> None:
    await guest.press_start()
    bot.sandbox.faults.add("getUpdates", Fault(delay_before=LONG), nth=2, times=99)
    poller = await bot.start(bot.poller())
    await bot.called("getUpdates", 2)

    with trio.fail_after(5):
        await poller.stop()


BROKEN = [
    '"no object"',
    "null",
    "{}",
    '{"update_id": "7"}',
    '{"update_id": -5}',
    '{"update_id": 99999999999}',
    '{"update_id": true}',
]


async def test_broken_entries_are_survived_and_confirmed(
    bot: Bot, guest: Guest, autojump_clock: MockClock
) -> None:
    await guest.press_start()
    for text in BROKEN:
        bot.sandbox.faults.inject_update(text)
    bot.sandbox.faults.inject_update('{"update_id": {id}, "message": 7}')
    await guest.send_text("дальше")

    await bot.start(bot.poller())
    await confirmed(bot)

    assert len(await inbox(bot)) == 3


async def test_a_batch_of_broken_entries_alone_is_not_asked_for_without_pause(
    bot: Bot, guest: Guest, autojump_clock: MockClock
) -> None:
    bot.sandbox.faults.inject_update("{}")
    await bot.start(bot.poller())
    await trio.sleep(60)
    assert bot.sandbox.calls.counts["getupdates"] < 60
    await guest.press_start()

    await confirmed(bot)

    assert len(await inbox(bot)) == 1


async def test_an_over_long_update_is_cut_and_confirmed(
    bot: Bot, autojump_clock: MockClock
) -> None:
    text = '{"update_id": {id}, "message": "' + "x" * 700_000 + '"}'
    bot.sandbox.faults.inject_update(text)

    await bot.start(bot.poller())
    await confirmed(bot)

    assert await bot.rows("SELECT length(raw) FROM telegram_inbox") == [(512 * 1024,)]


async def test_the_offset_follows_ids_that_jump_down(
    bot: Bot, guest: Guest, autojump_clock: MockClock
) -> None:
    await guest.press_start()
    await bot.start(bot.poller())
    await confirmed(bot)
    bot.sandbox.faults.jump_update_id(5)
    await guest.send_text("через неделю")

    await confirmed(bot)

    assert 5 in await inbox(bot)
    assert await setting(bot, "telegram_offset") == "6"


async def test_ids_out_of_order_are_all_kept(
    bot: Bot, guest: Guest, autojump_clock: MockClock
) -> None:
    bot.sandbox.faults.jump_update_id(500)
    await guest.press_start()
    bot.sandbox.faults.jump_update_id(100)
    await guest.send_text("раз")

    await bot.start(bot.poller())
    await trio.sleep(60)
    assert await setting(bot, "telegram_offset") == "101"
    assert bot.sandbox.calls.counts["getupdates"] < 60
    await guest.send_text("два")
    await trio.sleep(60)

    assert sorted(await inbox(bot)) == [100, 101, 500]


async def test_telegram_out_of_reach_does_not_keep_the_program_from_starting(
    bot: Bot, autojump_clock: MockClock
) -> None:
    await bot.store.ask(m.PutSetting("bot_username", "earlier_bot", bot.clock.now()))
    real, bot.api = bot.api, BotApi(TOKEN, "http://127.0.0.1:9")

    poller = await bot.start(bot.poller())
    await bot.conditions.wait(Condition.TELEGRAM_UNREACHABLE)

    assert await setting(bot, "bot_username") == "earlier_bot"
    await poller.stop()
    await bot.api.aclose()
    bot.api = real


async def test_a_service_that_comes_back_is_found_and_the_condition_cleared(
    bot: Bot, guest: Guest, autojump_clock: MockClock
) -> None:
    await guest.press_start()
    html = Fault(status=502, body=b"<html>Bad Gateway</html>")
    rule = bot.sandbox.faults.add("*", html, times=10_000)
    await bot.start(bot.poller())
    await bot.conditions.wait(Condition.TELEGRAM_UNREACHABLE)

    rule.times = 0
    await bot.conditions.wait(Condition.TELEGRAM_UNREACHABLE, stands=False)
    await confirmed(bot)

    assert len(await inbox(bot)) == 1


async def test_a_restored_token_heals(bot: Bot, guest: Guest, autojump_clock: MockClock) -> None:
    await guest.press_start()
    bot.sandbox.faults.answer_error("getUpdates", 401, "Unauthorized", times=2)

    await bot.start(bot.poller())
    await bot.conditions.wait(Condition.TOKEN_REFUSED)
    await bot.conditions.wait(Condition.TOKEN_REFUSED, stands=False)
    await confirmed(bot)

    assert len(await inbox(bot)) == 1


async def test_a_second_poller_is_told_when_it_stays_and_forgotten_when_it_goes(
    bot: Bot, guest: Guest, autojump_clock: MockClock
) -> None:
    await bot.start(bot.poller())
    bot.sandbox.faults.answer_error(
        "getUpdates", 409, "Conflict: terminated by other getUpdates request", times=12
    )

    await bot.conditions.wait(Condition.POLLER_CONFLICT)
    await guest.press_start()
    await bot.conditions.wait(Condition.POLLER_CONFLICT, stands=False)
    await confirmed(bot)

    assert len(await inbox(bot)) == 1


async def test_updates_wait_in_hand_while_the_store_is_away(
    bot: Bot, guest: Guest, autojump_clock: MockClock
) -> None:
    await guest.press_start()
    bot.store_fails(m.StoreUpdates, StoreDown(), times=5)

    await bot.start(bot.poller())
    await confirmed(bot)

    assert len(await inbox(bot)) == 1
