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
from store.domain.records import Outfit, OutfitEntry, StateData
from store.domain.texts import bot, forms, talk
from store.domain.texts import outfit_pages as texts
from store.steps import (
    DropData,
    DropDraft,
    Enqueue,
    Post,
    PublishDraft,
    SetState,
    StoreData,
    WantDraft,
)
from telegram.dialogue.intents import Caller, Command, Intent, Person, RowPress, StartToken
from telegram.dialogue.view import Rights
from telegram.forms.given import DocumentGiven, FileRef, Given, PhotoGiven, Written
from tests.support.turns import (
    FRESH_KEY,
    IN_PRIVATE,
    ME,
    PERSON,
    ROW,
    Chat,
    a_view,
    bodies,
    data_of,
    row_press,
    texts_of,
)

COLLEAGUE = GuestId(2**40)
CHEF = OutfitEntry(
    Outfit("chef", {"ru": "Повар", "uz": "Oshpaz", "en": "Chef"}, "chef", 0), True, True
)
VIEW = a_view(rights=Rights(operator=True), outfits=(CHEF,), bot_username="booth_bot")
ART = DocumentGiven(FileRef("file-art", "u1", 1000, "image/png", "cape.png"))
CANCEL = Command(IN_PRIVATE, "cancel", "")


def listed(rest: str) -> RowPress:
    return row_press("o", 1, rest)


def draft(rest: str, row: int = ROW) -> RowPress:
    return row_press("draft", row, rest)


def data(chat: Chat) -> Mapping[str, Any]:
    return chat.rows[ROW].data


def change(chat: Chat, **changed: Any) -> None:
    """Have the draft's row changed by somebody else."""
    row = chat.rows[ROW]
    chat.rows[ROW] = replace(row, data={**row.data, **changed})


def begun(rest: str = "add") -> Chat:
    return Chat(VIEW).play(listed(rest))


def filled() -> Chat:
    """At the summary, with the optional titles and the front layer left out."""
    chat = begun().write("Плащ").press("s").press("s")
    return chat.write(ART).press("s").choose("red")


def stopped() -> Chat:
    """Left after the first answer."""
    return begun().write("Плащ").play(CANCEL)


def made(stage: Stage, outfit: str | None = None, **changed: Any) -> Chat:
    """A draft that was sent off, and what became of it since."""
    chat = filled().press("k")
    change(chat, stage=str(stage), outfit=outfit, version=1, **changed)
    return chat


def ready(outfit: str | None = None) -> Chat:
    return made(Stage.READY, outfit, folder="own-5-1", sample="own-5-1/sample.webp")


def test_adding_explains_the_art_and_makes_a_row_with_a_key_at_once() -> None:
    chat = Chat(VIEW)
    steps = chat.go(listed("add"))
    [stored] = [step for step in steps if isinstance(step, StoreData)]

    assert texts.WHAT_ART.ru in texts_of(steps, Say)[0]
    assert (stored.user, stored.key) == (ME, FRESH_KEY)
    about = {name: stored.data[name] for name in ("flow", "outfit", "stage", "chat", "language")}
    assert about == {
        "flow": "outfit",
        "outfit": None,
        "stage": "draft",
        "chat": ME,
        "language": "ru",
    }
    assert outfit_drafts.from_data(stored.data) is not None


def test_answers_are_in_the_row_and_not_in_the_state() -> None:
    chat = begun()

    chat.write("Плащ")

    state = chat.state
    assert state is not None
    assert (state.summary, state.data_row) == ("OUTFITS#add", ROW)
    assert data(chat)["fields"] == {"title_ru": "Плащ"}
    assert "Плащ" not in str(state.params)


def test_a_finished_form_has_the_draft_made_and_keeps_its_row() -> None:
    chat = filled()
    steps = chat.press("k").latest

    assert [step.row for step in steps if isinstance(step, WantDraft)] == [ROW]
    assert not any(isinstance(step, DropData) for step in steps)
    assert chat.state is None
    assert texts.MAKING.ru in texts_of(steps, Say)


def test_titles_that_are_left_out_are_the_russian_one() -> None:
    found = outfit_drafts.from_data(data(filled()))

    assert found is not None
    assert found.titles == {"ru": "Плащ", "uz": "Плащ", "en": "Плащ"}
    assert found.complete


