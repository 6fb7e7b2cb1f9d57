"""A breaker opens, waits, probes and closes, by what calls ended in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from actors.providers.breaker import TRIPS, Breaker, Phase
from store.domain.calls import Verdict

AT_ONCE = [Verdict.NO_FUNDS, Verdict.AUTH, Verdict.MODEL_GONE, Verdict.RATE]
AFTER_THREE = [Verdict.TRANSIENT, Verdict.UNKNOWN, Verdict.BAD_REQUEST]


def failed(verdict: Verdict, times: int, now: float = 0.0) -> Breaker:
    breaker = Breaker()
    for _ in range(times):
        breaker = breaker.begun(now).ended(verdict, now)
    return breaker


@pytest.mark.parametrize("verdict", AT_ONCE)
def test_what_one_call_proves_opens_at_once(verdict: Verdict) -> None:
    assert failed(verdict, 1).phase(1) is Phase.OPEN


@pytest.mark.parametrize("verdict", AFTER_THREE)
def test_what_may_be_chance_opens_after_three_in_a_row(verdict: Verdict) -> None:
    assert failed(verdict, 2).allows(0)
    assert not failed(verdict, 3).allows(0)


@pytest.mark.parametrize("verdict", [Verdict.OK, Verdict.REFUSED])
def test_an_answer_from_a_working_service_closes(verdict: Verdict) -> None:
    opened = failed(Verdict.NO_FUNDS, 1)

    assert opened.begun(301).ended(verdict, 301) == Breaker()


def test_half_open_lets_one_call_through() -> None:
    opened = failed(Verdict.NO_FUNDS, 1)

    assert opened.phase(300) is Phase.HALF_OPEN
    assert opened.allows(300)
    assert not opened.begun(300).allows(300)


def test_a_cancelled_probe_lets_another_through() -> None:
    assert failed(Verdict.NO_FUNDS, 1).begun(300).abandoned().allows(300)


def test_a_probe_that_fails_opens_for_longer() -> None:
    opened = failed(Verdict.AUTH, 1)
    again = opened.begun(300).ended(Verdict.AUTH, 300)

    assert again.phase(300 + 599) is Phase.OPEN
    assert again.phase(300 + 600) is Phase.HALF_OPEN


def test_the_service_says_how_long_to_stay_away() -> None:
    asked = Breaker().ended(Verdict.RATE, 0, retry_after=42)

    assert (asked.phase(41), asked.phase(42)) == (Phase.OPEN, Phase.HALF_OPEN)


def test_a_call_that_was_under_way_does_not_shorten_the_wait() -> None:
    opened = failed(Verdict.NO_FUNDS, 1).ended(Verdict.RATE, 1, retry_after=2)

    assert opened.phase(299) is Phase.OPEN
    assert opened.cause is Verdict.NO_FUNDS


def test_a_pardon_makes_the_next_call_a_probe() -> None:
    assert failed(Verdict.NO_FUNDS, 1).pardoned(1).phase(1) is Phase.HALF_OPEN
    assert Breaker().pardoned(1) == Breaker()


@given(st.lists(st.tuples(st.sampled_from(list(Verdict)), st.floats(0, 1000)), max_size=40))
def test_it_always_opens_to_a_probe_again(calls: list[tuple[Verdict, float]]) -> None:
    breaker, now = Breaker(), 0.0
    for verdict, pause in calls:
        now += pause
        breaker = breaker.begun(now).ended(verdict, now)

    longest = max(trip.longest for trip in TRIPS.values())
    assert breaker.allows(now + longest)
