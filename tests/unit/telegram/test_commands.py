"""The registration of commands against a real store and the sandbox: who sees which menu."""

from collections.abc import AsyncIterator, Set
from pathlib import Path
from typing import Any

import pytest
import trio
from trio.testing import MockClock

from store import messages as m
from store.domain.ids import GuestId
from store.domain.records import StaffRole
from store.errors import CommandFailed, StoreDown
from store.steps import PutStaff, RemoveStaff
from telegram import commands
from telegram.commands import LOOK_SECONDS, REGISTERED, LeadsChat
from telegram.dialogue.buses import ENTRIES, Audience
from telegram.gathering import Booth
from telegram.sandbox.command_scopes import commands_for
from telegram.sandbox.faults import Fault
from telegram.sandbox.guest import Guest
from telegram.sandbox.model import ChatKind
from tests.unit.telegram.bot import LONG, Bot, Running, a_bot, middle

LISTS_OF_A_SCOPE = 4
"""Three languages and none."""


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Bot]:
    async with a_bot(tmp_path) as made:
        yield made


@pytest.fixture
async def anna(bot: Bot) -> Guest:
    """Somebody who has started the bot."""
    guest = bot.guest()
    await guest.press_start()
    return guest


async def begin(
    bot: Bot, operators: Set[int] = frozenset(), leads: LeadsChat | None = None
) -> Running:
    spec = commands.child(
        store=bot.store,
        api=bot.api,
        clock=bot.clock,
        booth=Booth(operators=operators),
        leads=leads,
        random=middle,
    )
    return await bot.start(spec)


def menu(guest: Guest) -> list[str]:
    return [each["command"] for each in guest.commands()]


def names(*audiences: Audience) -> list[str]:
    return [entry.name for entry in ENTRIES if entry.audience in audiences]


GUESTS = names(Audience.GUESTS)
LEAD_ADMINS = names(Audience.GUESTS, Audience.LEAD_ADMINS)
OPERATORS = names(Audience.GUESTS, Audience.OPERATORS)


async def sees(bot: Bot, guest: Guest, wanted: list[str]) -> None:
    """Wait until the app of somebody lists so."""
    with trio.fail_after(LONG):
        await bot.sandbox.world.wait_until(lambda: menu(guest) == wanted)


async def remembered(bot: Bot, lists: int) -> None:
    """Wait until so many lists are remembered and none is in doubt."""
    await bot.becomes(
        "SELECT count(*), min(length(value)) FROM"
        f" json_each((SELECT value FROM settings WHERE key = '{REGISTERED}'))",
        [(lists, 16)],
    )


async def employ(bot: Bot, guest: Guest) -> None:
    boss = GuestId(900)
    await bot.queue(PutStaff(GuestId(guest.id), "Anna", StaffRole.LEAD_ADMIN, boss))


def scopes(bot: Bot, method: str) -> list[dict[str, Any]]:
    return [dict(each.fields["scope"]) for each in bot.sandbox.calls.of(method)]


async def test_a_guests_app_lists_the_commands_in_its_language(
    bot: Bot, anna: Guest, autojump_clock: MockClock
) -> None:
    speaker = bot.guest("Bek", language_code="uz-UZ")

    await begin(bot)
    await remembered(bot, LISTS_OF_A_SCOPE)

    assert menu(anna) == GUESTS
    assert speaker.commands()[0]["description"] == ENTRIES[0].about.uz


async def test_an_operators_app_lists_the_operators_commands(
    bot: Bot, anna: Guest, autojump_clock: MockClock
) -> None:
    await begin(bot, {anna.id})

    await sees(bot, anna, OPERATORS)


async def test_somebody_added_to_the_staff_sees_it_at_once(
    bot: Bot, anna: Guest, autojump_clock: MockClock
) -> None:
    await begin(bot)
    await remembered(bot, LISTS_OF_A_SCOPE)
    began = trio.current_time()

    await employ(bot, anna)
    await sees(bot, anna, LEAD_ADMINS)

    assert trio.current_time() - began < LOOK_SECONDS / 2


async def test_somebody_who_leaves_the_staff_sees_what_guests_see(
    bot: Bot, anna: Guest, autojump_clock: MockClock
) -> None:
    await employ(bot, anna)
    await begin(bot)
    await remembered(bot, 2 * LISTS_OF_A_SCOPE)

    await bot.queue(RemoveStaff(GuestId(anna.id), GuestId(900)))

    await sees(bot, anna, GUESTS)
    await remembered(bot, LISTS_OF_A_SCOPE)


