"""Persons and staff: met, spoken to in their language, added and taken off with a trace."""

from typing import Any

from store import messages as m
from store import queries, talk_queries
from store.domain.outgoing import Say
from store.domain.records import StaffMember, StaffRole
from store.steps import (
    Enqueue,
    MeetUser,
    PutStaff,
    RemoveStaff,
    ResetPerson,
    SetLanguage,
    SetState,
    Steps,
)
from tests.machines.desk import GUEST, OTHER, Desk


def finish(desk: Desk, *steps: Any, update: int = 1) -> set[str]:
    desk.do(m.StoreUpdates(((update, "{}"),), update + 1, desk.at))
    _, error, topics = desk.attempt(m.FinishUpdate(update, steps, desk.at))
    assert error is None, error
    return topics


def say(text: str) -> Steps:
    return (Enqueue("reply", OTHER, Say(text), text),)


def test_a_chosen_language_replaces_the_first_one_known(desk: Desk) -> None:
    finish(desk, MeetUser(GUEST, "ru"), SetLanguage(GUEST, "uz"), MeetUser(GUEST, "en"))

    assert queries.bot_user(desk.connection, GUEST).language == "uz"


def test_a_state_is_that_of_one_person(desk: Desk) -> None:
    finish(desk, MeetUser(GUEST, "ru"), MeetUser(OTHER, "ru"), SetState(GUEST, "{}"))

    assert queries.bot_user(desk.connection, GUEST).state == "{}"
    assert queries.bot_user(desk.connection, OTHER).state is None


def test_somebody_is_added_to_the_staff_and_changed(desk: Desk) -> None:
    finish(desk, PutStaff(GUEST, "Вали", StaffRole.VIEWER, OTHER))
    before = talk_queries.staff_role(desk.connection, GUEST)

    finish(desk, PutStaff(GUEST, "Vali", StaffRole.LEAD_ADMIN, OTHER), update=2)

    assert before is StaffRole.VIEWER
    assert talk_queries.staff(desk.connection) == (
        StaffMember(GUEST, "Vali", StaffRole.LEAD_ADMIN),
    )
    assert talk_queries.staff_role(desk.connection, OTHER) is None


def test_somebody_is_taken_off_the_staff_once(desk: Desk) -> None:
    finish(desk, PutStaff(GUEST, "Vali", StaffRole.VIEWER, OTHER))
    off = RemoveStaff(GUEST, OTHER, say("yes"), say("no"))

    finish(desk, off, update=2)
    finish(desk, off, update=3)

    assert talk_queries.staff(desk.connection) == ()
    assert ['"yes"' in text for text in desk.texts(OTHER)] == [True, False]


def test_every_change_of_the_staff_is_in_the_action_log(desk: Desk) -> None:
    finish(
        desk,
        PutStaff(GUEST, "Vali", StaffRole.VIEWER, OTHER),
        RemoveStaff(GUEST, OTHER),
        RemoveStaff(GUEST, OTHER),
    )

    found = desk.rows("SELECT action, record, who FROM actions ORDER BY id")
    assert [tuple(row.values()) for row in found] == [
        ("put_staff:viewer", str(GUEST), str(OTHER)),
        ("remove_staff", str(GUEST), str(OTHER)),
    ]


def test_a_guest_is_reset_by_a_step_as_by_a_command(desk: Desk) -> None:
    job = desk.done()

    topics = finish(desk, ResetPerson(GUEST, "900", say("reset")))

    assert desk.rows("SELECT 1 FROM jobs") == []
    assert topics >= {"erased", "jobs"}
    assert '"reset"' in desk.texts(OTHER)[0]
    files = desk.rows("SELECT kind, name FROM erased_files ORDER BY kind")
    assert [(row["kind"], row["name"]) for row in files] == [
        ("pack", job),
        ("photo", f"{job}.jpg"),
    ]
    assert desk.rows("SELECT action, who FROM actions") == [{"action": "reset_guest", "who": "900"}]
