"""Lead admins in the group and in private, over a real store and the sandbox: buttons, commands.

No publisher runs here: cards are posted by hand, and what it would do is seen on the lead's row.
"""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import trio
from trio.testing import MockClock

from store import messages as m
from store.domain.leads import LeadForm
from store.domain.machine import Role
from store.domain.outgoing import Edit, Say
from store.domain.texts import bot as bot_texts
from store.domain.texts import leads as texts
from store.domain.texts import talk
from store.errors import StoreDown
from store.lead_messages import SubmitLead
from store.steps import Enqueue
from telegram import actor
from telegram.botapi.errors import Ok
from telegram.botapi.sending import Sending
from telegram.gathering import Booth
from telegram.sandbox import phone
from telegram.sandbox.guest import Guest
from telegram.sandbox.model import Chat, ChatKind, Message
from tests.unit.telegram.bot import LONG, Bot, Running, a_bot

KEY = "connect-key-0000000001"
STATUSES = ("in_work", "contacted", "deal", "refused", "spam")
LEAD_ROWS = "SELECT status FROM leads ORDER BY id"
CONFIRMATIONS = "SELECT count(*) FROM inline_confirmations"


@dataclass
class Desk:
    """A group with an admin and a colleague in it, and the bot that serves it."""

    bot: Bot
    chat: Chat
    anna: Guest
    boris: Guest
    stranger: Guest

    def dialogue(self) -> Any:
        admins = frozenset({self.anna.id, self.boris.id})
        booth = Booth(lead_admins=admins)
        return actor.child(store=self.bot.store, clock=self.bot.clock, booth=booth)

    async def start(self) -> Running:
        """Start everything; returns the dialogue."""
        await self.bot.start(self.bot.delivery())
        await self.bot.start(self.bot.poller())
        return await self.bot.start(self.dialogue())

    def alone(self, member: Guest) -> Guest:
        """Return the member's private chat."""
        return Guest(self.bot.sandbox.world, person=member.person)

    async def lead(self, name: str = "Мария", comment: str | None = None, key: str = KEY) -> int:
        """Take a request."""
        form = LeadForm(name, "maria", "+998901234567", comment, "ru", {"utm_source": "ads"})
        taken = await self.bot.store.ask(
            SubmitLead("request-01", form, key, self.bot.clock.now(), ip_hash="hash")
        )
        return taken.lead_id

    async def card(self, lead: int) -> Message:
        """Post a card to the group."""
        data = [
            {"text": each, "callback_data": f"stickers_lead:{lead}:{each}"} for each in STATUSES
        ]
        markup = {"inline_keyboard": [data]}
        sent = await self.bot.api.send_message(self.chat.id, f"Lead {lead}", Sending(markup=markup))
        assert isinstance(sent, Ok)
        return self.chat.messages[sent.value.message_id]

    async def published(self, name: str = "Мария", comment: str | None = None) -> Message:
        """Take a request and publish its card."""
        lead = await self.lead(name, comment)
        card = await self.card(lead)
        place = {"chat_id": self.chat.id, "message_id": card.id, "shown": 1}
        pull = await self.bot.booth.pull(
            "lead_card", str(lead), "published", Role.PUBLISHER, **place
        )
        assert isinstance(pull, m.Fired)
        return card

    async def press(self, member: Guest, message: Message, data: str) -> str:
        """Press a button with this data; returns the answer."""
        callback = self.bot.sandbox.world.press(member.person, message, data)
        return str((await member.wait_for_answer(callback, LONG))["text"])

    async def ask(self, member: Guest, command: str) -> Message:
        """Give a command that is to be confirmed; returns the question."""
        await member.send_text(command)
        return await member.wait_for_message(lambda each: "yes:" in str(each.markup), LONG)

    async def answer(self, member: Guest, question: Message, label: str) -> str:
        """Press yes or no below a question; returns the answer to the press."""
        assert question.markup is not None
        buttons = question.markup["inline_keyboard"][0]
        found = next(each for each in buttons if each["text"] == label)
        return await self.press(member, question, found["callback_data"])


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    async with a_bot(tmp_path) as bot:
        world = bot.sandbox.world
        members = [bot.guest(name, username=name.lower()) for name in ("Anna", "Boris", "Eve")]
        chat = world.add_group("Leads", [each.person for each in members])
        anna, boris, eve = (Guest(world, person=each.person, chat=chat) for each in members)
        yield Desk(bot, chat, anna, boris, eve)


