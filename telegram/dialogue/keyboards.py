"""Buttons under the bot's messages; data of a pressed one comes back as `intents` reads it."""

from store.domain.ids import Token, pack_link
from store.domain.outgoing import Button, Rows
from store.domain.texts import bot
from telegram.dialogue.intents import CONSENT


def consent(token: Token, language: str) -> Rows:
    """Return the one button that agrees; tokens of ours fit its 64 bytes."""
    return ((Button(bot.AGREE.of(language), data=f"{CONSENT}:{token}"),),)


def pack(name: str, language: str) -> Rows:
    """Return the button that opens a pack."""
    return ((Button(bot.OPEN_PACK.of(language), url=pack_link(name)),),)
