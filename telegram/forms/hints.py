"""How hints are put together: what came, what is needed, and numbers filled in.

Only our own words and numbers go into a hint, never what a person gave.
"""

from typing import assert_never

from store.domain.texts.forms import GOT, GOT_OTHER
from store.domain.texts.text import LANGUAGES, Text
from telegram.forms.given import (
    Chosen,
    ContactGiven,
    DocumentGiven,
    ForwardGiven,
    Given,
    OtherGiven,
    PhotoGiven,
    Written,
)
from telegram.forms.spec import Invalid

_MEGABYTE = 1024 * 1024


def filled(text: Text, **values: object) -> Text:
    """Return a text with its placeholders filled in, in every language."""
    return Text(**{language: text.of(language, **values) for language in LANGUAGES})


def joined(first: Text, second: Text) -> Text:
    """Return two texts as one, a blank between them."""
    return Text(
        ru=f"{first.ru} {second.ru}", uz=f"{first.uz} {second.uz}", en=f"{first.en} {second.en}"
    )


def wrong_kind(given: Given, need: Text) -> Invalid:
    """Refuse an answer of another kind than the question needs: what it is, and what is needed."""
    return Invalid(joined(GOT.get(_kind(given), GOT_OTHER), need))


def megabytes(size: int) -> str:
    """Return a number of bytes in megabytes, rounded up to a tenth: a bit too much shows."""
    tenths = -(-size * 10 // _MEGABYTE)
    return f"{tenths // 10}" if tenths % 10 == 0 else f"{tenths // 10}.{tenths % 10}"


def _kind(given: Given) -> str:
    match given:
        case Written():
            return "text"
        case Chosen():
            return "chosen"
        case PhotoGiven():
            return "photo"
        case DocumentGiven():
            return "document"
        case ContactGiven():
            return "contact"
        case ForwardGiven():
            return "forward"
        case OtherGiven(kind):
            return kind
        case _ as never:
            assert_never(never)
