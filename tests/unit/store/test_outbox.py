"""The outbox: queued once for all time, and honest about what may have been sent."""

from datetime import timedelta
from typing import Any

import pytest

from store import messages as m
from store import outbox
from store.domain.outgoing import Say, encode
from store.domain.records import OutboxMessage
from supervisor.clock import iso
from tests.machines.desk import GUEST, Desk


def queue(desk: Desk, *, key: str = "k", repeatable: bool = False, chat: int = GUEST) -> int:
    outbox.enqueue(
        desk.connection,
        key=key,
        kind="reply",
        chat_id=chat,
        body=Say("hello"),
        now=desk.now,
        repeatable=repeatable,
    )
    (row,) = desk.rows("SELECT id FROM outbox WHERE dedupe_key = ?", key)
    return int(row["id"])


def sending(desk: Desk, *, repeatable: bool = False) -> int:
    message = queue(desk, repeatable=repeatable)
    assert desk.do(m.BeginSend(message, desk.at)) is not None
    return message


def row(desk: Desk, message: int) -> dict[str, Any]:
    (found,) = desk.rows("SELECT * FROM outbox WHERE id = ?", message)
    return found


def end(desk: Desk, message: int, result: m.SendResult) -> dict[str, Any]:
    desk.do(m.EndSend(message, result, desk.at))
    return row(desk, message)


def test_a_key_is_queued_once_for_all_time(desk: Desk) -> None:
    message = sending(desk)
    end(desk, message, m.Sent(5))

    queue(desk)

    assert [r["status"] for r in desk.rows("SELECT status FROM outbox")] == ["sent"]


def test_a_taken_back_message_keeps_its_place(desk: Desk) -> None:
    message = queue(desk)
    outbox.cancel(desk.connection, key="k")

    queue(desk)

    assert row(desk, message)["status"] == "cancelled"
    assert len(desk.rows("SELECT 1 FROM outbox")) == 1


def test_a_message_is_taken_for_sending_once(desk: Desk) -> None:
    message = queue(desk, repeatable=True)

    first = desk.do(m.BeginSend(message, desk.at))
    second = desk.do(m.BeginSend(message, desk.at))

    method, payload = encode(Say("hello"))
    assert first == OutboxMessage(message, "reply", GUEST, method, payload, 1, None, True, False)
    assert second is None
    assert row(desk, message)["status"] == "sending"


def test_a_message_that_is_being_sent_is_not_taken_back(desk: Desk) -> None:
    message = sending(desk)

    outbox.cancel(desk.connection, key="k")

    assert row(desk, message)["status"] == "sending"


def test_a_sent_message_remembers_telegrams_id_and_when(desk: Desk) -> None:
    sent = end(desk, sending(desk), m.Sent(42))

    assert (sent["status"], sent["message_id"], sent["sent_at"]) == ("sent", 42, desk.now)


def test_of_unknown_fate_a_repeatable_message_waits_for_another_try(desk: Desk) -> None:
    later = desk.at + timedelta(seconds=5)

    maybe = end(desk, sending(desk, repeatable=True), m.MaybeSent("timeout", later))

    assert (maybe["status"], maybe["interrupted"], maybe["error"]) == ("pending", 1, "timeout")
    assert maybe["not_before"] == iso(later)


def test_of_unknown_fate_another_message_is_never_repeated(desk: Desk) -> None:
    message = sending(desk)

    maybe = end(desk, message, m.MaybeSent("timeout", desk.at))

    assert (maybe["status"], maybe["interrupted"]) == ("maybe_sent", 1)
    assert desk.do(m.BeginSend(message, desk.at)) is None


def test_a_postponed_message_waits_until_its_time(desk: Desk) -> None:
    later = desk.at + timedelta(seconds=30)

    postponed = end(desk, sending(desk), m.Postponed("flood", later))

    assert (postponed["status"], postponed["not_before"]) == ("pending", iso(later))
    assert (postponed["attempts"], postponed["interrupted"], postponed["sent_at"]) == (1, 0, None)


def test_an_undeliverable_message_is_given_up(desk: Desk) -> None:
    given_up = end(desk, sending(desk), m.Undeliverable("chat not found"))

    assert (given_up["status"], given_up["error"]) == ("failed", "chat not found")


@pytest.mark.parametrize(("blocked", "since"), [(True, "now"), (False, None)])
def test_a_block_is_remembered_of_the_person(desk: Desk, blocked: bool, since: str | None) -> None:
    desk.connection.execute(
        "INSERT INTO bot_users (telegram_user_id, created_at) VALUES (?, '')", (GUEST,)
    )

    end(desk, sending(desk), m.Undeliverable("forbidden", blocked=blocked))

    (user,) = desk.rows("SELECT blocked_at FROM bot_users")
    assert user["blocked_at"] == (desk.now if since else None)


def test_an_end_without_a_beginning_changes_nothing(desk: Desk) -> None:
    message = queue(desk)

    assert end(desk, message, m.Sent(1))["status"] == "pending"
    desk.do(m.EndSend(999, m.Sent(1), desk.at))


@pytest.mark.parametrize(("repeatable", "status"), [(True, "pending"), (False, "maybe_sent")])
def test_a_restart_settles_what_was_being_sent(desk: Desk, repeatable: bool, status: str) -> None:
    message = sending(desk, repeatable=repeatable)
    waiting = queue(desk, key="other")
    now = desk.later(60)

    assert desk.do(m.RecoverOutbox(desk.at)) == 1

    found = row(desk, message)
    assert (found["status"], found["interrupted"], found["not_before"]) == (status, 1, now)
    assert (row(desk, waiting)["status"], row(desk, waiting)["interrupted"]) == ("pending", 0)


def test_a_second_restart_finds_nothing(desk: Desk) -> None:
    sending(desk)
    desk.do(m.RecoverOutbox(desk.at))

    assert desk.do(m.RecoverOutbox(desk.at)) == 0


def test_an_interrupted_message_says_so_when_it_is_taken_again(desk: Desk) -> None:
    message = sending(desk, repeatable=True)
    desk.do(m.RecoverOutbox(desk.at))

    again = desk.do(m.BeginSend(message, desk.at))

    assert again is not None
    assert (again.interrupted, again.attempts) == (True, 2)
