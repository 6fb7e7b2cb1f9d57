"""Reads an update as what a person wants.

Guests are spoken with in private chats only; what is written in groups, by bots or by channels is
ignored here. A command may be addressed to another bot (`/start@other`), which is not for us.
Ids, names and data come from outside: rights are checked where the records are.
"""

import re
from dataclasses import dataclass

from store.domain.ids import GuestId, Token
from telegram.botapi.types import (
    CallbackQuery,
    ChatMemberUpdated,
    InaccessibleMessage,
    Message,
    Update,
    User,
)

CONSENT = "consent"

# A deep link's payload (core.telegram.org/bots/features); nothing else can be a token of ours.
_PAYLOAD = re.compile(r"[A-Za-z0-9_-]{1,64}")
_COMMAND = re.compile(r"/([A-Za-z0-9_]{1,32})(?:@([A-Za-z0-9_]{1,64}))?(?:\s+(.*))?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Person:
    """Who acted, where they are answered, and the language code of their app."""

    id: GuestId
    chat_id: int
    language_code: str | None


@dataclass(frozen=True, slots=True)
class Press:
    """A pressed button; `message_id` is None when its message can no longer be edited."""

    query_id: str
    person: Person
    message_id: int | None


@dataclass(frozen=True, slots=True)
class StartToken:
    """`/start` with the payload of a link; `token` is None when it cannot be one of ours."""

    person: Person
    token: Token | None


@dataclass(frozen=True, slots=True)
class PlainStart:
    """`/start` without a payload."""

    person: Person


@dataclass(frozen=True, slots=True)
class Help:
    """`/help`."""

    person: Person


@dataclass(frozen=True, slots=True)
class Unclear:
    """A text, a picture or a command that the bot has no use for."""

    person: Person


@dataclass(frozen=True, slots=True)
class Consent:
    """The consent button of a session was pressed."""

    press: Press
    token: Token


@dataclass(frozen=True, slots=True)
class OtherPress:
    """A button with data that nobody knows any more was pressed."""

    press: Press


@dataclass(frozen=True, slots=True)
class Blocked:
    """The person blocked the bot."""

    person: Person


@dataclass(frozen=True, slots=True)
class Unblocked:
    """The person let the bot write again."""

    person: Person


@dataclass(frozen=True, slots=True)
class Ignored:
    """Nothing to be done."""


Intent = (
    StartToken | PlainStart | Help | Unclear | Consent | OtherPress | Blocked | Unblocked | Ignored
)


def intent_of(update: Update, bot_username: str | None) -> Intent:
    """Return what the update asks for; `bot_username` tells our commands from foreign ones."""
    match update.body:
        case Message() as message if update.kind == "message":
            return _of_message(message, bot_username)
        case CallbackQuery() as query:
            return _of_press(query)
        case ChatMemberUpdated() as change if update.kind == "my_chat_member":
            return _of_membership(change)
        case _:
            return Ignored()


def actor_of(update: Update) -> int:
    """Return whose updates are handled one at a time with this one: a person, else a chat."""
    match update.body:
        case Message(sender=sender, chat=chat):
            return chat.id if sender is None else sender.id
        case CallbackQuery(sender=sender) | ChatMemberUpdated(sender=sender):
            return sender.id
        case _:
            return 0


def _of_message(message: Message, bot_username: str | None) -> Intent:
    sender = message.sender
    if sender is None or sender.is_bot or not message.chat.is_private:
        return Ignored()
    person = _person(sender, message.chat.id)
    if message.text is not None:
        return _of_text(person, message.text, bot_username)
    # An album comes as many messages, and service messages carry nothing: neither is answered.
    sent = message.photo or message.document or message.sticker or message.contact
    return Unclear(person) if sent and message.media_group_id is None else Ignored()


def _of_text(person: Person, text: str, bot_username: str | None) -> Intent:
    command = _COMMAND.fullmatch(text.strip())
    if command is None:
        return Unclear(person)
    name, addressee, argument = command[1].lower(), command[2], (command[3] or "").strip()
    if addressee and bot_username and addressee.lower() != bot_username.lower():
        return Ignored()
    match name:
        case "start" if argument:
            return StartToken(person, _token(argument))
        case "start":
            return PlainStart(person)
        case "help":
            return Help(person)
        case _:
            return Unclear(person)


def _of_press(query: CallbackQuery) -> Intent:
    message = query.message
    private = message is not None and message.chat.is_private
    if query.sender.is_bot:
        return Ignored()
    chat_id = message.chat.id if message is not None and private else query.sender.id
    reachable = private and not isinstance(message, InaccessibleMessage)
    message_id = message.message_id if message is not None and reachable else None
    press = Press(query.id, _person(query.sender, chat_id), message_id)
    word, _, rest = (query.data or "").partition(":")
    token = _token(rest)
    return Consent(press, token) if word == CONSENT and token else OtherPress(press)


def _of_membership(change: ChatMemberUpdated) -> Intent:
    if not change.chat.is_private:
        return Ignored()
    person = _person(change.sender, change.chat.id)
    return Unblocked(person) if change.new.is_present else Blocked(person)


def _person(user: User, chat_id: int) -> Person:
    return Person(GuestId(user.id), chat_id, user.language_code)


def _token(text: str) -> Token | None:
    return Token(text) if _PAYLOAD.fullmatch(text) else None
