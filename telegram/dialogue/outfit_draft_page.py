"""A draft of an outfit as operators see it: its fields, how far it is, its buttons; pure.

Titles and names of files are escaped.
"""

from typing import assert_never

from store.domain.outfit_drafts import BUTTON, DROP, EDIT, PUBLISH, OutfitDraft, Stage
from store.domain.outgoing import Button, Rows
from store.domain.records import StateData
from store.domain.texts import outfit_pages as texts
from store.domain.texts import outfits as draft_texts
from store.domain.texts import talk
from telegram.botapi.html import cut, escape
from telegram.dialogue import outfit_pages as pages
from telegram.dialogue.outfit_pages import Page
from telegram.dialogue.prompts import VALUE_UNITS
from telegram.dialogue.view import View
from telegram.forms.spec import Form

GO = "go"
"""What the button of an unfinished draft wants, beside those that the store makes."""


def page(row: StateData, draft: OutfitDraft, form: Form, view: View) -> Page:
    """Return a draft with what can be done about it."""
    return Page(_text(row, draft, form, view), _buttons(row.id, draft, view.language))


def mend(row: int, language: str, verb: str) -> Rows:
    """Return the buttons of a draft that is not ready: go on (`verb`), or drop it."""
    word = texts.CONTINUE if verb == GO else draft_texts.EDIT
    on = Button(word.of(language), data=f"{BUTTON}:{row}:{verb}")
    return ((on, Button(draft_texts.DROP.of(language), data=f"{BUTTON}:{row}:{DROP}")),)


def _text(row: StateData, draft: OutfitDraft, form: Form, view: View) -> str:
    language, given = view.language, row.data["fields"]
    lines = [f"<b>{escape(form.title.of(language))}</b>"]
    entry = pages.find(view.outfits, draft.outfit or "")
    if entry is not None:
        lines.append(escape(pages.title_of(entry, language)))
    lines.append("")
    for asked in form.fields:
        value = given.get(asked.name)
        said = talk.LEFT_OUT.of(language) if value is None else asked.show(value, language)
        label = escape(asked.label.of(language))
        lines.append(f"{label}: <b>{escape(cut(said, VALUE_UNITS))}</b>")
    return "\n".join([*lines, "", _stage(draft, language)])


def _stage(draft: OutfitDraft, language: str) -> str:
    match draft.stage:
        case Stage.DRAFT:
            return texts.STAGE_DRAFT.of(language)
        case Stage.WANTED:
            return texts.MAKING.of(language)
        case Stage.READY:
            return texts.STAGE_READY.of(language)
        case Stage.REFUSED:
            return draft_texts.why_refused(draft.code or "", language)
        case _ as never:
            assert_never(never)


def _buttons(row: int, draft: OutfitDraft, language: str) -> Rows:
    below = mend(row, language, GO if draft.stage is Stage.DRAFT else EDIT)
    if draft.stage is not Stage.READY:
        return below
    publish = Button(draft_texts.PUBLISH.of(language), data=f"{BUTTON}:{row}:{PUBLISH}")
    return ((publish,), *below)
