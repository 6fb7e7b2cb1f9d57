"""The outfits that guests choose from, as operators manage them in the chat.

What an operator may do is checked at every step anew. A page is shown again in its place with the
change on it; what can no longer be done answers the press with a sentence.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeAlias

from store.domain.outfit_drafts import BUTTON
from store.domain.records import OutfitEntry
from store.domain.texts import outfit_pages as texts
from store.domain.texts import talk
from store.domain.texts.text import LANGUAGES, Text
from store.steps import DeleteOutfit, MoveOutfit, RetitleOutfit, ShowOutfit, Steps
from telegram.botapi.html import escape
from telegram.dialogue import outfit_drafts, questions
from telegram.dialogue import outfit_pages as pages
from telegram.dialogue.filling import begin, busy, close
from telegram.dialogue.flows import Expired, Filled, Finish, Flow, Turn
from telegram.dialogue.intents import Command, ConfirmPress, Person, RowPress, in_private
from telegram.dialogue.outfit_forms import SUBJECT, retitling
from telegram.dialogue.outfit_pages import Entries, Page
from telegram.dialogue.questions import Doing
from telegram.dialogue.saying import answer, put, reply, say, show
from telegram.dialogue.view import Asked, View, operators

DELETE = "delete_outfit"
_OnOutfit: TypeAlias = Callable[[RowPress, OutfitEntry, View], Steps]


def show_list(command: Command, view: View) -> Steps:
    """Show the outfits in their order."""
    if not view.rights.operator:
        return reply(command.caller, view, talk.NO_ACCESS.of(view.language))
    page = pages.the_list(view.outfits, view.language)
    return reply(command.caller, view, page.text, page.buttons)


def press(pressed: RowPress, view: View) -> Steps:
    """Answer a button of the list or of an outfit's page; raises `Expired` for one unknown."""
    if not view.rights.operator:
        return (answer(pressed.press, talk.NO_ACCESS.of(view.language), alert=True),)
    verb, _, outfit = pressed.rest.partition(":")
    if verb in _FORMS and view.state is not None:
        return busy(pressed.press, view)
    match verb:
        case pages.LIST:
            return (answer(pressed.press), *_list(pressed, view, view.outfits))
        case pages.ADD:
            return (answer(pressed.press), *outfit_drafts.begin_new(_turn(pressed, view)))
        case _ if verb in _ON_OUTFIT:
            return _on_outfit(pressed, view, verb, outfit)
        case _:
            raise Expired


def _on_outfit(pressed: RowPress, view: View, verb: str, outfit: str) -> Steps:
    entry = pages.find(view.outfits, outfit)
    if entry is None:
        return (*_refuse(pressed, view, texts.GONE), *_list(pressed, view, view.outfits))
    return _ON_OUTFIT[verb](pressed, entry, view)


def _open(pressed: RowPress, entry: OutfitEntry, view: View) -> Steps:
    return (answer(pressed.press), *_page(pressed, view, view.outfits, entry.outfit.id))


def _move(places: int) -> _OnOutfit:
    def move(pressed: RowPress, entry: OutfitEntry, view: View) -> Steps:
        outfit, by = entry.outfit.id, pressed.press.person.id
        after = pages.moved(view.outfits, outfit, places)
        done = (answer(pressed.press), *_page(pressed, view, after, outfit))
        return (MoveOutfit(outfit, by, places, done, _refuse(pressed, view, texts.AT_END)),)

    return move


def _turn_visible(*, active: bool) -> _OnOutfit:
    def turn(pressed: RowPress, entry: OutfitEntry, view: View) -> Steps:
        outfit, by = entry.outfit.id, pressed.press.person.id
        after = pages.with_active(view.outfits, outfit, active=active)
        done = (answer(pressed.press), *_page(pressed, view, after, outfit))
        why = texts.GONE if active else _why_kept(view.outfits, outfit)
        return (ShowOutfit(outfit, by, active, done, _refuse(pressed, view, why)),)

    return turn


def _ask_title(language: str) -> _OnOutfit:
    def ask(pressed: RowPress, entry: OutfitEntry, view: View) -> Steps:
        title = escape(pages.title_of(entry, view.language))
        now = escape(entry.outfit.titles.get(language) or talk.LEFT_OUT.of(view.language))
        text = texts.RETITLING.of(view.language, title=title, now=now)
        opened = begin(_turn(pressed, view), _RETITLE[language], args={"outfit": entry.outfit.id})
        return (answer(pressed.press), *show(pressed.press, pressed.place, text), *opened)

    return ask