async def test_a_press_updates_the_lead_and_appends_a_row_to_lead_status_history(
    desk: Desk, autojump_clock: MockClock
) -> None:
    await desk.start()
    card = await desk.published()

    assert await desk.press(desk.anna, card, "stickers_lead:1:in_work") == "🛠 В работе"

    lead = "SELECT status, status_changed_by, card_version FROM leads"
    assert await desk.bot.rows(lead) == [("in_work", "@anna", 2)]
    history = "SELECT lead_id, from_status, to_status, by FROM lead_status_history"
    assert await desk.bot.rows(history) == [(1, "new", "in_work", "@anna")]


async def test_the_same_button_again_writes_nothing_and_shows_already_so(
    desk: Desk, autojump_clock: MockClock
) -> None:
    await desk.start()
    card = await desk.published()
    await desk.press(desk.anna, card, "stickers_lead:1:deal")
    before = await desk.bot.rows("SELECT * FROM leads")

    assert await desk.press(desk.boris, card, "stickers_lead:1:deal") == "Уже так"

    assert await desk.bot.rows("SELECT * FROM leads") == before
    assert await desk.bot.rows("SELECT count(*) FROM lead_status_history") == [(1,)]


async def test_there_is_no_way_back_to_new(desk: Desk, autojump_clock: MockClock) -> None:
    await desk.start()
    card = await desk.published()
    await desk.press(desk.anna, card, "stickers_lead:1:deal")

    assert await desk.press(desk.anna, card, "stickers_lead:1:new") == talk.NOT_YOUR_TURN.ru
    assert await desk.bot.rows(LEAD_ROWS) == [("deal",)]


async def test_there_is_no_enforced_order_deal_can_become_spam_and_back(
    desk: Desk, autojump_clock: MockClock
) -> None:
    await desk.start()
    card = await desk.published()
    order = ("deal", "spam", "deal", "refused", "contacted", "in_work", "spam", "contacted")

    for status in order:
        await desk.press(desk.anna, card, f"stickers_lead:1:{status}")

    history = await desk.bot.rows("SELECT to_status FROM lead_status_history ORDER BY id")
    assert tuple(status for (status,) in history) == order


async def test_an_erased_lead_is_frozen_and_a_stale_press_is_refused(
    desk: Desk, autojump_clock: MockClock
) -> None:
    await desk.start()
    card = await desk.published()
    await desk.press(desk.anna, card, "stickers_lead:1:deal")
    await desk.bot.booth.pull("lead_card", "1", "erase", Role.LEAD_ADMIN)

    for status in ("spam", "deal"):
        answer = await desk.press(desk.anna, card, f"stickers_lead:1:{status}")
        assert answer == "Данные заявки удалены — статус не меняется"

    assert await desk.bot.rows(LEAD_ROWS) == [("deal",)]


async def test_non_admins_get_no_access(desk: Desk, autojump_clock: MockClock) -> None:
    await desk.start()
    card = await desk.published()

    assert await desk.press(desk.stranger, card, "stickers_lead:1:deal") == "Нет доступа"
    assert await desk.bot.rows(LEAD_ROWS) == [("new",)]


@pytest.mark.parametrize(
    "data",
    [
        "stickers_lead:1:deal; DROP TABLE leads",
        "stickers_lead:1 OR 1=1:deal",
        "stickers_lead:999999999999999999:deal",
        "stickers_lead:99999999999999999999999:deal",
        "stickers_lead:-1:deal",
        "stickers_lead::",
        "stickers_lead",
        "yes:1",
        "no:' OR ''='",
        "\u202e",
    ],
)
async def test_every_press_is_answered_also_hostile_ones(
    data: str, desk: Desk, autojump_clock: MockClock
) -> None:
    await desk.start()
    card = await desk.published()

    await desk.press(desk.anna, card, data)

    assert await desk.bot.rows(LEAD_ROWS) == [("new",)]
    assert await desk.bot.rows("SELECT DISTINCT status FROM telegram_inbox") == [("done",)]


async def test_two_presses_at_once_both_count_and_make_one_history(
    desk: Desk, autojump_clock: MockClock
) -> None:
    card = await desk.published()
    world = desk.bot.sandbox.world
    pressed = [
        world.press(each.person, card, f"stickers_lead:1:{status}")
        for each, status in ((desk.anna, "deal"), (desk.boris, "deal"), (desk.anna, "deal"))
    ]
    await desk.start()

    answers = [(await desk.anna.wait_for_answer(each, LONG))["text"] for each in pressed]

    assert sorted(answers) == ["Уже так", "Уже так", "✅ Сделка"]
    assert await desk.bot.rows("SELECT count(*) FROM lead_status_history") == [(1,)]


