"""Outfits in the chat: the list, a page, every action on it, and who may."""

from dataclasses import replace
from typing import Any

import pytest

from store.domain.conversation import State
from store.domain.outgoing import Answer, Edit, Say
from store.domain.records import Outfit, OutfitEntry
from store.domain.texts import outfit_pages as texts
from store.domain.texts import talk
from store.domain.texts.text import Text
from store.steps import (
    AskConfirmation,
    DeleteOutfit,
    MoveOutfit,
    RetitleOutfit,
    SetState,
    ShowOutfit,
    Step,
)
from telegram.dialogue import outfit_pages
from telegram.dialogue.intents import Command, Intent, Place, RowPress
from telegram.dialogue.view import Rights, View
from tests.support.turns import (
    IN_PRIVATE,
    ME,
    PLACE,
    Chat,
    a_view,
    bodies,
    data_of,
    row_press,
    texts_of,
)

LIST = Command(IN_PRIVATE, "outfits", "")


def entry(name: str, place: int, *, active: bool = True, title: str = "") -> OutfitEntry:
    titles = {"ru": title or name.title(), "uz": f"{name} uz", "en": f"{name} en"}
    return OutfitEntry(Outfit(name, titles, name, place), active, bundled=True)


CHEF, CAPE, OWN = entry("chef", 0), entry("cape", 1, active=False), entry("own-5", 2)
OUTFITS = (CHEF, CAPE, OWN)
VIEW = a_view(rights=Rights(operator=True), outfits=OUTFITS, bot_username="booth_bot")
STRANGER = replace(VIEW, rights=Rights())


def pressed(rest: str, place: Place | None = PLACE) -> RowPress:
    return row_press("o", 1, rest, place=place)


def way(intent: Intent, view: View = VIEW, *, refused: tuple[type, ...] = ()) -> list[Step]:
    return Chat(view, refused=refused).go(intent)


def asked(**changed: Any) -> Chat:
    """Return a chat in which it was asked whether to delete an outfit, before a change."""
    chat = Chat(VIEW).play(pressed("delete:chef"))
    chat.view = replace(VIEW, **changed)
    return chat


def order(text: str) -> list[str]:
    """The titles of a list, in the order shown."""
    return [line.split(" ", 1)[1] for line in text.splitlines() if line[:1].isdigit()]


def test_the_list_shows_the_outfits_in_order_and_marks_hidden_ones() -> None:
    [said] = bodies(way(LIST), Say)

    assert order(said.text) == ["Chef", "🙈 Cape (скрыт)", "Own-5"]
    assert data_of(said.buttons) == ["o:1:open:chef", "o:1:open:cape", "o:1:open:own-5", "o:1:add"]


def test_a_long_list_is_turned_in_pages() -> None:
    many = tuple(entry(f"o{place}", place) for place in range(45))
    view = replace(VIEW, outfits=many)

    [shown] = bodies(way(replace(pressed("list"), row=2), view), Edit)

    assert order(shown.text)[0] == "O20"
    turns = [b.data for row in shown.buttons for b in row if b.data and b.data.endswith("list")]
    assert turns == ["o:1:list", "o:3:list"]
    [far] = bodies(way(replace(pressed("list"), row=10**17), view), Edit)
    assert order(far.text)[-1] == "O44"


def test_titles_are_escaped_wherever_they_are_shown() -> None:
    view = replace(VIEW, outfits=(entry("chef", 0, title="<b>&"), OWN))

    for intent in (LIST, pressed("open:chef"), pressed("delete:chef"), pressed("ru:chef")):
        said = [*texts_of(way(intent, view), Say), *texts_of(way(intent, view), Edit)]
        assert any("&lt;b&gt;&amp;" in text for text in said)
        assert not any("<b>&<" in text for text in said)


@pytest.mark.parametrize("intent", [LIST, pressed("add"), pressed("open:chef"), pressed("up:cape")])
def test_only_operators_have_access(intent: Intent) -> None:
    steps = way(intent, STRANGER)

    assert [*texts_of(steps, Say), *texts_of(steps, Answer)] == [talk.NO_ACCESS.ru]
    assert not any(isinstance(step, MoveOutfit | SetState) for step in steps)


def test_a_page_shows_titles_state_and_place() -> None:
    [page] = bodies(way(pressed("open:cape")), Edit)

    assert "UZ: cape uz" in page.text
    assert texts.HIDDEN.ru in page.text
    assert texts.BUILT_IN.ru in page.text
    assert "2 из 3" in page.text


def test_a_page_whose_message_is_out_of_reach_is_posted_below() -> None:
    steps = way(pressed("open:cape", None))

    assert len(bodies(steps, Say)) == 1
    assert bodies(steps, Edit) == []


@pytest.mark.parametrize(
    ("rest", "step", "after"),
    [
        ("up:cape", MoveOutfit("cape", ME, -1), "1 из 3"),
        ("down:cape", MoveOutfit("cape", ME, 1), "3 из 3"),
        ("show:cape", ShowOutfit("cape", ME, active=True), texts.SHOWN.ru),
        ("hide:chef", ShowOutfit("chef", ME, active=False), texts.HIDDEN.ru),
    ],
)
def test_an_action_is_carried_out_and_shown_on_the_page(rest: str, step: Step, after: str) -> None:
    steps = way(pressed(rest))

    [done] = [done for done in steps if isinstance(done, MoveOutfit | ShowOutfit)]
    assert replace(done, then=(), otherwise=()) == step
    assert after in texts_of(steps, Edit)[0]
    assert texts_of(steps, Answer) == [""]


