"""Drafts of outfits in the chat: filling in, leaving, going on, publishing, dropping, links."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from store.domain import outfit_drafts
from store.domain.conversation import State
from store.domain.ids import GuestId, Token
from store.domain.outfit_drafts import Stage
from store.domain.outgoing import Answer, Edit, Say, ShowSticker
from store.domain.records import Guest, Maintenance, Outfit, OutfitEntry, StateData
from store.domain.status import MaintenanceStatus
from store.domain.texts import bot, forms, talk
from store.domain.texts import outfit_pages as texts
from store.steps import (
    DropData,
    DropDraft,
    Post,
    PublishDraft,
    SetState,
    Step,
    StoreData,
    WantDraft,
)
from telegram.dialogue.intents import (
    Caller,
    Command,
    FormPress,
    Intent,
    Person,
    Place,
    Press,
    RowPress,
    Said,
    StartToken,
)
from telegram.dialogue.view import Rights, View
from telegram.forms.given import DocumentGiven, FileRef, Given, PhotoGiven, Written
from tests.unit.telegram.turns import ROW, Turns, bodies

ME, COLLEAGUE = GuestId(77), GuestId(2**40)
PERSON = Person(ME, 77, "ru", "anna")
CALLER = Caller(PERSON, in_private=True, masked=False)
PRESS, HERE = Press("q1", PERSON, 9), Place(77, 9)
KEY = "fresh-key-fresh-key"
CHEF = OutfitEntry(
    Outfit("chef", {"ru": "Повар", "uz": "Oshpaz", "en": "Chef"}, "chef", 0), True, True
)
VIEW = View(
    "ru",
    Guest(ME, None, None),
    None,
    Maintenance(MaintenanceStatus.OFF, None, None),
    in_progress=False,
    rights=Rights(operator=True),
    outfits=(CHEF,),
    bot_username="booth_bot",
    fresh_key=KEY,
)
ART = DocumentGiven(FileRef("file-art", "u1", 1000, "image/png", "cape.png"))
CANCEL = Command(CALLER, "cancel", "")


def said(given: Given) -> Said:
    return Said(CALLER, given, given.text if isinstance(given, Written) else None)


def listed(rest: str) -> RowPress:
    return RowPress(PRESS, HERE, "o", 1, rest)


def draft(rest: str, row: int = ROW) -> RowPress:
    return RowPress(PRESS, HERE, "draft", row, rest)


def texts_of(steps: list[Step], kind: type[Say] | type[Edit] | type[Answer]) -> list[str]:
    return [body.text for body in bodies(steps, kind)]


def data(turns: Turns) -> Mapping[str, Any]:
    assert turns.row is not None
    return turns.row.data


def press_form(turns: Turns, verb: str, choice: str = "") -> list[Step]:
    """Press a button under the question that is open."""
    state = turns.view.state
    assert state is not None
    names = ["title_ru", "title_uz", "title_en", "art", "front", "colour"]
    if state.method == "art":
        names = names[3:]
    at = state.params["target_field"]
    question = "s" if at is None else str(names.index(at))
    run = state.params["run"]
    return turns.go(FormPress(PRESS, HERE, run, question, verb, choice))


def begun(rest: str = "add") -> Turns:
    turns = Turns(VIEW)
    turns.go(listed(rest))
    return turns


def filled() -> Turns:
    """At the summary, with the optional titles and the front layer left out."""
    turns = begun()
    turns.go(said(Written("Плащ")))
    press_form(turns, "s")
    press_form(turns, "s")
    turns.go(said(ART))
    press_form(turns, "s")
    press_form(turns, "c", "red")
    return turns


def stopped() -> Turns:
    """Left after the first answer."""
    turns = begun()
    turns.go(said(Written("Плащ")))
    turns.go(CANCEL)
    return turns


def made(stage: Stage, outfit: str | None = None, **changed: Any) -> Turns:
    """A draft that was sent off, and what became of it since."""
    turns = filled()
    press_form(turns, "k")
    more = {"stage": str(stage), "outfit": outfit, "version": 1, **changed}
    row = turns.row
    assert row is not None
    turns.row = replace(row, data={**row.data, **more})
    return turns


def ready(outfit: str | None = None) -> Turns:
    return made(Stage.READY, outfit, folder="own-5-1", sample="own-5-1/sample.webp")


def test_adding_explains_the_art_and_makes_a_row_with_a_key_at_once() -> None:
    turns = Turns(VIEW)
    steps = turns.go(listed("add"))
    [stored] = [step for step in steps if isinstance(step, StoreData)]

    assert texts.WHAT_ART.ru in texts_of(steps, Say)[0]
    assert (stored.user, stored.key) == (ME, KEY)
    about = {name: stored.data[name] for name in ("flow", "outfit", "stage", "chat", "language")}
    assert about == {
        "flow": "outfit",
        "outfit": None,
        "stage": "draft",
        "chat": 77,
        "language": "ru",
    }
    assert outfit_drafts.from_data(stored.data) is not None


def test_answers_are_in_the_row_and_not_in_the_state() -> None:
    turns = begun()

    turns.go(said(Written("Плащ")))

    state = turns.view.state
    assert state is not None
    assert (state.summary, state.data_row) == ("OUTFITS#add", ROW)
    assert data(turns)["fields"] == {"title_ru": "Плащ"}
    assert "Плащ" not in str(state.params)


def test_a_finished_form_has_the_draft_made_and_keeps_its_row() -> None:
    turns = filled()
    steps = press_form(turns, "k")

    assert [step.row for step in steps if isinstance(step, WantDraft)] == [ROW]
    assert not any(isinstance(step, DropData) for step in steps)
    assert turns.view.state is None
    assert texts.MAKING.ru in texts_of(steps, Say)


def test_titles_that_are_left_out_are_the_russian_one() -> None:
    found = outfit_drafts.from_data(data(filled()))

    assert found is not None
    assert found.titles == {"ru": "Плащ", "uz": "Плащ", "en": "Плащ"}
    assert found.complete


def test_a_draft_that_went_before_it_was_finished_has_expired() -> None:
    turns = filled()
    turns.refused = (WantDraft,)

    assert talk.EXPIRED.ru in texts_of(press_form(turns, "k"), Say)


@pytest.mark.parametrize(
    ("given", "hint"),
    [
        (PhotoGiven(FileRef("p", "u", 10)), texts.PHOTO_LOSES.ru),
        (DocumentGiven(FileRef("d", "u", 10, "image/jpeg", "a.jpg")), "PNG, WEBP"),
        (DocumentGiven(FileRef("d", "u", 20 * 1024 * 1024 + 1, "image/png", "a")), "20 МБ"),
        (Written("вот"), forms.GOT["text"].ru),
    ],
)
def test_art_that_does_not_fit_is_answered_precisely_and_changes_nothing(
    given: Given, hint: str
) -> None:
    turns = begun("art:chef")
    before = data(turns)["fields"]

    steps = turns.go(said(given))

    [question] = [step.body for step in steps if isinstance(step, Post)]
    assert isinstance(question, Say)
    assert hint in question.text
    assert data(turns)["fields"] == before


def test_new_art_is_a_draft_of_that_outfit() -> None:
    turns = begun("art:chef")
    turns.go(said(ART))
    press_form(turns, "s")
    press_form(turns, "c", "blue")
    steps = press_form(turns, "k")
    found = outfit_drafts.from_data(data(turns))

    assert found is not None
    assert (found.outfit, found.colour, found.complete) == ("chef", "blue", True)
    assert any(isinstance(step, WantDraft) for step in steps)


@pytest.mark.parametrize("intent", [CANCEL, Command(CALLER, "outfits", "")])
def test_a_draft_that_is_left_is_kept_with_a_way_to_go_on(intent: Intent) -> None:
    turns = begun()
    turns.go(said(Written("Плащ")))

    steps = turns.go(intent)

    offer = next(body for body in bodies(steps, Say) if body.buttons)
    assert [button.data for button in offer.buttons[0]] == ["draft:5:go", "draft:5:drop"]
    assert f"https://t.me/booth_bot?start={KEY}" in offer.text
    assert data(turns)["fields"] == {"title_ru": "Плащ"}
    assert turns.view.state is None


def test_a_draft_without_any_answer_is_not_kept() -> None:
    turns = begun()
    steps = turns.go(CANCEL)

    assert turns.row is None
    assert texts_of(steps, Say) == [talk.CANCELLED.of("ru", title=texts.NEW_OUTFIT.ru)]


def test_going_on_asks_for_what_is_missing() -> None:
    turns = stopped()

    steps = turns.go(draft("go"))

    question = next(step.body for step in steps if isinstance(step, Post))
    assert isinstance(question, Say)
    assert texts.ELSE_RUSSIAN.ru in question.text
    turns.go(said(Written("Plash")))
    assert data(turns)["fields"] == {"title_ru": "Плащ", "title_uz": "Plash"}


def test_going_on_does_not_ask_again_for_what_was_left_out() -> None:
    turns = made(Stage.REFUSED, code="too_small")

    steps = turns.go(draft("edit"))

    state = turns.view.state
    assert state is not None
    assert state.params["target_field"] is None
    question = next(step.body for step in steps if isinstance(step, Post))
    assert isinstance(question, Say)
    assert "Плащ" in question.text


def test_going_on_takes_back_that_a_draft_is_ready() -> None:
    turns = ready()

    turns.go(draft("edit"))

    assert data(turns)["stage"] == Stage.DRAFT


def test_a_colleague_who_goes_on_is_the_one_who_is_told() -> None:
    turns = made(Stage.REFUSED, code="empty")
    turns.view = replace(turns.view, language="uz")
    person = Person(COLLEAGUE, COLLEAGUE, "uz")

    turns.go(replace(draft("edit"), press=replace(PRESS, person=person)))

    assert (data(turns)["chat"], data(turns)["language"]) == (COLLEAGUE, "uz")


def test_publishing_says_so_and_shows_the_list() -> None:
    turns = ready()
    steps = turns.go(draft("publish"))

    assert any(isinstance(s, PublishDraft) and (s.row, s.by) == (ROW, ME) for s in steps)
    assert texts_of(steps, Edit) == [texts.PUBLISHED.of("ru", title="Плащ")]
    assert "2. Плащ" in texts_of(steps, Say)[0]


def test_published_art_leaves_the_list_as_it_is() -> None:
    steps = ready("chef").go(draft("publish"))

    assert texts_of(steps, Edit) == [texts.ART_PUBLISHED.of("ru", title="Повар")]
    assert "2." not in texts_of(steps, Say)[0]


@pytest.mark.parametrize("stage", [Stage.DRAFT, Stage.WANTED, Stage.REFUSED])
def test_only_a_ready_draft_is_published(stage: Stage) -> None:
    steps = made(stage).go(draft("publish"))

    assert texts_of(steps, Answer) == [texts.NOT_READY.ru]
    assert len(steps) == 1


def test_art_for_an_outfit_that_is_gone_is_not_published() -> None:
    steps = ready("ghost").go(draft("publish"))

    assert texts_of(steps, Answer) == [texts.GONE.ru]
    assert len(steps) == 1


def test_a_draft_that_changed_meanwhile_is_not_published() -> None:
    turns = ready()
    turns.refused = (PublishDraft,)
    steps = turns.go(draft("publish"))

    assert texts_of(steps, Answer) == [texts.NOT_READY.ru]
    assert bodies(steps, Edit) == []


def test_dropping_deletes_the_draft() -> None:
    turns = stopped()
    steps = turns.go(draft("drop"))

    assert any(isinstance(step, DropDraft) for step in steps)
    assert texts_of(steps, Edit) == [texts.DROPPED.ru]


@pytest.mark.parametrize("rest", ["publish", "edit", "drop", "go", "", "fly"])
def test_a_button_of_a_draft_that_is_gone_is_answered(rest: str) -> None:
    steps = Turns(VIEW).go(draft(rest))

    assert texts_of(steps, Answer) == [talk.NOT_YOUR_TURN.ru]
    assert len(steps) == 1


def test_a_button_never_acts_on_another_row() -> None:
    turns = ready()
    steps = turns.go(draft("publish", ROW + 1))

    assert texts_of(steps, Answer) == [talk.NOT_YOUR_TURN.ru]
    assert turns.row is not None


@pytest.mark.parametrize("rest", ["publish", "edit", "drop", "go"])
def test_only_operators_may_do_something_with_a_draft(rest: str) -> None:
    turns = ready()
    turns.view = replace(turns.view, rights=Rights())
    steps = turns.go(draft(rest))

    assert texts_of(steps, Answer) == [talk.NO_ACCESS.ru]
    assert len(steps) == 1


def test_a_right_that_was_lost_in_the_middle_ends_the_form_and_keeps_the_row() -> None:
    turns = begun()
    turns.view = replace(turns.view, rights=Rights())
    steps = turns.go(said(Written("Плащ")))

    assert turns.view.state is None
    assert texts_of(steps, Say) == [talk.NO_ACCESS.ru]
    assert not any(isinstance(step, DropData) for step in steps)


@pytest.mark.parametrize("rest", ["go", "drop", "publish", "edit"])
def test_a_draft_that_is_being_filled_in_is_left_alone_by_its_buttons(rest: str) -> None:
    steps = begun().go(draft(rest))

    assert texts_of(steps, Answer) == [texts.BUSY.ru]
    assert len(steps) == 1


def test_a_draft_is_not_opened_over_another_form() -> None:
    turns = stopped()
    turns.view = replace(turns.view, state=State("LEAD", "add", {}))

    assert texts_of(turns.go(draft("go")), Answer) == [texts.BUSY.ru]


def test_a_draft_whose_form_changed_since_cannot_be_gone_on_with() -> None:
    turns = stopped()
    row = turns.row
    assert row is not None
    old = {**row.data, "form": {**row.data["form"], "passed": ["hat"]}}
    turns.row = replace(row, data=old)

    steps = turns.go(draft("go"))

    assert texts_of(steps, Answer) == [talk.NOT_YOUR_TURN.ru]
    assert not any(isinstance(step, SetState) for step in steps)


LINK = StartToken(Person(COLLEAGUE, COLLEAGUE, "ru"), Token(KEY))


def test_a_link_shows_a_colleague_the_draft_with_its_buttons() -> None:
    steps = stopped().go(LINK)
    [shown] = bodies(steps, Say)

    assert "Плащ" in shown.text
    assert [button.data for button in shown.buttons[0]] == ["draft:5:go", "draft:5:drop"]


def test_a_link_to_a_ready_draft_shows_the_sample_and_lets_it_be_published() -> None:
    steps = ready().go(LINK)

    assert bodies(steps, ShowSticker) == [ShowSticker("outfits/own-5-1/sample.webp")]
    assert bodies(steps, Say)[0].buttons[0][0].data == "draft:5:publish"


def test_a_link_to_a_refused_draft_says_why() -> None:
    [shown] = bodies(made(Stage.REFUSED, code="too_small").go(LINK), Say)

    assert "512" in shown.text


def test_what_was_written_in_a_draft_is_escaped() -> None:
    turns = begun()
    turns.go(said(Written("<i>Плащ")))
    turns.go(CANCEL)

    assert "&lt;i&gt;Плащ" in texts_of(turns.go(LINK), Say)[0]


def test_for_anybody_else_the_link_is_an_unknown_one() -> None:
    turns = stopped()
    turns.view = replace(turns.view, rights=Rights())

    assert texts_of(turns.go(LINK), Say) == [bot.UNKNOWN_LINK.ru]


def test_a_link_to_a_row_of_something_else_is_an_unknown_one() -> None:
    turns = Turns(VIEW, row=StateData(ROW, ME, {"flow": "staff"}, KEY))

    assert texts_of(turns.go(LINK), Say) == [bot.UNKNOWN_LINK.ru]