async def test_a_press_on_a_card_that_nobody_recorded_makes_it_the_card(
    desk: Desk, autojump_clock: MockClock
) -> None:
    await desk.start()
    card = await desk.card(await desk.lead())

    assert await desk.press(desk.anna, card, "stickers_lead:1:deal") == "✅ Сделка"

    row = "SELECT status, card, chat_id, message_id, card_shown < card_version FROM leads"
    assert await desk.bot.rows(row) == [("deal", "published", desk.chat.id, card.id, 1)]


async def test_a_press_on_an_old_card_counts_and_the_old_card_loses_its_buttons(
    desk: Desk, autojump_clock: MockClock
) -> None:
    await desk.start()
    old = await desk.published()
    new = await desk.card(1)
    place = {"chat_id": desk.chat.id, "message_id": new.id, "shown": 1}
    await desk.bot.booth.pull("lead_card", "1", "moved", Role.PUBLISHER, **place)

    assert await desk.press(desk.anna, old, "stickers_lead:1:deal") == "✅ Сделка"

    await desk.anna.wait_for_text(texts.MOVED.of("ru", lead=1), LONG)
    assert old.markup is None
    assert new.markup is not None
    assert await desk.bot.rows("SELECT status, message_id FROM leads") == [("deal", new.id)]


async def test_a_press_on_a_newer_card_retires_the_one_that_the_row_knew(
    desk: Desk, autojump_clock: MockClock
) -> None:
    await desk.start()
    old = await desk.published()
    new = await desk.card(1)

    assert await desk.press(desk.anna, new, "stickers_lead:1:deal") == "✅ Сделка"

    await desk.anna.wait_for_text(texts.MOVED.of("ru", lead=1), LONG)
    assert old.markup is None
    assert new.markup is not None
    assert await desk.bot.rows("SELECT status, message_id FROM leads") == [("deal", new.id)]


async def test_stickers_lead_has_the_card_posted_again(
    desk: Desk, autojump_clock: MockClock
) -> None:
    await desk.start()
    await desk.published()

    await desk.anna.send_text(f"/stickers_lead@{desk.bot.sandbox.bot_username} 1")
    await desk.bot.becomes("SELECT repost FROM leads", [(1,)])

    assert len(desk.anna.messages()) == 1


async def test_stickers_lead_works_in_private_and_says_so(
    desk: Desk, autojump_clock: MockClock
) -> None:
    await desk.start()
    await desk.published()
    private = desk.alone(desk.anna)
    await private.press_start()

    await private.send_text("/stickers_lead 1")
    await private.wait_for_text(texts.SHOWN_AGAIN.of("ru", lead=1), LONG)

    assert await desk.bot.rows("SELECT repost FROM leads") == [(1,)]


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("/stickers_lead", "Нужен номер заявки, например: /stickers_lead 12"),
        ("/stickers_forget <b>", "Нужен номер заявки, например: /stickers_forget 12"),
        ("/stickers_lead 999999999999999999", "Такой заявки нет"),
        ("/stickers_forget 7 тест", "Такой заявки нет"),
    ],
)
async def test_a_command_that_cannot_be_followed_is_answered(
    command: str, said: str, desk: Desk, autojump_clock: MockClock
) -> None:
    await desk.start()

    await desk.anna.send_text(command)

    await desk.anna.wait_for_text(said, LONG)


@pytest.mark.parametrize("command", ["/stickers_lead 1", "/stickers_forget 1", "/stickers_lead"])
async def test_commands_of_others_get_no_access_once(
    command: str, desk: Desk, autojump_clock: MockClock
) -> None:
    await desk.start()
    await desk.published()

    await desk.stranger.send_text(command)
    await desk.stranger.wait_for_text("Нет доступа", LONG)

    assert await desk.bot.rows("SELECT repost FROM leads") == [(0,)]
    assert await desk.bot.rows(CONFIRMATIONS) == [(0,)]
    assert len(desk.stranger.messages()) == 2


