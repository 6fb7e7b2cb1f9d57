"""The figures of a day: counted by the local day, measured, and found by indexes."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from store import figures as reads
from store import messages as m
from store.domain.calls import CallKind
from store.domain.causes import Cause, cause_of
from store.domain.figures import Figures, Opinion, Spent, Times, percentile
from store.domain.ids import GuestId
from store.domain.leads import LeadForm
from store.domain.machine import Role
from store.domain.reasons import DELIVERY_FAILED, REQUEUED_AFTER_RESTART
from store.domain.status import LeadStatus, MaintenanceStatus
from store.figures import Day, day_of
from store.lead_messages import SubmitLead
from store.money_messages import BeginCall, Begun
from tests.machines.desk import GUEST, OTHER, SLOT, Desk, open_desk
from tests.unit.store.test_plans import Plans

TASHKENT = ZoneInfo("Asia/Tashkent")
DEADLINE = 900.0


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with open_desk(tmp_path / "desk.db") as made:
        yield made


def look(desk: Desk, day: Day | None = None) -> Figures:
    return reads.figures(desk.connection, day or day_of(desk.at, UTC), desk.at, DEADLINE)


def test_a_local_day_lasts_from_midnight_to_midnight() -> None:
    late = datetime(2026, 11, 30, 20, tzinfo=UTC)

    day = day_of(late, TASHKENT)

    assert day == Day("2026-12-01", "2026-11-30T19:00:00.000000Z", "2026-12-01T19:00:00.000000Z")
    assert day_of(late, TASHKENT, back=1).date == "2026-11-30"


def test_a_day_on_which_clocks_change_has_its_own_length() -> None:
    day = day_of(datetime(2026, 3, 29, 12, tzinfo=UTC), ZoneInfo("Europe/Berlin"))

    assert (day.start, day.end) == ("2026-03-28T23:00:00.000000Z", "2026-03-29T22:00:00.000000Z")


def test_an_empty_database_has_nothing_to_measure(desk: Desk) -> None:
    found = look(desk)

    assert found.funnel.started == 0
    assert (found.queue.active, found.queue.waited, found.queue.left) == (0, None, None)
    assert found.today == found.recent == Times(0, None, None)
    assert found.opinion == Opinion(0, None)
    assert found.pause.status is MaintenanceStatus.OFF


def test_the_funnel_counts_how_far_guests_came(desk: Desk) -> None:
    desk.session()
    desk.linked(GuestId(1))
    desk.consented(GuestId(2))
    desk.chosen(GuestId(3))
    desk.job(GuestId(4))
    desk.do(m.ClaimJob("other", desk.at))
    desk.done(GuestId(5))
    desk.failed(GuestId(6))

    funnel = look(desk).funnel

    assert (funnel.started, funnel.linked, funnel.consented) == (7, 6, 5)
    assert (funnel.chosen, funnel.photo) == (4, 3)
    assert (funnel.delivered, funnel.failed) == (1, 1)


def test_another_days_guests_are_not_counted(desk: Desk) -> None:
    desk.done(GUEST)
    desk.failed(OTHER)
    desk.later(24 * 3600)

    found = look(desk)

    assert (found.funnel.started, found.funnel.delivered, found.funnel.failed) == (0, 0, 0)
    assert (found.today.count, found.recent.count) == (0, 1)
    assert found.failures == ()


def test_the_queue_knows_its_oldest_job_and_the_time_left(desk: Desk) -> None:
    desk.processing(GUEST)
    desk.later(60)
    desk.job(OTHER)
    desk.later(30)

    queue = look(desk).queue

    assert (queue.queued, queue.processing, queue.delivering) == (1, 1, 0)
    assert (queue.waited, queue.left) == (90.0, 810.0)


def test_deliveries_are_measured_from_the_photo_to_the_link(desk: Desk) -> None:
    for guest, seconds in enumerate((10, 20, 60), start=1):
        job = desk.delivering(GuestId(guest))
        desk.later(seconds)
        desk.fire("job", job, "verified", Role.VERIFIER)

    found = look(desk)

    assert found.today.count == 3
    assert (round(found.today.p50 or 0), round(found.today.p95 or 0)) == (20, 60)
    assert found.recent == found.today


@pytest.mark.parametrize(("share", "value"), [(0.5, 10.0), (0.95, 19.0), (1.0, 20.0), (0.01, 1.0)])
def test_a_percentile_is_a_value_that_was_measured(share: float, value: float) -> None:
    assert percentile([float(n) for n in range(1, 21)], share) == value


def test_failures_are_counted_by_cause(desk: Desk) -> None:
    desk.failed(GUEST)
    desk.job(OTHER)
    desk.later(901)
    desk.do(m.SweepJobs(desk.at))

    assert dict(look(desk).failures) == {Cause.OTHER: 1, Cause.DEADLINE: 1}


@pytest.mark.parametrize(
    ("error", "cause"),
    [
        (f"{DELIVERY_FAILED}: no link within the delivery deadline", Cause.DEADLINE),
        ("a sticker was refused: bad_request", Cause.TELEGRAM),
        ("the sticker set was refused: flood", Cause.TELEGRAM),
        ("Telegram does not let this guest own stickers", Cause.TELEGRAM),
        ("JobCostExceeded: 1.52", Cause.FUNDS),
        ("BillingExhausted: openai", Cause.FUNDS),
        ("openai: refused", Cause.PROVIDER),
        ("a worker process died", Cause.WORKER),
        (f"the program died while it made this pack {REQUEUED_AFTER_RESTART}", Cause.RESTART),
        ("the selfie is missing", Cause.MISSING),
        ("the outfit is missing", Cause.MISSING),
        ("something new", Cause.OTHER),
        (None, Cause.OTHER),
    ],
)
def test_a_cause_is_read_from_the_error(error: str | None, cause: Cause) -> None:
    assert cause_of(error) is cause


def test_money_is_summed_by_provider(desk: Desk) -> None:
    job = desk.processing()
    for usd in (0.25, 0.5):
        begun = desk.do(BeginCall(job, SLOT, "openai", "m", CallKind.DRAW, 1, usd, 10.0, desk.at))
        assert isinstance(begun, Begun)

    found = look(desk)

    assert found.money == (Spent("openai", 2, 0.75),)
    assert found.usd == 0.75


def test_leads_are_counted_by_status_and_those_of_the_day(desk: Desk) -> None:
    form = LeadForm("Anna", telegram="anna")
    desk.do(SubmitLead("r1", form, "key", desk.at))
    desk.later(24 * 3600)

    found = look(desk)

    assert (found.leads, found.new_leads) == (((LeadStatus.NEW, 1),), 0)


def test_scores_of_the_day_have_a_mean(desk: Desk) -> None:
    for guest, score in ((GUEST, 5), (OTHER, 4)):
        job = desk.done(guest)
        desk.connection.execute(
            "INSERT INTO feedback (job_id, telegram_user_id, score, asked_at, answered_at)"
            " VALUES (?, ?, ?, ?, ?)",
            (job, guest, score, desk.now, desk.now),
        )

    assert look(desk).opinion == Opinion(2, 4.5)


def test_the_pause_is_told_with_its_text_and_its_beginning(desk: Desk) -> None:
    desk.pause()

    pause = look(desk).pause

    assert (pause.status, pause.text, pause.since) == (MaintenanceStatus.ADMIN, "lunch", desk.now)


def test_every_figure_is_found_by_an_index(desk: Desk) -> None:
    plans = Plans(desk)

    look(desk)

    assert list(plans.scans()) == []
    used = plans.indexes_of("SELECT")
    assert {"jobs_active", "jobs_done", "jobs_failed", "sessions_begun", "calls_started"} <= used
    assert {"feedback_given", "leads_begun", "leads_status"} <= used


def test_a_day_that_just_began_is_empty(desk: Desk) -> None:
    desk.done()

    found = look(desk, day_of(desk.at + timedelta(days=1), UTC))

    assert found.funnel.delivered == 0
