"""Which messages a bot gets to see, by privacy mode and rank.

In private chats and as administrator it sees all. Otherwise a group shows it service messages,
replies to its messages and commands that may be meant for it: `/name@itself`, or a bare `/name`
unless another bot spoke last. Messages of other bots are never shown.
"""

from telegram.sandbox.model import ABSENT, RANKS, Chat, ChatKind, Message, Person
from telegram.sandbox.service_accounts import IDS

_SERVICE = frozenset(
    [
        "new_chat_members",
        "left_chat_member",
        "new_chat_title",
        "group_chat_created",
        "supergroup_chat_created",
        "migrate_to_chat_id",
        "migrate_from_chat_id",
        "pinned_message",
    ]
)


def is_service(message: Message) -> bool:
    """Whether the message tells of an event instead of holding content."""
    return not _SERVICE.isdisjoint(message.content)


def is_shown(message: Message, bot: Person, *, reads_all_groups: bool) -> bool:
    """Whether the message, or its edit, becomes an update of the bot."""
    chat = message.chat
    if message.sender.is_bot and message.sender.id not in IDS:
        return False
    rank = chat.members.get(bot.id, "left")
    if chat.kind is ChatKind.PRIVATE:
        return True
    if chat.kind is ChatKind.CHANNEL:
        return rank in RANKS
    if rank in ABSENT:
        return False
    if reads_all_groups or rank in RANKS or is_service(message):
        return True
    return _answers(message, bot) or _commands(str(message.content.get("text", "")), chat, bot)


def _answers(message: Message, bot: Person) -> bool:
    replied = message.chat.messages.get(message.reply_to or 0)
    return replied is not None and replied.sender.id == bot.id


def _commands(text: str, chat: Chat, bot: Person) -> bool:
    if not text.startswith("/"):
        return False
    _, at, target = text.split()[0].partition("@")
    if at:
        return target.lower() == bot.username.lower()
    return chat.last_bot in {None, bot.id}
