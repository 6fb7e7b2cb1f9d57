"""Outfits in the making: filling in a draft, going on with it, publishing it or dropping it.

What stays true:
- A draft outlives the form: whoever stops in the middle goes on later, and so may any other
  operator who has its link.
- What is shown to guests is what was last seen as a sample: going on with a draft takes back that
  it is ready.
"""

from collections.abc import Mapping
from dataclasses import replace

from store.domain import outfit_drafts
from store.domain.conversation import Json
from store.domain.outfit_drafts import EDIT, OutfitDraft, Stage
from store.domain.outgoing import ShowSticker
from store.domain.records import Outfit, OutfitEntry, StateData
from store.domain.texts import bot, talk
from store.domain.texts import outfit_pages as texts
from store.steps import DropData, DropDraft, Enqueue, MergeData, PublishDraft, Steps, WantDraft
from telegram.botapi.html import escape
from telegram.dialogue import outfit_draft_page as draft_page
from telegram.dialogue import outfit_pages as pages
from telegram.dialogue.filling import begin, busy, close
from telegram.dialogue.flows import Expired, Filled, Flow, Turn
from telegram.dialogue.intents import Person, RowPress, in_private
from telegram.dialogue.outfit_draft_page import GO
from telegram.dialogue.outfit_forms import NEW, NEW_ART, SUBJECT
from telegram.dialogue.saying import answer, meet, put, say
from telegram.dialogue.view import View, operators
from telegram.forms.progress import Progress, Stale

SAMPLES = "outfits"
"""The folder of the data folder that samples are in."""


def begin_new(turn: Turn) -> Steps:
    """Say what is needed for a new outfit, then ask for it."""
    return _explained(
        turn, texts.EXPLAIN_NEW.of(turn.language), begin(turn, ADD, args=_owned(turn, None))
    )


def begin_art(turn: Turn, entry: OutfitEntry) -> Steps:
    """Say what is needed for new art of an outfit, then ask for it."""
    title = escape(pages.title_of(entry, turn.language))
    told = texts.EXPLAIN_CHANGED.of(turn.language, title=title)
    return _explained(turn, told, begin(turn, ART, args=_owned(turn, entry.outfit.id)))


def press(pressed: RowPress, view: View) -> Steps:
    """Answer a button of a draft."""
    if not view.rights.operator:
        return (answer(pressed.press, talk.NO_ACCESS.of(view.language), alert=True),)
    row, draft = _draft(view)
    if row.id != pressed.row:
        raise Expired
    mine = view.state is not None and view.state.data_row == row.id
    if mine or (view.state is not None and pressed.rest in {EDIT, GO}):
        return busy(pressed.press, view)
    match pressed.rest:
        case outfit_drafts.PUBLISH:
            return _publish(pressed, view, row, draft)
        case outfit_drafts.EDIT | draft_page.GO:
            return _go_on(pressed, view, row, draft)
        case outfit_drafts.DROP:
            return _drop(pressed, view, row)
        case _:
            raise Expired


def open_(person: Person, view: View) -> Steps:
    """Show an operator the draft that a link leads to; to others the link is an unknown one."""
    unknown = (meet(person, view), say(person, bot.UNKNOWN_LINK.of(view.language)))
    if not view.rights.operator:
        return unknown
    try:
        row, draft = _draft(view)
    except Expired:
        return unknown
    shown: Steps = (meet(person, view),)
    if draft.stage is Stage.READY and draft.sample is not None:
        sample = ShowSticker(f"{SAMPLES}/{draft.sample}")
        shown = (*shown, Enqueue("sample", person.chat_id, sample, "sample", repeatable=True))
    page = draft_page.page(row, draft, _flow(draft).form, view)
    return (*shown, say(person, page.text, page.buttons))


def _want(turn: Turn, filled: Filled) -> Steps:
    """Have the outfit made of a finished form; its owner hears of it when that is done."""
    gone = close(turn, talk.EXPIRED.of(turn.language), key="expired")
    if filled.row is None:
        return gone
    return (WantDraft(filled.row, close(turn, texts.MAKING.of(turn.language)), gone),)


def _left(turn: Turn, filled: Filled) -> Steps:
    """Keep a draft that somebody stopped filling in, and say how to go on; an empty one goes."""
    language, row = turn.language, filled.row
    if row is None:
        return close(turn, talk.EXPIRED.of(language), key="left")
    if not filled.answers:
        title = (NEW_ART if filled.args.get("outfit") else NEW).title.of(language)
        text = talk.CANCELLED.of(language, title=title)
        return (DropData(row), *close(turn, text, key="left"))
    person, offer = turn.caller.person, texts.DRAFT_KEPT.of(language)
    # In a group others would see it, who may be no operators.
    if turn.caller.in_private and (link := _link(turn.view)):
        offer = f"{offer}\n{texts.DRAFT_LINK.of(language, link=escape(link))}"
    stopped = close(turn, texts.LEFT.of(language), key="left")
    return (*stopped, say(person, offer, draft_page.mend(row, language, GO), key="draft"))


