"""Guests are asked once how they like a pack, and answer once."""

import pytest

from store import feedback, queries, talk_queries
from store import messages as m
from store.domain.ids import GuestId
from store.domain.outgoing import Say, decode
from store.domain.policy import FEEDBACK_AFTER, FEEDBACK_WITHIN
from store.domain.texts import feedback as texts
from store.steps import CommentPack, Rate
from store.talk_messages import AskFeedback
from tests.machines.desk import GUEST, OTHER, Desk
from tests.support.steps import OTHERWISE, THEN, outcome


def rate(desk: Desk, row: int, score: int, user: GuestId = GUEST) -> str:
    return outcome(desk, Rate(row, user, score, THEN, OTHERWISE))


def comment(desk: Desk, row: int, words: str = "ура", user: GuestId = GUEST) -> str:
    return outcome(desk, CommentPack(row, user, words, THEN, OTHERWISE))


def send(desk: Desk, result: m.SendResult) -> None:
    for message in queries.waiting_messages(desk.connection, desk.now, 10):
        desk.do(m.BeginSend(message.id, desk.at))
        desk.do(m.EndSend(message.id, result, desk.at))


def delivered(desk: Desk, guest: GuestId = GUEST) -> str:
    """Lead a guest to a link that arrived."""
    job = desk.done(guest)
    send(desk, m.Sent(5))
    return job


def ask(desk: Desk) -> int:
    return desk.do(AskFeedback(desk.at))


def asked(desk: Desk) -> int:
    delivered(desk)
    desk.later(FEEDBACK_AFTER)
    assert ask(desk) == 1
    (row,) = desk.rows("SELECT id FROM feedback")
    return int(row["id"])


def test_a_guest_is_asked_some_time_after_the_link_arrived(desk: Desk) -> None:
    job = delivered(desk)
    desk.later(FEEDBACK_AFTER - 1)
    early = ask(desk)
    desk.later(1)

    assert (early, ask(desk)) == (0, 1)

    (row,) = desk.rows("SELECT * FROM outbox WHERE kind = 'feedback'")
    say = decode(row["method"], row["payload"])
    assert isinstance(say, Say)
    assert say.text == texts.QUESTION.ru
    assert [button.data for button in say.buttons[0]] == [f"rate:1:{n}" for n in range(1, 6)]
    assert (row["chat_id"], row["job_id"], row["repeatable"]) == (GUEST, job, 0)


def test_nobody_is_asked_twice_for_a_pack(desk: Desk) -> None:
    asked(desk)

    assert ask(desk) == 0


def test_nobody_is_asked_out_of_nowhere(desk: Desk) -> None:
    delivered(desk)
    desk.later(FEEDBACK_WITHIN + 1)

    assert ask(desk) == 0


def test_nobody_is_asked_before_the_link_has_arrived(desk: Desk) -> None:
    desk.done()
    desk.later(FEEDBACK_AFTER)

    assert ask(desk) == 0


def test_who_blocked_the_bot_is_not_asked(desk: Desk) -> None:
    delivered(desk)
    desk.connection.execute(
        "INSERT INTO bot_users (telegram_user_id, blocked_at, created_at) VALUES (?, ?, ?)",
        (GUEST, desk.now, desk.now),
    )
    desk.later(FEEDBACK_AFTER)

    assert ask(desk) == 0


def test_a_guest_who_waits_for_another_pack_is_asked_after_it(desk: Desk) -> None:
    first = delivered(desk)
    second = desk.processing(OTHER)
    desk.connection.execute("UPDATE jobs SET telegram_user_id = ? WHERE id = ?", (GUEST, second))
    desk.later(FEEDBACK_AFTER)
    during = ask(desk)
    desk.connection.execute("DELETE FROM jobs WHERE id = ?", (second,))

    assert (during, ask(desk)) == (0, 1)
    assert desk.rows("SELECT job_id FROM feedback") == [{"job_id": first}]


def test_each_guest_is_asked_for_their_own_pack(desk: Desk) -> None:
    delivered(desk)
    delivered(desk, OTHER)
    desk.later(FEEDBACK_AFTER)

    assert ask(desk) == 2
    found = desk.rows("SELECT telegram_user_id FROM feedback ORDER BY id")
    assert {row["telegram_user_id"] for row in found} == {GUEST, OTHER}


def test_a_score_is_kept_once(desk: Desk) -> None:
    row = asked(desk)

    assert (rate(desk, row, 5), rate(desk, row, 1)) == ("then", "otherwise")

    kept = talk_queries.feedback(desk.connection, row)
    assert kept is not None
    assert kept.score == 5


@pytest.mark.parametrize("score", [0, 6, -1])
def test_a_score_that_nobody_offered_is_not_kept(desk: Desk, score: int) -> None:
    row = asked(desk)

    assert rate(desk, row, score) == "otherwise"
    assert rate(desk, row, 3) == "then"


def test_nobody_rates_or_comments_the_pack_of_another(desk: Desk) -> None:
    row = asked(desk)
    foreign = rate(desk, row, 1, OTHER)
    rate(desk, row, 4)

    assert (foreign, comment(desk, row, user=OTHER)) == ("otherwise", "otherwise")


def test_words_are_kept_once_and_after_a_score(desk: Desk) -> None:
    row = asked(desk)
    early = comment(desk, row)
    rate(desk, row, 2)

    assert (early, comment(desk, row), comment(desk, row, "ещё")) == (
        "otherwise",
        "then",
        "otherwise",
    )
    kept = talk_queries.feedback(desk.connection, row)
    assert kept is not None
    assert kept.comment == "ура"


def test_feedback_that_is_gone_takes_nothing(desk: Desk) -> None:
    assert (rate(desk, 99, 5), comment(desk, 99)) == ("otherwise", "otherwise")


def test_links_to_ask_about_are_found_by_their_index(desk: Desk) -> None:
    plan = desk.rows(f"EXPLAIN QUERY PLAN {feedback._TO_ASK}", desk.now, desk.now, 5)

    assert "outbox_links" in plan[0]["detail"]
    assert not [step for step in plan if step["detail"].startswith("SCAN")]
