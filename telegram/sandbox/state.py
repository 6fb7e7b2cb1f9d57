"""The world as JSON for the phone page and for tests outside the process."""

from typing import Any

from telegram.sandbox.command_scopes import commands_for
from telegram.sandbox.model import Chat, Message, Person
from telegram.sandbox.world import World


def state(world: World, user_id: int | None = None) -> dict[str, Any]:
    """Everything visible; with a user only the chats that person is in.

    A chat's `commands` is what its menu lists for that user; without one, for its own person.
    """
    viewer = world.people.get(user_id) if user_id is not None else None
    chats = [
        _chat(world, each, viewer or each.person)
        for each in world.chats.values()
        if user_id is None or user_id in each.members
    ]
    return {
        "revision": world.revision,
        "now": world.now(),
        "bot": world.bot.as_json(),
        "people": [each.as_json() for each in world.people.values() if not each.is_bot],
        "chats": chats,
        "sets": [each.as_json() for each in world.shelf.sets.values()],
        "commands": world.commands.get(("default", ""), []),
        "callbacks": [
            {"id": each.id, "from": each.person.id, "answer": each.answer}
            for each in list(world.callbacks.values())[-100:]
            if user_id in {None, each.person.id}
        ],
        "queue": {"pending": world.queue.pending(), "next_id": world.queue.next_id},
    }


def _chat(world: World, chat: Chat, viewer: Person | None) -> dict[str, Any]:
    return chat.as_json() | {
        "started": chat.started,
        "blocked": chat.blocked,
        "upgraded_to": chat.upgraded_to,
        "topics": chat.topics,
        "members": {str(key): value for key, value in chat.members.items()},
        "keyboard": chat.keyboard,
        "keyboard_hidden": chat.keyboard_hidden,
        "asked_reply": chat.asked_reply,
        "reply_placeholder": chat.reply_placeholder,
        "discussion": chat.discussion,
        "commands": commands_for(world, chat, viewer) if viewer else [],
        "messages": [_message(each) for each in chat.messages.values()],
    }


def _message(message: Message) -> dict[str, Any]:
    return message.as_json() | {"written_by": message.writer.id}
