"""Delivery against the sandbox: order, floods, unknown outcomes, and what a stop leaves behind."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from store import messages as m
from store.domain.conditions import Condition
from store.domain.ids import GuestId
from store.domain.outgoing import Answer, Button, Edit, Say
from store.errors import StoreDown
from store.steps import Enqueue, MeetUser
from telegram.botapi.throttle import CHAT_BURST
from telegram.sandbox.faults import Cut, Fault
from telegram.sandbox.guest import Guest
from telegram.sandbox.model import ChatKind
from tests.unit.telegram.bot import LONG, Bot, a_bot

SENT = ("sent", None)


@pytest.fixture
async def bot(tmp_path: Path, autojump_clock: MockClock) -> AsyncIterator[Bot]:
    async with a_bot(tmp_path) as made:
        yield made


@pytest.fixture
async def guest(bot: Bot) -> Guest:
    return await started(bot)


async def started(bot: Bot) -> Guest:
    person = bot.guest()
    await person.press_start()
    return person


def texts_sent(bot: Bot) -> list[str]:
    return [str(call.fields["text"]) for call in bot.sandbox.calls.of("sendMessage")]


async def test_a_queued_message_arrives_with_its_buttons_and_is_remembered(
    bot: Bot, autojump_clock: MockClock, guest: Guest
) -> None:
    row = (Button("Жми", data="x"), Button("Смотри", url="https://example.org/"))
    await bot.queue(Enqueue("reply", guest.id, Say("<b>да</b>", (row,)), "say"))

    delivery = await bot.start(bot.delivery())
    message = await guest.wait_for_text("да", LONG)
    await delivery.stop()

    assert message.content["text"] == "да"
    assert message.markup == {
        "inline_keyboard": [
            [
                {"text": "Жми", "callback_data": "x"},
                {"text": "Смотри", "url": "https://example.org/"},
            ]
        ]
    }
    assert await bot.rows("SELECT status, message_id FROM outbox") == [("sent", message.id)]


async def test_a_message_queued_later_rings_delivery(
    bot: Bot, autojump_clock: MockClock, guest: Guest
) -> None:
    await bot.start(bot.delivery())

    await bot.say(guest, "привет")

    assert await guest.wait_for_text("привет", LONG)


async def test_a_flood_holds_back_its_own_chat_in_order_and_no_other(
    bot: Bot, autojump_clock: MockClock, guest: Guest
) -> None:
    other = await started(bot)
    bot.sandbox.faults.flood(guest.id, 20)
    for person, text in ((guest, "a1"), (guest, "a2"), (other, "b1")):
        await bot.say(person, text)

    delivery = await bot.start(bot.delivery())
    await guest.wait_for_text("a2", LONG)
    await delivery.stop()

    assert texts_sent(bot)[:2] in (["a1", "b1"], ["b1", "a1"])
    assert guest.texts() == ["a1", "a2"]
    assert await bot.outbox() == [SENT, SENT, SENT]


async def test_a_blocked_guest_is_remembered_and_others_are_served(
    bot: Bot, autojump_clock: MockClock, guest: Guest
) -> None:
    other = await started(bot)
    await bot.queue(MeetUser(GuestId(guest.id), "ru"))
    await guest.block()
    await bot.say(guest, "a")
    await bot.say(other, "b")

    delivery = await bot.start(bot.delivery())
    await other.wait_for_text("b", LONG)
    await bot.called("sendMessage", 2)
    await delivery.stop()

    assert await bot.outbox() == [("failed", "403 blocked"), SENT]
    assert await bot.rows("SELECT blocked_at IS NOT NULL FROM bot_users") == [(1,)]


HTML_502 = Fault(status=502, body=b"<html>Bad Gateway</html>")
UNKNOWN_OUTCOMES = [HTML_502, Fault(cut=Cut.AFTER), Fault(cut=Cut.BODY), Fault(cut=Cut.BEFORE)]


@pytest.mark.parametrize("fault", UNKNOWN_OUTCOMES)
async def test_a_repeatable_message_of_unknown_fate_is_sent_again(
    bot: Bot, autojump_clock: MockClock, guest: Guest, fault: Fault
) -> None:
    bot.sandbox.faults.add("sendMessage", fault)
    await bot.say(guest, "ответ")

    delivery = await bot.start(bot.delivery())
    await bot.called("sendMessage", 2)
    await delivery.stop()

    assert await bot.outbox() == [SENT]


@pytest.mark.parametrize("fault", UNKNOWN_OUTCOMES)
async def test_an_alert_of_unknown_fate_is_not_sent_again(
    bot: Bot, autojump_clock: MockClock, guest: Guest, fault: Fault
) -> None:
    bot.sandbox.faults.add("sendMessage", fault)
    await bot.say(guest, "тревога", repeatable=False)
    await bot.say(guest, "потом")

    delivery = await bot.start(bot.delivery())
    await guest.wait_for_text("потом", LONG)
    await delivery.stop()

    assert texts_sent(bot) == ["тревога", "потом"]
    assert [status for status, _ in await bot.outbox()] == ["maybe_sent", "sent"]


@pytest.mark.parametrize(
    ("repeatable", "left", "arrived"), [(True, "pending", 2), (False, "maybe_sent", 1)]
)
async def test_a_send_killed_before_it_was_recorded_is_of_unknown_fate(
    bot: Bot, autojump_clock: MockClock, guest: Guest, repeatable: bool, left: str, arrived: int
) -> None:
    bot.sandbox.faults.add("sendMessage", Fault(delay_after=1_000))
    await bot.say(guest, "сообщение", repeatable=repeatable)

    first = await bot.start(bot.delivery())
    await guest.wait_for_text("сообщение", LONG)
    await first.kill()

    assert await bot.rows("SELECT status FROM outbox") == [(left,)]
    await bot.say(guest, "конец")
    await bot.start(bot.delivery())
    await guest.wait_for_text("конец", LONG)
    assert guest.texts() == ["сообщение"] * arrived + ["конец"]


async def test_what_a_dead_program_was_sending_is_settled_at_the_start(
    bot: Bot, autojump_clock: MockClock, guest: Guest
) -> None:
    await bot.say(guest, "ответ")
    await bot.say(guest, "тревога", repeatable=False)
    for row in (1, 2):
        assert await bot.store.ask(m.BeginSend(row, bot.clock.now()))

    delivery = await bot.start(bot.delivery())
    await guest.wait_for_text("ответ", LONG)
    await delivery.stop()

    assert [status for status, _ in await bot.outbox()] == ["sent", "maybe_sent"]
    assert guest.texts() == ["ответ"]


async def test_only_the_newest_edit_of_a_message_is_sent(
    bot: Bot, autojump_clock: MockClock, guest: Guest
) -> None:
    await bot.say(guest, "карточка")
    first = await bot.start(bot.delivery())
    card = await guest.wait_for_text("карточка", LONG)
    await first.stop()
    for text in ("раз", "два", "три"):
        await bot.queue(Enqueue("edit", guest.id, Edit(card.id, text), "edit"))

    second = await bot.start(bot.delivery())
    await guest.wait_for_text("три", LONG)
    await second.stop()

    assert len(bot.sandbox.calls.of("editMessageText")) == 1
    assert await bot.outbox() == [
        SENT,
        ("failed", "superseded"),
        ("failed", "superseded"),
        SENT,
    ]


async def test_an_edit_that_changes_nothing_counts_as_sent(
    bot: Bot, autojump_clock: MockClock, guest: Guest
) -> None:
    await bot.say(guest, "карточка")
    first = await bot.start(bot.delivery())
    card = await guest.wait_for_text("карточка", LONG)
    await bot.queue(Enqueue("edit", guest.id, Edit(card.id, "карточка"), "edit"))
    await bot.called("editMessageText")
    await first.stop()

    assert await bot.outbox() == [SENT, SENT]


async def test_an_edit_of_unknown_fate_is_made_again(
    bot: Bot, autojump_clock: MockClock, guest: Guest
) -> None:
    await bot.say(guest, "карточка")
    delivery = await bot.start(bot.delivery())
    card = await guest.wait_for_text("карточка", LONG)
    bot.sandbox.faults.add("editMessageText", HTML_502)
    await bot.queue(Enqueue("edit", guest.id, Edit(card.id, "новое"), "edit"))

    await guest.wait_for_text("новое", LONG)
    await delivery.stop()

    assert await bot.outbox() == [SENT, SENT]


async def test_an_edit_of_a_message_that_is_gone_is_given_up(
    bot: Bot, autojump_clock: MockClock, guest: Guest
) -> None:
    await bot.queue(Enqueue("edit", guest.id, Edit(4_000, "новое"), "edit"))

    delivery = await bot.start(bot.delivery())
    await bot.called("editMessageText")
    await delivery.stop()

    assert await bot.outbox() == [("failed", "400 message_gone")]


async def test_a_press_is_answered(bot: Bot, autojump_clock: MockClock, guest: Guest) -> None:
    await bot.queue(Enqueue("reply", guest.id, Say("?", ((Button("да", data="x"),),)), "say"))
    await bot.start(bot.delivery())
    pressed = (await guest.press_button("да", LONG)).callback
    assert pressed is not None

    await bot.queue(Enqueue("answer", None, Answer(pressed.id, "спасибо", alert=True), "answer"))

    answer = await guest.wait_for_answer(pressed, LONG)
    assert (answer["text"], answer["show_alert"]) == ("спасибо", True)


async def test_an_answer_to_a_press_nobody_knows_is_given_up(
    bot: Bot, autojump_clock: MockClock
) -> None:
    await bot.queue(Enqueue("answer", None, Answer("123"), "answer"))

    delivery = await bot.start(bot.delivery())
    await bot.called("answerCallbackQuery")
    await delivery.stop()

    assert await bot.outbox() == [("failed", "400 query_too_old")]


async def test_an_answer_that_waited_too_long_is_not_sent(
    bot: Bot, autojump_clock: MockClock, guest: Guest
) -> None:
    await bot.queue(Enqueue("answer", None, Answer("123"), "answer"))
    await trio.sleep(121)
    await bot.say(guest, "дальше")

    delivery = await bot.start(bot.delivery())
    await guest.wait_for_text("дальше", LONG)
    await delivery.stop()

    assert bot.sandbox.calls.of("answerCallbackQuery") == []
    assert await bot.outbox() == [("failed", "too late to answer"), SENT]


async def test_a_refused_token_is_told_and_heals(
    bot: Bot, autojump_clock: MockClock, guest: Guest
) -> None:
    bot.sandbox.faults.answer_error("sendMessage", 401, "Unauthorized")
    await bot.say(guest, "привет")

    await bot.start(bot.delivery())
    await bot.conditions.wait(Condition.TOKEN_REFUSED)
    await guest.wait_for_text("привет", LONG)

    await bot.conditions.wait(Condition.TOKEN_REFUSED, stands=False)


async def test_a_group_that_moved_is_followed(
    bot: Bot, autojump_clock: MockClock, guest: Guest
) -> None:
    group = bot.sandbox.world.add_group("Leads", [guest.person], kind=ChatKind.GROUP)
    moved = Guest(bot.sandbox.world, person=guest.person, chat=bot.sandbox.world.upgrade(group))
    await bot.queue(Enqueue("card", group.id, Say("карточка"), "say"))

    await bot.start(bot.delivery())

    assert await moved.wait_for_text("карточка", LONG)


async def test_a_message_that_telegram_cannot_read_holds_up_nothing(
    bot: Bot, autojump_clock: MockClock, guest: Guest
) -> None:
    await bot.say(guest, "<b>не закрыт")
    await bot.say(guest, "дальше")

    delivery = await bot.start(bot.delivery())
    await guest.wait_for_text("дальше", LONG)
    await delivery.stop()

    assert await bot.outbox() == [("failed", "400 bad_request"), SENT]


async def test_a_refusal_nobody_has_listed_is_tried_a_few_times(
    bot: Bot, autojump_clock: MockClock, guest: Guest
) -> None:
    bot.sandbox.faults.answer_error("sendMessage", 400, "Bad Request: MOON_PHASE", times=99)
    await bot.say(guest, "привет")

    delivery = await bot.start(bot.delivery())
    await bot.called("sendMessage", 5)
    await delivery.stop()

    assert await bot.outbox() == [("failed", "400 unknown")]


async def test_a_stop_begins_no_new_sends_and_loses_none(
    bot: Bot, autojump_clock: MockClock, guest: Guest
) -> None:
    texts = [f"m{number}" for number in range(CHAT_BURST + 3)]
    for text in texts:
        await bot.say(guest, text)
    delivery = await bot.start(bot.delivery())
    await guest.wait_for_text(texts[CHAT_BURST - 1], LONG)
    await trio.sleep(0.5)  # the next one now waits for the chat's pace

    await delivery.stop()

    statuses = [status for status, _ in await bot.outbox()]
    assert guest.texts() == texts[:CHAT_BURST]
    assert statuses == ["sent"] * CHAT_BURST + ["pending"] * 3


async def test_what_is_in_flight_at_a_stop_is_finished(
    bot: Bot, autojump_clock: MockClock, guest: Guest
) -> None:
    bot.sandbox.faults.add("sendMessage", Fault(delay_before=3))
    await bot.say(guest, "привет")
    delivery = await bot.start(bot.delivery())
    await bot.called("sendMessage")

    await delivery.stop()

    assert guest.texts() == ["привет"]
    assert await bot.outbox() == [SENT]


async def test_a_result_is_recorded_once_the_store_is_back(
    bot: Bot, autojump_clock: MockClock, guest: Guest
) -> None:
    await bot.say(guest, "привет", repeatable=False)
    bot.store_fails(m.EndSend, StoreDown(), times=3)

    delivery = await bot.start(bot.delivery())
    await bot.called("sendMessage")
    await delivery.stop()

    assert guest.texts() == ["привет"]
    assert await bot.outbox() == [SENT]


async def test_a_message_that_the_store_could_not_give_out_waits(
    bot: Bot, autojump_clock: MockClock, guest: Guest
) -> None:
    await bot.say(guest, "привет", repeatable=False)
    bot.store_fails(m.BeginSend, StoreDown(), times=3)

    delivery = await bot.start(bot.delivery())
    await guest.wait_for_text("привет", LONG)
    await delivery.stop()

    assert await bot.outbox() == [SENT]


async def test_a_message_whose_giving_out_was_not_answered_is_sent_once(
    bot: Bot, guest: Guest, autojump_clock: MockClock
) -> None:
    await bot.say(guest, "привет", repeatable=False)
    bot.store_fails(m.BeginSend, trio.TooSlowError(), late=True)

    delivery = await bot.start(bot.delivery())
    await guest.wait_for_text("привет", LONG)
    await delivery.stop()

    assert guest.texts() == ["привет"]
    assert await bot.outbox() == [SENT]


async def test_many_chats_are_served_at_once(bot: Bot, autojump_clock: MockClock) -> None:
    guests = [await started(bot) for _ in range(20)]
    for person in guests:
        bot.sandbox.faults.add("sendMessage", Fault(delay_before=5), chat_id=person.id)
        await bot.say(person, "привет")
    before = trio.current_time()

    await bot.start(bot.delivery())
    for person in guests:
        await person.wait_for_text("привет", LONG)

    one_by_one = 20 * 5
    assert trio.current_time() - before < one_by_one / 2