async def test_an_anonymous_admin_has_no_access_even_when_the_mask_is_listed(
    desk: Desk, autojump_clock: MockClock
) -> None:
    mask, world = 1087968824, desk.bot.sandbox.world
    first = await desk.start()
    await first.stop()
    listed = frozenset({mask})
    await desk.bot.start(
        actor.child(store=desk.bot.store, clock=desk.bot.clock, booth=Booth(lead_admins=listed))
    )
    await desk.published()
    chat = {"id": desk.chat.id, "type": "supergroup", "title": "Leads"}
    sender = {"id": mask, "is_bot": True, "first_name": "Group", "username": "GroupAnonymousBot"}
    said = {"message_id": 50, "date": world.now(), "chat": chat, "from": sender}
    said |= {"sender_chat": chat, "text": "/stickers_forget 1"}
    world.queue.add("message", said, world.now() + 100)

    await desk.anna.wait_for_text("Нет доступа", LONG)

    assert await desk.bot.rows(CONFIRMATIONS) == [(0,)]


async def test_stickers_forget_erases_only_after_a_confirmation(
    desk: Desk, autojump_clock: MockClock
) -> None:
    await desk.start()
    await desk.published()

    question = await desk.ask(desk.anna, "/stickers_forget 1")
    assert await desk.bot.rows("SELECT erased_at FROM leads") == [(None,)]
    answer = await desk.answer(desk.anna, question, "Да, удалить")

    assert answer == texts.FORGOTTEN.of("ru", lead=1)
    await desk.anna.wait_for_text(texts.FORGOTTEN.of("ru", lead=1), LONG)
    assert question.markup is None
    assert await desk.bot.rows("SELECT card, card_shown < card_version FROM leads") == [
        ("erased", 1)
    ]


async def test_erasure_sets_name_telegram_phone_comment_and_ip_hash_to_null_and_keeps_the_row(
    desk: Desk, autojump_clock: MockClock
) -> None:
    await desk.start()
    card = await desk.published(comment="Свадьба")
    await desk.press(desk.anna, card, "stickers_lead:1:deal")

    question = await desk.ask(desk.anna, "/stickers_forget 1")
    await desk.answer(desk.anna, question, "Да, удалить")

    personal = "SELECT name, telegram, phone, comment, ip_hash, erased_at IS NOT NULL FROM leads"
    assert await desk.bot.rows(personal) == [(None, None, None, None, None, 1)]
    kept = "SELECT status, locale, utm_source, created_at IS NOT NULL FROM leads"
    assert await desk.bot.rows(kept) == [("deal", "ru", "ads", 1)]
    assert await desk.bot.rows("SELECT to_status FROM lead_status_history") == [("deal",)]
    by = "SELECT by, who FROM transitions WHERE machine = 'lead_card' AND \"trigger\" = 'erase'"
    assert await desk.bot.rows(by) == [("lead_admin", "@anna")]


@pytest.mark.parametrize(
    ("name", "comment", "word"),
    [("Тестовая Мария", None, "тест"), ("Мария", "just a TEST", "test")],
)
async def test_full_deletion_removes_rows_from_leads_history_and_repeats(
    name: str, comment: str | None, word: str, desk: Desk, autojump_clock: MockClock
) -> None:
    await desk.start()
    card = await desk.published(name, comment)
    await desk.press(desk.anna, card, "stickers_lead:1:deal")

    question = await desk.ask(desk.anna, f"/stickers_forget 1 {word}")
    answer = await desk.answer(desk.anna, question, "Да, удалить")

    assert answer == "Тестовая заявка №1 удалена"
    for table in ("leads", "lead_status_history", "lead_repeats", "lead_requests", "state_data"):
        assert await desk.bot.rows(f"SELECT count(*) FROM {table}") == [(0,)]
    await desk.anna.wait_for_message(
        lambda each: each.id == card.id and each.content["text"] == answer, LONG
    )
    assert card.markup is None


async def test_full_deletion_is_allowed_only_for_a_lead_whose_name_or_comment_says_test(
    desk: Desk, autojump_clock: MockClock
) -> None:
    await desk.start()
    await desk.published("Мария", "Свадьба")

    await desk.anna.send_text("/stickers_forget 1 тест")
    await desk.anna.wait_for_text(texts.NOT_A_TEST.ru, LONG)

    assert await desk.bot.rows(CONFIRMATIONS) == [(0,)]
    assert await desk.bot.rows(LEAD_ROWS) == [("new",)]


async def test_a_no_leaves_everything_as_it_was(desk: Desk, autojump_clock: MockClock) -> None:
    await desk.start()
    await desk.published()
    question = await desk.ask(desk.anna, "/stickers_forget 1")

    assert await desk.answer(desk.anna, question, "Нет") == "Ничего не удалено"

    await desk.anna.wait_for_text("Ничего не удалено", LONG)
    assert await desk.bot.rows("SELECT name, erased_at FROM leads") == [("Мария", None)]


