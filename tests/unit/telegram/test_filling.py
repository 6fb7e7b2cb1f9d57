"""A form in a chat: questions, answers, ways back, the draft, and all that may come in between."""

from dataclasses import replace
from typing import Any

import pytest

from store.domain.conversation import State
from store.domain.outgoing import Keys
from store.domain.texts import talk
from store.domain.texts.text import Text
from store.steps import Steps
from telegram.dialogue import filling
from telegram.dialogue.filling import Filling
from telegram.dialogue.flows import Expired, Filled, Flow, Turn
from telegram.dialogue.intents import Caller, FormPress, Place, Press, Said
from telegram.dialogue.view import Rights
from telegram.forms import parsers
from telegram.forms.given import FileRef, Given, OtherGiven, PhotoGiven, Written
from telegram.forms.spec import Choice, Field, Form, Keeps
from tests.support.turns import IN_PRIVATE, ME, PERSON, Chat, a_view


def words(text: str) -> Text:
    return Text(ru=text, uz=text, en=text)


CHOICES = (Choice("red", words("Красный")), Choice("blue", words("Синий")))
FIELDS = (
    Field("title", words("Имя"), words("Как назвать?"), parsers.text(20)),
    Field("colour", words("Цвет"), words("Какой цвет?"), parsers.choice(CHOICES), CHOICES),
    Field("note", words("Заметка"), words("Что ещё?"), parsers.text(20), optional=True),
)
SHOWN = Place(ME, 50)
FINISHED: list[Filled] = []


def finish(turn: Turn, filled: Filled) -> Steps:
    FINISHED.append(filled)
    return filling.close(turn, "сохранено")


def flow(keeps: Keeps = Keeps.STATE, **changed: Any) -> Flow:
    form = Form("thing", words("Вещь"), FIELDS, keeps=keeps)
    made = Flow("THINGS", "add", form, lambda rights: rights.operator, finish)
    return replace(made, **changed)


class Player:
    """Somebody who fills in a form."""

    def __init__(self, used: Flow, caller: Caller = IN_PRIVATE) -> None:
        FINISHED.clear()
        self.flow, self.caller = used, caller
        self.chat = Chat(a_view(rights=Rights(operator=True)), caller)
        self.chat.take(filling.begin(self.turn, used, args={"of": "x"}))

    @property
    def turn(self) -> Turn:
        return Turn(self.caller, self.chat.seen())

    @property
    def filling(self) -> Filling:
        assert self.chat.state is not None
        flows = {(self.flow.subject, self.flow.method): self.flow}
        return filling.load(self.chat.state, self.chat.seen(), flows)

    @property
    def asked(self) -> str | None:
        return self.filling.progress.at

    def give(self, given: Given, text: str | None = None, **said: Any) -> None:
        heard = Said(self.caller, given, text, **said)
        self.chat.take(filling.hear(self.turn, self.filling, heard))

    def write(self, text: str, **said: Any) -> None:
        self.give(Written(text), text, **said)

    def press(self, label: str, place: Place | None = SHOWN) -> None:
        button = next(b for b in self.chat.buttons if b.text == label)
        self.press_data(button.data or "", place)

    def press_data(self, data: str, place: Place | None = SHOWN) -> None:
        _, run, question, verb, *rest = data.split(":")
        pressed = FormPress(
            Press("q", self.caller.person, 50), place, run, question, verb, "".join(rest)
        )
        self.chat.take(filling.press(self.turn, self.filling, pressed))

    def fill(self) -> None:
        self.write("Шапка")
        self.press("Синий")
        self.press("Пропустить")


def test_the_keyboard_is_one_cancel_key_while_a_form_is_open() -> None:
    player = Player(flow())

    assert player.chat.said[0].keys == Keys((("✖️ Отмена",),))


def test_the_open_question_has_its_place_in_the_form_and_its_buttons() -> None:
    player = Player(flow())
    player.write("Шапка")

    assert "шаг 2 из 3" in player.chat.said[-1].text
    labels = [button.text for button in player.chat.buttons]
    assert labels == ["Красный", "Синий", "⬅️ Назад"]


def test_every_button_fits_into_64_bytes() -> None:
    player = Player(flow())
    player.write("Шапка")
    player.press("Синий")
    player.press("Пропустить")

    assert all(len((button.data or "").encode()) <= 64 for button in player.chat.buttons)


