"""Facts of backoff, intensity and strategy."""

import pytest

from supervisor.backoff import Backoff
from supervisor.intensity import NEVER_GIVE_UP, Intensity, RestartWindow
from supervisor.strategy import Strategy, affected, groups

NAMES = ("a", "b", "c")


def test_delays_double_up_to_the_cap() -> None:
    backoff = Backoff(first=1, cap=10, jitter=0)

    delays = [backoff.delay(n, lambda: 0.7) for n in (1, 2, 3, 4, 5, 10_000)]
    assert delays == [1, 2, 4, 8, 10, 10]


def test_jitter_takes_away_at_most_its_share() -> None:
    backoff = Backoff(first=8, cap=8, jitter=0.5)

    assert backoff.delay(1, lambda: 0.0) == 8
    assert backoff.delay(1, lambda: 0.5) == 6
    assert backoff.delay(1, lambda: 1.0) == 4


def test_a_quiet_time_forgets_the_failures() -> None:
    backoff = Backoff(quiet=60)

    assert backoff.failures_in_a_row(7, ready_for=59) == 8
    assert backoff.failures_in_a_row(7, ready_for=60) == 1


@pytest.mark.parametrize(
    "numbers", [{"first": -1}, {"first": 2, "cap": 1}, {"factor": 0.5}, {"jitter": 2}]
)
def test_a_backoff_that_makes_no_sense_is_refused(numbers: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="backoff"):
        Backoff(**numbers)


def test_the_window_slides() -> None:
    window = RestartWindow(Intensity(2, 60))

    assert [window.record(now) for now in (0, 10, 60, 69)] == [True, True, True, False]
    assert window.record(200)


def test_never_give_up_allows_everything() -> None:
    window = RestartWindow(NEVER_GIVE_UP)

    assert all(window.record(0) for _ in range(10_000))


@pytest.mark.parametrize(("restarts", "seconds"), [(-1, 60), (1, 0)])
def test_an_intensity_that_makes_no_sense_is_refused(restarts: int, seconds: float) -> None:
    with pytest.raises(ValueError, match="intensity"):
        Intensity(restarts, seconds)


@pytest.mark.parametrize(
    ("strategy", "expected"),
    [
        (Strategy.ONE_FOR_ONE, ("b",)),
        (Strategy.REST_FOR_ONE, ("b", "c")),
        (Strategy.ONE_FOR_ALL, ("a", "b", "c")),
    ],
)
def test_who_is_affected(strategy: Strategy, expected: tuple[str, ...]) -> None:
    assert affected(strategy, NAMES, "b") == expected


def test_a_stranger_affects_nobody() -> None:
    with pytest.raises(ValueError):
        affected(Strategy.ONE_FOR_ALL, NAMES, "x")


def test_groups_hold_who_can_affect_each_other() -> None:
    assert groups(Strategy.ONE_FOR_ONE, NAMES) == (("a",), ("b",), ("c",))
    assert groups(Strategy.REST_FOR_ONE, NAMES) == (NAMES,)
    assert groups(Strategy.ONE_FOR_ALL, ()) == ()
