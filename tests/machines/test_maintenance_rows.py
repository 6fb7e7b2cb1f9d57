"""Every row of the maintenance table of the specification, one test a sentence."""

from typing import Any

import pytest

from store import messages as m
from store.domain.ids import Token
from store.domain.machine import Role
from store.domain.reasons import Refusal
from tests.machines.desk import ADMINS, GUEST, Desk

SWITCH = "maintenance"


def move(desk: Desk, trigger: str, by: Role, text: str | None = None) -> m.Pulled:
    return desk.pull(SWITCH, SWITCH, trigger, by, text=text, who="900")


def switch(desk: Desk) -> dict[str, Any]:
    (row,) = desk.rows("SELECT * FROM settings WHERE key = 'maintenance'")
    return row


def test_a_new_database_is_not_paused(desk: Desk) -> None:
    assert switch(desk)["value"] == "off"


@pytest.mark.parametrize("before", ["off", "auto", "admin", "env"])
def test_a_start_with_the_setting_pauses_whatever_was_before(desk: Desk, before: str) -> None:
    enter(desk, before)

    assert isinstance(move(desk, "env_on", Role.SETTINGS), m.Fired)
    assert switch(desk)["value"] == "env"


def enter(desk: Desk, status: str) -> None:
    match status:
        case "auto":
            move(desk, "no_funds", Role.SLOT, "fal has no funds")
        case "admin":
            move(desk, "pause", Role.ADMIN)
        case "env":
            move(desk, "env_on", Role.SETTINGS)


def test_a_start_without_the_setting_ends_its_pause(desk: Desk) -> None:
    enter(desk, "env")

    move(desk, "env_off", Role.SETTINGS)

    assert switch(desk)["value"] == "off"


@pytest.mark.parametrize("other", ["auto", "admin"])
def test_a_start_without_the_setting_keeps_other_pauses(desk: Desk, other: str) -> None:
    enter(desk, other)

    assert move(desk, "env_off", Role.SETTINGS) == m.Refused(Refusal.WRONG_STATUS)
    assert switch(desk)["value"] == other


@pytest.mark.parametrize("trigger", ["pause", "resume"])
def test_the_pause_of_the_settings_is_left_by_the_settings_only(desk: Desk, trigger: str) -> None:
    enter(desk, "env")

    assert move(desk, trigger, Role.ADMIN) == m.Refused(Refusal.WRONG_STATUS)


def test_no_funds_pauses_and_tells_every_operator(desk: Desk) -> None:
    now = desk.later(7)

    move(desk, "no_funds", Role.SLOT, "fal & openai <empty>")

    row = switch(desk)
    assert (row["value"], row["detail"], row["changed_at"]) == ("auto", "fal & openai <empty>", now)
    for admin in ADMINS:
        (text,) = desk.texts(admin, "alert")
        assert "fal &amp; openai &lt;empty&gt;" in text
    assert desk.history(SWITCH)[-1] == ("off", "auto", "no_funds", "slot", "900", now)


def test_no_funds_again_changes_and_tells_nothing(desk: Desk) -> None:
    enter(desk, "auto")

    assert move(desk, "no_funds", Role.SLOT, "again") == m.Refused(Refusal.WRONG_STATUS)
    assert len(desk.texts(ADMINS[0])) == 1


@pytest.mark.parametrize("before", ["off", "auto", "admin"])
def test_an_operator_pauses_with_a_text(desk: Desk, before: str) -> None:
    enter(desk, before)

    move(desk, "pause", Role.ADMIN, "lunch")

    row = switch(desk)
    assert (row["value"], row["detail"], row["changed_by"]) == ("admin", "lunch", "900")


@pytest.mark.parametrize("before", ["auto", "admin"])
def test_an_operator_lets_the_booth_go_on(desk: Desk, before: str) -> None:
    enter(desk, before)

    move(desk, "resume", Role.ADMIN)

    row = switch(desk)
    assert (row["value"], row["detail"]) == ("off", None)
    assert desk.history(SWITCH)[-1][:3] == (before, "off", "resume")


@pytest.mark.parametrize("pause", ["env", "auto", "admin"])
def test_every_pause_refuses_sessions_and_claims_but_lets_running_jobs_end(
    desk: Desk, pause: str
) -> None:
    running = desk.processing()
    enter(desk, pause)

    made = desk.do(m.CreateSession(Token("token-x"), None, desk.at))

    assert made == m.Refused(Refusal.MAINTENANCE)
    assert desk.do(m.ClaimJob("slot-1/1", desk.at)) is None
    desk.create_set(running)
    desk.fire("job", running, "verified", Role.VERIFIER)
    assert len(desk.texts(GUEST, "link")) == 1


def test_deadlines_run_on_while_the_booth_is_paused(desk: Desk) -> None:
    desk.job()
    desk.pause()
    desk.later(900)

    assert desk.do(m.SweepJobs(desk.at)).failed == 1


def test_the_switch_rings_its_topic(desk: Desk) -> None:
    pull = m.Pull(SWITCH, SWITCH, "pause", Role.ADMIN, desk.at)

    _, _, topics = desk.attempt(pull)

    assert topics == {"maintenance"}


def test_another_setting_cannot_be_moved_as_if_it_were_the_switch(desk: Desk) -> None:
    desk.do(m.PutSetting("lamp", "off", desk.at))

    refused = desk.pull(SWITCH, "lamp", "pause", Role.ADMIN)

    assert refused == m.Refused(Refusal.NOT_FOUND)
    assert desk.rows("SELECT value FROM settings WHERE key = 'lamp'") == [{"value": "off"}]


def test_the_switch_is_no_plain_setting(desk: Desk) -> None:
    _, error, _ = desk.attempt(m.PutSetting("maintenance", "off", desk.at))

    assert error is not None
