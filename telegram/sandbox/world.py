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

from telegram.sandbox import limits
from telegram.sandbox.clock import SandboxClock
from telegram.sandbox.files import FileStore
from telegram.sandbox.model import Callback, Chat, ChatKind, Message, Person, member_json
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
        if person_id in self.people:
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

    def upgrade(self, chat: Chat) -> Chat:
        """Turn a basic group into a supergroup with another id."""
        new_id = SUPERGROUP_BASE - next(self._group_ids)
        new = Chat(new_id, ChatKind.SUPERGROUP, chat.title, members=dict(chat.members))
        self.chats[new.id] = new
        chat.upgraded_to = new.id
        by = next(self.people[each] for each in chat.members if each != self.bot.id)
        self.post(chat, by, {"migrate_to_chat_id": new.id})
        self.post(new, by, {"migrate_from_chat_id": chat.id})
        return new

    def post(self, chat: Chat, sender: Person, content: dict[str, Any], **facts: Any) -> Message:
        """Put a message into a chat; a person's message becomes an update if the bot may see it."""
        message = Message(self._message_id(chat), chat, self.now(), sender, content, **facts)
        chat.messages[message.id] = message
        if not sender.is_bot and self._is_visible(message):
            self._queue_message("message", message)
        self.bump()
        return message

    def edit(self, message: Message, content: dict[str, Any]) -> None:
        """A person edits an own message."""
        message.content = content
        message.edited = self.now()
        if self._is_visible(message):
            self._queue_message("edited_message", message)
        self.bump()

    def membership_changed(self, chat: Chat, by: Person, old: str, new: str) -> None:
        """Queue `my_chat_member`: the bot's own membership went from one status to another."""
        body = {
            "chat": chat.as_json(),
            "from": by.as_json(),
            "date": self.now(),
            "old_chat_member": member_json(self.bot, old),
            "new_chat_member": member_json(self.bot, new),
        }
        self.queue.add("my_chat_member", body, self.clock.now() + limits.MESSAGE_RETENTION)
        self.bump()

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

    def _queue_message(self, kind: str, message: Message) -> None:
        date = message.edited or message.date
        self.queue.add(kind, message.as_json(), date + limits.MESSAGE_RETENTION)

    def _message_id(self, chat: Chat) -> int:
        """Supergroups count for themselves; private chats and basic groups share one count."""
        if chat.kind is ChatKind.SUPERGROUP:
            chat.last_id += 1
            return chat.last_id
        return next(self._common_ids)

    def _is_visible(self, message: Message) -> bool:
        """Privacy mode: in groups the bot sees commands, replies to it and service messages."""
        chat = message.chat
        if chat.kind is ChatKind.PRIVATE or self.reads_all_groups:
            return True
        if chat.members.get(self.bot.id) == "administrator":
            return True
        text = message.content.get("text")
        if text is None:
            return not {"photo", "document", "sticker"} & message.content.keys()
        replied = chat.messages.get(message.reply_to or 0)
        if replied is not None and replied.sender.id == self.bot.id:
            return True
        command = text.split()[0] if text.startswith("/") else ""
        _, at, target = command.partition("@")
        return bool(command) and (not at or target.lower() == self.bot.username.lower())
