"""Control verbs that play people and groups.

Each takes the world and the JSON body and returns JSON; a missing field is a KeyError that the
caller answers as misuse.
"""

from collections.abc import Callable
from typing import Any

from telegram.sandbox import phone
from telegram.sandbox.model import Chat, ChatKind, Person
from telegram.sandbox.phone import Pressed
from telegram.sandbox.world import World

Body = dict[str, Any]
_FACTS = ("last_name", "username", "language_code")


def _person(world: World, body: Body) -> Person:
    return world.people[int(body["user"])]


def _chat(world: World, body: Body) -> Chat:
    if body.get("chat"):
        return world.chats[int(body["chat"])]
    return world.private_chat(_person(world, body))


def _number(body: Body, name: str) -> int | None:
    return int(body[name]) if body.get(name) else None


def _add_person(world: World, body: Body) -> Body:
    facts: Body = {key: str(body[key]) for key in _FACTS if body.get(key)}
    if body.get("id"):
        facts["id"] = int(body["id"])
    person = world.add_person(str(body["first_name"]), **facts)
    world.private_chat(person)
    world.bump()
    return person.as_json()


def _start(world: World, body: Body) -> Body:
    message = phone.start(world, _person(world, body), str(body.get("payload", "")))
    return message.as_json()


def _text(world: World, body: Body) -> Body:
    message = phone.say(
        world,
        _person(world, body),
        _chat(world, body),
        str(body["text"]),
        reply_to=_number(body, "reply_to"),
        thread=_number(body, "thread"),
    )
    return message.as_json()


def _press(world: World, body: Body) -> Body:
    person, chat, label = _person(world, body), _chat(world, body), str(body["label"])
    if body.get("message"):
        message = chat.messages[int(body["message"])]
        for row in (message.markup or {}).get("inline_keyboard", []):
            for button in row:
                if label in {button["text"], button.get("callback_data")}:
                    return _pressed(phone.press_button(world, person, message, button))
        raise phone.CannotDo(f"there is no button {label!r} on this message")
    return _pressed(phone.press(world, person, chat, label))


def _pressed(pressed: Pressed) -> Body:
    answer: Body = {"url": pressed.url}
    if pressed.callback is not None:
        answer["callback"] = pressed.callback.id
    if pressed.message is not None:
        answer["message"] = pressed.message.as_json()
    return answer


def _block(world: World, body: Body) -> Body:
    phone.block(world, _person(world, body))
    return {}


def _unblock(world: World, body: Body) -> Body:
    phone.unblock(world, _person(world, body))
    return {}


def _add_group(world: World, body: Body) -> Body:
    members = [world.people[int(each)] for each in body.get("members", [])]
    kind = ChatKind(body.get("type", "supergroup"))
    chat = world.add_group(
        str(body["title"]),
        members,
        kind=kind,
        forum=bool(body.get("forum")),
        chat_id=_number(body, "id"),
    )
    return chat.as_json()


def _add_topic(world: World, body: Body) -> Body:
    chat = world.chats[int(body["chat"])]
    if chat.topics is None:
        raise ValueError("this chat has no topics")
    thread = int(body["thread"])
    chat.topics[thread] = str(body.get("title", f"topic {thread}"))
    world.bump()
    return {"thread": thread}


def _upgrade(world: World, body: Body) -> Body:
    return world.upgrade(world.chats[int(body["chat"])]).as_json()


def _membership(world: World, body: Body) -> Body:
    """Set the bot's own status in a group: member, administrator, left, kicked."""
    chat, status = world.chats[int(body["chat"])], str(body["status"])
    old = chat.members.get(world.bot.id, "left")
    chat.members[world.bot.id] = status
    by = next(world.people[each] for each in chat.members)
    world.membership_changed(chat, by, old, status)
    return {}


def _deactivate(world: World, body: Body) -> Body:
    _person(world, body).deactivated = True
    return {}


def picture(world: World, query: dict[str, str], data: bytes) -> Body:
    """Send the request's body as a picture, or as a file if the query says `as=document`."""
    person, chat = _person(world, query), _chat(world, query)
    if query.get("as") == "document":
        name = query.get("name", "file.bin")
        mime = query.get("mime", "application/octet-stream")
        return phone.send_file(world, person, chat, data, name, mime).as_json()
    caption = query.get("caption", "")
    return phone.send_picture(world, person, chat, data, caption=caption).as_json()


VERBS: dict[str, Callable[[World, Body], Any]] = {
    "people": _add_person,
    "start": _start,
    "text": _text,
    "press": _press,
    "block": _block,
    "unblock": _unblock,
    "deactivate": _deactivate,
    "groups": _add_group,
    "topics": _add_topic,
    "upgrade": _upgrade,
    "membership": _membership,
}
