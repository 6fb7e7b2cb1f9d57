"""One reminder for a lead that nobody takes up, in working time; erasure when its time is over."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from store.domain.texts import leads as texts
from telegram.sandbox.faults import Cut, Fault
from tests.support.leads_office import Office, office

FRIDAY_2030 = datetime(2026, 1, 16, 15, 30, tzinfo=UTC)
"""In Tashkent, five hours ahead of UTC."""


def reminders(o: Office) -> list[str]:
    """The local times at which the group was reminded."""
    return [str(text) for text in o.texts() if text.startswith("⏰")]


async def reminded_at(o: Office, lead: int) -> str:
    ((at,),) = await o.rows("SELECT reminded_at FROM leads WHERE id = ?", lead)
    return str(at)


async def test_a_lead_still_new_after_two_hours_is_reminded_of_once(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    async with office(tmp_path, poll=600.0) as o:
        await o.start()
        lead = await o.submit()
        card = await o.shown(lead)

        o.clock.advance(2 * 3600 - 200)
        await trio.sleep(130)
        before = reminders(o)
        await trio.sleep(600)

        assert before == []
        assert reminders(o) == [texts.REMINDER.of("ru", lead=lead)]
        assert o.messages()[-1].reply_to == card.id


async def test_a_lead_that_was_taken_up_is_not_reminded_of(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    async with office(tmp_path, poll=600.0) as o:
        await o.start()
        lead = await o.submit()
        await o.shown(lead)
        await o.press(lead, "in_work")
        o.clock.advance(2 * 3600)
        await trio.sleep(130)

        assert reminders(o) == []


async def test_a_lead_that_was_not_published_is_not_reminded_of(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    async with office(tmp_path, poll=600.0) as o:
        await o.start()
        o.sandbox.faults.answer_error("sendMessage", 400, "Bad Request: whatever", times=99)
        lead = await o.submit()
        await o.becomes(lead, lambda now: now.publish_attempts == 1)
        o.clock.advance(2 * 3600)
        await trio.sleep(300)

        tried = [str(call.fields["text"]) for call in o.sandbox.calls.of("sendMessage")]
        assert not [text for text in tried if text.startswith("⏰")]


async def test_an_erased_lead_is_not_reminded_of(tmp_path: Path, patient_clock: MockClock) -> None:
    async with office(tmp_path, poll=600.0) as o:
        await o.start()
        lead = await o.submit()
        await o.shown(lead)
        await o.pull_card(lead, "erase")
        o.clock.advance(2 * 3600)
        await trio.sleep(130)

        assert reminders(o) == []


@pytest.mark.parametrize(
    ("zone", "start", "wanted"),
    [
        ("Asia/Tashkent", FRIDAY_2030, "2026-01-19T04:0"),
        ("Europe/Berlin", datetime(2026, 3, 27, 19, 30, tzinfo=UTC), "2026-03-30T07:0"),
        ("Europe/Berlin", datetime(2026, 10, 23, 18, 30, tzinfo=UTC), "2026-10-26T08:0"),
        ("America/New_York", datetime(2026, 3, 7, 1, 30, tzinfo=UTC), "2026-03-09T13:0"),
    ],
)
async def test_a_lead_of_friday_2030_is_reminded_of_on_monday_at_nine(
    tmp_path: Path, patient_clock: MockClock, zone: str, start: datetime, wanted: str
) -> None:
    async with office(tmp_path, start=start, timezone=zone) as o:
        work = await o.start()
        lead = await o.submit()
        await o.shown(lead)
        await work.stop()
        # Over the weekend in a leap, so that no test waits for three thousand minutes.
        o.clock.advance((parse(wanted) - start).total_seconds() - 600)
        await o.start(poll=600.0)
        await trio.sleep(300)
        before = reminders(o)
        await trio.sleep(400)

        assert before == []
        assert len(reminders(o)) == 1
        assert (await reminded_at(o, lead)).startswith(wanted)


def parse(minute: str) -> datetime:
    return datetime.fromisoformat(f"{minute}0:00+00:00")


async def test_a_reminder_that_certainly_failed_is_tried_again(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    async with office(tmp_path, poll=600.0) as o:
        await o.start()
        await o.shown(await o.submit())
        o.clock.advance(2 * 3600)
        o.sandbox.faults.answer_error("sendMessage", 400, "Bad Request: whatever")
        await trio.sleep(200)

        assert len(reminders(o)) == 1


async def test_a_reminder_of_unknown_outcome_is_not_sent_again(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    async with office(tmp_path, poll=600.0) as o:
        await o.start()
        await o.shown(await o.submit())
        o.clock.advance(2 * 3600)
        o.sandbox.faults.add("sendMessage", Fault(cut=Cut.AFTER))
        await trio.sleep(300)

        assert len(reminders(o)) == 1


async def test_the_loop_erases_spam_after_30_days_and_others_after_365(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    async with office(tmp_path, poll=600.0) as o:
        await o.start()
        spam = await o.submit(phone="+998901111111")
        other = await o.submit(phone="+998902222222")
        await o.shown(other)
        await o.press(spam, "spam")
        o.clock.advance(30 * 86400)
        await trio.sleep(130)
        after_a_month = [(await o.lead(lead)).erased for lead in (spam, other)]
        o.clock.advance(335 * 86400)
        await trio.sleep(130)

        assert after_a_month == [True, False]
        assert (await o.lead(other)).erased
        history = await o.rows(
            "SELECT by, who FROM transitions WHERE machine = 'lead_card' AND trigger = 'erase'"
        )
        assert history == [("retention", "retention")] * 2


async def test_data_is_erased_though_leads_are_off(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    async with office(tmp_path, chat_id=None) as o:
        lead = await o.submit()
        o.clock.advance(366 * 86400)
        await o.start()
        await trio.sleep(5)

        assert (await o.lead(lead)).erased


async def test_requests_are_forgotten_at_start_and_hourly(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    async with office(tmp_path, poll=600.0) as o:
        await o.submit()
        o.clock.advance(30 * 86400 - 1800)
        await o.start()
        await trio.sleep(1000)
        before = await o.rows("SELECT count(*) FROM lead_requests")
        await trio.sleep(3000)

        assert before == [(1,)]
        assert await o.rows("SELECT count(*) FROM lead_requests") == [(0,)]
