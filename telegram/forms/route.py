"""Which fields of a form apply, given the answers so far, and which come before and after one.

There is always at least one: a form's first field applies in any case.
"""

from dataclasses import dataclass, field

from store.domain.texts.text import Text
from telegram.forms.given import JSON
from telegram.forms.progress import Progress
from telegram.forms.spec import Field, Form


@dataclass(frozen=True, slots=True)
class Route:
    """The applicable fields in order, their answers, and the first that has none, if any.

    `faulty` is the field that `check` wants mended, and why; it is looked for only when nothing is
    missing. A fault of a field that does not apply is put to the last one that does.
    """

    fields: tuple[Field, ...]
    answers: dict[str, JSON] = field(repr=False)
    missing: Field | None
    faulty: tuple[Field, Text] | None

    @staticmethod
    def of(form: Form, progress: Progress) -> "Route":
        """Find the way through a form."""
        fields: list[Field] = []
        answers: dict[str, JSON] = {}
        for asked in form.fields:
            if not asked.when(answers):
                continue
            fields.append(asked)
            if asked.name in progress.answers:
                answers[asked.name] = progress.answers[asked.name]
        missing = next((asked for asked in fields if not progress.has(asked.name)), None)
        faulty = None if missing else _faulty(form, fields, answers)
        return Route(tuple(fields), answers, missing, faulty)

    @property
    def last(self) -> Field:
        """The last applicable field."""
        return self.fields[-1]

    def applies(self, name: str) -> bool:
        """Whether the field of that name is asked."""
        return any(asked.name == name for asked in self.fields)

    def after(self, name: str | None) -> Field | None:
        """Return the applicable field that follows one."""
        return self._beside(name, 1)

    def before(self, name: str | None) -> Field | None:
        """Return the applicable field that precedes one."""
        return self._beside(name, -1)

    def _beside(self, name: str | None, offset: int) -> Field | None:
        names = [asked.name for asked in self.fields]
        if name not in names:
            return None
        place = names.index(name) + offset
        return self.fields[place] if 0 <= place < len(names) else None


def _faulty(form: Form, fields: list[Field], answers: dict[str, JSON]) -> tuple[Field, Text] | None:
    fault = form.check(answers)
    if fault is None:
        return None
    return next((asked for asked in fields if asked.name == fault.field), fields[-1]), fault.hint
