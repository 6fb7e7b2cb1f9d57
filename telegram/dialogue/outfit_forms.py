"""The forms about outfits: a new one, new art for one, its title in one language.

The names of fields are those that a draft of an outfit has (`outfit_drafts`), and so is the name
of the forms that make one.
"""

from store.domain.outfit_drafts import COLOURS, FLOW, TITLES
from store.domain.texts import outfit_pages as texts
from store.domain.texts.text import LANGUAGES
from telegram.forms import parsers
from telegram.forms.given import Given, PhotoGiven
from telegram.forms.hints import filled, joined
from telegram.forms.spec import Choice, Field, Form, Invalid, Keeps, Parsed

SUBJECT = "OUTFITS"
TITLE_LIMIT = 40
"""Characters of a title."""
ART_BYTES = 20 * 1024 * 1024
"""What a bot can download (core.telegram.org/bots/api#getfile)."""
ART_KINDS = ("image/png", "image/webp")


_file = parsers.file(ART_BYTES, ART_KINDS)
_COLOURS = tuple(Choice(name, texts.COLOURS[name]) for name in COLOURS)


def _art(given: Given) -> Parsed | Invalid:
    """Read a picture with its transparency, which photos lose."""
    return Invalid(texts.PHOTO_LOSES) if isinstance(given, PhotoGiven) else _file(given)


def _title(language: str) -> Field:
    """Ask for a new outfit's title; where it is left out, it is the Russian one."""
    prompt = filled(texts.ASK_TITLES[language], limit=TITLE_LIMIT)
    optional = language != "ru"
    return Field(
        TITLES[language],
        texts.TITLES[language],
        joined(prompt, texts.ELSE_RUSSIAN) if optional else prompt,
        parsers.text(TITLE_LIMIT),
        optional=optional,
    )


_PICTURES = (
    Field("art", texts.ART, texts.ASK_ART, _art),
    Field("front", texts.FRONT, texts.ASK_FRONT, _art, optional=True),
    Field("colour", texts.COLOUR, texts.ASK_COLOUR, parsers.choice(_COLOURS), _COLOURS),
)
NEW = Form(
    FLOW,
    texts.NEW_OUTFIT,
    (*(_title(language) for language in LANGUAGES), *_PICTURES),
    keeps=Keeps.ROW_AT_START,
)
NEW_ART = Form(FLOW, texts.NEW_ART_FORM, _PICTURES, keeps=Keeps.ROW_AT_START)


def retitling(language: str) -> Form:
    """Return the form that changes a title in one language."""
    prompt = filled(texts.ASK_NEW_TITLE, limit=TITLE_LIMIT)
    asked = Field("title", texts.TITLES[language], prompt, parsers.text(TITLE_LIMIT))
    return Form(f"edit_title_{language}", texts.TITLES[language], (asked,), confirm=False)
