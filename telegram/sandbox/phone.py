"""What a person can do with the app: press Start, write, press buttons and keys, block.

Used by the scripted guest, the control API and through it the phone page. What a real app would not
offer raises `CannotDo`. Files lie in `media`, contacts and polls in `cards`, edits and forwards in
`rewriting`.
"""

import re
from dataclasses import dataclass
from typing import Any

from telegram.sandbox import cards, limits
from telegram.sandbox.model import Callback, Chat, ChatKind, Message, Person
from telegram.sandbox.rewriting import worded
from telegram.sandbox.sending import CannotDo, Manner, check_member, deliver
from telegram.sandbox.world import World

_PAYLOAD = re.compile(r"[A-Za-z0-9_\-]+")
_HERE = (41.311, 69.28)
"""Where everybody is who presses a key that asks for the place: latitude and longitude."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """What a press led to: a callback, a sent message, or a link to open."""

    callback: Callback | None = None
    message: Message | None = None
    url: str = ""


def start(world: World, person: Person, payload: str = "") -> Message:
    """Press START, from a deep link if there is a payload; impossible payloads are dropped."""
    chat = world.private_chat(person)
    if chat.blocked:
        unblock(world, person)
    chat.started = True
    good = _PAYLOAD.fullmatch(payload) and len(payload) <= limits.DEEP_LINK_MAX
    return say(world, person, chat, f"/start {payload}" if good else "/start")


def say(
    world: World,
    person: Person,
    chat: Chat,
    text: str,
    *,
    reply_to: int | None = None,
    thread: int | None = None,
    on_behalf_of: Chat | None = None,
) -> Message:
    """Send a text into a chat; in a channel it is a post."""
    manner = Manner(reply_to, thread, on_behalf_of)
    return deliver(world, person, chat, worded(text), manner)


def find_button(chat: Chat, label: str) -> tuple[Message, dict[str, Any]] | None:
    """The newest inline button with this text or data."""
    for message in reversed(chat.messages.values()):
        for row in (message.markup or {}).get("inline_keyboard", []):
            for button in row:
                if label in {button["text"], button.get("callback_data")}:
                    return message, button
    return None


def find_key(chat: Chat, label: str) -> dict[str, Any] | None:
    """The reply key with this text, if there is a keyboard with it."""
    rows = (chat.keyboard or {}).get("keyboard", [])
    return next((key for row in rows for key in row if key["text"] == label), None)


def press(world: World, person: Person, chat: Chat, label: str) -> Pressed:
    """Press the newest inline button with this text or data, else the reply key with this text."""
    found = find_button(chat, label)
    if found is not None:
        return press_button(world, person, *found)
    return press_key(world, person, chat, label)


def press_key(world: World, person: Person, chat: Chat, label: str) -> Pressed:
    """Press the reply key with this text; a keyboard for one use then hides."""
    key = find_key(chat, label)
    if key is None:
        raise CannotDo(f"there is no button {label!r}")
    message = _send_key(world, person, chat, key)
    if chat.keyboard and chat.keyboard.get("one_time_keyboard"):
        chat.keyboard_hidden = True
        world.bump()
    return Pressed(message=message)


def _send_key(world: World, person: Person, chat: Chat, key: dict[str, Any]) -> Message:
    """In groups, and with what a key asks for, the app answers the message with the keyboard."""
    answered = chat.keyboard_from if chat.keyboard_from in chat.messages else None
    manner = Manner(reply_to=answered)
    if key.get("request_contact"):
        return cards.share_contact(world, person, chat, manner=manner)
    if key.get("request_location"):
        return cards.send_location(world, person, chat, *_HERE, manner=manner)
    if "request_poll" in key:
        raise CannotDo("this key opens a form: send a poll instead")
    reply_to = None if chat.kind is ChatKind.PRIVATE else answered
    return say(world, person, chat, key["text"], reply_to=reply_to)


def show_keyboard(world: World, chat: Chat, *, shown: bool = True) -> None:
    """Bring a hidden keyboard back, or put it away; raises `CannotDo` where there is none."""
    if chat.keyboard is None:
        raise CannotDo("there is no keyboard")
    chat.keyboard_hidden = not shown
    world.bump()


def press_button(world: World, person: Person, message: Message, button: dict[str, Any]) -> Pressed:
    """Press a given inline button."""
    check_member(message.chat, person)
    if "callback_data" in button:
        return Pressed(callback=world.press(person, message, button["callback_data"]))
    if "url" in button:
        return Pressed(url=button["url"])
    raise CannotDo("this kind of button does nothing here")


def block(world: World, person: Person) -> None:
    """Block the bot."""
    chat = world.private_chat(person)
    if not chat.blocked:
        chat.blocked = True
        world.membership_changed(chat, person, "member", "kicked")


def unblock(world: World, person: Person) -> None:
    """Take the block away."""
    chat = world.private_chat(person)
    if chat.blocked:
        chat.blocked = False
        world.membership_changed(chat, person, "kicked", "member")