@pytest.mark.parametrize(
    ("rest", "sentence"),
    [
        ("up:chef", texts.AT_END),
        ("hide:chef", texts.LAST),
        ("show:cape", texts.GONE),
    ],
)
def test_an_action_that_is_refused_answers_the_press(rest: str, sentence: Text) -> None:
    steps = way(pressed(rest), refused=(MoveOutfit, ShowOutfit))

    assert texts_of(steps, Answer) == [sentence.ru]
    assert bodies(steps, Edit) == []


def test_a_press_about_an_outfit_that_is_gone_shows_the_list() -> None:
    steps = way(pressed("up:ghost"))

    assert texts_of(steps, Answer) == [texts.GONE.ru]
    assert order(texts_of(steps, Edit)[0]) == ["Chef", "🙈 Cape (скрыт)", "Own-5"]


@pytest.mark.parametrize("rest", ["", "fly:chef", "chef", ":::"])
def test_a_forged_button_changes_nothing(rest: str) -> None:
    steps = way(pressed(rest))

    assert texts_of(steps, Answer) == [talk.NOT_YOUR_TURN.ru]
    assert len(steps) == 1


def test_deleting_asks_first() -> None:
    steps = way(pressed("delete:chef"))
    question = next(step for step in steps if isinstance(step, AskConfirmation))

    assert (question.user, question.action, question.record) == (ME, "delete_outfit", "chef")
    [shown] = bodies(steps, Edit)
    assert data_of(shown.buttons) == ["yes:1", "no:1"]
    assert not any(isinstance(step, DeleteOutfit) for step in steps)


def test_the_last_outfit_that_guests_see_is_not_even_asked_about() -> None:
    steps = way(pressed("delete:chef"), replace(VIEW, outfits=(CHEF, CAPE)))

    assert texts_of(steps, Answer) == [texts.LAST.ru]
    assert len(steps) == 1


def test_a_yes_deletes_and_shows_what_is_left() -> None:
    steps = asked().confirm()

    assert any(isinstance(step, DeleteOutfit) and step.outfit == "chef" for step in steps)
    assert order(texts_of(steps, Edit)[0]) == ["🙈 Cape (скрыт)", "Own-5"]


def test_a_no_deletes_nothing() -> None:
    steps = asked().confirm(yes=False)

    assert not any(isinstance(step, DeleteOutfit) for step in steps)
    assert texts_of(steps, Edit) == [talk.KEPT.ru]


def test_a_yes_of_somebody_who_is_no_operator_any_more_deletes_nothing() -> None:
    steps = asked(rights=Rights()).confirm()

    assert not any(isinstance(step, DeleteOutfit) for step in steps)


@pytest.mark.parametrize(("outfits", "why"), [(OUTFITS, texts.LAST), ((OWN,), texts.GONE)])
def test_a_deletion_that_is_refused_says_why_and_shows_the_list(
    outfits: tuple[OutfitEntry, ...], why: Text
) -> None:
    chat = asked(outfits=outfits)
    chat.refused = (DeleteOutfit,)

    steps = chat.confirm()

    assert texts_of(steps, Answer) == [why.ru]
    assert len(order(texts_of(steps, Edit)[0])) == len(outfits)


def test_one_title_is_changed_by_one_answer_with_its_draft_in_the_state() -> None:
    chat = Chat(VIEW).play(pressed("uz:chef"))
    state = chat.state
    assert state is not None
    assert (state.summary, state.data_row) == ("OUTFITS#edit_title_uz", None)

    chat.write("  Oshpaz ")

    [retitle] = chat.of(RetitleOutfit)
    assert (retitle.outfit, retitle.language, retitle.title) == ("chef", "uz", "Oshpaz")
    assert chat.state is None
    assert "UZ: Oshpaz" in chat.last.text


def test_a_title_that_is_too_long_changes_nothing_and_is_asked_again() -> None:
    chat = Chat(VIEW).play(pressed("ru:chef")).write("x" * 41)

    assert chat.of(RetitleOutfit) == []
    assert chat.state is not None


def test_the_title_of_an_outfit_that_went_meanwhile_says_so() -> None:
    chat = Chat(VIEW, refused=(RetitleOutfit,)).play(pressed("ru:chef")).write("Повар")

    assert chat.last.text == texts.GONE.ru
    assert chat.state is None


@pytest.mark.parametrize("rest", ["add", "ru:chef", "art:chef"])
def test_no_form_is_opened_over_another_one(rest: str) -> None:
    steps = Chat(VIEW, state=State("LEAD", "add", {})).go(pressed(rest))

    assert texts_of(steps, Answer) == [talk.BUSY.ru]
    assert len(steps) == 1


def test_moving_keeps_all_and_stops_at_the_ends() -> None:
    assert outfit_pages.moved(OUTFITS, "own-5", -1) == (CHEF, OWN, CAPE)
    assert outfit_pages.moved(OUTFITS, "chef", -1) == OUTFITS
    assert outfit_pages.moved(OUTFITS, "own-5", 1) == OUTFITS
