"""How something a person sends gets into a chat: rights, replies, threads, in whose name.

What a real app would not offer raises `CannotDo`, and then nothing has happened.
"""

from dataclasses import dataclass
from typing import Any

from telegram.sandbox.model import ABSENT, RANKS, Chat, ChatKind, Message, Person
from telegram.sandbox.service_accounts import ANONYMOUS_ADMIN, CHANNEL_SPEAKER
from telegram.sandbox.world import World


class CannotDo(ValueError):
    """The app offers no such action now; the text says why."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How a message is sent.

    `on_behalf_of` is the group itself for an anonymous administrator, or a channel of the person.
    """

    reply_to: int | None = None
    thread: int | None = None
    on_behalf_of: Chat | None = None


PLAINLY = Manner()


def deliver(
    world: World,
    person: Person,
    chat: Chat,
    content: dict[str, Any],
    manner: Manner = PLAINLY,
    *,
    marks: dict[str, Any] | None = None,
) -> Message:
    """Send content that is complete; raises `CannotDo` when the app would not let it out."""
    check_can_write(chat, person)
    reply = manner.reply_to or chat.asked_reply
    if manner.reply_to is not None and manner.reply_to not in chat.messages:
        raise CannotDo("the message to reply to is not there")
    facts: dict[str, Any] = {"reply_to": reply, "thread_id": manner.thread, "marks": marks or {}}
    sender = person
    if manner.on_behalf_of is not None:
        sender = _mask(person, chat, manner.on_behalf_of)
        facts |= {"sender_chat": manner.on_behalf_of, "author": person}
    message = world.post(chat, sender, content, **facts)
    if chat.asked_reply is not None:
        dismiss_reply(world, chat)
    return message


def _mask(person: Person, chat: Chat, name: Chat) -> Person:
    """The account under which the message arrives."""
    if chat.kind is not ChatKind.SUPERGROUP:
        raise CannotDo("only supergroups let people write in another name")
    rank = name.members.get(person.id)
    if name is chat:
        if rank not in RANKS:
            raise CannotDo("only administrators write anonymously")
        return ANONYMOUS_ADMIN
    if name.kind is not ChatKind.CHANNEL or rank != "creator":
        raise CannotDo("people write in the name of their own channels only")
    return CHANNEL_SPEAKER


def dismiss_reply(world: World, chat: Chat) -> None:
    """Close the reply that the bot has opened."""
    chat.asked_reply = None
    chat.reply_placeholder = ""
    world.bump()


def check_can_write(chat: Chat, person: Person) -> None:
    """Raises `CannotDo` for chats the person cannot write in now."""
    check_member(chat, person)
    if chat.kind is ChatKind.CHANNEL and chat.members[person.id] not in RANKS:
        raise CannotDo("only administrators post in a channel")
    if chat.kind is not ChatKind.PRIVATE:
        return
    if chat.blocked:
        raise CannotDo("the bot is blocked")
    if not chat.started:
        raise CannotDo("START has not been pressed")


def check_member(chat: Chat, person: Person) -> None:
    """Raises `CannotDo` for a person who is not in the chat."""
    if chat.members.get(person.id, "left") in ABSENT:
        raise CannotDo("this person is not in the chat")
    if chat.upgraded_to is not None:
        raise CannotDo("the group was upgraded to another one")