def test_a_draft_that_went_before_it_was_finished_has_expired() -> None:
    chat = filled()
    chat.refused = (WantDraft,)

    assert talk.EXPIRED.ru in texts_of(chat.press("k").latest, Say)


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
    chat = begun("art:chef")
    before = data(chat)["fields"]

    steps = chat.write(given).latest

    [question] = [step.body for step in steps if isinstance(step, Post)]
    assert isinstance(question, Say)
    assert hint in question.text
    assert data(chat)["fields"] == before


def test_new_art_is_a_draft_of_that_outfit() -> None:
    chat = begun("art:chef").write(ART).press("s").choose("blue").press("k")
    found = outfit_drafts.from_data(data(chat))

    assert found is not None
    assert (found.outfit, found.colour, found.complete) == ("chef", "blue", True)
    assert len(chat.of(WantDraft)) == 1


@pytest.mark.parametrize("intent", [CANCEL, Command(IN_PRIVATE, "outfits", "")])
def test_a_draft_that_is_left_is_kept_with_a_way_to_go_on(intent: Intent) -> None:
    chat = begun()
    chat.write("Плащ")

    steps = chat.go(intent)

    offer = next(body for body in bodies(steps, Say) if body.buttons)
    assert data_of(offer.buttons) == [f"draft:{ROW}:go", f"draft:{ROW}:drop"]
    assert f"https://t.me/booth_bot?start={FRESH_KEY}" in offer.text
    assert data(chat)["fields"] == {"title_ru": "Плащ"}
    assert chat.state is None


def test_a_draft_that_is_left_by_a_command_in_a_group_shows_its_link_in_private_only() -> None:
    chat = begun().write("Плащ")
    group = Caller(replace(PERSON, chat_id=-100), in_private=False, masked=False)

    steps = chat.go(Command(group, "cancel", ""))

    assert any(FRESH_KEY in text for text in texts_of(steps, Say))
    said = {step.chat_id for step in steps if isinstance(step, Enqueue)}
    assert said == {PERSON.id}


def test_a_draft_without_any_answer_is_not_kept() -> None:
    chat = begun()
    steps = chat.go(CANCEL)

    assert chat.rows == {}
    assert texts_of(steps, Say) == [talk.CANCELLED.of("ru", title=texts.NEW_OUTFIT.ru)]


def test_going_on_asks_for_what_is_missing() -> None:
    chat = stopped()

    steps = chat.go(draft("go"))

    question = next(step.body for step in steps if isinstance(step, Post))
    assert isinstance(question, Say)
    assert texts.ELSE_RUSSIAN.ru in question.text
    chat.write("Plash")
    assert data(chat)["fields"] == {"title_ru": "Плащ", "title_uz": "Plash"}


def test_going_on_does_not_ask_again_for_what_was_left_out() -> None:
    chat = made(Stage.REFUSED, code="too_small")

    steps = chat.go(draft("edit"))

    state = chat.state
    assert state is not None
    assert state.params["target_field"] is None
    question = next(step.body for step in steps if isinstance(step, Post))
    assert isinstance(question, Say)
    assert "Плащ" in question.text


def test_going_on_takes_back_that_a_draft_is_ready() -> None:
    chat = ready()

    chat.go(draft("edit"))

    assert data(chat)["stage"] == Stage.DRAFT


def test_a_colleague_who_goes_on_is_the_one_who_is_told() -> None:
    chat = made(Stage.REFUSED, code="empty")
    chat.view = replace(chat.view, language="uz")
    person = Person(COLLEAGUE, COLLEAGUE, "uz")

    chat.go(row_press("draft", ROW, "edit", person))

    assert (data(chat)["chat"], data(chat)["language"]) == (COLLEAGUE, "uz")


def test_publishing_says_so_and_shows_the_list() -> None:
    chat = ready()
    steps = chat.go(draft("publish"))

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
    chat = ready()
    chat.refused = (PublishDraft,)
    steps = chat.go(draft("publish"))

    assert texts_of(steps, Answer) == [texts.NOT_READY.ru]
    assert bodies(steps, Edit) == []


def test_dropping_deletes_the_draft() -> None:
    chat = stopped()
    steps = chat.go(draft("drop"))

    assert any(isinstance(step, DropDraft) for step in steps)
    assert texts_of(steps, Edit) == [texts.DROPPED.ru]


