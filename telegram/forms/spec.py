"""Forms as data: which questions are asked, in which order, and what fits as an answer.

What stays true of a form that could be made:
- Names of fields and values of choices are short ASCII words, so that a button can carry them.
- The first field applies always, so a form never asks nothing.
- Every offered choice is accepted by the field that offers it.

A draft may be older than the program that goes on with it. An answer is known by its field's name
alone: a field whose answers change in kind gets a new name, and old drafts are told apart.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from store.domain.texts.forms import A_FILE, A_PHOTO
from store.domain.texts.text import Text
from telegram.forms.given import JSON, Chosen, FileRef, Given, Written

Answers: TypeAlias = Mapping[str, JSON]
"""Answers by name of field; those of skipped and inapplicable fields are missing."""

_NAME = re.compile(r"[a-z][a-z0-9_]{0,31}")
_VALUE = re.compile(r"[!-~]{1,16}")


@dataclass(frozen=True, slots=True)
class Parsed:
    """An answer that fits, as a JSON value."""

    value: JSON = field(repr=False)


@dataclass(frozen=True, slots=True)
class Invalid:
    """An answer that does not fit; `hint` tells the person what would."""

    hint: Text


Parse: TypeAlias = Callable[[Given], Parsed | Invalid]
Show: TypeAlias = Callable[[JSON, str], str]


@dataclass(frozen=True, slots=True)
class Choice:
    """A button: `value` is what it carries, `label` what it says."""

    value: str
    label: Text


def always(_answers: Answers) -> bool:
    """Apply in any case."""
    return True


def show_plainly(value: JSON, language: str) -> str:
    """Return an answer as a person would write it; a file is called by its name."""
    match value:
        case None:
            return ""
        case dict():
            return _file(value, language)
        case _:
            return str(value)


def _file(value: dict[str, JSON], language: str) -> str:
    try:
        file = FileRef.from_json(value)
    except ValueError:
        return A_FILE.of(language)
    is_photo = file.name is None and file.mime is None
    return file.name or (A_PHOTO if is_photo else A_FILE).of(language)


@dataclass(frozen=True, slots=True)
class Field:
    """One question.

    `when` sees the answers of the applicable fields before this one, any of which may be missing,
    and says whether it is asked.
    `show` returns an answer as plain text, not escaped; left out, a chosen one is its label.
    """

    name: str
    label: Text
    prompt: Text
    parse: Parse
    choices: tuple[Choice, ...] = ()
    optional: bool = False
    when: Callable[[Answers], bool] = always
    show: Show = show_plainly

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise ValueError(f"field {self.name!r}: a name is 1 to 32 of [a-z0-9_]")
        values = [choice.value for choice in self.choices]
        if len(set(values)) != len(values):
            raise ValueError(f"field {self.name}: two choices have the same value")
        for value in values:
            if not _VALUE.fullmatch(value):
                raise ValueError(f"field {self.name}: choice {value!r} is not 1 to 16 ASCII signs")
            if isinstance(self.parse(Chosen(value)), Invalid):
                raise ValueError(f"field {self.name}: its parser refuses its choice {value!r}")
        if values and self.show is show_plainly:
            object.__setattr__(self, "show", _labels(self.choices))

    def withdrew(self, value: JSON) -> bool:
        """Whether an answer was one of the choices and no longer is, nor fits as a written one."""
        if not isinstance(value, str) or any(value == choice.value for choice in self.choices):
            return False
        return isinstance(self.parse(Written(value)), Invalid)


def _labels(choices: tuple[Choice, ...]) -> Show:
    labels = {choice.value: choice.label for choice in choices}

    def show(value: JSON, language: str) -> str:
        label = labels.get(str(value))
        return label.of(language) if label else show_plainly(value, language)

    return show


@dataclass(frozen=True, slots=True)
class Fault:
    """What a rule across fields found: the field to mend, and what to tell the person."""

    field: str
    hint: Text


def no_rule(_answers: Answers) -> Fault | None:
    """Find nothing to mend."""
    return None


class Keeps(StrEnum):
    """Where the draft is: in the state, or in a `state_data` row made then."""

    STATE = "state"
    ROW_AT_START = "row_at_start"
    ROW_AT_FIRST = "row_at_first"
    """Made when the first answer is accepted."""


@dataclass(frozen=True, slots=True)
class Form:
    """Questions in their order.

    `check` sees the answers once every applicable field is answered or skipped. With `confirm`
    the person sees a summary and confirms it; without, the last answer ends the form.
    """

    name: str
    title: Text
    fields: tuple[Field, ...]
    check: Callable[[Answers], Fault | None] = no_rule
    keeps: Keeps = Keeps.STATE
    confirm: bool = True

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise ValueError(f"form {self.name!r}: a name is 1 to 32 of [a-z0-9_]")
        if not self.fields:
            raise ValueError(f"form {self.name}: it has no field")
        if len(set(self.names)) != len(self.names):
            raise ValueError(f"form {self.name}: two fields have the same name")
        for asked in self.fields:
            try:
                applies = asked.when({})
            except LookupError:
                raise ValueError(f"field {asked.name}: `when` needs an answer, use get") from None
            if asked is self.fields[0] and not applies:
                raise ValueError(f"form {self.name}: its first field must apply always")

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its fields, in their order."""
        return tuple(asked.name for asked in self.fields)

    def field(self, name: str) -> Field | None:
        """Return the field of that name."""
        return next((asked for asked in self.fields if asked.name == name), None)