async def test_a_confirmation_by_another_person_is_refused(
    desk: Desk, autojump_clock: MockClock
) -> None:
    await desk.start()
    await desk.published()
    question = await desk.ask(desk.anna, "/stickers_forget 1")

    for other in (desk.boris, desk.stranger):
        assert await desk.answer(other, question, "Да, удалить") == "Нет доступа"
        assert await desk.answer(other, question, "Нет") == "Нет доступа"

    assert await desk.bot.rows("SELECT erased_at FROM leads") == [(None,)]
    assert await desk.answer(desk.anna, question, "Да, удалить") != "Нет доступа"


async def test_a_confirmation_is_used_once(desk: Desk, autojump_clock: MockClock) -> None:
    await desk.start()
    await desk.published()
    question = await desk.ask(desk.anna, "/stickers_forget 1")
    assert question.markup is not None
    yes, no = (each["callback_data"] for each in question.markup["inline_keyboard"][0])
    world = desk.bot.sandbox.world

    pressed = [world.press(desk.anna.person, question, data) for data in (yes, yes, no)]
    answers = [(await desk.anna.wait_for_answer(each, LONG))["text"] for each in pressed]

    assert answers == [
        texts.FORGOTTEN.of("ru", lead=1),
        talk.NOT_YOUR_TURN.ru,
        talk.NOT_YOUR_TURN.ru,
    ]
    assert await desk.bot.rows(CONFIRMATIONS) == [(0,)]


async def test_a_confirmation_older_than_an_hour_counts_as_expired(
    desk: Desk, autojump_clock: MockClock
) -> None:
    await desk.start()
    await desk.published()
    question = await desk.ask(desk.anna, "/stickers_forget 1")
    await trio.sleep(3601)

    assert await desk.answer(desk.anna, question, "Да, удалить") == talk.NOT_YOUR_TURN.ru

    await desk.anna.wait_for_text("Ничего не удалено", LONG)
    assert await desk.bot.rows("SELECT erased_at FROM leads") == [(None,)]


async def test_a_question_survives_a_restart(desk: Desk, autojump_clock: MockClock) -> None:
    first = await desk.start()
    await desk.published()
    question = await desk.ask(desk.anna, "/stickers_forget 1")
    await first.kill()
    await desk.bot.start(desk.dialogue())

    answer = await desk.answer(desk.anna, question, "Да, удалить")

    assert answer == texts.FORGOTTEN.of("ru", lead=1)
    assert await desk.bot.rows("SELECT name FROM leads") == [(None,)]


async def test_who_is_no_admin_any_more_confirms_nothing(
    desk: Desk, autojump_clock: MockClock
) -> None:
    first = await desk.start()
    await desk.published()
    question = await desk.ask(desk.anna, "/stickers_forget 1")
    await first.stop()
    await desk.bot.start(actor.child(store=desk.bot.store, clock=desk.bot.clock))

    assert await desk.answer(desk.anna, question, "Да, удалить") == "Нет доступа"
    assert await desk.bot.rows("SELECT erased_at FROM leads") == [(None,)]


async def test_a_press_is_carried_out_once_while_the_store_is_away(
    desk: Desk, autojump_clock: MockClock
) -> None:
    card = await desk.published()
    desk.bot.store_fails(m.FinishUpdate, StoreDown(), times=3, late=True)
    await desk.start()

    await desk.press(desk.anna, card, "stickers_lead:1:deal")

    assert await desk.bot.rows("SELECT count(*) FROM lead_status_history") == [(1,)]


async def test_who_presses_in_the_group_is_not_taken_for_a_guest_of_the_bot(
    desk: Desk, autojump_clock: MockClock
) -> None:
    await desk.start()
    card = await desk.published()

    await desk.press(desk.anna, card, "stickers_lead:1:deal")
    await desk.ask(desk.anna, "/stickers_forget 1")

    assert await desk.bot.rows("SELECT count(*) FROM bot_users") == [(0,)]


async def test_a_command_in_a_topic_is_answered_in_that_topic(
    desk: Desk, autojump_clock: MockClock
) -> None:
    await desk.start()
    world = desk.bot.sandbox.world
    forum = world.add_group("Forum", [desk.anna.person], forum=True)
    assert forum.topics is not None
    forum.topics[7] = "Leads"
    phone.say(world, desk.anna.person, forum, "/stickers_lead", thread=7)
    anna = Guest(world, person=desk.anna.person, chat=forum)

    answer = await anna.wait_for_text("Нужен номер заявки", LONG)

    assert answer.thread_id == 7


