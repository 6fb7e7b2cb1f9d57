"""Erasure of a person: nothing of theirs is left, and nobody else's data is touched."""

import json
from typing import Any

import pytest

from store import erasure, queries, talk_queries
from store import messages as m
from store.domain.ids import GuestId
from store.domain.leads import LeadForm
from store.domain.machine import Role
from store.domain.outgoing import Say
from store.domain.reasons import Refusal
from store.lead_messages import SubmitLead
from store.steps import (
    AskConfirmation,
    Enqueue,
    ForgetPerson,
    MeetUser,
    Post,
    PullThen,
    SetState,
    StoreData,
)
from tests.machines.desk import GUEST, OTHER, SLOT, Desk

BYE = (MeetUser(GUEST, "uz"), Enqueue("reply", GUEST, Say("bye"), "bye"))


def finish(desk: Desk, *steps: Any, update: int) -> set[str]:
    desk.do(m.StoreUpdates(((update, "{}"),), update + 1, desk.at))
    _, error, topics = desk.attempt(m.FinishUpdate(update, steps, desk.at))
    assert error is None, error
    return topics


def live(desk: Desk, guest: GuestId, update: int) -> str:
    """Let a guest leave something in every table; returns their job."""
    job = desk.done(guest)
    finish(
        desk,
        MeetUser(guest, "ru"),
        SetState(guest, '{"t":"LEAD","m":"add","p":{}}'),
        StoreData(guest, {"name": "Анна"}, lambda row: ()),
        Post(guest, guest, Say("Анна?"), "post", "prompt", lambda meta: ()),
        AskConfirmation(guest, "erase", "", lambda row: ()),
        Enqueue("reply", guest, Say("Анна!"), "say"),
        update=update,
    )
    desk.connection.execute(
        "INSERT INTO feedback (job_id, telegram_user_id, asked_at) VALUES (?, ?, '')", (job, guest)
    )
    return job


def traces(desk: Desk, guest: GuestId) -> dict[str, int]:
    """Count the rows of a guest in every table that has a column for a person."""
    tables = [
        "sessions",
        "jobs",
        "users",
        "bot_users",
        "state_data",
        "message_meta",
        "inline_confirmations",
        "feedback",
    ]
    return {
        table: len(desk.rows(f"SELECT 1 FROM {table} WHERE telegram_user_id = ?", guest))
        for table in tables
    }


def payloads(desk: Desk, guest: GuestId) -> list[tuple[str, str]]:
    found = desk.rows("SELECT status, payload FROM outbox WHERE chat_id = ? ORDER BY id", guest)
    return [(row["status"], row["payload"]) for row in found]


def test_nothing_of_the_person_is_left_and_all_of_another(desk: Desk) -> None:
    live(desk, GUEST, 1)
    live(desk, OTHER, 2)
    before = (traces(desk, OTHER), payloads(desk, OTHER))

    finish(desk, ForgetPerson(GUEST), update=3)

    assert set(traces(desk, GUEST).values()) == {0}
    assert (traces(desk, OTHER), payloads(desk, OTHER)) == before
    assert set(before[0].values()) == {1}


def test_messages_lose_their_words_and_those_that_wait_are_taken_back(desk: Desk) -> None:
    live(desk, GUEST, 1)
    (link, *_) = desk.rows("SELECT id FROM outbox WHERE kind = 'link'")
    desk.do(m.BeginSend(link["id"], desk.at))
    desk.do(m.EndSend(link["id"], m.Sent(5), desk.at))

    finish(desk, ForgetPerson(GUEST), update=2)

    rows = payloads(desk, GUEST)
    assert {payload for _, payload in rows} == {"{}"}
    assert {status for status, _ in rows} == {"sent", "cancelled"}


def test_alerts_about_the_persons_pack_lose_their_words_too(desk: Desk) -> None:
    desk.failed()

    finish(desk, ForgetPerson(GUEST), update=2)

    assert set(payloads(desk, GuestId(900))) == {("cancelled", "{}")}


def test_a_last_word_is_said_to_a_person_met_anew(desk: Desk) -> None:
    live(desk, GUEST, 1)

    finish(desk, ForgetPerson(GUEST, BYE), update=2)

    assert ['"bye"' in text for text in desk.texts(GUEST)] == [True]
    person = queries.bot_user(desk.connection, GUEST)
    assert (person.state, person.language) == (None, "uz")


@pytest.mark.parametrize(
    ("result", "status"),
    [
        (m.Sent(5), "sent"),
        (m.Undeliverable("gone"), "failed"),
        ("maybe", "cancelled"),
        ("later", "cancelled"),
    ],
)
def test_what_is_being_sent_at_that_moment_is_settled_and_not_tried_again(
    desk: Desk, result: Any, status: str
) -> None:
    results: dict[Any, m.SendResult] = {
        "maybe": m.MaybeSent("timeout", desk.at),
        "later": m.Postponed("flood", desk.at),
    }
    live(desk, GUEST, 1)
    (row,) = desk.rows("SELECT id FROM outbox WHERE dedupe_key = 'update:1:say'")
    desk.connection.execute("UPDATE outbox SET repeatable = 1 WHERE id = ?", (row["id"],))
    desk.do(m.BeginSend(row["id"], desk.at))

    finish(desk, ForgetPerson(GUEST), update=2)
    desk.do(m.EndSend(row["id"], results.get(result, result), desk.at))

    (after,) = desk.rows("SELECT status, payload FROM outbox WHERE id = ?", row["id"])
    assert after == {"status": status, "payload": "{}"}


