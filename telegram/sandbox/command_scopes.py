"""Lists of commands by scope and language, and which one a person sees in a chat.

The most specific scope wins; within a scope the person's language wins over the list without a
language. An empty list counts as none.
"""

import re
from typing import Any

from telegram.sandbox.access import known_chat, met_user
from telegram.sandbox.model import RANKS, Chat, ChatKind, Person
from telegram.sandbox.params import Call
from telegram.sandbox.refusal import bad_request
from telegram.sandbox.world import World

ScopeKey = tuple[str, str]
_EVERYWHERE = frozenset(
    ["default", "all_private_chats", "all_group_chats", "all_chat_administrators"]
)
_OF_CHAT = frozenset(["chat", "chat_administrators", "chat_member"])


def scope_key(world: World, call: Call) -> ScopeKey:
    """Scope and language of a call as the key of its list; raises `Refusal`."""
    scope = call.structure("scope", "can't parse BotCommandScope JSON object")
    language = call.text("language_code")
    if language and not re.fullmatch("[a-z]{2}", language):
        raise bad_request("invalid language code specified")
    if scope is None:
        return "default", language
    if not isinstance(scope, dict):
        raise bad_request("BotCommandScope must be an Object")
    return _scope(world, scope), language


def _scope(world: World, scope: dict[str, Any]) -> str:
    kind = scope.get("type")
    if not isinstance(kind, str) or kind not in _EVERYWHERE | _OF_CHAT:
        raise bad_request("can't parse BotCommandScope: unsupported type specified")
    if kind in _EVERYWHERE:
        return kind
    named = Call("", scope)
    chat = known_chat(world, named)
    if chat.kind is ChatKind.PRIVATE and not chat.started:
        raise bad_request("chat not found")
    if kind != "chat_member":
        return f"{kind}:{chat.id}"
    return f"{kind}:{chat.id}:{met_user(world, named).id}"


def commands_for(world: World, chat: Chat, person: Person) -> list[dict[str, str]]:
    """The commands that the menu of the app lists for a person in a chat."""
    language = person.language_code.partition("-")[0].lower()
    for scope in _scopes(chat, person):
        for key in ((scope, language), (scope, "")):
            if found := world.commands.get(key):
                return found
    return []


def _scopes(chat: Chat, person: Person) -> list[str]:
    """Scopes that hold for a person in a chat, the most specific first."""
    if chat.kind is ChatKind.PRIVATE:
        return [f"chat:{chat.id}", "all_private_chats", "default"]
    ranked = chat.members.get(person.id) in RANKS
    wanted = [
        (f"chat_member:{chat.id}:{person.id}", True),
        (f"chat_administrators:{chat.id}", ranked),
        (f"chat:{chat.id}", True),
        ("all_chat_administrators", ranked),
        ("all_group_chats", True),
        ("default", True),
    ]
    return [scope for scope, holds in wanted if holds]
