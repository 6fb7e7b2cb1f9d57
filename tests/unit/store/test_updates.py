"""The inbox: kept with the offset, finished once with everything it caused."""

from typing import Any

import pytest

from store import messages as m
from store import queries
from store.domain.ids import GuestId
from store.domain.machine import Role
from store.domain.outgoing import Say
from store.steps import Enqueue, MarkBlocked, MeetUser, PullThen, SetState
from tests.machines.desk import GUEST, OTHER, Desk

HELLO = Enqueue("reply", GUEST, Say("hello"), "hello")


def keep(desk: Desk, *ids: int, offset: int | None = None) -> int:
    updates = tuple((number, f'{{"update_id": {number}}}') for number in ids)
    return desk.do(m.StoreUpdates(updates, offset or max(ids) + 1, desk.at))


def finish(desk: Desk, update: int, *steps: Any) -> bool:
    return desk.do(m.FinishUpdate(update, steps, desk.at))


def offset(desk: Desk) -> str | None:
    return queries.setting(desk.connection, "telegram_offset")


def waiting(desk: Desk) -> list[int]:
    return [update.update_id for update in queries.new_updates(desk.connection, 100)]


def link_then(desk: Desk, token: str, guest: GuestId) -> PullThen:
    def say(key: str) -> tuple[Enqueue, ...]:
        return (Enqueue("reply", guest, Say(key), key),)

    then = {"linked": say("linked"), "somebody_else": say("taken"), "pack_ready": say("ready")}
    return PullThen(
        "session", token, "link", Role.GUEST, {"guest": guest}, then, say("else"), str(guest)
    )


def test_updates_and_the_offset_are_kept_together(desk: Desk) -> None:
    assert keep(desk, 5, 6) == 2

    assert (waiting(desk), offset(desk)) == ([5, 6], "7")
    assert queries.new_updates(desk.connection, 1)[0].raw == '{"update_id": 5}'


def test_an_update_that_comes_again_is_kept_once(desk: Desk) -> None:
    keep(desk, 5)

    assert keep(desk, 5, 6) == 1
    assert waiting(desk) == [5, 6]


def test_an_update_that_comes_again_after_it_was_finished_stays_finished(desk: Desk) -> None:
    keep(desk, 5)
    finish(desk, 5)

    assert keep(desk, 5) == 0
    assert waiting(desk) == []


def test_the_offset_may_go_down(desk: Desk) -> None:
    keep(desk, 900)
    desk.later(8 * 24 * 3600)

    keep(desk, 5)

    assert offset(desk) == "6"
    assert waiting(desk) == [900, 5]


def test_updates_are_handled_in_the_order_in_which_they_came(desk: Desk) -> None:
    keep(desk, 8, 7)

    assert waiting(desk) == [7, 8]


def test_finishing_does_the_steps_and_forgets_the_raw_text(desk: Desk) -> None:
    keep(desk, 5)

    assert finish(desk, 5, HELLO) is True

    (row,) = desk.rows("SELECT * FROM telegram_inbox")
    assert (row["status"], row["raw"], row["done_at"]) == ("done", None, desk.now)
    assert len(desk.texts(GUEST)) == 1


def test_an_update_is_finished_once(desk: Desk) -> None:
    keep(desk, 5)
    finish(desk, 5, HELLO)

    again = finish(desk, 5, SetState(GUEST, "x"), Enqueue("reply", GUEST, Say("b"), "b"))

    assert again is False
    assert len(desk.texts(GUEST)) == 1


def test_an_unknown_update_is_not_finished(desk: Desk) -> None:
    assert finish(desk, 5, HELLO) is False
    assert desk.texts(GUEST) == []


def test_steps_and_mark_stand_or_fall_together(desk: Desk) -> None:
    keep(desk, 5)
    broken = PullThen("session", "t", "no such trigger", Role.GUEST, {}, {})

    _, error, topics = desk.attempt(m.FinishUpdate(5, (HELLO, broken), desk.at))

    assert error is not None
    assert topics == set()
    assert waiting(desk) == [5]
    assert desk.texts(GUEST) == []