def test_a_program_that_died_while_sending_erased_words_does_not_send_them_again(
    desk: Desk,
) -> None:
    live(desk, GUEST, 1)
    (row,) = desk.rows("SELECT id FROM outbox WHERE dedupe_key = 'update:1:post'")
    desk.do(m.BeginSend(row["id"], desk.at))
    finish(desk, ForgetPerson(GUEST), update=2)

    desk.do(m.RecoverOutbox(desk.at))

    (after,) = desk.rows("SELECT status FROM outbox WHERE id = ?", row["id"])
    assert after["status"] == "cancelled"


def test_files_are_named_until_they_are_gone(desk: Desk) -> None:
    job = live(desk, GUEST, 1)

    topics = finish(desk, ForgetPerson(GUEST), update=2)

    assert "erased" in topics
    files = talk_queries.erased_files(desk.connection, 10)
    assert set(files) == {("pack", job), ("photo", f"{job}.jpg")}
    desk.do(m.EraseFiles("photo", (f"{job}.jpg",)))
    assert talk_queries.erased_files(desk.connection, 10) == (("pack", job),)


def test_the_history_stays_without_the_person(desk: Desk) -> None:
    token = desk.session()
    args = {"guest": GUEST}
    link = PullThen("session", token, "link", Role.GUEST, args, {}, who=str(GUEST))
    finish(desk, link, update=1)
    before = [row[4] for row in desk.history(token)]

    finish(desk, ForgetPerson(GUEST), update=2)

    after = desk.history(token)
    assert str(GUEST) in before
    assert [row[4] for row in after] == [None] * len(before)
    assert [row[2] for row in after] == ["create", "link"]


def test_the_action_log_no_longer_names_a_person_who_was_reset(desk: Desk) -> None:
    desk.do(m.ResetGuest(GUEST, "900", desk.at))
    desk.do(m.ResetGuest(OTHER, "900", desk.at))

    finish(desk, ForgetPerson(GUEST), update=2)

    records = [row["record"] for row in desk.rows("SELECT record FROM actions ORDER BY id")]
    assert records == ["erased", str(OTHER)]


def test_the_worker_of_an_erased_guest_finds_its_step_refused(desk: Desk) -> None:
    job = desk.processing()

    finish(desk, ForgetPerson(GUEST), update=2)

    assert desk.create_set(job, SLOT) == m.Refused(Refusal.NOT_FOUND)


def test_an_erased_guest_may_come_again(desk: Desk) -> None:
    live(desk, GUEST, 1)
    finish(desk, ForgetPerson(GUEST), update=2)

    assert desk.row("sessions", desk.linked())["status"] == "linked"


def test_a_lead_with_the_persons_telegram_stays(desk: Desk) -> None:
    form = LeadForm(name="Анна", phone="+998901234567")
    lead = desk.do(SubmitLead("request", form, "key", desk.at)).lead_id
    desk.connection.execute("UPDATE leads SET connected_user = ?", (GUEST,))

    finish(desk, ForgetPerson(GUEST), update=2)

    (row,) = desk.rows("SELECT name, connected_user FROM leads WHERE id = ?", lead)
    assert row == {"name": "Анна", "connected_user": GUEST}
    assert talk_queries.state_data_by_key(desk.connection, "key") is not None


def test_updates_put_aside_lose_the_persons_words_and_new_ones_wait_on(desk: Desk) -> None:
    def message(user: int) -> str:
        return json.dumps({"message": {"from": {"id": user}, "text": "Анна"}})

    raws = (message(GUEST), message(OTHER), message(GUEST * 1000 + 1), message(GUEST))
    updates = tuple((10 + n, raw) for n, raw in enumerate(raws))
    desk.do(m.StoreUpdates(updates, 20, desk.at))
    for update in (10, 11, 12):
        desk.do(m.QuarantineUpdate(update, "unreadable", desk.at))

    finish(desk, ForgetPerson(GUEST), update=2)

    kept = desk.rows("SELECT update_id FROM telegram_inbox WHERE raw IS NOT NULL ORDER BY 1")
    assert [row["update_id"] for row in kept] == [11, 12, 13]
    assert len(desk.rows("SELECT 1 FROM telegram_inbox WHERE update_id = 10")) == 1


@pytest.mark.parametrize(
    ("raw", "theirs"),
    [
        ('{"update_id": 1, "callback_query": {"from": {"id": 77}}}', True),
        ('{"update_id": 1, "message_reaction": {"user": {"id": 77}}}', True),
        ('{"update_id": 77, "message": {"from": {"id": 5}, "text": "77"}}', False),
        ('{"message": {"from": {"id": 5}, "forward_origin": {"sender_user": {"id": 77}}}}', False),
        ('{"message": {"from": {"id": 77}, "text": "cut o', True),
        ('{"message": {"from": {"id": 778}, "text": "cut o', False),
        ('[{"from": {"id": 77}}]', False),
        ("77", False),
    ],
)
def test_an_update_is_the_persons_who_sent_it(raw: str, theirs: bool) -> None:
    assert erasure.names(raw, 77) is theirs
