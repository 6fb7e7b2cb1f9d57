"""The card in the group shows the newest state, wherever it has to be posted for that."""

from pathlib import Path

import trio
from trio.testing import MockClock

from store.domain.texts import leads as texts
from store.lead_messages import CardGone
from store.steps import DeleteLead, RepostCard
from telegram import delivery
from telegram.sandbox.faults import Cut, Fault
from telegram.sandbox.model import ChatKind
from tests.support.leads_office import Office, buttons_of, office, text_of
from tests.unit.telegram.bot import Watched, middle


async def deliver(o: Office) -> None:
    """Start delivery, which rewrites former cards."""
    await o.run(
        delivery.child(
            store=o.store,
            api=o.api,
            conditions=Watched(),
            clock=o.clock,
            data=o.booth.path.parent,
            random=middle,
        )
    )


async def test_a_card_shows_the_status_with_who_and_when(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    async with office(tmp_path) as o:
        await o.start()
        lead = await o.submit()
        await o.shown(lead)

        await o.press(lead, "deal", who="@boss<3")

        card = await o.shown(lead)
        assert "✅ Сделка · @boss<3 · 15.01.2026 12:0" in text_of(card)


async def test_any_number_of_changes_is_one_edit(tmp_path: Path, patient_clock: MockClock) -> None:
    async with office(tmp_path) as o:
        lead = await o.submit()
        work = await o.start()
        await o.shown(lead)
        await work.stop()
        for status in ("in_work", "spam", "deal", "refused"):
            await o.press(lead, status)

        await o.start()
        card = await o.shown(lead)

        assert "❌ Отказ" in text_of(card)
        assert o.sandbox.calls.counts["editmessagetext"] == 1


async def test_an_edit_that_changes_nothing_counts_as_done(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    async with office(tmp_path) as o:
        await o.start()
        lead = await o.submit()
        await o.shown(lead)
        o.sandbox.faults.answer_error(
            "editMessageText", 400, "Bad Request: message is not modified: exactly the same"
        )

        await o.press(lead, "deal")
        await o.shown(lead)

        assert o.sandbox.calls.counts["editmessagetext"] == 1


async def test_an_edit_of_unknown_outcome_is_done_again(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    async with office(tmp_path) as o:
        await o.start()
        lead = await o.submit()
        await o.shown(lead)
        o.sandbox.faults.add("editMessageText", Fault(cut=Cut.BEFORE))

        await o.press(lead, "deal")

        assert "✅ Сделка" in text_of(await o.shown(lead))


async def test_flood_control_of_edits_is_obeyed(tmp_path: Path, patient_clock: MockClock) -> None:
    async with office(tmp_path) as o:
        await o.start()
        lead = await o.submit()
        await o.shown(lead)
        o.sandbox.faults.flood(o.group.id, 100)
        began = trio.current_time()

        await o.press(lead, "deal")
        await o.becomes(lead, lambda now: now.card_shown == now.card_version)

        assert trio.current_time() - began >= 100
        assert o.sandbox.calls.counts["editmessagetext"] == 2


async def test_a_card_whose_message_is_gone_is_posted_again(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    async with office(tmp_path) as o:
        await o.start()
        lead = await o.submit()
        first = await o.shown(lead)
        del o.group.messages[first.id]

        await o.press(lead, "deal")
        second = await o.shown(lead)

        assert second.id != first.id
        assert "✅ Сделка" in text_of(second)
        assert len(o.live_cards()) == 1


async def test_the_command_posts_the_card_again_and_the_former_loses_its_buttons(
    tmp_path: Path,
    patient_clock: MockClock,
) -> None:
    async with office(tmp_path) as o:
        await deliver(o)
        await o.start()
        lead = await o.submit()
        first = await o.shown(lead)

        await o.step(RepostCard(lead))
        second = await o.shown(lead)
        await o.sandbox.world.wait_until(lambda: not first.markup)

        assert second.id > first.id
        assert text_of(first) == texts.MOVED.of("ru", lead=lead)
        assert o.live_cards() == [second]


async def test_a_card_that_cannot_be_posted_again_is_tried_less_and_less_often(
    tmp_path: Path,
    patient_clock: MockClock,
) -> None:
    async with office(tmp_path) as o:
        await o.start()
        lead = await o.submit()
        await o.shown(lead)
        o.sandbox.faults.answer_error("sendMessage", 400, "Bad Request: whatever", times=2)

        await o.step(RepostCard(lead))
        await o.shown(lead)

        times = [call.time for call in o.sandbox.calls.of("sendMessage")][1:]
        assert times[1] - times[0] >= 5
        assert times[2] - times[1] >= 15


async def test_a_card_in_a_group_that_was_upgraded_is_posted_in_the_new_one(
    tmp_path: Path,
    patient_clock: MockClock,
) -> None:
    async with office(tmp_path, kind=ChatKind.GROUP) as o:
        await o.start()
        lead = await o.submit()
        await o.shown(lead)
        new = o.sandbox.world.upgrade(o.group)

        await o.press(lead, "deal")
        card = await o.shown(lead)

        assert card.chat.id == new.id


async def test_a_card_in_a_former_group_is_posted_in_the_present_one(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    async with office(tmp_path) as o:
        work = await o.start()
        lead = await o.submit()
        await o.shown(lead)
        await work.stop()
        o.group.members[o.sandbox.world.bot.id] = "kicked"
        other = o.sandbox.world.add_group("Other", [o.boss])

        await o.start(chat_id=other.id)
        await o.press(lead, "deal")

        assert (await o.shown(lead)).chat.id == other.id


async def test_a_press_while_the_card_was_in_doubt_leaves_one_live_card(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    async with office(tmp_path) as o:
        await deliver(o)
        o.sandbox.faults.add("sendMessage", Fault(cut=Cut.AFTER))
        o.sandbox.faults.add("sendMessage", Fault(delay_before=10), nth=2)
        lead = await o.submit()
        await o.start()
        await o.sandbox.calls.wait_until(lambda: o.sent() == 2)
        (pressed,) = o.messages()
        await o.pull_card(lead, "published", chat_id=o.group.id, message_id=pressed.id, shown=0)

        second = (await o.becomes(lead, lambda now: now.message_id != pressed.id)).message_id
        await o.sandbox.world.wait_until(lambda: not pressed.markup)

        assert [card.id for card in o.live_cards()] == [second]


async def test_an_erased_card_is_rewritten_to_a_stub_without_buttons(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    async with office(tmp_path) as o:
        await o.start()
        lead = await o.submit(name="Secret")
        await o.shown(lead)

        await o.pull_card(lead, "erase")
        card = await o.shown(lead)

        assert text_of(card) == texts.TITLE_ERASED.of("ru", lead=lead)
        assert buttons_of(card) == []


async def test_an_erased_lead_that_was_never_published_is_never_posted(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    async with office(tmp_path) as o:
        lead = await o.submit()
        await o.pull_card(lead, "erase")
        await o.start()
        await o.booth.store.ask(CardGone(lead))
        await trio.sleep(60)

        assert o.messages() == []


async def test_a_card_that_was_on_its_way_during_the_erasure_becomes_a_stub(
    tmp_path: Path,
    patient_clock: MockClock,
) -> None:
    async with office(tmp_path) as o:
        o.sandbox.faults.add("sendMessage", Fault(delay_after=10))
        lead = await o.submit(name="Secret")
        await o.start()
        await o.sandbox.world.wait_until(lambda: bool(o.messages()))
        await o.pull_card(lead, "erase")

        await o.shown(lead)

        assert o.texts() == [texts.TITLE_ERASED.of("ru", lead=lead)]


async def test_an_erased_card_whose_message_is_gone_is_not_posted_again(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    async with office(tmp_path) as o:
        await o.start()
        lead = await o.submit()
        card = await o.shown(lead)
        del o.group.messages[card.id]

        await o.pull_card(lead, "erase")
        await o.becomes(lead, lambda now: now.card_shown == now.card_version)

        assert o.messages() == []


async def test_operators_are_told_of_an_erased_card_that_cannot_be_edited(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    async with office(tmp_path) as o:
        await o.start()
        lead = await o.submit()
        await o.shown(lead)
        o.sandbox.faults.answer_error(
            "editMessageText", 400, "Bad Request: message can't be edited"
        )

        await o.pull_card(lead, "erase")
        await o.becomes(lead, lambda now: now.card_shown == now.card_version)

        assert await o.rows("SELECT kind, chat_id FROM outbox") == [("alert", 900)]


async def test_a_deleted_test_lead_leaves_no_card_behind(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    async with office(tmp_path) as o:
        await deliver(o)
        await o.start()
        lead = await o.submit(name="тест")
        card = await o.shown(lead)

        await o.step(DeleteLead(lead, "@boss"))
        await o.sandbox.world.wait_until(lambda: not card.markup)

        assert o.texts() == [texts.DELETED.of("ru", lead=lead)]


async def test_a_card_that_was_on_its_way_during_the_deletion_loses_its_buttons(
    tmp_path: Path,
    patient_clock: MockClock,
) -> None:
    async with office(tmp_path) as o:
        o.sandbox.faults.add("sendMessage", Fault(delay_after=10))
        lead = await o.submit(name="тест")
        await o.start()
        await o.sandbox.world.wait_until(lambda: bool(o.messages()))

        await o.step(DeleteLead(lead, "@boss"))
        await o.sandbox.world.wait_until(lambda: not o.live_cards())

        assert o.texts() == [texts.DELETED.of("ru", lead=lead)]
