"""What a form is for: who may fill it in, and what becomes of it when it is finished or left.

A flow is found again by the type and method of the stored state, so these two are never reused for
something else. Finishing returns steps; the state, the question and the draft are cleared by
whoever runs the flow.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from store.domain.conversation import Json
from store.steps import Steps
from telegram.dialogue.intents import Caller
from telegram.dialogue.view import Rights, View
from telegram.forms.given import JSON
from telegram.forms.spec import Form


class Expired(Exception):
    """The step cannot go on: what it stands on is gone. The person is told, their state cleared."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Who is at it, where, and what is known of them."""

    caller: Caller
    view: View

    @property
    def language(self) -> str:
        """The language the person is spoken to in."""
        return self.view.language


@dataclass(frozen=True, slots=True)
class Filled:
    """A form that was filled in.

    `args` are what the flow was begun with; `row` is the row that the draft was kept in, if any.
    """

    answers: Mapping[str, JSON] = field(repr=False)
    args: Mapping[str, Json] = field(repr=False)
    row: int | None


Finish: TypeAlias = Callable[[Turn, Filled], Steps]


def nothing(_turn: Turn, _filled: Filled) -> Steps:
    """Say nothing more."""
    return ()


@dataclass(frozen=True, slots=True)
class Flow:
    """One use of a form; `subject` and `method` are the type and method of its state.

    With `keeps_row` the draft's row outlives the form, and `left` says what to tell somebody who
    cancels in its place.
    """

    subject: str
    method: str
    form: Form
    allowed: Callable[[Rights], bool]
    finish: Finish
    keeps_row: bool = False
    left: Finish = nothing
