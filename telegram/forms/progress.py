"""How far a person got in a form: a draft that is kept as JSON between two messages.

A draft is read back by the form it belongs to, and what the form cannot go on with is `Stale`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from telegram.forms.given import JSON
from telegram.forms.spec import Form


class Stale(Exception):
    """The kept draft does not belong to this form as it is now; it is not quoted."""


@dataclass(frozen=True, slots=True)
class Progress:
    """`at` is the field asked, None at the summary; `passed` names the skipped fields.

    `editing` says that the person came from the summary and returns there.
    """

    answers: Mapping[str, JSON] = field(default_factory=dict, repr=False)
    at: str | None = None
    passed: tuple[str, ...] = ()
    editing: bool = False

    def has(self, name: str) -> bool:
        """Whether a field is answered or skipped."""
        return name in self.answers or name in self.passed

    def with_answer(self, name: str, value: JSON) -> "Progress":
        """Return it with a field answered."""
        passed = tuple(other for other in self.passed if other != name)
        return replace(self, answers={**self.answers, name: value}, passed=passed)

    def without_answer(self, name: str) -> "Progress":
        """Return it with a field skipped."""
        answers = {other: value for other, value in self.answers.items() if other != name}
        passed = self.passed if name in self.passed else (*self.passed, name)
        return replace(self, answers=answers, passed=passed)

    def to_json(self) -> dict[str, JSON]:
        """Return it as `from_json` reads it."""
        return {
            "answers": dict(self.answers),
            "at": self.at,
            "passed": list(self.passed),
            "editing": self.editing,
        }

    @staticmethod
    def from_json(value: object, form: Form) -> "Progress":
        """Read a draft of this form; raises `Stale` for one of another form, or none at all.

        What the form no longer takes as it is, a withdrawn choice or a skipped field that is no
        longer optional, is left out, so that the person is asked for it again.
        """
        match value:
            case {
                "answers": dict(answers),
                "at": str() | None as at,
                "passed": list(passed),
                "editing": bool(editing),
            }:
                progress = Progress(answers, at, tuple(passed), editing)
            case _:
                raise Stale("this is no draft of a form")
        known = set(form.names)
        named = [*answers, *passed, *([] if at is None else [at])]
        if not all(isinstance(name, str) and name in known for name in named):
            raise Stale("the draft has a field that the form does not have")
        if len(set(passed)) != len(passed) or set(passed) & set(answers):
            raise Stale("the draft has a field twice")
        return _fitting(form, progress)


def _fitting(form: Form, progress: Progress) -> Progress:
    optional = {asked.name for asked in form.fields if asked.optional}
    withdrawn = {
        asked.name
        for asked in form.fields
        if asked.choices and asked.withdrew(progress.answers.get(asked.name))
    }
    answers = {name: value for name, value in progress.answers.items() if name not in withdrawn}
    passed = tuple(name for name in progress.passed if name in optional)
    return replace(progress, answers=answers, passed=passed)