def test_the_same_words_for_two_updates_are_two_messages(desk: Desk) -> None:
    keep(desk, 5, 6)

    finish(desk, 5, HELLO)
    finish(desk, 6, HELLO)

    keys = [row["dedupe_key"] for row in desk.rows("SELECT dedupe_key FROM outbox")]
    assert keys == ["update:5:hello", "update:6:hello"]


def test_a_quarantined_update_keeps_its_raw_text(desk: Desk) -> None:
    keep(desk, 5)

    assert desk.do(m.QuarantineUpdate(5, "unreadable", desk.at)) is True

    (row,) = desk.rows("SELECT * FROM telegram_inbox")
    assert (row["status"], row["error"]) == ("quarantined", "unreadable")
    assert row["raw"] == '{"update_id": 5}'
    assert waiting(desk) == []
    assert desk.do(m.QuarantineUpdate(5, "again", desk.at)) is False


def test_a_person_is_met_with_the_first_language_known(desk: Desk) -> None:
    keep(desk, 5)

    finish(desk, 5, MeetUser(GUEST, None), MeetUser(GUEST, "uz"), MeetUser(GUEST, "en"))

    assert queries.bot_user(desk.connection, GUEST).language == "uz"


def test_a_person_who_writes_again_is_no_longer_blocked(desk: Desk) -> None:
    keep(desk, 5, 6)
    finish(desk, 5, MeetUser(GUEST, "ru"), MarkBlocked(GUEST))
    (blocked,) = desk.rows("SELECT blocked_at FROM bot_users")

    finish(desk, 6, MeetUser(GUEST, "ru"))

    (free,) = desk.rows("SELECT blocked_at FROM bot_users")
    assert (blocked["blocked_at"], free["blocked_at"]) == (desk.now, None)


@pytest.mark.parametrize("state", ['{"t":"form"}', None])
def test_a_conversation_state_is_written_and_cleared(desk: Desk, state: str | None) -> None:
    keep(desk, 5)

    finish(desk, 5, MeetUser(GUEST, "ru"), SetState(GUEST, "old"), SetState(GUEST, state))

    assert queries.bot_user(desk.connection, GUEST).state == state


def test_a_step_goes_on_by_the_status_reached(desk: Desk) -> None:
    keep(desk, 5)
    token = desk.session()

    finish(desk, 5, link_then(desk, token, GUEST))

    assert desk.row("sessions", token)["status"] == "linked"
    assert desk.history(token)[-1][4] == str(GUEST)
    assert '"linked"' in desk.texts(GUEST)[0]


def test_a_step_goes_on_by_the_refusal(desk: Desk) -> None:
    keep(desk, 5)
    token = desk.linked(GUEST)

    finish(desk, 5, link_then(desk, token, OTHER))

    assert '"taken"' in desk.texts(OTHER)[0]


def test_a_step_goes_on_by_the_notice_that_closed_the_session(desk: Desk) -> None:
    desk.done(GUEST)
    keep(desk, 5)

    finish(desk, 5, link_then(desk, desk.session(), GUEST))

    assert '"ready"' in desk.texts(GUEST, "reply")[0]


def test_an_outcome_that_nobody_foresaw_has_its_steps_too(desk: Desk) -> None:
    keep(desk, 5)

    finish(desk, 5, link_then(desk, "no such session", GUEST))

    assert '"else"' in desk.texts(GUEST)[0]


def test_new_updates_and_messages_ring_their_topics(desk: Desk) -> None:
    kept = m.StoreUpdates(((5, "{}"),), 6, desk.at)

    assert desk.attempt(kept)[2] == {"inbox"}
    assert desk.attempt(kept)[2] == set()
    assert desk.attempt(m.FinishUpdate(5, (HELLO,), desk.at))[2] == {"outbox"}
