"""Collected data, messages that are changed later, confirmations: kept, used, pruned."""

from datetime import timedelta
from typing import Any

import pytest

from store import messages as m
from store import talk_queries
from store.domain.ids import GuestId
from store.domain.outgoing import Button, Delete, Edit, Say, decode
from store.domain.records import MessageMeta, StateData
from store.steps import (
    AskConfirmation,
    DeletePosted,
    DropData,
    EditPosted,
    Enqueue,
    MergeData,
    Post,
    Steps,
    StoreData,
    UseConfirmation,
)
from store.talk_messages import PruneTalk
from tests.machines.desk import GUEST, OTHER, Desk


def finish(desk: Desk, *steps: Any, update: int = 1) -> set[str]:
    """Carry out steps as those of an update; returns the topics to ring."""
    desk.do(m.StoreUpdates(((update, "{}"),), update + 1, desk.at))
    _, error, topics = desk.attempt(m.FinishUpdate(update, steps, desk.at))
    assert error is None, error
    return topics


def say(text: str) -> Steps:
    return (Enqueue("reply", GUEST, Say(text), text),)


def said(desk: Desk) -> list[str]:
    """Return the texts that wait for the guest."""
    found = desk.rows("SELECT method, payload FROM outbox WHERE status = 'pending' ORDER BY id")
    bodies = [decode(row["method"], row["payload"]) for row in found]
    return [body.text for body in bodies if isinstance(body, Say | Edit)]


def stored(desk: Desk, **data: Any) -> int:
    """Make a row of state data."""
    rows: list[int] = []
    keep = StoreData(GUEST, data, lambda row: rows.append(row) or ())  # type: ignore[func-returns-value]
    finish(desk, keep, update=1000 + len(desk.rows("SELECT 1 FROM telegram_inbox")))
    return rows[0]


def posted(desk: Desk, update: int = 1) -> int:
    """Post a prompt; returns its reference."""
    metas: list[int] = []
    post = Post(GUEST, GUEST, Say("?"), "ask", "prompt", lambda row: metas.append(row) or ())  # type: ignore[func-returns-value]
    finish(desk, post, update=update)
    return metas[0]


def test_data_is_stored_for_its_owner_and_what_follows_knows_the_row(desk: Desk) -> None:
    finish(desk, StoreData(GUEST, {"имя": [1, None]}, lambda row: say(f"row {row}"), key="key"))

    assert said(desk) == ["row 1"]
    row = StateData(1, GUEST, {"имя": [1, None]}, "key")
    assert talk_queries.state_data(desk.connection, 1) == row
    assert talk_queries.state_data_by_key(desk.connection, "key") == row


def test_merging_replaces_fields_of_the_same_name_and_keeps_the_others(desk: Desk) -> None:
    row = stored(desk, a={"x": 1}, b=2)
    now = desk.later(60)

    finish(desk, MergeData(row, {"a": {"y": 1}, "c": None}, say("yes"), say("no")))

    found = talk_queries.state_data(desk.connection, row)
    assert found is not None
    assert found.data == {"a": {"y": 1}, "b": 2, "c": None}
    assert said(desk) == ["yes"]
    assert desk.rows("SELECT updated_at FROM state_data") == [{"updated_at": now}]


def test_merging_into_a_row_that_is_gone_goes_the_other_way(desk: Desk) -> None:
    finish(desk, MergeData(7, {"a": 1}, say("yes"), say("no")))

    assert said(desk) == ["no"]
    assert talk_queries.state_data(desk.connection, 7) is None


def test_dropped_data_is_gone_and_dropping_it_again_is_no_error(desk: Desk) -> None:
    row, other = stored(desk), stored(desk)

    finish(desk, DropData(row), DropData(row))

    assert talk_queries.state_data(desk.connection, row) is None
    assert talk_queries.state_data(desk.connection, other) is not None


@pytest.mark.parametrize("data", [None, "[1]", "5"])
def test_data_that_is_no_object_reads_as_nothing_and_can_be_merged_into(
    desk: Desk, data: str | None
) -> None:
    row = stored(desk)
    desk.connection.execute("UPDATE state_data SET data = ?", (data,))
    before = talk_queries.state_data(desk.connection, row)

    finish(desk, MergeData(row, {"a": 1}))

    after = talk_queries.state_data(desk.connection, row)
    assert before is not None
    assert after is not None
    assert (before.data, after.data) == ({}, {"a": 1})


