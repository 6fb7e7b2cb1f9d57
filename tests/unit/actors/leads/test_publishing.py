"""A request reaches the group as one card, whatever happens on the way."""

import itertools
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from store.domain.texts import leads as texts
from store.errors import StoreDown
from store.messages import Pull
from telegram.sandbox.faults import Cut, Fault
from telegram.sandbox.model import ChatKind
from tests.support.leads_office import buttons_of, office, text_of

SERVER_ERROR = (400, "Bad Request: something nobody has listed")


async def test_a_card_is_sent_to_the_chat_of_leads(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    async with office(tmp_path) as o:
        await o.start()
        lead = await o.submit(name="Анна <3", comment="на свадьбу")

        card = await o.shown(lead)

        assert "Анна <3" in text_of(card)
        assert "на свадьбу" in text_of(card)
        row = await o.lead(lead)
        assert (row.card, row.chat_id, row.message_id) == ("published", o.group.id, card.id)
        assert row.published_at is not None


async def test_a_card_has_a_button_for_each_of_the_five_statuses(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    async with office(tmp_path) as o:
        await o.start()
        lead = await o.submit()

        card = await o.shown(lead)

        wanted = ("in_work", "contacted", "deal", "refused", "spam")
        assert buttons_of(card) == [f"stickers_lead:{lead}:{status}" for status in wanted]


async def test_the_outbox_is_checked_every_two_seconds_without_a_ring(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    async with office(tmp_path) as o:
        lead = await o.submit()
        await o.start()
        o.booth.store.hub.publish(())

        await o.shown(lead)

        assert len(o.live_cards()) == 1


@pytest.mark.parametrize(
    ("failed", "poll", "wanted"), [(0, 2, [5, 15]), (2, 60, [60, 300, 900, 900])]
)
async def test_next_tries_come_after_5_15_60_300_and_then_every_900_seconds(
    tmp_path: Path, patient_clock: MockClock, failed: int, poll: float, wanted: list[int]
) -> None:
    async with office(tmp_path, poll=poll) as o:
        o.sandbox.faults.answer_error("sendMessage", *SERVER_ERROR, times=len(wanted))
        lead = await o.submit()
        for _ in range(failed):
            await o.publish_failed(lead)
        await o.start()

        await o.shown(lead)

        times = [call.time for call in o.sandbox.calls.of("sendMessage")]
        gaps = [after - before for before, after in itertools.pairwise(times)]
        for gap, pause in zip(gaps, wanted, strict=True):
            assert pause - 1 <= gap <= pause + poll + 1


async def test_flood_control_overrides_the_delay_with_its_own_value(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    async with office(tmp_path) as o:
        o.sandbox.faults.flood(o.group.id, 100)
        lead = await o.submit()
        began = trio.current_time()
        await o.start()

        await o.shown(lead)

        assert 100 <= trio.current_time() - began <= 106
        assert (await o.lead(lead)).publish_attempts == 1
        assert o.sent() == 2


async def test_flood_control_holds_the_other_cards_back_without_counting_against_them(
    tmp_path: Path,
    patient_clock: MockClock,
) -> None:
    async with office(tmp_path) as o:
        o.sandbox.faults.flood(o.group.id, 100)
        leads = [await o.submit(phone=f"+99890123456{n}") for n in range(3)]
        await o.start()

        for lead in leads:
            await o.shown(lead)

        assert [(await o.lead(lead)).publish_attempts for lead in leads] == [1, 0, 0]


async def test_an_admin_is_alerted_from_the_fifth_failure(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    async with office(tmp_path, poll=600.0) as o:
        o.sandbox.faults.answer_error("sendMessage", *SERVER_ERROR)
        lead = await o.submit()
        for _ in range(4):
            await o.publish_failed(lead)
        before = await o.rows("SELECT kind FROM outbox")

        await o.start()
        await o.shown(lead)

        assert before == []
        assert await o.rows("SELECT kind, chat_id FROM outbox") == [("alert", 900)]


async def test_a_card_of_unknown_outcome_is_followed_by_one_that_says_so(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    async with office(tmp_path) as o:
        o.sandbox.faults.add("sendMessage", Fault(cut=Cut.AFTER))
        lead = await o.submit()
        await o.start()
        in_doubt = await o.becomes(lead, lambda now: now.publish_attempts == 1)

        await o.shown(lead)

        assert (in_doubt.publish_error, in_doubt.in_doubt) == ("unknown outcome", True)
        first, second = o.texts()
        assert texts.MAYBE_TWICE.ru not in first
        assert texts.MAYBE_TWICE.ru in second
        assert not (await o.lead(lead)).in_doubt


async def test_a_definite_failure_does_not_take_an_earlier_doubt_away(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    async with office(tmp_path) as o:
        o.sandbox.faults.add("sendMessage", Fault(cut=Cut.AFTER))
        o.sandbox.faults.answer_error("sendMessage", *SERVER_ERROR, nth=2)
        lead = await o.submit()
        await o.start()

        assert texts.MAYBE_TWICE.ru in text_of(await o.shown(lead))


async def test_a_definite_failure_raises_no_doubt(tmp_path: Path, patient_clock: MockClock) -> None:
    async with office(tmp_path) as o:
        o.sandbox.faults.answer_error("sendMessage", *SERVER_ERROR)
        lead = await o.submit()
        await o.start()

        assert texts.MAYBE_TWICE.ru not in text_of(await o.shown(lead))


async def test_a_card_that_was_on_its_way_when_the_program_died_is_followed_by_one_that_says_so(
    tmp_path: Path,
    patient_clock: MockClock,
) -> None:
    async with office(tmp_path) as o:
        o.sandbox.faults.add("sendMessage", Fault(delay_after=50))
        lead = await o.submit()
        work = await o.start()
        await o.sandbox.world.wait_until(lambda: bool(o.messages()))
        await work.kill()

        await o.start()
        await o.shown(lead)

        assert [texts.MAYBE_TWICE.ru in text for text in o.texts()] == [False, True]


async def test_a_card_is_published_once_though_the_answer_of_the_store_was_lost(
    tmp_path: Path,
    patient_clock: MockClock,
) -> None:
    async with office(tmp_path) as o:
        lead = await o.submit()
        o.store_fails(Pull, trio.TooSlowError(), late=True)
        await o.start()

        await o.shown(lead)
        await trio.sleep(60)

        assert len(o.messages()) == 1


async def test_a_store_that_is_down_puts_publication_off(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    async with office(tmp_path) as o:
        lead = await o.submit()
        o.store_fails(Pull, StoreDown("disk"), times=3)
        await o.start()

        await o.shown(lead)

        assert len(o.messages()) == 1


async def test_a_stop_begins_no_new_card(tmp_path: Path, patient_clock: MockClock) -> None:
    async with office(tmp_path) as o:
        work = await o.start()
        await work.stop()
        await o.submit()
        await trio.sleep(60)

        assert o.messages() == []


async def test_without_a_chat_nothing_is_posted(tmp_path: Path, patient_clock: MockClock) -> None:
    async with office(tmp_path, chat_id=None) as o:
        await o.start()
        await o.submit()
        await trio.sleep(60)

        assert o.messages() == []


async def test_cards_go_to_the_topic_of_the_setting(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    async with office(tmp_path, topics={7: "Заявки"}, thread_id=7) as o:
        await o.start()
        card = await o.shown(await o.submit())

        assert card.thread_id == 7


async def test_a_topic_that_is_gone_is_left_out_and_told_to_the_operators(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    async with office(tmp_path, topics={7: "Заявки"}, thread_id=8) as o:
        await o.start()
        card = await o.shown(await o.submit())
        await o.shown(await o.submit(phone="+998901111111"))

        assert card.thread_id is None
        assert o.sent() == 3
        assert await o.rows("SELECT kind, chat_id FROM outbox") == [("alert", 900)]


async def test_a_group_that_was_upgraded_is_followed_once_and_remembered(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    async with office(tmp_path, kind=ChatKind.GROUP) as o:
        new = o.sandbox.world.upgrade(o.group)
        work = await o.start()
        await o.shown(await o.submit())
        await work.stop()
        await o.start()
        card = await o.shown(await o.submit(phone="+998901111111"))

        assert card.chat.id == new.id
        assert len(o.live_cards(new)) == 2
        assert o.sent() == 3


async def test_another_chat_in_the_settings_wins_over_what_was_remembered(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    async with office(tmp_path, kind=ChatKind.GROUP) as o:
        o.sandbox.world.upgrade(o.group)
        work = await o.start()
        await o.shown(await o.submit())
        await work.stop()
        other = o.sandbox.world.add_group("Other", [o.boss])
        await o.start(chat_id=other.id)

        card = await o.shown(await o.submit(phone="+998901111111"))

        assert card.chat.id == other.id


@pytest.mark.parametrize("trouble", ["kicked", "muted"])
async def test_a_card_waits_until_the_bot_may_write_again(
    tmp_path: Path, patient_clock: MockClock, trouble: str
) -> None:
    async with office(tmp_path) as o:
        if trouble == "kicked":
            o.group.members[o.sandbox.world.bot.id] = "kicked"
        else:
            o.group.muted = True
        lead = await o.submit()
        await o.start()
        await o.becomes(lead, lambda now: now.publish_attempts == 2)
        o.group.members[o.sandbox.world.bot.id] = "member"
        o.group.muted = False

        await o.shown(lead)

        assert len(o.messages()) == 1
