"""Facts of clocks and of time as text."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
import trio
from trio.testing import MockClock

from supervisor.clock import FixedClock, SystemClock, iso, parse_iso

MOMENT = datetime(2026, 11, 30, 17, 45, tzinfo=UTC)


def test_text_has_fixed_width_and_microseconds() -> None:
    assert iso(MOMENT) == "2026-11-30T17:45:00.000000Z"
    assert iso(datetime(1, 1, 1, tzinfo=UTC)) == "0001-01-01T00:00:00.000000Z"


def test_text_is_in_utc_whatever_the_zone() -> None:
    tashkent = timezone(timedelta(hours=5))

    assert iso(datetime(2026, 11, 30, 22, 45, tzinfo=tashkent)) == iso(MOMENT)


def test_text_and_time_are_inverse() -> None:
    moment = MOMENT + timedelta(microseconds=7)

    assert parse_iso(iso(moment)) == moment
    assert parse_iso(iso(moment)).tzinfo is UTC


def test_a_naive_time_is_refused() -> None:
    with pytest.raises(ValueError, match="zone"):
        iso(MOMENT.replace(tzinfo=None))


@pytest.mark.parametrize(
    "text", ["", "2026-11-30", "2026-11-30T17:45:00Z", "2026-11-30T17:45:00.000000+05:00"]
)
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(ValueError):
        parse_iso(text)


def test_a_fixed_clock_moves_only_when_told() -> None:
    clock = FixedClock(MOMENT)
    assert clock.now() == clock.now() == MOMENT

    clock.advance(90)
    assert clock.now() == MOMENT + timedelta(seconds=90)
    assert clock.monotonic() == 90


async def test_a_following_clock_moves_with_the_event_loop(autojump_clock: MockClock) -> None:
    clock = FixedClock(MOMENT, follow=True)
    await trio.sleep(900)
    clock.advance(100)

    assert clock.now() == MOMENT + timedelta(seconds=1000)


async def test_the_system_clock_is_in_utc() -> None:
    clock = SystemClock()

    assert clock.now().tzinfo is UTC
    assert clock.monotonic() <= trio.current_time()
