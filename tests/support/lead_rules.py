"""The rules of the form behind /lead, written down once more and without the product's code.

A person's updates in their order lead to the leads they entered and the draft they are left with.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

FIELDS = ("name", "telegram", "phone", "comment")
SUMMARY = "s"
OPTIONAL = frozenset(FIELDS) - {"name"}


@dataclass(frozen=True, slots=True)
class Said:
    """A message; `fits` is what each field that takes it makes of it."""

    fits: Mapping[str, str] = field(default_factory=dict)
    starts_when_idle: bool = False


@dataclass(frozen=True, slots=True)
class Edited:
    """An earlier message was changed."""


@dataclass(frozen=True, slots=True)
class Started:
    """/lead"""


@dataclass(frozen=True, slots=True)
class Left:
    """The key that cancels, or a command other than /lead."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button, by its data `f:<run>:<place>:<verb>[:<choice>]`."""

    run: str
    place: str
    verb: str
    choice: str

    @staticmethod
    def of(data: str) -> "Pressed":
        """Read the data of a button."""
        _, run, place, verb, *choice = data.split(":")
        return Pressed(run, place, verb, "".join(choice))


Event: TypeAlias = Said | Edited | Started | Left | Pressed
Answers: TypeAlias = dict[str, str]


@dataclass(frozen=True, slots=True)
class Draft:
    """A form in the middle: `at` is the name of the open field, None at the summary."""

    answers: Answers = field(default_factory=dict)
    at: str | None = "name"
    passed: tuple[str, ...] = ()
    editing: bool = False

    @property
    def place(self) -> str:
        """How buttons of the open question name it."""
        return SUMMARY if self.at is None else str(FIELDS.index(self.at))

    def as_stored(self) -> dict[str, object]:
        """How a person's state holds it."""
        return {
            "answers": self.answers,
            "at": self.at,
            "passed": list(self.passed),
            "editing": self.editing,
        }

    def onward(self) -> "Draft":
        """Go to the next field, or to the summary."""
        following = FIELDS[FIELDS.index(str(self.at)) + 1 :]
        if self.editing or not following:
            return replace(self, at=None, editing=False)
        return replace(self, at=following[0])

    def answered(self, value: str) -> "Draft":
        """Take an answer to the open field."""
        name = str(self.at)
        passed = tuple(each for each in self.passed if each != name)
        return replace(self, answers={**self.answers, name: value}, passed=passed).onward()

    def skipped(self) -> "Draft":
        """Leave the open field out."""
        name = str(self.at)
        answers = {each: value for each, value in self.answers.items() if each != name}
        passed = self.passed if name in self.passed else (*self.passed, name)
        return replace(self, answers=answers, passed=passed).onward()

    def back(self) -> "Draft":
        """Go back; from the first field there is no way."""
        if self.editing:
            return replace(self, at=None, editing=False)
        return replace(self, at=FIELDS[max(FIELDS.index(str(self.at)) - 1, 0)])


class Clerk:
    """Keeps the books about one person.

    `asked` tells for each run of a form, and of this person only, which update was answered with
    its first question that has buttons: a run is the newest form's when that is not older.
    """

    def __init__(self, asked: Mapping[str, int]) -> None:
        self._asked = asked
        self._started = 0
        self.draft: Draft | None = None
        self.leads: list[Answers] = []

    def note(self, update: int, event: Event) -> None:
        """Follow an update."""
        match event:
            case Started():
                self._start(update)
            case Left():
                self.draft = None
            case Said(starts_when_idle=True) if self.draft is None:
                self._start(update)
            case Said(fits):
                self._hear(fits)
            case Edited():
                pass
            case Pressed():
                self._press(event)

    def _start(self, update: int) -> None:
        self._started, self.draft = update, Draft()

    def _hear(self, fits: Mapping[str, str]) -> None:
        draft = self.draft
        if draft is not None and draft.at is not None and draft.at in fits:
            self.draft = draft.answered(fits[draft.at])

    def _press(self, pressed: Pressed) -> None:
        draft = self.draft
        if draft is None or self._asked.get(pressed.run, 0) < self._started:
            return
        if pressed.place != draft.place:
            return
        if draft.at is None:
            self._press_summary(draft, pressed)
        elif pressed.verb == "b":
            self.draft = draft.back()
        elif pressed.verb == "s" and draft.at in OPTIONAL:
            self.draft = draft.skipped()
        elif pressed.verb == "n" and (draft.at in draft.answers or draft.at in draft.passed):
            self.draft = draft.onward()

    def _press_summary(self, draft: Draft, pressed: Pressed) -> None:
        if pressed.verb == "e":
            self.draft = replace(draft, at=pressed.choice, editing=True)
        elif pressed.verb == "k" and not {"telegram", "phone"} & set(draft.answers):
            self.draft = replace(draft, at="telegram", editing=True)
        elif pressed.verb == "k":
            self.leads.append({name: draft.answers[name] for name in draft.answers})
            self.draft = None
