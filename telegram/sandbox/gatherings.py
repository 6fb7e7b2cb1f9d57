"""Channels, and who is what in groups and channels.

Changes reach the bot as Telegram tells them: its own status always, those of others where it is an
administrator, coming and going as service messages of groups.
"""

from telegram.sandbox.model import ABSENT, RANKS, STATUSES, Chat, ChatKind, Person
from telegram.sandbox.world import World


def add_channel(
    world: World,
    title: str,
    owner: Person,
    *,
    username: str = "",
    discussion: Chat | None = None,
    bot_status: str = "administrator",
    chat_id: int | None = None,
) -> Chat:
    """A new channel of a person; `discussion` is the supergroup its posts are forwarded to.

    Raises ValueError for a bot that is neither administrator nor absent, and for a discussion that
    is no supergroup.
    """
    if bot_status not in {"administrator", "left"}:
        raise ValueError("a bot is an administrator of a channel or has left it")
    if discussion is not None and discussion.kind is not ChatKind.SUPERGROUP:
        raise ValueError("only a supergroup can be linked to a channel")
    chat = Chat(chat_id or world.new_supergroup_id(), ChatKind.CHANNEL, title, username=username)
    if chat.id in world.chats:
        raise ValueError(f"chat {chat.id} is there already")
    chat.members = {owner.id: "creator", world.bot.id: bot_status}
    chat.discussion = discussion.id if discussion else None
    world.chats[chat.id] = chat
    if bot_status != "left":
        world.membership_changed(chat, owner, "left", bot_status)
    world.bump()
    return chat


def set_member(world: World, chat: Chat, person: Person, status: str, by: Person) -> None:
    """Give a person another status; raises ValueError for private chats and unknown words."""
    if status not in STATUSES:
        raise ValueError(f"{status!r} is no status: use one of {sorted(STATUSES)}")
    if chat.kind is ChatKind.PRIVATE:
        raise ValueError("nobody changes rank in a private chat")
    old = chat.members.get(person.id, "left")
    chat.members[person.id] = status
    if chat.members.get(world.bot.id) in RANKS:
        world.member_update("chat_member", chat, by, person, (old, status))
    if chat.kind is ChatKind.CHANNEL:
        world.bump()
    elif old in ABSENT and status not in ABSENT:
        world.post(chat, by, {"new_chat_members": [person.as_json()]})
    elif old not in ABSENT and status in ABSENT:
        world.post(chat, by, {"left_chat_member": person.as_json()})
    else:
        world.bump()
