"""The list of outfits and the page of one, as operators see them; pure.

A page is shown again in the transaction that changes what is on it, so the changes are made here
too, on the entries that were read before. Titles are escaped.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeAlias

from store.domain.outfit_drafts import OWN
from store.domain.outgoing import Button, Rows
from store.domain.records import OutfitEntry
from store.domain.texts import outfit_pages as texts
from store.domain.texts.text import LANGUAGES, Text
from telegram.botapi.html import cut, escape

WORD = "o"
LIST, ADD, OPEN, UP, DOWN, HIDE, SHOW = "list", "add", "open", "up", "down", "hide", "show"
ART, DELETE = "art", "delete"
PER_PAGE = 20
PER_ROW = 2
LABEL_UNITS = 32
TITLE_UNITS = 64
"""UTF-16 units of a title on a button and in a text."""

Entries: TypeAlias = tuple[OutfitEntry, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """A text with its buttons."""

    text: str
    buttons: Rows


def find(entries: Entries, outfit: str) -> OutfitEntry | None:
    """Return the outfit of that id."""
    return next((entry for entry in entries if entry.outfit.id == outfit), None)


def title_of(entry: OutfitEntry, language: str) -> str:
    """Return the title in a language, or whatever there is; not escaped."""
    titles = entry.outfit.titles
    found = titles.get(language) or next(filter(None, titles.values()), entry.outfit.id)
    return cut(found, TITLE_UNITS)


def moved(entries: Entries, outfit: str, places: int) -> Entries:
    """Return them with one moved forward or back, at most to the end."""
    ids = [entry.outfit.id for entry in entries]
    place = ids.index(outfit)
    others = [entry for entry in entries if entry.outfit.id != outfit]
    others.insert(min(max(place + places, 0), len(others)), entries[place])
    return tuple(others)


def with_active(entries: Entries, outfit: str, *, active: bool) -> Entries:
    """Return them with one shown to guests or hidden."""
    return tuple(
        replace(entry, active=active) if entry.outfit.id == outfit else entry for entry in entries
    )


def retitled(entries: Entries, outfit: str, language: str, title: str) -> Entries:
    """Return them with the title of one changed in a language."""
    return tuple(
        replace(
            entry,
            outfit=replace(entry.outfit, titles={**entry.outfit.titles, language: title}),
            bundled=False,
        )
        if entry.outfit.id == outfit
        else entry
        for entry in entries
    )


def without(entries: Entries, outfit: str) -> Entries:
    """Return them without one."""
    return tuple(entry for entry in entries if entry.outfit.id != outfit)


def others_shown(entries: Entries, outfit: str) -> bool:
    """Tell whether guests have another outfit to choose."""
    return any(entry.active for entry in entries if entry.outfit.id != outfit)


def number_of(entries: Entries, entry: OutfitEntry) -> int:
    """Return the page of the list that one of the entries is on; the first one is 1."""
    return entries.index(entry) // PER_PAGE + 1


def the_list(entries: Entries, language: str, number: int = 1) -> Page:
    """Return a page of the list, the last one for a number beyond it; the first one is 1."""
    pages = max(1, -(-len(entries) // PER_PAGE))
    number = min(max(number, 1), pages)
    first = (number - 1) * PER_PAGE
    here = entries[first : first + PER_PAGE]
    hint = (texts.LIST_HINT if here else texts.LIST_EMPTY).of(language)
    lines = [_line(entry, place, language) for place, entry in enumerate(here, start=first + 1)]
    buttons = [
        _button(cut(title_of(entry, language), LABEL_UNITS), number, OPEN, entry.outfit.id)
        for entry in here
    ]
    turns = [
        Button(arrow, data=f"{WORD}:{other}:{LIST}")
        for arrow, other in (("⬅️", number - 1), ("➡️", number + 1))
        if 1 <= other <= pages
    ]
    add = Button(texts.ADD.of(language), data=f"{WORD}:{number}:{ADD}")
    text = "\n".join([texts.LIST.of(language), hint, "", *lines]).rstrip()
    return Page(text, (*_in_rows(buttons), *_in_rows(turns), (add,)))


def the_outfit(entries: Entries, entry: OutfitEntry, language: str) -> Page:
    """Return the page of one of the entries."""
    titles = entry.outfit.titles
    lines = [f"👗 <b>{escape(title_of(entry, language))}</b>", ""]
    lines += [
        f"{code.upper()}: {escape(cut(titles.get(code) or '—', TITLE_UNITS))}" for code in LANGUAGES
    ]
    state = texts.SHOWN if entry.active else texts.HIDDEN
    place = entries.index(entry) + 1
    where = texts.PLACE.of(language, place=place, places=len(entries))
    lines += ["", state.of(language), _origin(entry).of(language), where]
    return Page("\n".join(lines), _outfit_buttons(entry, language, number_of(entries, entry)))


def _outfit_buttons(entry: OutfitEntry, language: str, number: int) -> Rows:
    outfit = entry.outfit.id
    turn, word = (HIDE, texts.HIDE) if entry.active else (SHOW, texts.SHOW)
    titles = tuple(_button(f"✏️ {code.upper()}", number, code, outfit) for code in LANGUAGES)
    return (
        (
            _button(texts.UP.of(language), number, UP, outfit),
            _button(texts.DOWN.of(language), number, DOWN, outfit),
        ),
        titles,
        (
            _button(texts.NEW_ART.of(language), number, ART, outfit),
            _button(word.of(language), number, turn, outfit),
        ),
        (_button(texts.DELETE.of(language), number, DELETE, outfit),),
        (Button(texts.TO_LIST.of(language), data=f"{WORD}:{number}:{LIST}"),),
    )


def _origin(entry: OutfitEntry) -> Text:
    if entry.outfit.id.startswith(OWN):
        return texts.OWN
    return texts.BUILT_IN if entry.bundled else texts.BUILT_IN_CHANGED


def _line(entry: OutfitEntry, place: int, language: str) -> str:
    line = texts.LINE if entry.active else texts.LINE_HIDDEN
    return line.of(language, place=place, title=escape(title_of(entry, language)))


def _button(label: str, number: int, verb: str, outfit: str) -> Button:
    """Return a button about an outfit; it carries the page of the list that leads back."""
    return Button(label, data=f"{WORD}:{number}:{verb}:{outfit}")


def _in_rows(buttons: Iterable[Button]) -> Rows:
    all_ = tuple(buttons)
    return tuple(all_[place : place + PER_ROW] for place in range(0, len(all_), PER_ROW))
