"""The reducer of forms: a form, how far a person got and what they do lead to what comes next.

What stays true:
- Whatever the progress and the move, nothing is raised, and what is not possible changes nothing.
- `when` sees the answers of applicable fields only, each field's before the next one's, so an
  answer that no longer counts has no say. It is kept in the draft: who turns back finds it again.
- A form ends only with every applicable field answered or skipped, and with its `check` content.
- A `check` that finds a fault leads to the field to mend, from where the summary and with it every
  other field can be reached, so a fault between two fields can be mended in either.
"""

from dataclasses import dataclass, field, replace
from typing import TypeAlias, assert_never

from store.domain.texts import forms as texts
from store.domain.texts.text import Text
from telegram.forms.given import Chosen, Given
from telegram.forms.progress import Progress, Stale
from telegram.forms.route import Route
from telegram.forms.spec import Answers, Fault, Field, Form, Invalid, Parsed

__all__ = [
    "Answer",
    "Ask",
    "Back",
    "Confirm",
    "Edit",
    "Finished",
    "Move",
    "Next",
    "Outcome",
    "Progress",
    "Refused",
    "Skip",
    "Stale",
    "Summary",
    "Wrong",
    "current",
    "start",
    "step",
]


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer the asked field."""

    given: Given


@dataclass(frozen=True, slots=True)
class Back:
    """Go to the field before; while editing, to the summary as soon as nothing is missing there."""


@dataclass(frozen=True, slots=True)
class Next:
    """Keep what the asked field has and go forward."""


@dataclass(frozen=True, slots=True)
class Skip:
    """Leave the asked field out; an answer it has is removed."""


@dataclass(frozen=True, slots=True)
class Edit:
    """Ask the field of this name again, from the summary."""

    field: str


@dataclass(frozen=True, slots=True)
class Confirm:
    """Finish, from the summary."""


Move: TypeAlias = Answer | Back | Next | Skip | Edit | Confirm


@dataclass(frozen=True, slots=True)
class Ask:
    """The field is to be asked. `hint` is there when `check` found that it is to be mended."""

    field: Field
    can_back: bool
    can_next: bool
    can_skip: bool
    hint: Text | None = None


@dataclass(frozen=True, slots=True)
class Wrong:
    """The answer does not fit; the progress is unchanged."""

    field: Field
    hint: Text


@dataclass(frozen=True, slots=True)
class Summary:
    """Everything is answered and can be shown and edited: the applicable fields, in order.

    `answers` lacks the skipped ones. A `fault` is what `check` will say to a `Confirm`.
    """

    fields: tuple[Field, ...]
    answers: Answers = field(repr=False)
    fault: Fault | None = None


@dataclass(frozen=True, slots=True)
class Finished:
    """The form is filled in: the answers of applicable fields, in the form's order."""

    answers: Answers = field(repr=False)


@dataclass(frozen=True, slots=True)
class Refused:
    """The move is not possible here; the progress is unchanged."""

    why: Text


Outcome: TypeAlias = Ask | Wrong | Summary | Finished | Refused


def start(form: Form) -> Progress:
    """Return the progress of a person who is asked the first field."""
    return Progress(at=form.fields[0].name)


def current(form: Form, progress: Progress) -> Ask | Summary:
    """Return what to show, after a restart or when a message is to be shown again."""
    return _shown(form, _settled(form, progress))


def step(form: Form, progress: Progress, move: Move) -> tuple[Progress, Outcome]:
    """Make a move; an answer that does not fit and a move not possible return `progress` itself."""
    here = _settled(form, progress)
    asked = form.field(here.at) if here.at is not None else None
    outcome = _from_summary(form, here, move) if asked is None else _from(form, here, asked, move)
    match outcome:
        case Wrong() | Refused():
            return progress, outcome
        case Progress():
            return outcome, _shown(form, outcome)
        case _:
            return outcome


_Moved: TypeAlias = Progress | Wrong | Refused | tuple[Progress, Finished]


def _from(form: Form, here: Progress, asked: Field, move: Move) -> _Moved:
    match move:
        case Answer(given):
            match _read(asked, given):
                case Parsed(value):
                    return _onward(form, here.with_answer(asked.name, value))
                case Invalid(hint):
                    return Wrong(asked, hint)
        case Next():
            return _onward(form, here) if here.has(asked.name) else Refused(texts.NO_NEXT)
        case Skip():
            if not asked.optional:
                return Refused(texts.NO_SKIP)
            return _onward(form, here.without_answer(asked.name))
        case Back():
            return _back(form, here) or Refused(texts.NO_BACK)
        case Edit():
            return Refused(texts.NO_EDIT)
        case Confirm():
            return Refused(texts.NO_CONFIRM)
        case _ as never:
            assert_never(never)


def _from_summary(form: Form, here: Progress, move: Move) -> _Moved:
    route = Route.of(form, here)
    match move:
        case Edit(name):
            if route.applies(name):
                return replace(here, at=name, editing=True)
            return Refused(texts.NO_SUCH_FIELD)
        case Confirm():
            return _end(form, here)
        case Back():
            return replace(here, at=route.last.name)
        case Answer() | Next() | Skip():
            return Refused(texts.NO_QUESTION)
        case _ as never:
            assert_never(never)


def _read(asked: Field, given: Given) -> Parsed | Invalid:
    """Parse an answer; a button of another question is refused here, for every parser."""
    if isinstance(given, Chosen) and given.value not in {offer.value for offer in asked.choices}:
        return Invalid(texts.NOT_OFFERED)
    return asked.parse(given)


def _onward(form: Form, here: Progress) -> _Moved:
    route = Route.of(form, here)
    following = None if here.editing else route.after(here.at)
    following = following or route.missing
    if following is not None:
        return replace(here, at=following.name)
    if form.confirm:
        return replace(here, at=None, editing=False)
    return _end(form, here)


def _end(form: Form, here: Progress) -> Progress | tuple[Progress, Finished]:
    route = Route.of(form, here)
    faulty = route.faulty
    if faulty is not None:
        return replace(here, at=faulty[0].name, editing=form.confirm)
    return here, Finished(route.answers)


def _back(form: Form, here: Progress) -> Progress | None:
    route = Route.of(form, here)
    if here.editing and route.missing is None:
        return replace(here, at=None, editing=False)
    previous = route.before(here.at)
    return None if previous is None else replace(here, at=previous.name)


def _shown(form: Form, here: Progress) -> Ask | Summary:
    route = Route.of(form, here)
    asked = form.field(here.at) if here.at is not None else None
    faulty = route.faulty
    if asked is None:
        fault = Fault(faulty[0].name, faulty[1]) if faulty else None
        return Summary(route.fields, route.answers, fault)
    return Ask(
        asked,
        can_back=_back(form, here) is not None,
        can_next=here.has(asked.name),
        can_skip=asked.optional,
        hint=faulty[1] if faulty and faulty[0] is asked else None,
    )


def _settled(form: Form, progress: Progress) -> Progress:
    """Return the progress with `at` at a field that applies, or at a summary that is complete.

    What `step` returns is settled already; an older version of the form may have left another.
    """
    route = Route.of(form, progress)
    editing = progress.editing and form.confirm
    if progress.at is not None and route.applies(progress.at):
        return replace(progress, editing=editing)
    if route.missing is not None:
        was_complete = progress.at is None and form.confirm
        return replace(progress, at=route.missing.name, editing=editing or was_complete)
    at = None if form.confirm else route.last.name
    return replace(progress, at=at, editing=False)
