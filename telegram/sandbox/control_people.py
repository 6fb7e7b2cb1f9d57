"""Control verbs for people, groups and channels: who there is and who is where.

Each takes the world and the JSON body and returns JSON; a missing field is a KeyError that the
caller answers as misuse.
"""

from collections.abc import Callable
from typing import Any

from telegram.sandbox import gatherings, phone
from telegram.sandbox.control_fields import Body, read_number, read_person
from telegram.sandbox.model import ChatKind
from telegram.sandbox.world import World

_FACTS = ("last_name", "username", "language_code", "phone")


def _add_person(world: World, body: Body) -> Body:
    facts: Body = {key: str(body[key]) for key in _FACTS if key in body}
    facts["hides_forwards"] = bool(body.get("hides_forwards"))
    if body.get("id"):
        facts["id"] = int(body["id"])
    person = world.add_person(str(body["first_name"]), **facts)
    world.private_chat(person)
    world.bump()
    return person.as_json()


def _start(world: World, body: Body) -> Body:
    message = phone.start(world, read_person(world, body), str(body.get("payload", "")))
    return message.as_json()


def _block(world: World, body: Body) -> Body:
    phone.block(world, read_person(world, body))
    return {}


def _unblock(world: World, body: Body) -> Body:
    phone.unblock(world, read_person(world, body))
    return {}


def _add_group(world: World, body: Body) -> Body:
    members = [world.people[int(each)] for each in body.get("members", [])]
    kind = ChatKind(body.get("type", "supergroup"))
    chat = world.add_group(
        str(body["title"]),
        members,
        kind=kind,
        forum=bool(body.get("forum")),
        chat_id=read_number(body, "id"),
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
    read_person(world, body).deactivated = True
    return {}


def _add_channel(world: World, body: Body) -> Body:
    discussion = read_number(body, "discussion")
    chat = gatherings.add_channel(
        world,
        str(body["title"]),
        world.people[int(body["owner"])],
        username=str(body.get("username", "")),
        discussion=world.chats[discussion] if discussion else None,
        bot_status=str(body.get("bot", "administrator")),
        chat_id=read_number(body, "id"),
    )
    return chat.as_json()


def _member(world: World, body: Body) -> Body:
    """Set a person's status in a group or channel; `by` is who does it, else the person."""
    chat, person = world.chats[int(body["chat"])], read_person(world, body)
    by = world.people[int(body["by"])] if body.get("by") else person
    gatherings.set_member(world, chat, person, str(body["status"]), by)
    return {}


def _privacy(world: World, body: Body) -> Body:
    """Switch privacy mode: on is what a new bot has."""
    world.reads_all_groups = not body["on"]
    world.bump()
    return {}


def _other_bot(world: World, body: Body) -> Body:
    """Let another bot write in a group; ours is never shown it."""
    name = str(body.get("username", "other_bot"))
    bots = (each for each in world.people.values() if each.is_bot and each.username == name)
    bot = next(bots, None) or world.add_person(name, username=name, is_bot=True)
    return world.post(world.chats[int(body["chat"])], bot, {"text": str(body["text"])}).as_json()


VERBS: dict[str, Callable[[World, Body], Any]] = {
    "people": _add_person,
    "start": _start,
    "block": _block,
    "unblock": _unblock,
    "deactivate": _deactivate,
    "groups": _add_group,
    "channels": _add_channel,
    "topics": _add_topic,
    "upgrade": _upgrade,
    "membership": _membership,
    "member": _member,
    "privacy": _privacy,
    "other_bot": _other_bot,
}