def test_a_filled_in_form_is_summed_up_and_finished_by_a_yes() -> None:
    player = Player(flow())
    player.fill()
    assert "Имя: <b>Шапка</b>" in player.chat.edits[-1].text

    player.press("✅ Всё верно")

    assert FINISHED[0].answers == {"title": "Шапка", "colour": "blue"}
    assert FINISHED[0].args == {"of": "x"}
    assert player.chat.state is None
    assert player.chat.posted == {}
    assert player.chat.said[-1].text == "сохранено"


def test_the_usual_keyboard_is_back_when_a_form_is_over() -> None:
    player = Player(flow())
    player.fill()
    player.press("✅ Всё верно")

    keys = player.chat.said[-1].keys
    assert keys is not None
    assert ("🎁 Мой набор", "❓ Помощь") in keys.rows


def test_one_answer_is_changed_from_the_summary() -> None:
    player = Player(flow())
    player.fill()
    player.press("✏️ Имя")
    assert "Сейчас: <b>Шапка</b>" in player.chat.edits[-1].text

    player.write("Кепка")
    player.press("✅ Всё верно")

    assert FINISHED[0].answers == {"title": "Кепка", "colour": "blue"}


def test_a_wrong_answer_says_what_is_needed_and_changes_nothing() -> None:
    player = Player(flow())
    before = player.filling.progress

    player.give(OtherGiven("voice"))

    assert player.filling.progress == before
    assert player.chat.said[-1].text.startswith("❗️")
    assert len(player.chat.posted) == 1


def test_names_are_shown_literally() -> None:
    player = Player(flow())
    player.write("<b>&</i>")
    player.press("⬅️ Назад")

    assert "<b>&lt;b&gt;&amp;&lt;/i&gt;</b>" in player.chat.edits[-1].text


def test_an_answered_question_is_taken_away_when_the_next_is_asked() -> None:
    player = Player(flow())
    player.write("Шапка")

    assert [say.text.split("\n\n")[1] for say in player.chat.posted.values()] == ["Какой цвет?"]


def test_a_press_rewrites_the_question_in_its_place() -> None:
    player = Player(flow())
    player.write("Шапка")
    player.press("⬅️ Назад")

    assert player.chat.edits[-1].message_id == 50
    assert player.asked == "title"


def test_a_press_on_a_message_out_of_reach_asks_below() -> None:
    player = Player(flow())
    player.write("Шапка")
    player.press("Синий", place=None)

    assert player.asked == "note"
    assert player.chat.edits == []
    assert "Что ещё?" in player.chat.said[-1].text


def test_a_button_of_an_answered_question_is_answered_and_changes_nothing() -> None:
    player = Player(flow())
    player.write("Шапка")
    red = next(b.data for b in player.chat.buttons if b.text == "Красный")
    player.press("Синий")
    before = player.chat.state

    player.press_data(red or "")

    assert player.chat.answers[-1] == talk.NOT_YOUR_TURN.ru
    assert player.chat.state == before


@pytest.mark.parametrize("data", ["f:zzzz:0:n", "f:aB-_:0:q", "f:aB-_:s:k", "f:aB-_:9:n"])
def test_a_forged_button_is_answered_and_changes_nothing(data: str) -> None:
    player = Player(flow())
    before = player.chat.state

    player.press_data(data)

    assert player.chat.state == before
    assert len(player.chat.answers) == 1


def test_the_cancel_key_ends_the_form_and_its_draft() -> None:
    player = Player(flow(Keeps.ROW_AT_START))
    player.write("Шапка")

    player.write("✖️ Отмена")

    assert player.chat.state is None
    assert player.chat.rows == {}
    assert player.chat.said[-1].text == talk.CANCELLED.of("ru", title="Вещь")


def test_a_draft_lives_in_the_state_and_dies_with_it() -> None:
    player = Player(flow())
    player.write("Шапка")

    assert player.chat.rows == {}
    assert player.chat.state is not None
    assert player.chat.state.params["form"]["answers"] == {"title": "Шапка"}
    assert player.chat.state.params["target_field"] == "colour"