def _ask_art(pressed: RowPress, entry: OutfitEntry, view: View) -> Steps:
    return (answer(pressed.press), *outfit_drafts.begin_art(_turn(pressed, view), entry))


def _ask_delete(pressed: RowPress, entry: OutfitEntry, view: View) -> Steps:
    press, place, language = pressed.press, pressed.place, view.language
    if not pages.others_shown(view.outfits, entry.outfit.id):
        return _refuse(pressed, view, texts.LAST)
    text = texts.ASK_DELETE.of(language, title=escape(pages.title_of(entry, language)))
    ask = partial(show, press, place, text)
    asked = questions.ask(press.person.id, DELETE, entry.outfit.id, language, ask)
    return (answer(press), *asked)


def _delete(intent: ConfirmPress, asked: Asked, view: View) -> Steps:
    """Delete an outfit after a yes; what then stands in the question's place is the list."""
    outfit, press, language = asked.record, intent.press, view.language
    left = pages.the_list(pages.without(view.outfits, outfit), language)
    kept = pages.the_list(view.outfits, language)
    why = _why_kept(view.outfits, outfit).of(language)
    done = (answer(press, talk.DONE.of(language)), *put(intent.place, left.text, left.buttons))
    refused = (answer(press, why, alert=True), *put(intent.place, kept.text, kept.buttons))
    return (DeleteOutfit(outfit, press.person.id, done, refused),)


def _retitle(language: str) -> Finish:
    def finish(turn: Turn, filled: Filled) -> Steps:
        outfit, title = str(filled.args.get("outfit")), str(filled.answers["title"])
        person = turn.caller.person
        said = close(turn, texts.RETITLED.of(turn.language, title=escape(title)))
        after = pages.retitled(turn.view.outfits, outfit, language, title)
        done = (*said, *_page_below(person, after, outfit, turn.language))
        gone = close(turn, texts.GONE.of(turn.language))
        return (RetitleOutfit(outfit, language, title, person.id, done, gone),)

    return finish


def _why_kept(entries: Entries, outfit: str) -> Text:
    """Return why an outfit could not be hidden or deleted."""
    return texts.GONE if pages.find(entries, outfit) is None else texts.LAST


def _refuse(pressed: RowPress, view: View, why: Text) -> Steps:
    return (answer(pressed.press, why.of(view.language), alert=True),)


def _list(pressed: RowPress, view: View, entries: Entries) -> Steps:
    page = pages.the_list(entries, view.language, pressed.row)
    return show(pressed.press, pressed.place, page.text, page.buttons)


def _page(pressed: RowPress, view: View, entries: Entries, outfit: str) -> Steps:
    page = _page_of(entries, outfit, view.language)
    return show(pressed.press, pressed.place, page.text, page.buttons)


def _page_below(person: Person, entries: Entries, outfit: str, language: str) -> Steps:
    page = _page_of(entries, outfit, language)
    return (say(person, page.text, page.buttons, key="page"),)


def _page_of(entries: Entries, outfit: str, language: str) -> Page:
    """Return the page of an outfit; of one that is not there, the list."""
    entry = pages.find(entries, outfit)
    if entry is None:
        return pages.the_list(entries, language)
    return pages.the_outfit(entries, entry, language)


def _turn(pressed: RowPress, view: View) -> Turn:
    return Turn(in_private(pressed.press.person), view)


_RETITLE = {
    language: Flow(
        SUBJECT,
        f"edit_title_{language}",
        retitling(language),
        operators,
        _retitle(language),
    )
    for language in LANGUAGES
}
_ON_OUTFIT: Mapping[str, _OnOutfit] = {
    pages.OPEN: _open,
    pages.UP: _move(-1),
    pages.DOWN: _move(1),
    pages.HIDE: _turn_visible(active=False),
    pages.SHOW: _turn_visible(active=True),
    pages.ART: _ask_art,
    pages.DELETE: _ask_delete,
    **{language: _ask_title(language) for language in LANGUAGES},
}
_FORMS = frozenset({pages.ADD, pages.ART, *LANGUAGES})
"""What opens a form, so not while another one is open."""

PRESSES = {pages.WORD: press, BUTTON: outfit_drafts.press}
FLOWS = (outfit_drafts.ADD, outfit_drafts.ART, *_RETITLE.values())
ACTIONS = {DELETE: Doing(operators, _delete)}
open_draft = outfit_drafts.open_
