"""Readers of answers: each maker returns a function from what was given to a value or a hint.

What stays true: a reader never raises, cuts nothing silently, and has a hint for every kind of
message. A text may also be forwarded: what is forwarded to a question about words is read like
words of one's own. Sizes and kinds of files are what the sender's app said, so whoever downloads
a file still looks for himself.
"""

import re
from collections.abc import Collection

from store.domain.fields import CONTACT_LIMIT, clean, parse_phone, parse_username
from store.domain.texts import forms as texts
from store.domain.texts.text import LANGUAGES, Text
from telegram.forms.given import (
    Chosen,
    ContactGiven,
    DocumentGiven,
    FileRef,
    ForwardGiven,
    Given,
    PhotoGiven,
    Written,
)
from telegram.forms.hints import filled, joined, megabytes, wrong_kind
from telegram.forms.spec import Choice, Invalid, Parse, Parsed

MOST_ID = 2**52
"""Telegram's ids of users have at most 52 significant bits (core.telegram.org/bots/api#user)."""
_WHOLE = re.compile(r"[+-]?[0-9]{1,18}")
_DECIMAL = re.compile(r"[+-]?[0-9]+[.,][0-9]+")


def text(limit: int, *, lines: bool = False) -> Parse:
    """Read words of at most `limit` characters, cleaned; with `lines` line breaks stay."""

    def parse(given: Given) -> Parsed | Invalid:
        words = _words(given)
        if words is None:
            return wrong_kind(given, texts.NEED_TEXT)
        value = clean(words, lines=lines)
        if not value:
            return Invalid(joined(texts.NOTHING_SEEN, texts.NEED_TEXT))
        if len(value) > limit:
            return Invalid(filled(texts.TOO_LONG, limit=limit, length=len(value)))
        return Parsed(value)

    return parse


def choice(choices: Collection[Choice]) -> Parse:
    """Read a pressed button, or its label in any language typed by hand, as its value."""
    values = {offered.value for offered in choices}
    typed = {
        clean(offered.label.of(language)).casefold(): offered.value
        for offered in choices
        for language in LANGUAGES
    }

    def parse(given: Given) -> Parsed | Invalid:
        match given:
            case Chosen(value) if value in values:
                return Parsed(value)
            case Written(words) if (named := typed.get(clean(words).casefold())) is not None:
                return Parsed(named)
            case Written():
                return Invalid(texts.NEED_CHOICE)
            case _:
                return wrong_kind(given, texts.NEED_CHOICE)

    return parse


def number(least: int, most: int) -> Parse:
    """Read a whole number in digits, blanks between them allowed, or a button with one."""
    need = filled(texts.NEED_NUMBER, least=least, most=most)

    def parse(given: Given) -> Parsed | Invalid:
        words = given.value if isinstance(given, Chosen) else _words(given)
        if words is None:
            return wrong_kind(given, need)
        digits = clean(words).replace(" ", "")
        if _WHOLE.fullmatch(digits):
            read = int(digits)
            return Parsed(read) if least <= read <= most else _refuse(texts.OUT_OF_RANGE, need)
        return _refuse(texts.NOT_WHOLE, need) if _DECIMAL.fullmatch(digits) else Invalid(need)

    return parse


def phone() -> Parse:
    """Read a phone number, typed or shared as a contact, as +998901234567."""

    def parse(given: Given) -> Parsed | Invalid:
        if isinstance(given, ContactGiven):
            # Telegram leaves out the plus of an international number.
            value = _phone(f"+{given.phone.lstrip('+')}") or _phone(given.phone)
        elif (words := _words(given)) is not None:
            value = _phone(words)
        else:
            return wrong_kind(given, texts.NEED_PHONE)
        return Parsed(value) if value else _refuse(texts.BAD_PHONE, texts.NEED_PHONE)

    return parse


def username() -> Parse:
    """Read `@name`, `name` or a link to it, as `name`."""

    def parse(given: Given) -> Parsed | Invalid:
        words = _words(given)
        if words is None:
            return wrong_kind(given, texts.NEED_USERNAME)
        name = parse_username(words)
        return Parsed(name) if name else _refuse(texts.BAD_USERNAME, texts.NEED_USERNAME)

    return parse


