"""Reads an update as what a person wants.

Guests are spoken with in private chats only; of what is written in groups, by bots or by channels
only commands about leads are read. A command may be addressed to another bot (`/start@other`),
which is not for us. Ids, names and data come from outside: rights are checked where the records
are.
"""

import re
from dataclasses import dataclass, field

from store.domain.ids import GuestId, Token
from store.domain.leads import LeadId
from store.domain.status import LeadStatus
from telegram.botapi.types import (
    CallbackQuery,
    ChatMemberUpdated,
    InaccessibleMessage,
    Message,
    Update,
    User,
)
from telegram.dialogue import wording

CONSENT, LEAD, YES, NO = "consent", "stickers_lead", "yes", "no"
MASKS = frozenset({1087968824, 136817688})
"""Bots in whose name Telegram shows anonymous admins and channels (core.telegram.org/bots/api)."""

# A deep link's payload (core.telegram.org/bots/features); nothing else can be a token of ours.
_PAYLOAD = re.compile(r"[A-Za-z0-9_-]{1,64}")
_COMMAND = re.compile(r"/([A-Za-z0-9_]{1,32})(?:@([A-Za-z0-9_]{1,64}))?(?:\s+(.*))?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Person:
    """Who acted, where they are answered, and the language code of their app."""

    id: GuestId
    chat_id: int
    language_code: str | None
    username: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a message is that can still be edited."""

    chat_id: int
    message_id: int


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
class LeadPress:
    """A status button of a lead was pressed; what cannot be read of its data is None."""

    press: Press
    place: Place | None
    label: str = field(repr=False)
    lead_id: LeadId | None
    target: LeadStatus | None


@dataclass(frozen=True, slots=True)
class ConfirmPress:
    """A question was answered; `key` says which."""

    press: Press
    place: Place | None
    label: str = field(repr=False)
    key: str = field(repr=False)
    yes: bool


@dataclass(frozen=True, slots=True)
class Caller:
    """Who gave a command about leads; no person stands behind a mask (anonymous, channel).

    `topic` is the topic of a forum in which it was given.
    """

    person: Person
    in_private: bool
    masked: bool
    topic: int | None = None


@dataclass(frozen=True, slots=True)
class ShowLead:
    """`/stickers_lead <id>`; the id is None when it cannot be read."""

    caller: Caller
    lead_id: LeadId | None


@dataclass(frozen=True, slots=True)
class ForgetLead:
    """`/stickers_forget <id>`, with `тест` for the whole lead; the id is None when unreadable."""

    caller: Caller
    lead_id: LeadId | None
    whole: bool


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


LeadIntent = LeadPress | ConfirmPress | ShowLead | ForgetLead
Intent = (
    StartToken
    | PlainStart
    | Help
    | Unclear
    | Consent
    | OtherPress
    | LeadIntent
    | Blocked
    | Unblocked
    | Ignored
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
    sender, private = message.sender, message.chat.is_private
    if sender is None or not (private or message.chat.is_group):
        return Ignored()
    masked = message.sender_chat is not None or sender.id in MASKS
    if sender.is_bot and not masked:
        return Ignored()
    person = _person(sender, message.chat.id)
    if message.text is not None:
        topic = message.thread_id if message.is_topic_message else None
        caller = Caller(person, private, masked, topic)
        return _of_text(caller, message.text, bot_username)
    if not private or masked:
        return Ignored()
    # An album comes as many messages, and service messages carry nothing: neither is answered.
    sent = message.photo or message.document or message.sticker or message.contact
    return Unclear(person) if sent and message.media_group_id is None else Ignored()


def _of_text(caller: Caller, text: str, bot_username: str | None) -> Intent:
    command = _COMMAND.fullmatch(text.strip())
    if command is None:
        return _of_guest(caller, "", "")
    name, addressee, argument = command[1].lower(), command[2], (command[3] or "").strip()
    if addressee and bot_username and addressee.lower() != bot_username.lower():
        return Ignored()
    match name:
        case "stickers_lead":
            return ShowLead(caller, wording.lead_id(argument))
        case "stickers_forget":
            lead, whole = wording.to_forget(argument)
            return ForgetLead(caller, lead, whole)
        case _:
            return _of_guest(caller, name, argument)


def _of_guest(caller: Caller, name: str, argument: str) -> Intent:
    if caller.masked or not caller.in_private:
        return Ignored()
    match name:
        case "start" if argument:
            return StartToken(caller.person, _token(argument))
        case "start":
            return PlainStart(caller.person)
        case "help":
            return Help(caller.person)
        case _:
            return Unclear(caller.person)


def _of_press(query: CallbackQuery) -> Intent:
    if query.sender.is_bot:
        return Ignored()
    place = _place(query.message)
    message = query.message
    private = message is not None and message.chat.is_private
    chat_id = message.chat.id if message is not None and private else query.sender.id
    mine = place.message_id if place is not None and private else None
    press = Press(query.id, _person(query.sender, chat_id), mine)
    word, _, rest = (query.data or "").partition(":")
    token = _token(rest)
    if word == LEAD:
        return LeadPress(press, place, wording.label(query.sender), *wording.status_wanted(rest))
    if word in {YES, NO} and token:
        return ConfirmPress(press, place, wording.label(query.sender), token, word == YES)
    return Consent(press, token) if word == CONSENT and token else OtherPress(press)


def _place(message: Message | InaccessibleMessage | None) -> Place | None:
    """Return where a pressed message is; None when it can no longer be edited."""
    if not isinstance(message, Message):
        return None
    return Place(message.chat.id, message.message_id)


def _of_membership(change: ChatMemberUpdated) -> Intent:
    if not change.chat.is_private:
        return Ignored()
    person = _person(change.sender, change.chat.id)
    return Unblocked(person) if change.new.is_present else Blocked(person)


def _person(user: User, chat_id: int) -> Person:
    return Person(GuestId(user.id), chat_id, user.language_code, user.username)


def _token(text: str) -> Token | None:
    return Token(text) if _PAYLOAD.fullmatch(text) else None
