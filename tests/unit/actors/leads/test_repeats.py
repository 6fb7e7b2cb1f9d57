"""A repeated contact is told once, by the card and by a ping that replies to it."""

from pathlib import Path

import trio
from trio.testing import MockClock

from store.domain.texts import leads as texts
from store.lead_messages import BeginPing
from store.steps import RepostCard
from telegram.sandbox.faults import Cut, Fault
from tests.support.leads_office import Office, office, text_of


async def notified(o: Office) -> list[tuple[str, int, str | None]]:
    return await o.rows(
        "SELECT status, notify_attempts, notify_error FROM lead_repeats ORDER BY id"
    )


async def test_the_card_is_rewritten_with_a_repeat_block_and_a_ping_replies_to_it(
    tmp_path: Path,
    patient_clock: MockClock,
) -> None:
    async with office(tmp_path) as o:
        await o.start()
        lead = await o.submit(comment="раз")
        card = await o.shown(lead)

        await o.submit(comment="два")
        await o.told()

        assert "Повторное обращение" in text_of(card)
        assert "два" in text_of(card)
        ping = o.messages()[-1]
        assert text_of(ping) == texts.PING_REPEAT.of("ru", lead=lead)
        assert ping.reply_to == card.id
        assert await notified(o) == [("notified", 0, None)]


async def test_a_repeat_that_arrived_before_the_lead_was_published_is_in_the_first_card(
    tmp_path: Path,
    patient_clock: MockClock,
) -> None:
    async with office(tmp_path) as o:
        lead = await o.submit(comment="раз")
        await o.submit(comment="два")
        await o.start()

        card = await o.shown(lead)
        await trio.sleep(60)

        assert "два" in text_of(card)
        assert len(o.messages()) == 1
        assert await notified(o) == [("notified", 0, None)]


async def test_a_repeat_that_arrived_while_the_card_was_on_its_way_is_pinged(
    tmp_path: Path,
    patient_clock: MockClock,
) -> None:
    async with office(tmp_path) as o:
        o.sandbox.faults.add("sendMessage", Fault(delay_after=10))
        lead = await o.submit(comment="раз")
        await o.start()
        await o.sandbox.world.wait_until(lambda: bool(o.messages()))
        await o.submit(comment="два")

        await o.told()

        card, ping = o.messages()
        assert "два" in text_of(card)
        assert text_of(ping) == texts.PING_REPEAT.of("ru", lead=lead)


async def test_pings_reply_to_the_new_message_after_the_card_was_posted_again(
    tmp_path: Path,
    patient_clock: MockClock,
) -> None:
    async with office(tmp_path) as o:
        await o.start()
        lead = await o.submit()
        await o.shown(lead)
        await o.step(RepostCard(lead))
        second = await o.shown(lead)

        await o.submit(comment="два")
        await o.told()

        assert o.messages()[-1].reply_to == second.id


async def test_the_card_is_posted_again_when_its_message_is_gone_and_the_ping_replies_to_it(
    tmp_path: Path,
    patient_clock: MockClock,
) -> None:
    async with office(tmp_path) as o:
        await o.start()
        lead = await o.submit()
        first = await o.shown(lead)
        del o.group.messages[first.id]

        await o.submit(comment="два")
        await o.told()

        second, ping = o.messages()
        assert "два" in text_of(second)
        assert ping.reply_to == second.id


async def test_a_failed_ping_has_the_same_backoff_as_publication(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    async with office(tmp_path) as o:
        await o.start()
        await o.shown(await o.submit())
        o.sandbox.faults.answer_error("sendMessage", 400, "Bad Request: whatever", times=2)

        await o.submit(comment="два")
        await o.told()

        times = [call.time for call in o.sandbox.calls.of("sendMessage")][1:]
        assert 5 <= times[1] - times[0] <= 8
        assert 15 <= times[2] - times[1] <= 18
        assert (await notified(o))[0][:2] == ("notified", 2)


async def test_flood_control_overrides_the_backoff_of_a_ping(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    async with office(tmp_path) as o:
        await o.start()
        await o.shown(await o.submit())
        o.sandbox.faults.answer_error(
            "sendMessage", 429, "Too Many Requests: retry after 100", retry_after=100
        )

        await o.submit(comment="два")
        await o.told()

        times = [call.time for call in o.sandbox.calls.of("sendMessage")][1:]
        assert 100 <= times[1] - times[0] <= 105


async def test_after_five_failures_a_repeat_is_marked_notified_with_the_error(
    tmp_path: Path,
    patient_clock: MockClock,
) -> None:
    async with office(tmp_path, poll=20.0) as o:
        await o.start()
        await o.shown(await o.submit())
        o.sandbox.faults.answer_error("sendMessage", 400, "Bad Request: whatever", times=9)

        await o.submit(comment="два")
        await o.told()
        await trio.sleep(2000)

        assert await notified(o) == [("notified", 5, "400 unknown")]
        assert o.sent() == 6


async def test_a_card_that_cannot_be_rewritten_is_a_failure_of_the_repeat(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    async with office(tmp_path, poll=20.0) as o:
        await o.start()
        await o.shown(await o.submit())
        o.sandbox.faults.answer_error("editMessageText", 400, "Bad Request: whatever", times=99)

        await o.submit(comment="два")
        await o.told()

        assert await notified(o) == [("notified", 5, "the card cannot be rewritten")]


async def test_a_ping_of_unknown_outcome_is_not_sent_again(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    async with office(tmp_path) as o:
        await o.start()
        await o.shown(await o.submit())
        o.sandbox.faults.add("sendMessage", Fault(cut=Cut.AFTER))

        await o.submit(comment="два")
        await o.told()
        await trio.sleep(100)

        assert len(o.messages()) == 2
        assert await notified(o) == [("notified", 0, "unknown outcome")]


async def test_a_ping_that_was_on_its_way_when_the_program_died_is_not_sent_again(
    tmp_path: Path,
    patient_clock: MockClock,
) -> None:
    async with office(tmp_path) as o:
        work = await o.start()
        await o.shown(await o.submit())
        o.sandbox.faults.add("sendMessage", Fault(delay_after=50))
        await o.submit(comment="два")
        await o.sandbox.world.wait_until(lambda: len(o.messages()) == 2)
        await work.kill()

        await o.start()
        await o.told()
        await trio.sleep(100)

        assert len(o.messages()) == 2
        assert await notified(o) == [("notified", 0, "unknown outcome")]


async def test_a_repeat_is_not_told_twice_by_two_looks(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    async with office(tmp_path) as o:
        await o.start()
        await o.shown(await o.submit())
        await o.submit(comment="два")
        await o.told()

        assert not await o.booth.store.ask(BeginPing(1))
