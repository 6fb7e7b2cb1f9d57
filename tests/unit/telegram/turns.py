"""Plays turns of a conversation on the values alone: what is decided is applied to the view.

It keeps what a person's next turn depends on (their state, one row of state data) the way the
store does, and returns every step in the order in which it would be carried out.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from store.domain.conversation import decode
from store.domain.records import StateData
from store.steps import (
    AskConfirmation,
    DropData,
    DropDraft,
    Enqueue,
    MergeData,
    Post,
    PublishDraft,
    SetState,
    Step,
    Steps,
    StoreData,
)
from telegram.dialogue.decide import decide
from telegram.dialogue.intents import Intent, RowPress, StartToken
from telegram.dialogue.view import View

ROW, META, QUESTION = 5, 11, 1
T = TypeVar("T")


@dataclass
class Turns:
    """A conversation; steps of the `refused` types have the outcome that was not hoped for."""

    view: View
    refused: tuple[type, ...] = ()
    row: StateData | None = None

    def go(self, intent: Intent, *, good: bool = True) -> list[Step]:
        """Take a turn and return its steps."""
        state = self.view.state
        mine = state is not None and self.row is not None and state.data_row == self.row.id
        data, opened = self.row if mine else None, self.row if self._opens(intent) else None
        view = replace(self.view, data=data, opened=opened)
        return list(self._walk(decide(intent, view), good=good))

    def _opens(self, intent: Intent) -> bool:
        match intent:
            case RowPress(row=row):
                return self.row is not None and self.row.id == row
            case StartToken(token=token):
                return self.row is not None and self.row.key == token
            case _:
                return False

    def _walk(self, steps: Steps, *, good: bool) -> Iterator[Step]:
        for step in steps:
            yield step
            yield from self._walk(self._follow(step, good=good), good=good)

    def _follow(self, step: Step, *, good: bool) -> Steps:
        match step:
            case SetState(state=state):
                self.view = replace(self.view, state=decode(state) if state else None)
            case StoreData(user=user, data=data, then=then, key=key):
                self.row = StateData(ROW, user, dict(data), key)
                return then(ROW)
            case MergeData(data=data, then=then, otherwise=otherwise):
                if self.row is None:
                    return otherwise
                self.row = replace(self.row, data={**self.row.data, **data})
                return then
            case DropData():
                self.row = None
            case DropDraft() | PublishDraft() if good and not isinstance(step, self.refused):
                self.row = None
                return step.then
            case Post(then=then):
                return then(META)
            case AskConfirmation(then=then):
                return then(QUESTION)
            case _ if hasattr(step, "otherwise"):
                hoped = good and not isinstance(step, self.refused)
                return _outcome(step, "then" if hoped else "otherwise")
            case _:
                pass
        return ()


def _outcome(step: Any, name: str) -> Steps:
    steps: Steps = getattr(step, name)
    return steps


def bodies(steps: list[Step], kind: type[T]) -> list[T]:
    """Return what is said by steps of one kind, posted questions too."""
    said = [step.body for step in steps if isinstance(step, Enqueue | Post)]
    return [body for body in said if isinstance(body, kind)]
