"""Editing an own message, and forwarding any message into another chat."""

from dataclasses import dataclass
from typing import Any, assert_never

from telegram.sandbox import limits
from telegram.sandbox.media import captioned
from telegram.sandbox.model import Chat, ChatKind, Message, Person
from telegram.sandbox.privacy import is_service
from telegram.sandbox.sending import (
    PLAINLY,
    CannotDo,
    Manner,
    check_can_write,
    check_member,
    deliver,
)
from telegram.sandbox.text import clean_input, found_entities
from telegram.sandbox.world import World

_CAPTIONED = frozenset({"photo", "document", "video", "voice"})


def worded(text: str) -> dict[str, Any]:
    """The fields of a text message; raises `CannotDo` for an empty or long one."""
    kept = clean_input(text).strip()
    if not kept:
        raise CannotDo("there is nothing to send")
    if len(kept) > limits.TEXT_MAX:
        raise CannotDo(f"a message holds {limits.TEXT_MAX} characters")
    entities = found_entities(kept)
    return {"text": kept} | ({"entities": entities} if entities else {})


def edit(world: World, person: Person, message: Message, text: str) -> Message:
    """Change the text of an own message, or the caption of an own photo or file."""
    check_can_write(message.chat, person)
    if message.writer.id != person.id or "forward_origin" in message.marks:
        raise CannotDo("people edit their own messages only")
    if world.now() > message.date + limits.EDIT_SECONDS:
        raise CannotDo("the message is too old to be edited")
    content = _rewritten(message.content, text)
    if content == message.content:
        raise CannotDo("nothing has been changed")
    world.edit(message, content)
    return message


def _rewritten(content: dict[str, Any], text: str) -> dict[str, Any]:
    if "text" in content:
        return worded(text)
    if _CAPTIONED.isdisjoint(content):
        raise CannotDo("this kind of message has no text to edit")
    old = {"caption", "caption_entities"}
    return {key: value for key, value in content.items() if key not in old} | captioned(text)


@dataclass(frozen=True, slots=True)
class FromUser:
    """Forwarded from a person who lets forwards lead back."""

    person: Person


@dataclass(frozen=True, slots=True)
class FromHidden:
    """Forwarded from a person of whom only the name shows."""

    name: str


@dataclass(frozen=True, slots=True)
class FromChat:
    """Forwarded from a group in whose name it was written."""

    chat: Chat


@dataclass(frozen=True, slots=True)
class FromChannel:
    """Forwarded from a post in a channel."""

    chat: Chat
    message_id: int


Origin = FromUser | FromHidden | FromChat | FromChannel


def forward(
    world: World, person: Person, chat: Chat, source: Message, *, manner: Manner = PLAINLY
) -> Message:
    """Forward a message the person can see; a forward of a forward keeps the first origin."""
    check_member(source.chat, person)
    if is_service(source):
        raise CannotDo("service messages cannot be forwarded")
    origin = source.marks.get("forward_origin") or origin_json(_origin(source), source.date)
    return _send(world, person, chat, source.content, origin, manner)


def forward_foreign(
    world: World,
    person: Person,
    chat: Chat,
    text: str,
    origin: Origin,
    *,
    manner: Manner = PLAINLY,
) -> Message:
    """Forward a text from a place this world does not show."""
    shown = origin_json(origin, world.now())
    return _send(world, person, chat, worded(text), shown, manner)


def _send(
    world: World,
    person: Person,
    chat: Chat,
    content: dict[str, Any],
    origin: dict[str, Any],
    manner: Manner,
) -> Message:
    return deliver(world, person, chat, dict(content), manner, marks={"forward_origin": origin})


def _origin(source: Message) -> Origin:
    if source.chat.kind is ChatKind.CHANNEL:
        return FromChannel(source.chat, source.id)
    if source.sender_chat is not None:
        return FromChat(source.sender_chat)
    if source.sender.hides_forwards:
        return FromHidden(source.sender.full_name)
    return FromUser(source.sender)


def origin_json(origin: Origin, date: int) -> dict[str, Any]:
    """The `MessageOrigin` of the API."""
    match origin:
        case FromUser(person):
            return {"type": "user", "date": date, "sender_user": person.as_json()}
        case FromHidden(name):
            return {"type": "hidden_user", "date": date, "sender_user_name": name}
        case FromChat(chat):
            return {"type": "chat", "date": date, "sender_chat": chat.as_json()}
        case FromChannel(chat, message_id):
            return {
                "type": "channel",
                "date": date,
                "chat": chat.as_json(),
                "message_id": message_id,
            }
        case _:
            assert_never(origin)
