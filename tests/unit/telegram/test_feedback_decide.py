"""Feedback in the chat: a score, a few words, each once and only of the guest who was asked."""

from dataclasses import replace

import pytest

from store.domain.conversation import State
from store.domain.ids import GuestId
from store.domain.outgoing import Edit
from store.domain.records import Feedback
from store.domain.texts import feedback as texts
from store.domain.texts import talk as talk_texts
from store.steps import CommentPack, Rate
from telegram.forms.given import OtherGiven
from tests.support.turns import ME, Chat, a_view, data_of, row_press

ASKED = Feedback(3, ME, None, None)
RATED = replace(ASKED, score=5)
SAID = replace(RATED, comment="lovely")
FOREIGN = replace(ASKED, telegram_user_id=GuestId(88))


def chat(asked: Feedback | None) -> Chat:
    return Chat(a_view("en", feedback=asked))


def rating(score: str, asked: Feedback | None = ASKED) -> Chat:
    return chat(asked).play(row_press("rate", 3, score))


def words(rest: str = "", asked: Feedback | None = RATED, talk: Chat | None = None) -> Chat:
    return (talk or chat(asked)).play(row_press("words", 3, rest))


@pytest.mark.parametrize("score", [1, 2, 3, 4, 5])
def test_a_score_is_kept_and_the_question_becomes_thanks(score: int) -> None:
    talk = rating(str(score))

    assert [(step.feedback, step.user, step.score) for step in talk.of(Rate)] == [(3, ME, score)]
    assert isinstance(talk.last, Edit)
    assert data_of(talk.last.buttons) == ["words:3", "words:3:no"]


@pytest.mark.parametrize(("score", "helped"), [("1", True), ("2", True), ("3", False)])
def test_a_low_score_is_met_with_help_at_the_booth(score: str, helped: bool) -> None:
    assert ("staff at the booth" in rating(score).last.text) is helped


@pytest.mark.parametrize("score", ["0", "6", "99", "-1", "", "05", "five", "5:5"])
def test_a_forged_score_changes_nothing(score: str) -> None:
    talk = rating(score)

    assert (talk.answers, len(talk.steps)) == (["This button no longer works"], 1)


def test_a_second_score_gets_a_friendly_answer() -> None:
    talk = rating("1", RATED)

    assert (talk.answers, len(talk.steps)) == ([texts.RATED_ALREADY.en], 1)


def test_a_score_that_came_second_by_a_moment_gets_the_same_answer() -> None:
    talk = chat(ASKED)
    talk.refused = (Rate,)

    talk.play(row_press("rate", 3, "4"))

    assert talk.answers == [texts.RATED_ALREADY.en]


@pytest.mark.parametrize(("word", "rest"), [("rate", "5"), ("words", ""), ("words", "no")])
def test_only_the_guest_who_was_asked_may_answer(word: str, rest: str) -> None:
    talk = chat(replace(FOREIGN, score=None if word == "rate" else 5))

    talk.play(row_press(word, 3, rest))

    assert (talk.answers, len(talk.steps)) == ([texts.NOT_YOURS.en], 1)


@pytest.mark.parametrize(("word", "rest"), [("rate", "5"), ("words", ""), ("words", "no")])
def test_a_question_that_is_gone_gets_a_friendly_answer(word: str, rest: str) -> None:
    talk = chat(None)

    talk.play(row_press(word, 3, rest))

    assert (talk.answers, len(talk.steps)) == ([texts.GONE.en], 1)


def test_no_thanks_ends_it_without_buttons() -> None:
    talk = words("no")

    assert talk.last == Edit(9, texts.KEPT_SCORE.of("en", score=5))
    assert talk.state is None


def test_after_a_low_score_help_stays_in_sight() -> None:
    talk = words("no", replace(RATED, score=2))

    assert texts.HELP_AT_BOOTH.en in talk.last.text


def test_words_are_asked_for_with_the_question_in_the_state() -> None:
    talk = words()

    assert talk.state is not None
    assert (talk.state.summary, talk.state.params["args"]["feedback"]) == ("FEEDBACK#comment", 3)


def test_words_are_kept_and_the_buttons_go() -> None:
    talk = words().write("lovely\nstickers")

    kept = [(step.feedback, step.user, step.comment) for step in talk.of(CommentPack)]
    assert kept == [(3, ME, "lovely\nstickers")]
    assert texts.THANKS_FOR_WORDS.en in talk.shown
    assert Edit(9, texts.KEPT_SCORE.of("en", score=5)) in talk.bodies
    assert talk.state is None


def test_words_may_be_left_out_after_all() -> None:
    talk = words().press("s")

    assert talk.of(CommentPack) == []
    assert texts.THANKS_ANYWAY.en in talk.shown
    assert talk.state is None


def test_words_that_are_too_long_are_asked_for_again() -> None:
    talk = words().write("x" * 1001)

    assert "Too long" in talk.last.text
    assert talk.of(CommentPack) == []


def test_a_voice_message_holds_no_words() -> None:
    talk = words().write(OtherGiven("voice"))

    assert "cannot listen to voice" in talk.last.text


def test_second_words_get_a_friendly_answer() -> None:
    talk = words(asked=SAID)

    assert talk.answers == [texts.SAID_ALREADY.en]
    assert talk.state is None


def test_words_that_came_second_get_the_same_answer() -> None:
    talk = words()
    talk.refused = (CommentPack,)

    talk.write("again")

    assert talk.last.text == texts.SAID_ALREADY.en


def test_words_before_a_score_are_not_asked_for() -> None:
    talk = words(asked=ASKED)

    assert (talk.answers, len(talk.steps)) == (["This button no longer works"], 1)


def test_pressing_twice_does_not_ask_twice() -> None:
    talk = words()
    before = len(talk.steps)

    words(talk=talk)

    assert talk.answers[-1] == texts.GO_ON.en
    assert len(talk.steps) == before + 1


def test_words_are_not_asked_for_over_an_open_form() -> None:
    talk = chat(RATED)
    talk.state = State("LEAD", "add", {})

    words(talk=talk)

    assert (talk.answers, len(talk.steps)) == ([talk_texts.BUSY.en], 1)


def test_no_thanks_ends_the_question_for_words() -> None:
    talk = words("no", talk=words())

    assert (talk.state, talk.of(CommentPack)) == (None, [])
