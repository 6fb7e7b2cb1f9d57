"""Reads about conversations that no other test asks."""

from store import queries, talk_queries
from store.domain.records import Feedback
from tests.machines.desk import GUEST, Desk


def change(desk: Desk, assignment: str, outfit: str) -> None:
    desk.connection.execute(f"UPDATE templates SET {assignment} WHERE id = ?", (outfit,))


def test_operators_see_hidden_outfits_and_guests_do_not(desk: Desk) -> None:
    change(desk, "active = 0, position = 9", "chapan")

    seen = talk_queries.outfit_entries(desk.connection)

    assert [(entry.outfit.id, entry.active) for entry in seen] == [
        ("astronaut", True),
        ("chapan", False),
    ]
    assert {entry.bundled for entry in seen} == {True}
    assert [outfit.id for outfit in queries.outfits(desk.connection)] == ["astronaut"]


def test_nobody_sees_a_deleted_outfit(desk: Desk) -> None:
    change(desk, "deleted_at = '2026'", "chapan")

    seen = [entry.outfit.id for entry in talk_queries.outfit_entries(desk.connection)]

    assert seen == ["astronaut"]
    assert [outfit.id for outfit in queries.outfits(desk.connection)] == ["astronaut"]


def test_feedback_is_read_as_far_as_it_was_given(desk: Desk) -> None:
    job = desk.done()
    desk.connection.execute(
        "INSERT INTO feedback (job_id, telegram_user_id, score, asked_at) VALUES (?, ?, 4, '')",
        (job, GUEST),
    )

    assert talk_queries.feedback(desk.connection, 1) == Feedback(1, GUEST, 4, None)
    assert talk_queries.feedback(desk.connection, 2) is None


def test_jobs_are_told_from_names_that_are_none(desk: Desk) -> None:
    job = desk.job()

    assert talk_queries.jobs_among(desk.connection, (job, "nobody")) == {job}
    assert talk_queries.jobs_among(desk.connection, ()) == frozenset()