async def test_a_restart_sets_only_what_differs(
    bot: Bot, anna: Guest, autojump_clock: MockClock
) -> None:
    first = await begin(bot)
    await remembered(bot, LISTS_OF_A_SCOPE)
    await first.stop()

    await begin(bot, {anna.id})
    await remembered(bot, 2 * LISTS_OF_A_SCOPE)

    everybody, own = {"type": "all_private_chats"}, {"type": "chat", "chat_id": anna.id}
    assert scopes(bot, "setMyCommands") == [everybody] * 4 + [own] * 4


async def test_somebody_who_has_not_started_the_bot_holds_up_nobody_and_is_tried_again(
    bot: Bot, anna: Guest, autojump_clock: MockClock
) -> None:
    absent = Guest(bot.sandbox.world, person=bot.sandbox.world.add_person("Bek", id=5))

    await begin(bot, {absent.id, anna.id})
    await sees(bot, anna, OPERATORS)
    await absent.press_start()

    await sees(bot, absent, OPERATORS)
    await remembered(bot, 3 * LISTS_OF_A_SCOPE)


async def test_the_group_of_leads_lists_its_commands_where_it_has_moved(
    bot: Bot, anna: Guest, autojump_clock: MockClock
) -> None:
    group = bot.sandbox.world.add_group("Leads", [anna.person], kind=ChatKind.SUPERGROUP)
    await bot.store.ask(m.PutSetting("moved", str(group.id), bot.clock.now()))

    await begin(bot, leads=LeadsChat(-1, "moved"))
    await remembered(bot, 2 * LISTS_OF_A_SCOPE)

    listed = [each["command"] for each in commands_for(bot.sandbox.world, group, anna.person)]
    assert listed == [entry.name for entry in ENTRIES if entry.in_group]


async def test_a_flood_wait_is_sat_out(bot: Bot, anna: Guest, autojump_clock: MockClock) -> None:
    bot.sandbox.faults.answer_error(
        "setMyCommands", 429, "Too Many Requests: retry after 400", retry_after=400
    )

    await begin(bot)
    await sees(bot, anna, GUESTS)

    first, second, *_ = bot.sandbox.calls.of("setMyCommands")
    assert second.time - first.time >= 400


async def test_a_list_that_is_refused_holds_up_no_other(
    bot: Bot, anna: Guest, autojump_clock: MockClock
) -> None:
    bot.sandbox.faults.answer_error("setMyCommands", 400, "Bad Request: something is expected")

    await begin(bot)
    await remembered(bot, LISTS_OF_A_SCOPE)

    assert menu(anna) == GUESTS


@pytest.mark.parametrize("error", [StoreDown("away"), CommandFailed("full")])
async def test_a_store_that_fails_puts_it_off(
    bot: Bot, anna: Guest, error: Exception, autojump_clock: MockClock
) -> None:
    bot.store_fails(m.PutSetting, error)

    await begin(bot)

    await sees(bot, anna, GUESTS)


async def test_the_start_and_the_stop_do_not_wait_for_telegram(
    bot: Bot, autojump_clock: MockClock
) -> None:
    bot.sandbox.faults.add("setMyCommands", Fault(delay_before=LONG))
    began = trio.current_time()

    running = await begin(bot)
    await bot.called("setMyCommands")
    await running.stop()

    assert trio.current_time() - began < 1.0


async def test_a_list_set_just_before_the_end_is_deleted_when_its_person_has_left(
    bot: Bot, anna: Guest, autojump_clock: MockClock
) -> None:
    first = await begin(bot)
    await remembered(bot, LISTS_OF_A_SCOPE)
    bot.sandbox.faults.add("setMyCommands", Fault(delay_after=LONG))
    await employ(bot, anna)
    await bot.called("setMyCommands", LISTS_OF_A_SCOPE + 1)
    await first.kill()
    await bot.queue(RemoveStaff(GuestId(anna.id), GuestId(900)))

    await begin(bot)
    await remembered(bot, LISTS_OF_A_SCOPE)

    assert menu(anna) == GUESTS
    assert {"type": "chat", "chat_id": anna.id} in scopes(bot, "deleteMyCommands")


@pytest.mark.parametrize("record", ["{", "[]", '{"elsewhere/ru": "1", "chat:1/ru": 2}'])
async def test_a_record_that_cannot_be_read_counts_as_nothing_registered(
    bot: Bot, anna: Guest, record: str, autojump_clock: MockClock
) -> None:
    await bot.store.ask(m.PutSetting(REGISTERED, record, bot.clock.now()))

    await begin(bot)

    await sees(bot, anna, GUESTS)
    await remembered(bot, LISTS_OF_A_SCOPE)
