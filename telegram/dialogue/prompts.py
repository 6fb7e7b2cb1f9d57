"""Questions of a form and its summary, as Telegram's HTML with buttons.

Everything a person gave is escaped. Data of a button names the filling-in, the place of the
question and what is wanted; it stays under 64 bytes.
"""

from dataclasses import dataclass

from store.domain.outgoing import Button, Rows
from store.domain.texts import talk
from store.domain.texts.text import Text
from telegram.botapi.html import cut, escape
from telegram.dialogue.reading import FORM
from telegram.forms.engine import Ask, Summary, current
from telegram.forms.progress import Progress
from telegram.forms.route import Route
from telegram.forms.spec import Form

SUMMARY = "s"
CHOOSE, EDIT, BACK, NEXT, SKIP, CONFIRM, CANCEL = "c", "e", "b", "n", "s", "k", "x"
VALUE_UNITS = 300
"""UTF-16 units of one answer that a summary shows."""
PER_ROW = 3
LONG_LABEL = 14
"""Characters from which a choice gets a row of its own."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """A question as it is shown."""

    text: str
    buttons: Rows


@dataclass(frozen=True, slots=True)
class Look:
    """How a question is to look: in which language, of which filling-in.

    A group has no key of its own that cancels, and the bot may see there only what replies to it.
    """

    language: str
    run: str
    in_group: bool


def place_of(form: Form, progress: Progress) -> str:
    """Return the place of the question that is open, as buttons name it."""
    shown = current(form, progress)
    if isinstance(shown, Summary):
        return SUMMARY
    return str(form.names.index(shown.field.name))


def prompt(form: Form, progress: Progress, look: Look, hint: Text | None = None) -> Prompt:
    """Return the open question, with a hint on top when the last answer did not fit."""
    shown = current(form, progress)
    if isinstance(shown, Summary):
        return _summary(form, shown, look)
    hint = hint or shown.hint
    parts = [f"❗️ {escape(hint.of(look.language))}"] if hint else []
    parts.append(f"<i>{escape(_step(form, progress, shown, look.language))}</i>")
    parts.append(shown.field.prompt.of(look.language))
    if shown.can_next and (value := progress.answers.get(shown.field.name)) is not None:
        said = cut(shown.field.show(value, look.language), VALUE_UNITS)
        parts.append(talk.NOW.of(look.language, value=f"<b>{escape(said)}</b>"))
    if look.in_group:
        parts.append(talk.REPLY_HERE.of(look.language))
    return Prompt("\n\n".join(parts), _buttons(form, shown, look))


def _step(form: Form, progress: Progress, shown: Ask, language: str) -> str:
    names = [asked.name for asked in Route.of(form, progress).fields]
    title = form.title.of(language)
    if len(names) == 1:
        return title
    step = names.index(shown.field.name) + 1
    return talk.STEP.of(language, title=title, step=step, steps=len(names))


def _buttons(form: Form, shown: Ask, look: Look) -> Rows:
    place = form.names.index(shown.field.name)
    choices = [
        _button(look, place, CHOOSE, choice.label.of(look.language), choice.value)
        for choice in shown.field.choices
    ]
    ways = (
        (shown.can_back, BACK, talk.BACK),
        (shown.can_skip, SKIP, talk.SKIP),
        (shown.can_next, NEXT, talk.NEXT),
    )
    walk = [_button(look, place, verb, text.of(look.language)) for can, verb, text in ways if can]
    rows = (*_in_rows(choices), *([tuple(walk)] if walk else []))
    return (*rows, *_way_out(look, place))


def _in_rows(choices: list[Button]) -> Rows:
    """Lay buttons out, several in a row; a long one has a row of its own."""
    rows: list[list[Button]] = []
    for button in choices:
        fits = rows and len(rows[-1]) < PER_ROW and not _is_long(rows[-1][-1])
        if fits and not _is_long(button):
            rows[-1].append(button)
        else:
            rows.append([button])
    return tuple(map(tuple, rows))


def _is_long(button: Button) -> bool:
    return len(button.text) >= LONG_LABEL


def _summary(form: Form, shown: Summary, look: Look) -> Prompt:
    language = look.language
    lines = [f"<b>{escape(form.title.of(language))}</b>", "", talk.CHECK.of(language), ""]
    edits: list[Button] = []
    for asked in shown.fields:
        value = shown.answers.get(asked.name)
        label = asked.label.of(language)
        said = talk.LEFT_OUT.of(language)
        if value is not None:
            said = cut(asked.show(value, language), VALUE_UNITS)
        lines.append(f"{escape(label)}: <b>{escape(said)}</b>")
        text = talk.CHANGE.of(language, label=label)
        edits.append(_button(look, SUMMARY, EDIT, text, asked.name))
    if shown.fault is not None:
        lines += ["", f"❗️ {escape(shown.fault.hint.of(language))}"]
    rows = [tuple(edits[place : place + 2]) for place in range(0, len(edits), 2)]
    confirm = (_button(look, SUMMARY, CONFIRM, talk.CONFIRM.of(language)),)
    return Prompt("\n".join(lines), (confirm, *rows, *_way_out(look, SUMMARY)))


def _way_out(look: Look, place: int | str) -> Rows:
    if not look.in_group:
        return ()
    return ((_button(look, place, CANCEL, talk.KEY_CANCEL.of(look.language)),),)


def _button(look: Look, place: int | str, verb: str, label: str, choice: str = "") -> Button:
    data = f"{FORM}:{look.run}:{place}:{verb}"
    return Button(label, data=f"{data}:{choice}" if choice else data)