def test_a_post_is_queued_with_a_reference_that_knows_no_message_yet(desk: Desk) -> None:
    topics = finish(
        desk, Post(GUEST, -5, Say("?"), "ask", "prompt", lambda meta: say(f"meta {meta}"))
    )

    assert topics == {"outbox"}
    assert talk_queries.message_meta(desk.connection, 1) == MessageMeta(
        1, GUEST, -5, None, "prompt"
    )
    (row, _) = desk.rows("SELECT * FROM outbox ORDER BY id")
    assert (row["dedupe_key"], row["chat_id"]) == ("update:1:ask", -5)
    assert (row["meta_id"], row["repeatable"]) == (1, 1)
    assert said(desk) == ["?", "meta 1"]


def test_an_edit_and_a_deletion_go_to_the_chat_of_the_reference(desk: Desk) -> None:
    meta = posted(desk)
    buttons = ((Button("ok", data="x"),),)

    finish(desk, EditPosted(meta, "!", buttons, "edit"), DeletePosted(meta, "gone"), update=2)

    rows = desk.rows("SELECT * FROM outbox WHERE dedupe_key LIKE 'update:2:%' ORDER BY id")
    assert [(row["chat_id"], row["meta_id"]) for row in rows] == [(GUEST, meta)] * 2
    bodies = [decode(row["method"], row["payload"]) for row in rows]
    assert bodies == [Edit(None, "!", buttons), Delete(None)]


def test_nothing_is_done_to_a_message_whose_reference_is_gone(desk: Desk) -> None:
    topics = finish(desk, EditPosted(7, "!", (), "edit"), DeletePosted(7, "gone"))

    assert desk.rows("SELECT 1 FROM outbox") == []
    assert topics == set()


def ask(desk: Desk) -> int:
    """Ask the guest to confirm an erasure."""
    rows: list[int] = []
    asked = AskConfirmation(GUEST, "erase", "12", lambda row: rows.append(row) or ())  # type: ignore[func-returns-value]
    finish(desk, asked)
    return rows[0]


def test_a_confirmation_is_used_once(desk: Desk) -> None:
    row = ask(desk)
    used = UseConfirmation(row, GUEST, say("yes"), say("no"))
    seen = talk_queries.confirmation(desk.connection, row)

    finish(desk, used, update=2)
    finish(desk, used, update=3)

    assert seen == (GUEST, "erase", "12", desk.now)
    assert said(desk) == ["yes", "no"]
    assert talk_queries.confirmation(desk.connection, row) is None


def test_a_confirmation_is_used_only_by_the_one_who_was_asked(desk: Desk) -> None:
    row = ask(desk)

    finish(desk, UseConfirmation(row, OTHER, say("yes"), say("no")), update=2)

    assert said(desk) == ["no"]
    assert talk_queries.confirmation(desk.connection, row) is not None


def test_the_number_of_a_used_row_is_never_given_again(desk: Desk) -> None:
    row = ask(desk)
    finish(desk, UseConfirmation(row, GUEST), update=2)
    meta = posted(desk, update=3)
    desk.connection.execute("DELETE FROM message_meta")

    finish(desk, AskConfirmation(GUEST, "erase", "13", lambda new: say(f"new {new}")), update=4)

    assert f"new {row}" not in said(desk)
    assert posted(desk, update=5) > meta


def test_what_follows_an_outcome_comes_before_the_next_step(desk: Desk) -> None:
    inner = StoreData(None, {}, lambda row: (MergeData(row, {}, say("inner")),))

    finish(desk, inner, *say("next"))

    assert said(desk) == ["inner", "next"]


def test_what_nobody_came_back_to_is_forgotten_by_age(desk: Desk) -> None:
    ask(desk)
    posted(desk, update=2)
    old, kept = stored(desk), stored(desk)
    desk.later(3600)
    finish(desk, MergeData(kept, {"a": 1}), update=3)
    before = desk.at - timedelta(seconds=1)

    gone = desk.do(PruneTalk(before))
    again = desk.do(PruneTalk(before))

    assert (gone, again) == (3, 0)
    assert talk_queries.state_data(desk.connection, old) is None
    assert talk_queries.state_data(desk.connection, kept) is not None


def test_a_pruning_takes_a_bounded_number_at_once(desk: Desk) -> None:
    made = "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 600)"
    desk.connection.execute(
        f"{made} INSERT INTO state_data (data, created_at, updated_at) SELECT '{{}}', '', '' FROM n"
    ).fetchall()

    assert [desk.do(PruneTalk(desk.at)) for _ in range(3)] == [500, 100, 0]


def test_two_users_have_rows_of_their_own(desk: Desk) -> None:
    finish(
        desk,
        StoreData(GUEST, {"a": 1}, lambda row: ()),
        StoreData(GuestId(2**40), {"a": 2}, lambda row: (MergeData(row, {"b": 3}),)),
    )

    first, second = (talk_queries.state_data(desk.connection, row) for row in (1, 2))
    assert first is not None
    assert second is not None
    assert (first.data, second.data) == ({"a": 1}, {"a": 2, "b": 3})
    assert second.user == 2**40
