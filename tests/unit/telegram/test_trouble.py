"""Each kind of trouble asks for its own patience and raises its own condition."""

import pytest

from store.domain.conditions import Condition
from supervisor.conditions import Conditions
from telegram.botapi.errors import ErrorKind, Failed, NotSent, Unknown
from telegram.trouble import PAUSE, REFUSED_SECONDS, Troubles

UNAUTHORIZED = Failed(ErrorKind.UNAUTHORIZED, 401, "Unauthorized")
CONFLICT = Failed(ErrorKind.CONFLICT, 409, "Conflict: terminated by other getUpdates request")
FLOOD = Failed(ErrorKind.FLOOD, 429, "Too Many Requests: retry after 17", retry_after=17.0)
HTML = Unknown("HTTP 502 without a JSON answer", 502)
AWAY = NotSent("ConnectError")


@pytest.fixture
def conditions() -> Conditions:
    return Conditions()


@pytest.fixture
def troubles(conditions: Conditions) -> Troubles:
    return Troubles(conditions, lambda: 0.0)


def test_a_refused_token_is_told_at_once_and_tried_slowly(
    troubles: Troubles, conditions: Conditions
) -> None:
    assert troubles.failed(UNAUTHORIZED, 0, 0) == REFUSED_SECONDS
    assert set(conditions.standing) == {Condition.TOKEN_REFUSED}


def test_a_flood_wait_is_obeyed_and_no_condition(
    troubles: Troubles, conditions: Conditions
) -> None:
    assert troubles.failed(FLOOD, 0, 100) == 17
    assert not conditions.standing


@pytest.mark.parametrize(
    ("failure", "condition", "patience"),
    [
        (CONFLICT, Condition.POLLER_CONFLICT, 30),
        (HTML, Condition.TELEGRAM_UNREACHABLE, 60),
        (AWAY, Condition.TELEGRAM_UNREACHABLE, 60),
        (Failed(ErrorKind.UNKNOWN, 400, "Bad Request: ?"), Condition.TELEGRAM_UNREACHABLE, 60),
    ],
)
def test_lasting_trouble_raises_its_condition(
    troubles: Troubles,
    conditions: Conditions,
    failure: Failed | Unknown | NotSent,
    condition: Condition,
    patience: int,
) -> None:
    troubles.failed(failure, 1, 1)
    troubles.failed(failure, 10, patience)
    assert not conditions.standing

    troubles.failed(failure, 20, patience + 1)

    assert set(conditions.standing) == {condition}


def test_a_call_that_hung_counts_from_its_begin(troubles: Troubles, conditions: Conditions) -> None:
    troubles.failed(HTML, 0, 61)

    assert Condition.TELEGRAM_UNREACHABLE in conditions.standing


@pytest.mark.parametrize("failure", [CONFLICT, HTML, AWAY])
def test_waits_grow_up_to_a_cap_and_start_anew_after_a_success(
    troubles: Troubles, failure: Failed | Unknown | NotSent
) -> None:
    waits = [troubles.failed(failure, 0, 0) for _ in range(20)]

    assert waits == sorted(waits)
    assert (waits[0], waits[-1]) == (PAUSE.first, PAUSE.cap)
    troubles.over()
    assert troubles.failed(failure, 0, 0) == PAUSE.first


def test_a_success_clears_every_condition(troubles: Troubles, conditions: Conditions) -> None:
    for failure in (UNAUTHORIZED, CONFLICT, HTML):
        troubles.failed(failure, 0, 100)
    assert len(conditions.standing) == 3

    troubles.over()

    assert not conditions.standing
    assert not troubles.any


def test_an_answer_of_any_kind_shows_that_telegram_is_there(
    troubles: Troubles, conditions: Conditions
) -> None:
    troubles.failed(AWAY, 0, 61)

    troubles.failed(CONFLICT, 61, 62)

    assert not conditions.standing


def test_trouble_that_alternates_with_another_kind_still_lasts(
    troubles: Troubles, conditions: Conditions
) -> None:
    troubles.failed(CONFLICT, 0, 1)
    troubles.failed(AWAY, 10, 11)

    troubles.failed(CONFLICT, 30, 31)

    assert Condition.POLLER_CONFLICT in conditions.standing


def test_a_conflict_needs_polls_that_wait(troubles: Troubles) -> None:
    seen = [troubles.only_waiting]
    for failure in (AWAY, CONFLICT):
        troubles.failed(failure, 0, 1)
        seen.append(troubles.only_waiting)

    assert seen == [False, True, False]