def test_a_row_made_at_the_start_holds_the_draft_and_what_it_is_for() -> None:
    player = Player(flow(Keeps.ROW_AT_START))
    (row,) = player.chat.rows.values()
    assert (row.data["flow"], row.data["of"], row.data["fields"]) == ("thing", "x", {})

    player.write("Шапка")

    (row,) = player.chat.rows.values()
    assert row.data["fields"] == {"title": "Шапка"}
    assert player.chat.state is not None
    assert "form" not in player.chat.state.params


def test_a_row_made_in_mid_flow_comes_with_the_first_answer() -> None:
    player = Player(flow(Keeps.ROW_AT_FIRST))
    player.give(OtherGiven("dice"))
    assert player.chat.rows == {}

    player.write("Шапка")

    assert [row.data["fields"] for row in player.chat.rows.values()] == [{"title": "Шапка"}]
    assert player.chat.state is not None
    assert player.chat.state.data_row in player.chat.rows


def test_a_finished_form_leaves_no_row_behind() -> None:
    player = Player(flow(Keeps.ROW_AT_FIRST))
    player.fill()
    player.press("✅ Всё верно")

    assert FINISHED[0].row is not None
    assert player.chat.rows == {}


def test_a_flow_may_keep_its_row_when_it_is_finished_or_left() -> None:
    left: list[Filled] = []

    def leave(turn: Turn, filled: Filled) -> Steps:
        left.append(filled)
        return filling.close(turn, "отложено")

    player = Player(flow(Keeps.ROW_AT_START, keeps_row=True, left=leave))
    player.write("Шапка")
    player.write("✖️ Отмена")

    assert left[0].answers == {"title": "Шапка"}
    assert list(player.chat.rows) == [left[0].row]
    assert player.chat.said[-1].text == "отложено"


@pytest.mark.parametrize("keeps", [Keeps.ROW_AT_START, Keeps.ROW_AT_FIRST])
def test_a_step_whose_row_was_pruned_has_expired(keeps: Keeps) -> None:
    player = Player(flow(keeps))
    player.write("Шапка")
    player.chat.rows.clear()

    with pytest.raises(Expired):
        _ = player.filling


def test_a_row_pruned_while_it_is_written_tells_the_person_and_frees_them() -> None:
    player = Player(flow(Keeps.ROW_AT_START))
    turn, filled = player.turn, player.filling
    player.chat.rows.clear()

    player.chat.take(filling.hear(turn, filled, Said(IN_PRIVATE, Written("Шапка"), "Шапка")))

    assert player.chat.state is None
    assert player.chat.said[-1].text == talk.EXPIRED.ru


@pytest.mark.parametrize(
    "state",
    [
        State("GONE", "add", {}),
        State("THINGS", "add", {}),
        State("THINGS", "add", {"form": {"answers": {"size": 1}}, "chat": 1, "run": "a"}),
        State("THINGS", "add", {"form": None, "chat": "x", "run": "a"}),
    ],
)
def test_a_state_of_another_version_has_expired(state: State) -> None:
    player = Player(flow())
    player.chat.state = state

    with pytest.raises(Expired):
        _ = player.filling


def test_an_edited_message_is_no_answer_and_that_is_said() -> None:
    player = Player(flow())
    before = player.chat.state

    player.write("Шапка", edited=True)

    assert player.chat.state == before
    assert player.chat.said[-1].text == talk.EDITED.ru


def test_of_an_album_only_the_first_picture_is_an_answer() -> None:
    player = Player(flow())
    photo = PhotoGiven(FileRef("f", "u"))
    player.give(photo, album="7")
    told = len(player.chat.said)

    player.give(photo, album="7")
    player.give(photo, album="7")
    assert len(player.chat.said) == told

    player.give(photo, album="8")
    assert len(player.chat.said) == told + 1


def test_rights_lost_in_the_middle_end_the_form() -> None:
    player = Player(flow())
    player.chat.view = a_view(rights=Rights())

    player.write("Шапка")

    assert player.chat.state is None
    assert player.chat.said[-1].text == "Нет доступа"


def test_a_form_in_a_group_stays_in_its_topic_and_has_a_button_to_cancel() -> None:
    caller = Caller(replace(PERSON, chat_id=-100), in_private=False, masked=False, topic=4)
    player = Player(flow(), caller)

    assert [say.topic for say in player.chat.said] == [4]
    assert player.chat.said[0].keys is None
    player.press("✖️ Отмена", Place(-100, 50))

    assert player.chat.state is None
    assert player.chat.said[-1].topic == 4