ADD = Flow(SUBJECT, "add", NEW, operators, _want, keeps_row=True, left=_left)
ART = Flow(SUBJECT, "art", NEW_ART, operators, _want, keeps_row=True, left=_left)


def _go_on(pressed: RowPress, view: View, row: StateData, draft: OutfitDraft) -> Steps:
    """Open a draft in the form that it came from; from now on it is the presser who is told."""
    person = pressed.press.person
    turn = Turn(in_private(person), view)
    flow, progress = _progress(row, draft)
    opened = begin(
        turn,
        flow,
        args=_owned(turn, draft.outfit),
        answers=progress.answers,
        passed=progress.passed,
        row=row.id,
    )
    done = (
        answer(pressed.press),
        *put(pressed.place, texts.OPENED.of(view.language)),
        *opened,
    )
    return (MergeData(row.id, _owned(turn, draft.outfit), done, _gone(pressed, view)),)


def _publish(pressed: RowPress, view: View, row: StateData, draft: OutfitDraft) -> Steps:
    language, press = view.language, pressed.press
    if draft.stage is not Stage.READY:
        return (answer(press, texts.NOT_READY.of(language), alert=True),)
    if draft.outfit is not None and pages.find(view.outfits, draft.outfit) is None:
        return (answer(press, texts.GONE.of(language), alert=True),)
    entries, outfit = _published(view, row, draft)
    entry = next(entry for entry in entries if entry.outfit.id == outfit)
    said = texts.PUBLISHED if draft.outfit is None else texts.ART_PUBLISHED
    text = said.of(language, title=escape(pages.title_of(entry, language)))
    shown = pages.the_list(entries, language, pages.number_of(entries, entry))
    done = (
        answer(press, talk.DONE.of(language)),
        *(put(pressed.place, text) or (say(press.person, text, key="published"),)),
        say(press.person, shown.text, shown.buttons),
    )
    refused = (answer(press, texts.NOT_READY.of(language), alert=True),)
    return (PublishDraft(row.id, press.person.id, done, refused),)


def _published(
    view: View, row: StateData, draft: OutfitDraft
) -> tuple[tuple[OutfitEntry, ...], str]:
    """Return the outfits as they will be, and which of them was published."""
    if draft.outfit is not None:
        entries = tuple(
            replace(entry, bundled=False) if entry.outfit.id == draft.outfit else entry
            for entry in view.outfits
        )
        return entries, draft.outfit
    outfit = draft.outfit_id(row.id)
    made = Outfit(outfit, dict(draft.titles), draft.folder or "", len(view.outfits))
    return (*view.outfits, OutfitEntry(made, active=True, bundled=False)), outfit


def _drop(pressed: RowPress, view: View, row: StateData) -> Steps:
    text = texts.DROPPED.of(view.language)
    done = (answer(pressed.press, text), *put(pressed.place, text))
    return (DropDraft(row.id, done, _gone(pressed, view)),)


def _gone(pressed: RowPress, view: View) -> Steps:
    return (answer(pressed.press, talk.NOT_YOUR_TURN.of(view.language), alert=True),)


def _draft(view: View) -> tuple[StateData, OutfitDraft]:
    """Return the opened row as a draft; raises `Expired` when it is gone or no draft."""
    draft = outfit_drafts.from_data(view.opened.data) if view.opened is not None else None
    if view.opened is None or draft is None:
        raise Expired
    return view.opened, draft


def _flow(draft: OutfitDraft) -> Flow:
    return ADD if draft.outfit is None else ART


def _progress(row: StateData, draft: OutfitDraft) -> tuple[Flow, Progress]:
    """Return how far a draft got, and in which form; raises `Expired` when that has changed."""
    flow, form = _flow(draft), row.data.get("form")
    if not isinstance(form, dict):
        raise Expired
    try:
        return flow, Progress.from_json({**form, "answers": row.data.get("fields")}, flow.form)
    except Stale:
        raise Expired from None


def _owned(turn: Turn, outfit: str | None) -> Mapping[str, Json]:
    """Return what a draft's row holds beside its fields: what it is for, and who is told."""
    return {
        "outfit": outfit,
        "stage": str(Stage.DRAFT),
        "chat": turn.caller.person.chat_id,
        "language": turn.language,
    }


def _explained(turn: Turn, told: str, opened: Steps) -> Steps:
    text = f"{told}\n\n{texts.WHAT_ART.of(turn.language)}"
    return (say(turn.caller.person, text, key="explained"), *opened)


def _link(view: View) -> str | None:
    """Return the link that opens the draft being filled in; None when it has none."""
    if view.data is None or view.data.key is None or view.bot_username is None:
        return None
    return f"https://t.me/{view.bot_username}?start={view.data.key}"