def photo(limit: int) -> Parse:
    """Read a picture sent as photo, of at most `limit` bytes, as a `FileRef` in JSON."""

    def parse(given: Given) -> Parsed | Invalid:
        match given:
            case PhotoGiven(file):
                return _sized(file, limit)
            case DocumentGiven(file) if (file.mime or "").lower().startswith("image/"):
                return Invalid(texts.FILE_NOT_PHOTO)
            case ForwardGiven(text=None):
                return Invalid(texts.FORWARD_NOT_FILE)
            case _:
                return wrong_kind(given, texts.NEED_PHOTO)

    return parse


def file(limit: int, mimes: Collection[str] = ()) -> Parse:
    """Read a file sent as file, of at most `limit` bytes and of one of the kinds, as in `photo`.

    Without `mimes` every kind fits. A file whose kind its sender did not tell is known by the
    end of its name.
    """
    kinds = {mime.lower(): _ending(mime) for mime in mimes}
    named = ", ".join(kinds.values())
    need = filled(texts.NEED_FILE, kinds=named) if kinds else texts.NEED_ANY_FILE

    def parse(given: Given) -> Parsed | Invalid:
        match given:
            case DocumentGiven(file) if not kinds or _is_of(file, kinds):
                return _sized(file, limit)
            case DocumentGiven():
                return Invalid(filled(texts.WRONG_KIND, kinds=named))
            case PhotoGiven():
                return Invalid(texts.PHOTO_NOT_FILE)
            case ForwardGiven(text=None):
                return Invalid(texts.FORWARD_NOT_FILE)
            case _:
                return wrong_kind(given, need)

    return parse


def person() -> Parse:
    """Read a Telegram id: typed, or that of a forwarded message's author or a shared contact."""

    def parse(given: Given) -> Parsed | Invalid:
        match given:
            case ForwardGiven(user_id):
                return _known(user_id, texts.HIDDEN_FORWARD)
            case ContactGiven(user_id=user_id):
                return _known(user_id, texts.CONTACT_WITHOUT_ACCOUNT)
            case Written(words):
                return _typed_person(clean(words))
            case _:
                return wrong_kind(given, texts.NEED_PERSON)

    return parse


def _words(given: Given) -> str | None:
    match given:
        case Written(words) | ForwardGiven(text=str(words)):
            return words
        case _:
            return None


def _refuse(why: Text, need: Text) -> Invalid:
    return Invalid(joined(why, need))


def _phone(words: str) -> str | None:
    return parse_phone(words) if len(words) <= CONTACT_LIMIT else None


def _sized(file: FileRef, limit: int) -> Parsed | Invalid:
    if file.size == 0:
        return Invalid(texts.EMPTY_FILE)
    if file.size is not None and file.size > limit:
        sizes = {"limit": megabytes(limit), "size": megabytes(file.size)}
        return Invalid(filled(texts.TOO_BIG, **sizes))
    return Parsed(file.to_json())


def _ending(mime: str) -> str:
    return mime.rpartition("/")[2].partition("+")[0].removeprefix("x-").upper()


def _is_of(file: FileRef, kinds: dict[str, str]) -> bool:
    if file.mime is not None:
        return file.mime.lower() in kinds
    _, dot, ending = (file.name or "").rpartition(".")
    return bool(dot) and ending.upper().replace("JPG", "JPEG") in kinds.values()


def _known(user_id: int | None, otherwise: Text) -> Parsed | Invalid:
    if user_id is None or not 1 <= user_id <= MOST_ID:
        return Invalid(otherwise)
    return Parsed(user_id)


def _typed_person(words: str) -> Parsed | Invalid:
    digits = words.replace(" ", "")
    if _WHOLE.fullmatch(digits) and 1 <= int(digits) <= MOST_ID:
        return Parsed(int(digits))
    why = texts.USERNAME_NOT_PERSON if parse_username(words) else texts.BAD_PERSON
    return _refuse(why, texts.NEED_PERSON)
