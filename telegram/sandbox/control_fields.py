"""Fields of control requests that name people, chats and the manner of a send.

Values come as JSON or, for raw bytes, from the query; a missing field is a KeyError, one that
cannot be read a ValueError or TypeError, all answered as misuse.
"""

import base64
from typing import Any

from telegram.sandbox.model import Chat, Message, Person
from telegram.sandbox.sending import Manner
from telegram.sandbox.world import World

Body = dict[str, Any]


def read_person(world: World, body: Body) -> Person:
    """Who acts: `user`."""
    return world.people[int(body["user"])]


def read_chat(world: World, body: Body) -> Chat:
    """Where: `chat`, else the private chat of `user`."""
    if body.get("chat"):
        return world.chats[int(body["chat"])]
    return world.private_chat(read_person(world, body))


def read_message(world: World, body: Body) -> Message:
    """The message `message` in `chat`."""
    return read_chat(world, body).messages[int(body["message"])]


def read_number(body: Body, name: str) -> int | None:
    """An integer that may be missing."""
    return int(body[name]) if body.get(name) else None


def read_manner(world: World, body: Body) -> Manner:
    """`reply_to`, `thread`, and `as`: "group" for an anonymous administrator, or a channel's id."""
    name = body.get("as_chat") or body.get("as")
    if not name:
        on_behalf_of = None
    elif name == "group":
        on_behalf_of = read_chat(world, body)
    else:
        on_behalf_of = world.chats[int(name)]
    return Manner(read_number(body, "reply_to"), read_number(body, "thread"), on_behalf_of)


def read_bytes(value: Any) -> bytes:
    """A file inside JSON, in base64."""
    return base64.b64decode(str(value), validate=True)
