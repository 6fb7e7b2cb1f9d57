"""A chat of one person, played without Telegram and without a store: every update is decided.

What stays true:
- An update is decided by `decide`, on a view made of what is stored by then, as the gatherer does.
- Steps have the outcome that was hoped for, except those whose type is in `refused`.
- No update queues two messages under one key: the second of them would never be sent.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any, TypeVar

from store.domain.conversation import Json, State, decode
from store.domain.ids import GuestId
from store.domain.outgoing import Answer, Button, Edit, Rows, Say
from store.domain.records import Guest, Maintenance, StateData
from store.domain.status import MaintenanceStatus
from store.steps import (
    AddNote,
    AskConfirmation,
    CommentPack,
    DeleteOutfit,
    DeletePosted,
    DropData,
    DropDraft,
    EditPosted,
    Enqueue,
    EnterLead,
    MergeData,
    MoveOutfit,
    Post,
    PublishDraft,
    Rate,
    RemoveStaff,
    RetitleOutfit,
    SetState,
    ShowOutfit,
    Step,
    Steps,
    StoreData,
    UseConfirmation,
    WantDraft,
)
from telegram.dialogue import filling, prompts
from telegram.dialogue.buses import FLOWS
from telegram.dialogue.decide import decide
from telegram.dialogue.intents import (
    Caller,
    ConfirmPress,
    FormPress,
    Intent,
    Person,
    Place,
    Press,
    RowPress,
    Said,
    StartToken,
)
from telegram.dialogue.view import Asked, View
from telegram.forms.given import Given, Written

ME = GuestId(2**40 + 7)
PERSON = Person(ME, ME, "ru", "anna", "@anna")
IN_PRIVATE = Caller(PERSON, in_private=True, masked=False)
PLACE = Place(ME, 9)
PRESS = Press("q", PERSON, PLACE.message_id)
FRESH_KEY, SPARE_KEY = "aB-_key-of-22-letters", "spare-key"
LEAD_NUMBER = 12
"""The number of every lead that is entered."""
ROW = 1
"""The first row that is made in a chat, of whatever kind."""

_Outcome = (
    RemoveStaff
    | Rate
    | CommentPack
    | AddNote
    | WantDraft
    | RetitleOutfit
    | MoveOutfit
    | ShowOutfit
    | DeleteOutfit
)
_Body = TypeVar("_Body")
_Step = TypeVar("_Step")


def a_view(language: str = "ru", **known: Any) -> View:
    """Return what is known of somebody of whom nothing else is known."""
    running = Maintenance(MaintenanceStatus.OFF, None, None)
    view = View(language, Guest(ME, None, None), None, running, in_progress=False)
    keys = {"fresh_key": FRESH_KEY, "spare_key": SPARE_KEY, "run": FRESH_KEY[:4]}
    return replace(view, **{**keys, **known})


def row_press(
    word: str, row: int, rest: str = "", person: Person = PERSON, place: Place | None = PLACE
) -> RowPress:
    """Return a press of a button about a row."""
    return RowPress(replace(PRESS, person=person), place, word, row, rest)


@dataclass
class Chat:
    """What is stored of a person, and all that was carried out; `latest` of it in one update.

    `view` is what is known besides; of all that is made, rows, references to messages and
    questions, each has a number of its own, from 1.
    """

    view: View = field(default_factory=a_view)
    caller: Caller = IN_PRIVATE
    refused: tuple[type, ...] = ()
    state: State | None = None
    rows: dict[int, StateData] = field(default_factory=dict)
    posted: dict[int, Say] = field(default_factory=dict)
    questions: dict[int, AskConfirmation] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)
    latest: list[Step] = field(default_factory=list)
    made: int = 0

    def go(self, intent: Intent) -> list[Step]:
        """Decide an update and carry it out; returns its steps, in their order."""
        self.take(decide(intent, self.seen(intent)))
        return self.latest

    def play(self, intent: Intent) -> "Chat":
        """Decide an update and carry it out."""
        self.go(intent)
        return self

    def take(self, steps: Steps) -> None:
        """Carry out the steps of one update."""
        self.latest = done = list(self._walk(steps))
        self.steps += done
        queued = [s.key for s in done if isinstance(s, Enqueue | Post | EditPosted | DeletePosted)]
        assert len(set(queued)) == len(queued), f"two messages under one key: {queued}"

    def write(self, words: str | Given, **more: Any) -> "Chat":
        """Send a message."""
        given = Written(words) if isinstance(words, str) else words
        text = given.text if isinstance(given, Written) else None
        return self.play(Said(self.caller, given, text, **more))

    def choose(self, value: str) -> "Chat":
        """Answer the open question by a button."""
        return self.press(prompts.CHOOSE, value)

    def press(self, verb: str, choice: str = "") -> "Chat":
        """Press a button under the open question."""
        assert self.state is not None
        form = filling.load(self.state, self.seen(), FLOWS)
        question = prompts.place_of(form.flow.form, form.progress)
        place = Place(self.caller.person.chat_id, 9)
        press = Press("q", self.caller.person, place.message_id)
        topic = self.caller.topic
        return self.play(FormPress(press, place, form.run, question, verb, choice, topic))

    def confirm(self, *, yes: bool = True) -> list[Step]:
        """Answer the newest question for a confirmation."""
        return self.go(ConfirmPress(PRESS, PLACE, max(self.questions), yes))

    def seen(self, intent: Intent | None = None) -> View:
        """Return what a decision sees now."""
        row = None if self.state is None else self.state.data_row
        return replace(
            self.view,
            state=self.state,
            data=self.rows.get(row) if row is not None else None,
            opened=self._opened(intent),
            asked=self._asked(intent),
        )

    def of(self, kind: type[_Step]) -> list[_Step]:
        """Return the steps of a type."""
        return [step for step in self.steps if isinstance(step, kind)]

    @property
    def bodies(self) -> list[Any]:
        """Everything that was said, in order."""
        return [step.body for step in self.steps if isinstance(step, Enqueue | Post)]

    @property
    def said(self) -> list[Say]:
        """The messages, in order."""
        return bodies(self.steps, Say)

    @property
    def edits(self) -> list[Edit]:
        """What was put in the place of a message, in order."""
        return bodies(self.steps, Edit)

    @property
    def answers(self) -> list[str]:
        """The answers to presses, in order."""
        return [body.text for body in bodies(self.steps, Answer)]

    @property
    def last(self) -> Any:
        """What was shown last."""
        return [body for body in self.bodies if isinstance(body, Say | Edit)][-1]

    @property
    def shown(self) -> str:
        """All texts that were shown, one under another."""
        return "\n".join(body.text for body in self.bodies if isinstance(body, Say | Edit))

    @property
    def buttons(self) -> list[Button]:
        """The buttons under what was shown last."""
        return [button for row in self.last.buttons for button in row]

    def _opened(self, intent: Intent | None) -> StateData | None:
        match intent:
            case RowPress(word="draft", row=row):
                return self.rows.get(row)
            case StartToken(token=token):
                return next((row for row in self.rows.values() if row.key == token), None)
            case _:
                return None

    def _asked(self, intent: Intent | None) -> Asked | None:
        match intent:
            case ConfirmPress(row=row) if row in self.questions:
                asked = self.questions[row]
                return Asked(asked.user, asked.action, asked.record, timedelta())
            case _:
                return None

    def _walk(self, steps: Steps) -> Iterator[Step]:
        for step in steps:
            yield step
            yield from self._walk(self._follow(step))

    def _follow(self, step: Step) -> Steps:
        """Keep what the store would; returns what follows from the outcome."""
        match step:
            case SetState(state=state):
                self.state = None if state is None else decode(state)
            case StoreData() | MergeData() | DropData():
                return self._data(step)
            case PublishDraft() | DropDraft():
                return self._end_draft(step)
            case Post(body=Say() as body, then=then):
                number = self._number()
                self.posted[number] = body
                return then(number)
            case DeletePosted(meta=meta):
                self.posted.pop(meta, None)
            case AskConfirmation() | UseConfirmation():
                return self._question(step)
            case EnterLead(then=then):
                return then(LEAD_NUMBER)
            case _ if isinstance(step, _Outcome):
                return step.otherwise if isinstance(step, self.refused) else step.then
            case _:
                pass
        return ()

    def _data(self, step: StoreData | MergeData | DropData) -> Steps:
        match step:
            case StoreData(user, data, then, key):
                number = self._number()
                self.rows[number] = StateData(number, user, _copy(data), key)
                return then(number)
            case MergeData(row, data, done, otherwise):
                if row not in self.rows:
                    return otherwise
                kept = self.rows[row]
                self.rows[row] = replace(kept, data={**kept.data, **_copy(data)})
                return done
            case DropData(row):
                self.rows.pop(row, None)
        return ()

    def _end_draft(self, step: PublishDraft | DropDraft) -> Steps:
        if isinstance(step, self.refused) or self.rows.pop(step.row, None) is None:
            return step.otherwise
        return step.then

    def _question(self, step: AskConfirmation | UseConfirmation) -> Steps:
        match step:
            case AskConfirmation(then=then):
                number = self._number()
                self.questions[number] = step
                return then(number)
            case UseConfirmation(row=row):
                used = self.questions.pop(row, None)
                return step.then if used else step.otherwise

    def _number(self) -> int:
        self.made += 1
        return self.made


def bodies(steps: list[Step], kind: type[_Body]) -> list[_Body]:
    """Return what is said by steps of one kind, questions of forms too."""
    said = [step.body for step in steps if isinstance(step, Enqueue | Post)]
    return [body for body in said if isinstance(body, kind)]


def texts_of(steps: list[Step], kind: type[Say] | type[Edit] | type[Answer]) -> list[str]:
    """Return the texts of what is said by steps of one kind."""
    return [body.text for body in bodies(steps, kind)]


def data_of(buttons: Rows) -> list[str]:
    """Return the data of buttons."""
    return [button.data or "" for row in buttons for button in row]


def _copy(data: Mapping[str, Json]) -> dict[str, Json]:
    return dict(data)