async def test_an_answer_whose_topic_is_gone_is_given_all_the_same(
    desk: Desk, autojump_clock: MockClock
) -> None:
    forum = desk.bot.sandbox.world.add_group("Forum", [desk.anna.person], forum=True)
    await desk.bot.queue(Enqueue("reply", forum.id, Say("yes", topic=7), "reply"))

    await desk.bot.start(desk.bot.delivery())
    anna = Guest(desk.bot.sandbox.world, person=desk.anna.person, chat=forum)

    assert (await anna.wait_for_text("yes", LONG)).thread_id is None


async def test_an_old_card_in_a_group_that_was_upgraded_costs_no_other_message_its_text(
    desk: Desk, autojump_clock: MockClock
) -> None:
    world = desk.bot.sandbox.world
    group = world.add_group("Old", [desk.anna.person], kind=ChatKind.GROUP)
    world.post(group, world.bot, {"text": "a card"})
    old = world.post(group, world.bot, {"text": "old card"})
    new = world.upgrade(group)
    while max(new.messages) < old.id:
        world.post(new, world.bot, {"text": "another card"})
    await desk.bot.queue(Enqueue("edit", group.id, Edit(old.id, "moved"), "card"))

    await desk.bot.start(desk.bot.delivery())
    await desk.bot.becomes("SELECT status FROM outbox", [("failed",)])

    assert new.messages[old.id].content == {"text": "another card"}


async def test_a_connect_link_puts_the_person_on_the_card_and_greets_them_in_their_language(
    desk: Desk, autojump_clock: MockClock
) -> None:
    await desk.start()
    await desk.published()
    maria = desk.bot.guest("Maria", username="maria", language_code="uz")

    await maria.press_start(KEY)
    await maria.wait_for_text(texts.GREETING.uz, LONG)

    row = "SELECT connected_user, connected_username, card_shown < card_version FROM leads"
    assert await desk.bot.rows(row) == [(maria.id, "maria", 1)]


async def test_a_connect_link_works_once(desk: Desk, autojump_clock: MockClock) -> None:
    await desk.start()
    await desk.published()
    maria, other = desk.bot.guest("Maria"), desk.bot.guest("Other")
    await maria.press_start(KEY)
    await maria.wait_for_text(texts.GREETING.ru, LONG)

    await other.press_start(KEY)
    await other.wait_for_text(texts.LINK_USED.ru, LONG)

    assert await desk.bot.rows("SELECT connected_user FROM leads") == [(maria.id,)]


async def test_the_connect_link_of_an_erased_lead_connects_nobody(
    desk: Desk, autojump_clock: MockClock
) -> None:
    await desk.start()
    await desk.published()
    await desk.bot.booth.pull("lead_card", "1", "erase", Role.RETENTION)
    maria = desk.bot.guest("Maria")

    await maria.press_start(KEY)
    await maria.wait_for_text(texts.LINK_USED.ru, LONG)

    assert await desk.bot.rows("SELECT connected_user FROM leads") == [(None,)]


async def test_a_guessed_payload_is_an_unknown_link(desk: Desk, autojump_clock: MockClock) -> None:
    await desk.start()
    await desk.published()
    guesser = desk.bot.guest()

    await guesser.press_start("connect-key-0000000002")

    await guesser.wait_for_text(bot_texts.UNKNOWN_LINK.ru, LONG)


async def test_lead_handling_is_not_affected_by_the_pause(
    desk: Desk, autojump_clock: MockClock
) -> None:
    await desk.start()
    card = await desk.published()
    await desk.bot.booth.pull("maintenance", "maintenance", "pause", Role.ADMIN, text="Обед")
    maria = desk.bot.guest("Maria")

    await maria.press_start(KEY)
    await maria.wait_for_text(texts.GREETING.ru, LONG)

    assert await desk.press(desk.anna, card, "stickers_lead:1:deal") == "✅ Сделка"


async def test_sessions_are_looked_up_first(desk: Desk, autojump_clock: MockClock) -> None:
    await desk.start()
    token = await desk.bot.booth.session()
    await desk.lead(key=token)
    guest = desk.bot.guest()

    await guest.press_start(token)

    await guest.wait_for_text(bot_texts.ASK_CONSENT.ru, LONG)
