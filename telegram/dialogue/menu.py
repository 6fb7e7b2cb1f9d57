"""The bus of reply keys: the keyboard a person has, and the command each of its keys stands for.

A key is known in every language, since it may have been shown before the language was changed.
Keys are for private chats only.
"""

from store.domain.outgoing import Keys
from store.domain.texts import talk
from store.domain.texts.text import LANGUAGES, Text
from telegram.dialogue.view import View

KEYS: dict[str, Text] = {
    "mypack": talk.KEY_PACK,
    "help": talk.KEY_HELP,
    "language": talk.KEY_LANGUAGE,
    "lead": talk.KEY_LEAD,
    "outfits": talk.KEY_OUTFITS,
    "staff": talk.KEY_STAFF,
}
"""Keys by the command that they stand for."""
_COMMANDS = {text.of(spoken): name for name, text in KEYS.items() for spoken in LANGUAGES}
_CANCELS = frozenset(talk.KEY_CANCEL.of(spoken) for spoken in LANGUAGES)


def main(view: View) -> Keys:
    """Return the keyboard of somebody who is in the middle of nothing."""
    rows = [("mypack", "help"), ("language",)]
    if view.rights.leads:
        rows[1] = ("language", "lead")
    if view.rights.operator:
        rows.append(("outfits", "staff"))
    return Keys(tuple(tuple(KEYS[name].of(view.language) for name in row) for row in rows))


def cancel(view: View) -> Keys:
    """Return the one key of somebody who is in the middle of something."""
    return Keys(((talk.KEY_CANCEL.of(view.language),),))


def command_of(text: str | None) -> str | None:
    """Return the command that a key stands for; None for any other text."""
    return _COMMANDS.get((text or "").strip())


def is_cancel(text: str | None) -> bool:
    """Tell whether a text is the key that cancels."""
    return (text or "").strip() in _CANCELS
