"""Alerts are told once a spell: failures by cause and minute, conditions, backups."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from store import alert_groups
from store.alert_messages import Alarm, AlertBackup, TellFailures
from store.domain.causes import Cause
from store.domain.conditions import Condition
from store.domain.ids import GuestId
from store.domain.machine import Role
from store.domain.texts import operators as texts
from tests.machines.desk import ADMINS, SLOT, Desk, open_desk

ANNA = ADMINS[0]


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with open_desk(tmp_path / "desk.db") as made:
        yield made


def fail(desk: Desk, guest: int, error: str = "a worker process died") -> str:
    job = desk.processing(GuestId(guest))
    desk.fire("job", job, "hopeless", Role.SLOT, owner=SLOT, error=error)
    return job


def alerts(desk: Desk) -> list[str]:
    return desk.texts(ANNA, "alert")


def test_the_first_failure_is_told_at_once_with_what_to_do(desk: Desk) -> None:
    job = fail(desk, 1)

    (text,) = alerts(desk)

    assert job in text
    assert texts.MENDS[Cause.WORKER].ru in text


def test_a_bad_minute_is_one_more_alert_with_a_count(desk: Desk) -> None:
    for guest in range(1, 5):
        last = fail(desk, guest)
    desk.later(59)
    early = desk.do(TellFailures(desk.at))
    desk.later(1)

    told = desk.do(TellFailures(desk.at))

    assert (early, told) == (0, 1)
    _, summary = alerts(desk)
    assert "ещё 3 набора" in summary
    assert last in summary


def test_what_was_told_is_not_told_again(desk: Desk) -> None:
    for guest in range(1, 3):
        fail(desk, guest)
    desk.later(60)
    desk.do(TellFailures(desk.at))
    desk.later(60)

    assert desk.do(TellFailures(desk.at)) == 0
    assert len(alerts(desk)) == 2


def test_a_failure_after_a_summary_waits_for_its_own_minute(desk: Desk) -> None:
    fail(desk, 1)
    fail(desk, 2)
    desk.later(60)
    desk.do(TellFailures(desk.at))
    fail(desk, 3)

    assert len(alerts(desk)) == 2


def test_causes_do_not_silence_each_other(desk: Desk) -> None:
    fail(desk, 1)
    fail(desk, 2, "a sticker was refused: bad_request")

    assert len(alerts(desk)) == 2


def test_after_a_quiet_minute_a_failure_is_told_at_once(desk: Desk) -> None:
    fail(desk, 1)
    desk.later(60)
    fail(desk, 2)

    assert len(alerts(desk)) == 2
    assert alert_groups.due(desk.connection, desk.at) == ()


def test_a_clock_that_was_put_back_silences_nobody(desk: Desk) -> None:
    fail(desk, 1)
    desk.later(-3600)
    fail(desk, 2)

    assert len(alerts(desk)) == 2


def test_an_error_is_escaped(desk: Desk) -> None:
    fail(desk, 1, "<b>x")
    fail(desk, 2, "<b>x")
    desk.later(60)
    desk.do(TellFailures(desk.at))

    assert ["&lt;b&gt;x" in text for text in alerts(desk)] == [True, True]


@pytest.mark.parametrize("condition", list(Condition))
def test_a_condition_is_told_once_a_spell_and_once_when_it_is_over(
    desk: Desk, condition: Condition
) -> None:
    for lasted in (None, None, 300.0, 300.0):
        desk.do(Alarm(condition, "2026-01-01T00:00:00.000000Z", lasted, desk.at))

    stands, over = alerts(desk)

    assert texts.ALARMS[condition].ru in stands
    assert "5 мин" in over


def test_another_spell_is_told_anew(desk: Desk) -> None:
    for since in ("2026-01-01T00:00:00.000000Z", "2026-01-02T00:00:00.000000Z"):
        desk.do(Alarm(Condition.DISK_FULL, since, None, desk.at))

    assert len(alerts(desk)) == 2


def test_a_backup_that_fails_is_told_once_a_day(desk: Desk) -> None:
    for _ in range(3):
        desk.do(AlertBackup("no <room>", desk.at))
        desk.later(3600)
    desk.later(24 * 3600)
    desk.do(AlertBackup("no <room>", desk.at))

    said = alerts(desk)

    assert len(said) == 2
    assert "no &lt;room&gt;" in said[0]


def test_every_cause_and_condition_has_its_words() -> None:
    assert set(texts.CAUSES) == set(texts.MENDS) == set(Cause)
    assert set(texts.ALARMS) == set(Condition)
