"""Reads an update as what a person wants.

Guests are spoken with in private chats only; in groups only commands and the answers of somebody
in the middle of a form are read. A command may be addressed to another bot (`/start@other`), which
is not for us. Nothing is read of bots, of channels, and of what a service account forwards.
"""

import re

from store.domain.ids import GuestId, Token
from telegram.botapi.types import (
    CallbackQuery,
    ChatMemberUpdated,
    InaccessibleMessage,
    Message,
    Update,
    User,
)
from telegram.dialogue import wording
from telegram.dialogue.contents import given_of
from telegram.dialogue.intents import (
    CONSENT,
    LEAD,
    NO,
    YES,
    Blocked,
    Caller,
    Command,
    ConfirmPress,
    Consent,
    ForgetLead,
    FormPress,
    Help,
    Ignored,
    Intent,
    LeadPress,
    OtherPress,
    Person,
    Place,
    PlainStart,
    Press,
    RowPress,
    Said,
    ShowLead,
    StartToken,
    Unblocked,
    Unclear,
)

FORM = "f"
MASKS = frozenset({1087968824, 136817688})
"""Bots in whose name Telegram shows anonymous admins and channels (core.telegram.org/bots/api)."""
SERVICE = 777000
"""The account that forwards a channel's posts to its group and sends service messages."""
BOTH_WAYS = frozenset({"lead", "note", "cancel"})
"""Commands that also a group may give, beside those about a lead's card."""

# A deep link's payload (core.telegram.org/bots/features); nothing else can be a token of ours.
_PAYLOAD = re.compile(r"[A-Za-z0-9_-]{1,64}")
_COMMAND = re.compile(r"/([A-Za-z0-9_]{1,32})(?:@([A-Za-z0-9_]{1,64}))?(?:\s+(.*))?", re.DOTALL)
_ROW_PRESS = re.compile(r"([a-z]{1,12}):([0-9]{1,18})(?::([A-Za-z0-9_:-]{1,48}))?")
_FORM_PRESS = re.compile(
    rf"{FORM}:([A-Za-z0-9_-]{{4}}):([0-9]{{1,2}}|s):([a-z])(?::([A-Za-z0-9_-]{{1,40}}))?"
)


def intent_of(update: Update, bot_username: str | None, known: frozenset[str]) -> Intent:
    """Return what the update asks for.

    `bot_username` tells our commands from foreign ones; `known` are the names on the bus of
    commands.
    """
    match update.body:
        case Message() as message if update.kind in {"message", "edited_message"}:
            return _of_message(message, bot_username, known, edited=update.kind != "message")
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


def _of_message(
    message: Message, bot_username: str | None, known: frozenset[str], *, edited: bool
) -> Intent:
    sender, private = message.sender, message.chat.is_private
    if sender is None or not (private or message.chat.is_group):
        return Ignored()
    masked = message.sender_chat is not None or sender.id in MASKS
    if message.is_automatic_forward or sender.id == SERVICE or (sender.is_bot and not masked):
        return Ignored()
    topic = message.thread_id if message.is_topic_message else None
    caller = Caller(_person(sender, message.chat.id), private, masked, topic)
    written = message.text if message.forward_origin is None and not edited else None
    command = _COMMAND.fullmatch(written.strip()) if written is not None else None
    if command is not None:
        return _of_command(caller, command, bot_username, known)
    given = given_of(message)
    if given is None or masked:
        return Ignored()
    return Said(caller, given, message.text, message.media_group_id, edited)


def _of_command(
    caller: Caller, command: re.Match[str], bot_username: str | None, known: frozenset[str]
) -> Intent:
    name, addressee, argument = command[1].lower(), command[2], (command[3] or "").strip()
    if addressee and bot_username and addressee.lower() != bot_username.lower():
        return Ignored()
    match name:
        case "stickers_lead":
            return ShowLead(caller, wording.lead_id(argument))
        case "stickers_forget":
            lead, whole = wording.to_forget(argument)
            return ForgetLead(caller, lead, whole)
        case _ if name in BOTH_WAYS:
            return Command(caller, name, argument)
        case _:
            return _of_private(caller, name, argument, known)


def _of_private(caller: Caller, name: str, argument: str, known: frozenset[str]) -> Intent:
    if caller.masked or not caller.in_private:
        return Ignored()
    match name:
        case "start" if argument:
            return StartToken(caller.person, _token(argument))
        case "start":
            return PlainStart(caller.person)
        case "help":
            return Help(caller.person)
        case _ if name in known:
            return Command(caller, name, argument)
        case _:
            return Unclear(caller.person)


def _of_press(query: CallbackQuery) -> Intent:
    if query.sender.is_bot:
        return Ignored()
    message, place = query.message, _place(query.message)
    private = message is not None and message.chat.is_private
    chat_id = query.sender.id if message is None else message.chat.id
    mine = place.message_id if place is not None and private else None
    person = _person(query.sender, chat_id if private else query.sender.id)
    press = Press(query.id, person, mine)
    word, _, rest = (query.data or "").partition(":")
    if word == LEAD:
        return LeadPress(press, place, *wording.status_wanted(rest))
    if word == CONSENT and (token := _token(rest)):
        return Consent(press, token)
    if found := _FORM_PRESS.fullmatch(query.data or ""):
        thread = message.thread_id if isinstance(message, Message) else None
        where = Press(query.id, _person(query.sender, chat_id), mine)
        return FormPress(where, place, found[1], found[2], found[3], found[4] or "", thread)
    return _of_row(press, place, query.data or "")


def _of_row(press: Press, place: Place | None, data: str) -> Intent:
    found = _ROW_PRESS.fullmatch(data)
    if found is None or int(found[2]) == 0:
        return OtherPress(press)
    if found[1] in {YES, NO}:
        return ConfirmPress(press, place, int(found[2]), found[1] == YES)
    return RowPress(press, place, found[1], int(found[2]), found[3] or "")


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
    label = wording.label(user)
    return Person(GuestId(user.id), chat_id, user.language_code, user.username, label)


def _token(text: str) -> Token | None:
    return Token(text) if _PAYLOAD.fullmatch(text) else None
