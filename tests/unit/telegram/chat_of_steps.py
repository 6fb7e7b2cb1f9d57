"""A chat played on steps alone: one person, what they are shown, the state and rows of theirs.

Steps are followed as the store would; those whose outcome only the store knows go well unless
`refused` names their type.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from store.domain.conversation import decode
from store.domain.ids import GuestId
from store.domain.outgoing import Answer, Edit, Rows, Say
from store.domain.records import Guest, Maintenance, StateData
from store.domain.status import MaintenanceStatus
from store.steps import (
    AddNote,
    AskConfirmation,
    CommentPack,
    DeletePosted,
    DropData,
    Enqueue,
    EnterLead,
    MergeData,
    Post,
    Rate,
    RemoveStaff,
    SetState,
    Step,
    Steps,
    StoreData,
)
from telegram.dialogue import filling, prompts
from telegram.dialogue.flows import Flow, Turn
from telegram.dialogue.intents import (
    Caller,
    ConfirmPress,
    FormPress,
    Person,
    Place,
    Press,
    RowPress,
    Said,
)
from telegram.dialogue.view import View
from telegram.forms.given import Given, Written

ME = GuestId(77)
PERSON = Person(ME, 77, "ru", "anna", "@anna")
CALLER = Caller(PERSON, in_private=True, masked=False)
PLACE = Place(77, 9)
LEAD_NUMBER = 12
_QUEUED = Enqueue | Post | DeletePosted


def view_of(language: str = "en", **known: Any) -> View:
    """Return what is known of a person of whom nothing else is known."""
    paused = Maintenance(MaintenanceStatus.OFF, None, None)
    view = View(language, Guest(ME, None, None), None, paused, in_progress=False)
    return replace(view, fresh_key="fresh-key", spare_key="spare-key", **known)


def row_press(word: str, row: int, rest: str = "", person: Person = PERSON) -> RowPress:
    """Return a press of a button on a message that can be edited."""
    return RowPress(Press("q", person, PLACE.message_id), PLACE, word, row, rest)


def yes(row: int = 1) -> ConfirmPress:
    """Return a yes to a question."""
    return ConfirmPress(Press("q", PERSON, PLACE.message_id), PLACE, PERSON.label, row, yes=True)


@dataclass
class Chat:
    """What came of the steps so far; rows and references are numbered from 1."""

    view: View
    flows: tuple[Flow, ...]
    caller: Caller = CALLER
    refused: tuple[type, ...] = ()
    steps: list[Step] = field(default_factory=list)
    rows: dict[int, dict[str, Any]] = field(default_factory=dict)
    state: str | None = None
    made: int = 0

    def take(self, steps: Steps) -> "Chat":
        """Carry out the steps of one update, and what follows from them."""
        before = len(self.steps)
        self._carry_out(steps)
        keys = [step.key for step in self.steps[before:] if isinstance(step, _QUEUED)]
        assert len(set(keys)) == len(keys), "of two with one key the second is never sent"
        return self

    def write(self, words: str | Given) -> "Chat":
        """Answer the open question by a message."""
        given = Written(words) if isinstance(words, str) else words
        text = given.text if isinstance(given, Written) else None
        turn = Turn(self.caller, self._seen())
        return self.take(filling.hear(turn, self._open(), Said(self.caller, given, text)))

    def choose(self, value: str) -> "Chat":
        """Answer the open question by a button."""
        return self.press("c", value)

    def press(self, verb: str, choice: str = "") -> "Chat":
        """Press a button of the open question."""
        form = self._open()
        place = prompts.place_of(form.flow.form, form.progress)
        press = Press("q", self.caller.person, None)
        pressed = FormPress(press, None, form.run, place, verb, choice, self.caller.topic)
        return self.take(filling.press(Turn(self.caller, self._seen()), form, pressed))

    def of(self, kind: type[Any]) -> list[Any]:
        """Return the steps of a type."""
        return [step for step in self.steps if isinstance(step, kind)]

    @property
    def bodies(self) -> list[Any]:
        """Everything that is said, in order."""
        return [step.body for step in self.steps if isinstance(step, Enqueue | Post)]

    @property
    def answers(self) -> list[str]:
        """The answers to presses."""
        return [body.text for body in self.bodies if isinstance(body, Answer)]

    @property
    def last(self) -> Any:
        """What was shown last."""
        return [body for body in self.bodies if isinstance(body, Say | Edit)][-1]

    @property
    def shown(self) -> str:
        """All texts that were shown, one under another."""
        return "\n".join(body.text for body in self.bodies if isinstance(body, Say | Edit))

    def _seen(self) -> View:
        state = None if self.state is None else decode(self.state)
        row = None if state is None else state.data_row
        data = None
        if row is not None and row in self.rows:
            data = StateData(row, ME, self.rows[row], None)
        return replace(self.view, state=state, data=data)

    def _open(self) -> filling.Filling:
        view = self._seen()
        assert view.state is not None
        flows = {(flow.subject, flow.method): flow for flow in self.flows}
        return filling.load(view.state, view, flows)

    def _carry_out(self, steps: Steps) -> None:
        for step in steps:
            self.steps.append(step)
            self._carry_out(self._follow(step))

    def _follow(self, step: Step) -> Steps:
        match step:
            case SetState(state=state):
                self.state = state
            case StoreData(data=data, then=then):
                self._new(data)
                return then(self.made)
            case Post(then=then) | AskConfirmation(then=then):
                self._new(None)
                return then(self.made)
            case MergeData(row=row, data=data, then=done):
                self.rows[row] |= dict(data)
                return done
            case DropData(row=row):
                self.rows.pop(row, None)
            case EnterLead(then=enter):
                return enter(LEAD_NUMBER)
            case RemoveStaff() | Rate() | CommentPack() | AddNote():
                return step.otherwise if isinstance(step, self.refused) else step.then
            case _:
                pass
        return ()

    def _new(self, data: Mapping[str, Any] | None) -> None:
        self.made += 1
        if data is not None:
            self.rows[self.made] = dict(data)


def data_of(buttons: Rows) -> list[str]:
    """Return the data of buttons."""
    return [button.data or "" for row in buttons for button in row]
