"""State of the imitated service around one bot: people, chats, files, sticker sets, updates.

Everything that happens goes through here and bumps `revision`, so pages and tests can wait for
news. Ids are drawn from the seeded generator; time comes from the clock given. Nothing here does
I/O.
"""

import itertools
import random
from collections.abc import Callable
from typing import Any

import trio

from telegram.sandbox import limits, service_accounts
from telegram.sandbox.clock import SandboxClock
from telegram.sandbox.files import FileStore
from telegram.sandbox.model import Callback, Chat, ChatKind, Message, Person, member_json
from telegram.sandbox.privacy import is_shown
from telegram.sandbox.stickers import Shelf
from telegram.sandbox.updates import UpdateQueue

SUPERGROUP_BASE = -1_000_000_000_000


class World:
    """The bot's view of the service."""

    def __init__(
        self,
        bot: Person,
        *,
        clock: SandboxClock | None = None,
        rng: random.Random | None = None,
    ) -> None:
        self.bot = bot
        self.clock = clock or SandboxClock()
        self.rng = rng or random.Random()
        self.queue = UpdateQueue(self.clock, self.rng)
        self.files = FileStore(bot.id)
        self.shelf = Shelf(self.clock)
        self.people: dict[int, Person] = {bot.id: bot}
        self.chats: dict[int, Chat] = {}
        self.callbacks: dict[str, Callback] = {}
        self.commands: dict[tuple[str, str], list[dict[str, str]]] = {}
        self.reads_all_groups = False
        self.callback_answer_seconds = limits.CALLBACK_ANSWER_SECONDS
        self.revision = 0
        self._news = trio.Event()
        self._common_ids = itertools.count(1)
        self._person_ids = itertools.count(self.rng.randrange(100_000_000, 7_000_000_000))
        self._group_ids = itertools.count(self.rng.randrange(1_000_000, 900_000_000))

    def now(self) -> int:
        """Whole seconds since the epoch."""
        return int(self.clock.now())

    def bump(self) -> None:
        """Tell everybody waiting that something has changed."""
        self.revision += 1
        self._news.set()
        self._news = trio.Event()

    async def wait_changed(self, after: int) -> int:
        """Wait until `revision` differs from `after`; returns it."""
        while self.revision == after:
            await self._news.wait()
        return self.revision

    async def wait_until(self, holds: Callable[[], bool]) -> None:
        """Wait until a condition about this world holds; it is asked after every change."""
        seen = self.revision
        while not holds():
            seen = await self.wait_changed(seen)

    def add_person(self, first_name: str, **facts: Any) -> Person:
        """A new person who has not met the bot; `facts` are further fields of `Person`."""
        person_id = facts.pop("id", None) or next(self._person_ids)
        if not 0 < person_id <= limits.ID_MAX:
            raise ValueError(f"an id lies between 1 and {limits.ID_MAX}")
        if person_id in self.people or person_id in service_accounts.IDS:
            raise ValueError(f"person {person_id} is there already")
        person = Person(person_id, first_name, **facts)
        self.people[person.id] = person
        self.bump()
        return person

    def private_chat(self, person: Person) -> Chat:
        """The chat between a person and the bot, made at the first touch."""
        chat = self.chats.get(person.id)
        if chat is None:
            chat = Chat(person.id, ChatKind.PRIVATE, person=person)
            chat.members = {person.id: "member", self.bot.id: "member"}
            self.chats[chat.id] = chat
        return chat

    def add_group(
        self,
        title: str,
        members: list[Person],
        *,
        kind: ChatKind = ChatKind.SUPERGROUP,
        forum: bool = False,
        chat_id: int | None = None,
    ) -> Chat:
        """A new group with the bot in it; the first member owns it."""
        number = next(self._group_ids)
        basic = kind is ChatKind.GROUP
        chat = Chat(chat_id or (-number if basic else SUPERGROUP_BASE - number), kind, title)
        chat.members = {self.bot.id: "member"} | {each.id: "member" for each in members}
        if members:
            chat.members[members[0].id] = "creator"
        chat.topics = {} if forum else None
        self.chats[chat.id] = chat
        self.membership_changed(chat, members[0] if members else self.bot, "left", "member")
        self.bump()
        return chat

    def new_supergroup_id(self) -> int:
        """An id for a supergroup or a channel."""
        return SUPERGROUP_BASE - next(self._group_ids)

    def upgrade(self, chat: Chat) -> Chat:
        """Turn a basic group into a supergroup with another id."""
        new_id = self.new_supergroup_id()
        new = Chat(new_id, ChatKind.SUPERGROUP, chat.title, members=dict(chat.members))
        self.chats[new.id] = new
        chat.upgraded_to = new.id
        by = next(self.people[each] for each in chat.members if each != self.bot.id)
        self.post(chat, by, {"migrate_to_chat_id": new.id})
        self.post(new, by, {"migrate_from_chat_id": chat.id})
        return new

    def post(self, chat: Chat, sender: Person, content: dict[str, Any], **facts: Any) -> Message:
        """Put a message into a chat; it becomes an update if the bot may see it."""
        message = Message(self._message_id(chat), chat, self.now(), sender, content, **facts)
        if chat.kind is ChatKind.CHANNEL:
            message.sender_chat = chat
        if sender.is_bot and sender.id not in service_accounts.IDS:
            chat.last_bot = sender.id
        chat.messages[message.id] = message
        self._tell("message", message)
        if chat.discussion is not None:
            self._forward_to_discussion(message, self.chats[chat.discussion])
        self.bump()
        return message

    def _forward_to_discussion(self, post: Message, group: Chat) -> None:
        """A post of a channel appears by itself in the group linked to it."""
        origin = {
            "type": "channel",
            "date": post.date,
            "chat": post.chat.as_json(),
            "message_id": post.id,
        }
        marks = post.marks | {"forward_origin": origin, "is_automatic_forward": True}
        facts = {"sender_chat": post.chat, "author": post.writer, "marks": marks}
        self.post(group, service_accounts.LINKED_CHANNEL, post.content, **facts)

    def edit(self, message: Message, content: dict[str, Any]) -> None:
        """A person edits an own message."""
        message.content = content
        message.edited = self.now()
        self._tell("edited_message", message)
        self.bump()

    def membership_changed(self, chat: Chat, by: Person, old: str, new: str) -> None:
        """Queue `my_chat_member`: the bot's own membership went from one status to another."""
        self.member_update("my_chat_member", chat, by, self.bot, (old, new))
        self.bump()

    def member_update(
        self, kind: str, chat: Chat, by: Person, whose: Person, change: tuple[str, str]
    ) -> None:
        """Queue the change of somebody's status in a chat, from one word to another."""
        in_channel = chat.kind is ChatKind.CHANNEL
        old, new = (member_json(whose, each, in_channel=in_channel) for each in change)
        body = {
            "chat": chat.as_json(),
            "from": by.as_json(),
            "date": self.now(),
            "old_chat_member": old,
            "new_chat_member": new,
        }
        self.queue.add(kind, body, self.clock.now() + limits.MESSAGE_RETENTION)

    def press(self, person: Person, message: Message, data: str) -> Callback:
        """A press on an inline button; the update lives 150 seconds."""
        callback = Callback(str(self.rng.getrandbits(62)), person, self.clock.now())
        self.callbacks[callback.id] = callback
        body = {
            "id": callback.id,
            "from": person.as_json(),
            "message": message.as_json(),
            "chat_instance": str(message.chat.id * 7919),
            "data": data,
        }
        self.queue.add("callback_query", body, callback.pressed + limits.CALLBACK_RETENTION)
        self.bump()
        return callback

    def _tell(self, kind: str, message: Message) -> None:
        if not is_shown(message, self.bot, reads_all_groups=self.reads_all_groups):
            return
        if message.chat.kind is ChatKind.CHANNEL:
            kind = kind.replace("message", "channel_post")
        date = message.edited or message.date
        self.queue.add(kind, message.as_json(), date + limits.MESSAGE_RETENTION)

    def _message_id(self, chat: Chat) -> int:
        """Supergroups and channels count for themselves; all other chats share one count."""
        if chat.kind in {ChatKind.SUPERGROUP, ChatKind.CHANNEL}:
            chat.last_id += 1
            return chat.last_id
        return next(self._common_ids)