@pytest.mark.parametrize("rest", ["publish", "edit", "drop", "go", "", "fly"])
def test_a_button_of_a_draft_that_is_gone_is_answered(rest: str) -> None:
    steps = Chat(VIEW).go(draft(rest))

    assert texts_of(steps, Answer) == [talk.NOT_YOUR_TURN.ru]
    assert len(steps) == 1


def test_a_button_never_acts_on_another_row() -> None:
    chat = ready()
    steps = chat.go(draft("publish", ROW + 1))

    assert texts_of(steps, Answer) == [talk.NOT_YOUR_TURN.ru]
    assert ROW in chat.rows


@pytest.mark.parametrize("rest", ["publish", "edit", "drop", "go"])
def test_only_operators_may_do_something_with_a_draft(rest: str) -> None:
    chat = ready()
    chat.view = replace(chat.view, rights=Rights())
    steps = chat.go(draft(rest))

    assert texts_of(steps, Answer) == [talk.NO_ACCESS.ru]
    assert len(steps) == 1


def test_a_right_that_was_lost_in_the_middle_ends_the_form_and_keeps_the_row() -> None:
    chat = begun()
    chat.view = replace(chat.view, rights=Rights())
    steps = chat.write("Плащ").latest

    assert chat.state is None
    assert texts_of(steps, Say) == [talk.NO_ACCESS.ru]
    assert not any(isinstance(step, DropData) for step in steps)


@pytest.mark.parametrize("rest", ["go", "drop", "publish", "edit"])
def test_a_draft_that_is_being_filled_in_is_left_alone_by_its_buttons(rest: str) -> None:
    steps = begun().go(draft(rest))

    assert texts_of(steps, Answer) == [talk.BUSY.ru]
    assert len(steps) == 1


def test_a_draft_is_not_opened_over_another_form() -> None:
    chat = stopped()
    chat.state = State("LEAD", "add", {})

    assert texts_of(chat.go(draft("go")), Answer) == [talk.BUSY.ru]


def test_a_draft_whose_form_changed_since_cannot_be_gone_on_with() -> None:
    chat = stopped()
    change(chat, form={**data(chat)["form"], "passed": ["hat"]})

    steps = chat.go(draft("go"))

    assert texts_of(steps, Answer) == [talk.NOT_YOUR_TURN.ru]
    assert not any(isinstance(step, SetState) for step in steps)


LINK = StartToken(Person(COLLEAGUE, COLLEAGUE, "ru"), Token(FRESH_KEY))


def test_a_link_shows_a_colleague_the_draft_with_its_buttons() -> None:
    steps = stopped().go(LINK)
    [shown] = bodies(steps, Say)

    assert "Плащ" in shown.text
    assert data_of(shown.buttons) == [f"draft:{ROW}:go", f"draft:{ROW}:drop"]


def test_a_link_to_a_ready_draft_shows_the_sample_and_lets_it_be_published() -> None:
    steps = ready().go(LINK)

    assert bodies(steps, ShowSticker) == [ShowSticker("outfits/own-5-1/sample.webp")]
    assert bodies(steps, Say)[0].buttons[0][0].data == f"draft:{ROW}:publish"


def test_a_link_to_a_refused_draft_says_why() -> None:
    [shown] = bodies(made(Stage.REFUSED, code="too_small").go(LINK), Say)

    assert "512" in shown.text


def test_what_was_written_in_a_draft_is_escaped() -> None:
    chat = begun().write("<i>Плащ").play(CANCEL)

    assert "&lt;i&gt;Плащ" in texts_of(chat.go(LINK), Say)[0]


def test_for_anybody_else_the_link_is_an_unknown_one() -> None:
    chat = stopped()
    chat.view = replace(chat.view, rights=Rights())

    assert texts_of(chat.go(LINK), Say) == [bot.UNKNOWN_LINK.ru]


def test_a_link_to_a_row_of_something_else_is_an_unknown_one() -> None:
    chat = Chat(VIEW, rows={ROW: StateData(ROW, ME, {"flow": "staff"}, FRESH_KEY)})

    assert texts_of(chat.go(LINK), Say) == [bot.UNKNOWN_LINK.ru]
