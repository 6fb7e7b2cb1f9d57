"""Methods about the bot itself: identity, commands, webhook, updates."""

import re
from dataclasses import dataclass
from typing import Any

from telegram.sandbox import limits
from telegram.sandbox.command_scopes import scope_key
from telegram.sandbox.params import Call
from telegram.sandbox.refusal import Refusal, bad_request
from telegram.sandbox.updates import WEBHOOK_SET, joined
from telegram.sandbox.world import World

_COMMAND = re.compile(r"[a-z0-9_]+")


@dataclass(frozen=True, slots=True)
class Described:
    """A result that comes with a description."""

    result: bool
    description: str


@dataclass(frozen=True, slots=True)
class RawResult:
    """A result that is JSON text already."""

    text: str


def get_me(world: World, _call: Call) -> dict[str, Any]:
    """getMe."""
    return world.bot.as_json() | {
        "can_join_groups": True,
        "can_read_all_group_messages": world.reads_all_groups,
        "supports_inline_queries": False,
        "can_connect_to_business": False,
        "has_main_web_app": False,
    }


async def get_updates(world: World, call: Call) -> RawResult:
    """getUpdates."""
    if call.has("allowed_updates") and not world.queue.webhook_url:
        world.queue.allow(_kinds(call))
    found = await world.queue.poll(
        call.integer("offset"), call.integer("limit", 100), call.integer("timeout")
    )
    return RawResult(joined(found))


def _kinds(call: Call) -> object:
    """The list of kinds; what cannot be read leaves the earlier setting in force."""
    try:
        return call.structure("allowed_updates", "")
    except Refusal:
        return None


def set_webhook(world: World, call: Call) -> Described:
    """setWebhook; nothing is ever delivered to it, it only blocks polling."""
    url = call.text("url")
    if not url:
        return delete_webhook(world, call)
    if not url.startswith("https://"):
        raise bad_request("bad webhook: An HTTPS URL must be provided for webhook")
    world.queue.webhook_url = url
    world.queue.interrupt(WEBHOOK_SET)
    if call.boolean("drop_pending_updates"):
        world.queue.clear()
    return Described(True, "Webhook was set")


def delete_webhook(world: World, call: Call) -> Described:
    """deleteWebhook."""
    was_set = bool(world.queue.webhook_url)
    world.queue.webhook_url = ""
    if call.boolean("drop_pending_updates"):
        world.queue.clear()
    return Described(True, "Webhook was deleted" if was_set else "Webhook is already deleted")


def get_webhook_info(world: World, _call: Call) -> dict[str, Any]:
    """getWebhookInfo."""
    answer: dict[str, Any] = {
        "url": world.queue.webhook_url,
        "has_custom_certificate": False,
        "pending_update_count": world.queue.pending(),
    }
    if world.queue.allowed is not None:
        answer["allowed_updates"] = sorted(world.queue.allowed)
    return answer


def set_my_commands(world: World, call: Call) -> bool:
    """setMyCommands."""
    commands = call.structure("commands", "can't parse commands JSON object")
    if commands is None:
        commands = []
    if not isinstance(commands, list):
        raise bad_request("expected an Array of BotCommand")
    if len(commands) > limits.COMMANDS_MAX:
        raise bad_request("too many commands specified")
    key = scope_key(world, call)
    world.commands[key] = [_command(each) for each in commands]
    world.bump()
    return True


def _command(value: Any) -> dict[str, str]:
    if not isinstance(value, dict):
        raise bad_request("can't parse BotCommand: expected an Object")
    command = str(value.get("command", "")).strip().removeprefix("/")
    text = str(value.get("description", "")).strip()
    if not command:
        raise bad_request("command must be non-empty")
    if len(command) > limits.COMMAND_MAX:
        raise bad_request(f"command length must not exceed {limits.COMMAND_MAX}")
    if not text:
        raise bad_request("command description must be non-empty")
    if len(text) > limits.COMMAND_TEXT_MAX:
        raise bad_request(f"command description length must not exceed {limits.COMMAND_TEXT_MAX}")
    if not _COMMAND.fullmatch(command.lower()):
        raise bad_request("BOT_COMMAND_INVALID")
    return {"command": command.lower(), "description": text}


def get_my_commands(world: World, call: Call) -> list[dict[str, str]]:
    """getMyCommands, for exactly the scope and language asked."""
    return world.commands.get(scope_key(world, call), [])


def delete_my_commands(world: World, call: Call) -> bool:
    """deleteMyCommands."""
    world.commands.pop(scope_key(world, call), None)
    world.bump()
    return True
