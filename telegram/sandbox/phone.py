"""What a person can do with the app: press Start, write, press buttons, block.

Used by the scripted guest, the control API and through it the phone page. What a real app would not
offer raises `CannotDo`.
"""

import re
from dataclasses import dataclass
from typing import Any

from telegram.sandbox import limits
from telegram.sandbox.files import read_picture, take_document, take_photo
from telegram.sandbox.model import Callback, Chat, ChatKind, Message, Person
from telegram.sandbox.params import Upload
from telegram.sandbox.text import clean_input, found_entities
from telegram.sandbox.world import World

_PAYLOAD = re.compile(r"[A-Za-z0-9_\-]+")


class CannotDo(ValueError):
    """The app offers no such action now; the text says why."""


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
) -> Message:
    """Send a text into a chat."""
    _check_can_write(chat, person)
    kept = clean_input(text).strip()
    if not kept:
        raise CannotDo("there is nothing to send")
    if len(kept) > limits.TEXT_MAX:
        raise CannotDo(f"a message holds {limits.TEXT_MAX} characters")
    entities = found_entities(kept)
    content: dict[str, Any] = {"text": kept} | ({"entities": entities} if entities else {})
    return world.post(chat, person, content, reply_to=reply_to, thread_id=thread)


def send_picture(
    world: World, person: Person, chat: Chat, data: bytes, *, caption: str = ""
) -> Message:
    """Send a picture as a photo."""
    _check_can_write(chat, person)
    kind = read_picture(data).format.lower()
    file = take_photo(world.files, Upload(f"photo.{kind}", f"image/{kind}", data))
    content: dict[str, Any] = {"photo": [file.photo_json()]}
    return world.post(chat, person, content | ({"caption": caption} if caption else {}))


def send_file(
    world: World, person: Person, chat: Chat, data: bytes, name: str, mime: str
) -> Message:
    """Send bytes as a document."""
    _check_can_write(chat, person)
    file = take_document(world.files, Upload(name, mime, data))
    return world.post(chat, person, {"document": file.document_json()})


def find_button(chat: Chat, label: str) -> tuple[Message, dict[str, Any]] | None:
    """The newest inline button with this text or data."""
    for message in reversed(chat.messages.values()):
        for row in (message.markup or {}).get("inline_keyboard", []):
            for button in row:
                if label in {button["text"], button.get("callback_data")}:
                    return message, button
    return None


def find_key(chat: Chat, label: str) -> str | None:
    """The reply key with this text, if the keyboard shows it."""
    rows = (chat.keyboard or {}).get("keyboard", [])
    texts = [key["text"] for row in rows for key in row]
    return label if label in texts else None


def press(world: World, person: Person, chat: Chat, label: str) -> Pressed:
    """Press the newest inline button with this text or data, else the reply key with this text."""
    found = find_button(chat, label)
    if found is not None:
        return press_button(world, person, *found)
    if find_key(chat, label) is None:
        raise CannotDo(f"there is no button {label!r}")
    message = say(world, person, chat, label)
    if chat.keyboard and chat.keyboard.get("one_time_keyboard"):
        chat.keyboard = None
    return Pressed(message=message)


def press_button(world: World, person: Person, message: Message, button: dict[str, Any]) -> Pressed:
    """Press a given inline button."""
    _check_member(message.chat, person)
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


def _check_can_write(chat: Chat, person: Person) -> None:
    _check_member(chat, person)
    if chat.kind is not ChatKind.PRIVATE:
        return
    if chat.blocked:
        raise CannotDo("the bot is blocked")
    if not chat.started:
        raise CannotDo("START has not been pressed")


def _check_member(chat: Chat, person: Person) -> None:
    if chat.members.get(person.id, "left") in {"left", "kicked"}:
        raise CannotDo("this person is not in the chat")
