"""Who and where a call speaks to: chats, threads, users, with the refusals of each.

Order of checks as in the server: the chat first, then the right to write, then the thread.
"""

from telegram.sandbox.model import Chat, ChatKind, Message, Person
from telegram.sandbox.params import Call
from telegram.sandbox.refusal import Refusal, bad_request, forbidden
from telegram.sandbox.world import World

_WORDS = {
    ChatKind.GROUP: "group",
    ChatKind.SUPERGROUP: "supergroup",
    ChatKind.CHANNEL: "channel",
}


def known_chat(world: World, call: Call) -> Chat:
    """The chat named by `chat_id`, for reading; raises `Refusal`."""
    said = call.text("chat_id").strip()
    if not said:
        raise bad_request("chat_id is empty")
    chat = world.chats.get(call.integer("chat_id"))
    if chat is None and said.startswith("@"):
        name = said[1:].lower()
        named = (
            each
            for each in world.chats.values()
            if each.person is None and name in {each.title.lower(), each.username.lower()}
        )
        chat = next(named, None)
    if chat is None:
        raise bad_request("chat not found")
    if chat.upgraded_to is not None:
        raise Refusal(
            400,
            "Bad Request: group chat was upgraded to a supergroup chat",
            {"migrate_to_chat_id": chat.upgraded_to},
        )
    return chat


def writable_chat(world: World, call: Call) -> Chat:
    """The chat of a send; raises `Refusal`."""
    person = world.people.get(call.integer("chat_id"))
    if person is not None:
        _check_person(world, person)
    chat = known_chat(world, call)
    if chat.deleted:
        raise forbidden("the group chat was deleted")
    if chat.kind is not ChatKind.PRIVATE:
        _check_membership(world, chat)
    if chat.muted:
        raise bad_request("not enough rights to send text messages to the chat")
    return chat


def _check_person(world: World, person: Person) -> None:
    if person.is_bot:
        raise forbidden("the bot can't send messages to the bot")
    if person.deactivated:
        raise forbidden("user is deactivated")
    chat = world.chats.get(person.id)
    if chat is None:
        known_by_group = any(person.id in each.members for each in world.chats.values())
        if known_by_group:
            raise forbidden("bot can't initiate conversation with a user")
        raise bad_request("chat not found")
    if chat.blocked:
        raise forbidden("bot was blocked by the user")
    if not chat.started:
        raise forbidden("bot can't initiate conversation with a user")


def _check_membership(world: World, chat: Chat) -> None:
    match chat.members.get(world.bot.id, "left"):
        case "kicked":
            raise forbidden(f"bot was kicked from the {_WORDS[chat.kind]} chat")
        case "left":
            raise forbidden(f"bot is not a member of the {_WORDS[chat.kind]} chat")
        case "member" if chat.kind is ChatKind.CHANNEL:
            raise bad_request("need administrator rights in the channel chat")
        case _:
            pass


def thread_of(chat: Chat, call: Call) -> int | None:
    """The topic a send goes to; raises `Refusal` for unknown ones and for the general one by id."""
    thread = call.integer("message_thread_id")
    if thread == 0 or chat.kind in {ChatKind.GROUP, ChatKind.CHANNEL}:
        return None
    if chat.kind is ChatKind.SUPERGROUP and chat.topics is None:
        return None
    if chat.topics is None or thread not in chat.topics:
        raise bad_request("message thread not found")
    return thread


def reply_target(chat: Chat, call: Call) -> int | None:
    """The message a send replies to; raises `Refusal` when it is gone and may not be."""
    value = call.structure("reply_parameters", "can't parse reply parameters JSON object")
    if value is None:
        value = {
            "message_id": call.integer("reply_to_message_id"),
            "allow_sending_without_reply": call.boolean("allow_sending_without_reply"),
        }
    if not isinstance(value, dict):
        raise bad_request("object expected as reply parameters")
    try:
        target = int(value.get("message_id") or 0)
    except (TypeError, ValueError, OverflowError):
        target = 0
    if target == 0 or target in chat.messages:
        return target or None
    if value.get("allow_sending_without_reply"):
        return None
    raise bad_request("message to be replied not found")


def addressed_message(world: World, call: Call, purpose: str) -> Message:
    """The message named by `chat_id` and `message_id`; `purpose` as in "message to edit"."""
    chat = known_chat(world, call)
    if chat.kind is not ChatKind.PRIVATE:
        _check_membership(world, chat)
    message_id = call.integer("message_id")
    if message_id <= 0:
        raise bad_request("message identifier is not specified")
    message = chat.messages.get(message_id)
    if message is None:
        raise bad_request(f"{purpose} not found")
    return message


def met_user(world: World, call: Call) -> Person:
    """The person named by `user_id` who must have met the bot; raises `Refusal`."""
    user_id = call.integer("user_id")
    if user_id <= 0:
        raise bad_request("invalid user_id specified")
    person = world.people.get(user_id)
    if person is None:
        raise bad_request("user not found")
    return person


def sticker_owner(world: World, call: Call) -> Person:
    """The owner of a set: a real person who pressed Start; raises `Refusal`."""
    person = met_user(world, call)
    if person.is_bot:
        raise bad_request("USER_IS_BOT")
    chat = world.chats.get(person.id)
    if chat is None:
        raise bad_request("user not found")
    if not chat.started:
        raise bad_request("PEER_ID_INVALID")
    return person
