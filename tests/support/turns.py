"""A conversation of one person, played without Telegram: each turn is decided and carried out.

Rows and states are kept here as the store would keep them, so that a test sees what is stored after
each turn. What is said is collected in the order in which it is said.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from store.domain.conversation import Json, State, decode
from store.domain.ids import GuestId
from store.domain.outgoing import Answer, Button, Edit, Say
from store.domain.records import Guest, Maintenance, StateData
from store.domain.status import MaintenanceStatus
from store.steps import (
    AskConfirmation,
    DeletePosted,
    DropData,
    Enqueue,
    MergeData,
    Post,
    SetState,
    Step,
    Steps,
    StoreData,
    UseConfirmation,
)
from telegram.dialogue.intents import Caller, Person
from telegram.dialogue.view import Rights, View

ME = GuestId(2**40 + 7)
PERSON = Person(ME, ME, "ru", "anna", "@anna")
IN_PRIVATE = Caller(PERSON, in_private=True, masked=False)
NOBODY = Rights()
RUNNING = Maintenance(MaintenanceStatus.OFF, None, None)


def a_view(**changed: Any) -> View:
    """Make the view of somebody in the middle of nothing."""
    view = View("ru", Guest(ME, None, None), None, RUNNING, in_progress=False)
    return replace(
        view, fresh_key="aB-_key-of-22-letters", spare_key="spare-key", run="aB-_", **changed
    )


@dataclass
class Chat:
    """What is stored of a person, and what they were told.

    `other` are the steps that only a store can carry out, in their order.
    """

    rights: Rights = NOBODY
    state: State | None = None
    rows: dict[int, StateData] = field(default_factory=dict)
    posted: dict[int, Say] = field(default_factory=dict)
    questions: dict[int, AskConfirmation] = field(default_factory=dict)
    said: list[Say] = field(default_factory=list)
    edits: list[Edit] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    other: list[Step] = field(default_factory=list)
    last_row: int = 0

    def view(self, **changed: Any) -> View:
        """Return what a decision sees now."""
        row = self.state.data_row if self.state else None
        data = self.rows.get(row) if row else None
        return a_view(**{"state": self.state, "data": data, "rights": self.rights, **changed})

    def carry_out(self, steps: Steps) -> None:
        """Do what was decided, with every outcome being the good one."""
        for step in steps:
            self._do(step)

    @property
    def buttons(self) -> list[Button]:
        """The buttons under the newest question."""
        shown = self.posted[max(self.posted)] if self.posted else self.said[-1]
        edited = self.edits[-1] if self.edits else None
        rows = edited.buttons if edited is not None and edited.buttons else shown.buttons
        return [button for row in rows for button in row]

    def _next(self) -> int:
        self.last_row += 1
        return self.last_row

    def _do(self, step: Step) -> None:
        match step:
            case Enqueue(body=Say() as body):
                self.said.append(body)
            case Enqueue(body=Edit() as body):
                self.edits.append(body)
            case Enqueue(body=Answer() as body):
                self.answers.append(body.text)
            case Post(body=Say() as body):
                number = self._next()
                self.posted[number] = body
                self.edits.clear()
                self.said.append(body)
                self.carry_out(step.then(number))
            case DeletePosted(meta=meta):
                self.posted.pop(meta, None)
            case SetState(state=state):
                self.state = None if state is None else decode(state)
            case StoreData() | MergeData() | DropData():
                self._data(step)
            case AskConfirmation():
                number = self._next()
                self.questions[number] = step
                self.carry_out(step.then(number))
            case UseConfirmation(row=row):
                used = self.questions.pop(row, None)
                self.carry_out(step.then if used else step.otherwise)
            case _:
                self.other.append(step)

    def _data(self, step: StoreData | MergeData | DropData) -> None:
        match step:
            case StoreData():
                number = self._next()
                self.rows[number] = StateData(number, step.user, _copy(step.data), step.key)
                self.carry_out(step.then(number))
            case MergeData(row=row) if row in self.rows:
                kept = self.rows[row]
                self.rows[row] = replace(kept, data={**kept.data, **_copy(step.data)})
                self.carry_out(step.then)
            case MergeData():
                self.carry_out(step.otherwise)
            case DropData(row=row):
                self.rows.pop(row, None)


def _copy(data: Mapping[str, Json]) -> dict[str, Json]:
    return dict(data)
