"""Messages and the references to them: filled in when sent, looked up when changed."""

from datetime import timedelta

import pytest

from store import messages as m
from store import outbox, queries, talk_queries
from store.domain.outgoing import Body, Delete, Edit, Say, ShowSticker, decode
from tests.machines.desk import GUEST, OTHER, Desk


def refer(desk: Desk, message: int | None = None) -> int:
    """Make a reference."""
    ((meta,),) = desk.connection.execute(
        "INSERT INTO message_meta (telegram_user_id, chat_id, message_id, purpose, created_at)"
        " VALUES (?, ?, ?, 'prompt', '') RETURNING id",
        (GUEST, GUEST, message),
    ).fetchall()
    return int(meta)


def queue(desk: Desk, body: Body, meta: int | None = None, chat: int = GUEST) -> int:
    """Queue a body; returns its row."""
    key = str(len(desk.rows("SELECT 1 FROM outbox")))
    outbox.enqueue(
        desk.connection,
        key=key,
        kind="reply",
        chat_id=chat,
        body=body,
        now=desk.now,
        repeatable=True,
        meta_id=meta,
    )
    (row,) = desk.rows("SELECT id FROM outbox WHERE dedupe_key = ?", key)
    return int(row["id"])


def begin(desk: Desk, message: int) -> Body:
    begun = desk.do(m.BeginSend(message, desk.at))
    assert begun is not None
    return decode(begun.method, begun.payload)


def end(desk: Desk, message: int, result: m.SendResult) -> None:
    desk.do(m.EndSend(message, result, desk.at))


def known(desk: Desk, meta: int) -> int | None:
    found = talk_queries.message_meta(desk.connection, meta)
    assert found is not None
    return found.message_id


@pytest.mark.parametrize("body", [Say("?"), ShowSticker("a.webp")])
def test_a_sent_message_is_known_by_its_reference(desk: Desk, body: Body) -> None:
    meta, other = refer(desk), refer(desk)
    message = queue(desk, body, meta)
    begin(desk, message)

    end(desk, message, m.Sent(42))

    assert (known(desk, meta), known(desk, other)) == (42, None)


def test_a_message_of_unknown_fate_is_known_once_its_repeat_is_sent(desk: Desk) -> None:
    meta = refer(desk)
    message = queue(desk, Say("?"), meta)
    begin(desk, message)
    end(desk, message, m.MaybeSent("timeout", desk.at))
    before = known(desk, meta)

    begin(desk, message)
    end(desk, message, m.Sent(43))

    assert (before, known(desk, meta)) == (None, 43)


def test_a_change_learns_its_message_when_its_turn_comes(desk: Desk) -> None:
    meta = refer(desk)
    post = queue(desk, Say("?"), meta)
    edit, delete = queue(desk, Edit(None, "Привет"), meta), queue(desk, Delete(), meta)
    begin(desk, post)
    end(desk, post, m.Sent(42))

    assert begin(desk, edit) == Edit(42, "Привет")
    assert begin(desk, delete) == Delete(42)


def test_a_change_of_a_message_that_nobody_knows_names_none(desk: Desk) -> None:
    never_sent = queue(desk, Edit(None, "!"), refer(desk))
    pruned = queue(desk, Delete(), 999)

    assert begin(desk, never_sent) == Edit(None, "!")
    assert begin(desk, pruned) == Delete(None)


def test_a_change_that_names_its_message_keeps_to_it(desk: Desk) -> None:
    assert begin(desk, queue(desk, Edit(5, "!"), refer(desk, 42))) == Edit(5, "!")


def test_a_sent_edit_leaves_the_reference_as_it_is(desk: Desk) -> None:
    meta = refer(desk, 42)
    edit = queue(desk, Edit(None, "!"), meta)
    begin(desk, edit)

    end(desk, edit, m.Sent(None))

    assert known(desk, meta) == 42


@pytest.mark.parametrize(
    ("result", "left"),
    [
        (m.Sent(None), False),
        (m.Undeliverable("no such message"), False),
        ("later", True),
    ],
)
def test_a_reference_goes_with_its_deleted_message(
    desk: Desk, result: m.SendResult | str, left: bool
) -> None:
    meta, other = refer(desk, 42), refer(desk, 43)
    delete = queue(desk, Delete(), meta)
    begin(desk, delete)

    later = m.Postponed("flood", desk.at + timedelta(seconds=1))
    end(desk, delete, later if isinstance(result, str) else result)

    assert (talk_queries.message_meta(desk.connection, meta) is not None) is left
    assert talk_queries.message_meta(desk.connection, other) is not None


@pytest.mark.parametrize(
    ("later", "of"),
    [
        (Edit(None, "2"), "reference"),
        (Delete(), "reference"),
        (Edit(42, "2"), None),
        (Delete(42), None),
    ],
)
def test_a_later_change_of_the_same_message_supersedes_an_edit(
    desk: Desk, later: Body, of: str | None
) -> None:
    meta = refer(desk, 42)
    by_reference, by_id = queue(desk, Edit(None, "1"), meta), queue(desk, Edit(42, "1"))

    newer = queue(desk, later, meta if of else None)

    assert queries.has_newer_edit(desk.connection, by_reference)
    assert queries.has_newer_edit(desk.connection, by_id)
    assert not queries.has_newer_edit(desk.connection, newer)


def test_an_edit_of_a_message_not_yet_sent_is_superseded_by_its_reference(desk: Desk) -> None:
    meta = refer(desk)
    edit = queue(desk, Edit(None, "1"), meta)
    queue(desk, Edit(None, "2"), meta)

    assert queries.has_newer_edit(desk.connection, edit)


def test_changes_of_other_messages_supersede_nothing(desk: Desk) -> None:
    edit = queue(desk, Edit(None, "1"), refer(desk, 42))
    unsent = queue(desk, Edit(None, "1"), refer(desk))
    queue(desk, Edit(None, "2"), refer(desk, 43))
    queue(desk, Delete(), refer(desk))
    queue(desk, Edit(42, "2"), chat=OTHER)
    queue(desk, Say("2"), refer(desk))

    assert not queries.has_newer_edit(desk.connection, edit)
    assert not queries.has_newer_edit(desk.connection, unsent)


def test_a_deletion_that_was_sent_supersedes_nothing_more(desk: Desk) -> None:
    edit = queue(desk, Edit(42, "1"))
    delete = queue(desk, Delete(42))
    begin(desk, delete)
    end(desk, delete, m.Undeliverable("x"))

    assert not queries.has_newer_edit(desk.connection, edit)
