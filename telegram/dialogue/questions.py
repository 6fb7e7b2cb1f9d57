"""Asking for a yes before anything is destroyed: the question, and what follows a yes.

The question's buttons carry its row. Whoever answers is checked against who was asked.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from store.domain.ids import GuestId
from store.domain.outgoing import Button, Rows
from store.domain.texts import talk
from store.domain.texts.text import Text
from store.steps import AskConfirmation, Steps
from telegram.dialogue.intents import NO, YES, ConfirmPress
from telegram.dialogue.view import Asked, Rights, View


@dataclass(frozen=True, slots=True)
class Doing:
    """What is done after a yes, who may, and what is said when it is left."""

    allowed: Callable[[Rights], bool]
    do: Callable[[ConfirmPress, Asked, View], Steps]
    kept: Text = talk.KEPT


Show: TypeAlias = Callable[[Rows], Steps]


def ask(user: GuestId, action: str, record: str, language: str, show: Show) -> Steps:
    """Remember the question and show it with its two buttons, by `show`."""

    def follow(row: int) -> Steps:
        return show(buttons(row, language))

    return (AskConfirmation(user, action, record, follow),)


def buttons(row: int, language: str) -> Rows:
    """Return the two buttons that answer a question."""
    yes = Button(talk.YES.of(language), data=f"{YES}:{row}")
    return ((yes, Button(talk.NO.of(language), data=f"{NO}:{row}")),)
