"""The things the imitated world consists of: people, chats, messages.

They are state, changed in place by the world and read by everybody else. Times are epoch seconds.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class ChatKind(StrEnum):
    """Kinds of chat the bot can be in."""

    PRIVATE = "private"
    GROUP = "group"
    SUPERGROUP = "supergroup"
    CHANNEL = "channel"


@dataclass(slots=True)
class Person:
    """A user or the bot itself.

    `phone` is what a shared contact shows; `hides_forwards` is the setting that keeps forwards of
    this person's messages from leading back here.
    """

    id: int
    first_name: str
    last_name: str = ""
    username: str = ""
    language_code: str = "ru"
    is_bot: bool = False
    deactivated: bool = False
    phone: str = ""
    hides_forwards: bool = False

    @property
    def full_name(self) -> str:
        """First and last name as the app shows them."""
        return f"{self.first_name} {self.last_name}".strip()

    def as_json(self) -> dict[str, Any]:
        """The `User` object of the API."""
        answer: dict[str, Any] = {
            "id": self.id,
            "is_bot": self.is_bot,
            "first_name": self.first_name,
        }
        optional = {"last_name": self.last_name, "username": self.username}
        if not self.is_bot:
            optional["language_code"] = self.language_code
        return answer | {key: value for key, value in optional.items() if value}


_RIGHTS = [
    "can_be_edited",
    "is_anonymous",
    "can_manage_chat",
    "can_delete_messages",
    "can_manage_video_chats",
    "can_restrict_members",
    "can_promote_members",
    "can_change_info",
    "can_invite_users",
    "can_post_stories",
    "can_edit_stories",
    "can_delete_stories",
    "can_send_welcome_messages",  # newer than 10.1; aiogram 3.31 will not read a rank without it
]
_ADMINISTRATOR_HAS = frozenset({"can_manage_chat", "can_delete_messages"})
_CHANNEL_RIGHTS = ("can_post_messages", "can_edit_messages")
RANKS = frozenset({"creator", "administrator"})
STATUSES = RANKS | {"member", "left", "kicked"}
ABSENT = frozenset({"left", "kicked"})


def member_json(person: Person, status: str, *, in_channel: bool = False) -> dict[str, Any]:
    """The `ChatMember` object of the API for a status word."""
    answer: dict[str, Any] = {"user": person.as_json(), "status": status}
    match status:
        case "creator":
            return answer | {"is_anonymous": False}
        case "administrator":
            rights = {right: right in _ADMINISTRATOR_HAS for right in _RIGHTS}
            posting = dict.fromkeys(_CHANNEL_RIGHTS, True) if in_channel else {}
            return answer | rights | posting
        case "kicked":
            return answer | {"until_date": 0}
        case _:
            return answer


@dataclass(slots=True)
class Message:
    """A message; `content` holds the API fields of its kind (text, photo, sticker and so on).

    `sender` is who it seems to be from, `author` the person behind it when that is somebody else;
    `sender_chat` is the chat it was sent in the name of. `marks` are API fields that an edit leaves
    alone: origin of a forward, album.
    """

    id: int
    chat: "Chat"
    date: int
    sender: Person
    content: dict[str, Any]
    markup: dict[str, Any] | None = None
    special_markup: bool = False
    thread_id: int | None = None
    reply_to: int | None = None
    edited: int | None = None
    sender_chat: "Chat | None" = None
    author: Person | None = None
    marks: dict[str, Any] = field(default_factory=dict)

    @property
    def writer(self) -> Person:
        """The person who really wrote it."""
        return self.author or self.sender

    def as_json(self, *, nested: bool = False) -> dict[str, Any]:
        """The `Message` object of the API; a message in a channel has no `from`."""
        answer: dict[str, Any] = {"message_id": self.id}
        if self.chat.kind is not ChatKind.CHANNEL:
            answer["from"] = self.sender.as_json()
        if self.sender_chat is not None:
            answer["sender_chat"] = self.sender_chat.as_json()
        answer |= {"chat": self.chat.as_json(), "date": self.date} | self.marks
        if self.edited is not None:
            answer["edit_date"] = self.edited
        if self.thread_id is not None:
            answer |= {"message_thread_id": self.thread_id, "is_topic_message": True}
        answer |= self.content
        if self.markup is not None:
            answer["reply_markup"] = self.markup
        target = self.chat.messages.get(self.reply_to) if self.reply_to and not nested else None
        if target is not None:
            answer["reply_to_message"] = target.as_json(nested=True)
        return answer


@dataclass(slots=True)
class Chat:
    """A chat as the bot sees it; `members` maps ids to status words of the API.

    `keyboard` is the reply keyboard on the screen and `keyboard_from` the message it came with;
    `keyboard_hidden` says that it was used once and lies behind a key of the app. `asked_reply` is
    the message that a forced reply answers. `discussion` is the group linked to a channel.
    `last_bot` is the bot that spoke last.
    """

    id: int
    kind: ChatKind
    title: str = ""
    person: Person | None = None
    username: str = ""
    members: dict[int, str] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    topics: dict[int, str] | None = None
    upgraded_to: int | None = None
    started: bool = False
    blocked: bool = False
    deleted: bool = False
    muted: bool = False
    keyboard: dict[str, Any] | None = None
    keyboard_from: int | None = None
    keyboard_hidden: bool = False
    asked_reply: int | None = None
    reply_placeholder: str = ""
    discussion: int | None = None
    last_bot: int | None = None
    last_id: int = 0

    def as_json(self) -> dict[str, Any]:
        """The `Chat` object of the API."""
        if self.person is not None:
            named = {
                "first_name": self.person.first_name,
                "last_name": self.person.last_name,
                "username": self.person.username,
            }
        else:
            named = {"title": self.title, "username": self.username}
        answer: dict[str, Any] = {"id": self.id, "type": self.kind.value}
        answer |= {key: value for key, value in named.items() if value}
        if self.topics is not None:
            answer["is_forum"] = True
        return answer


@dataclass(slots=True)
class Callback:
    """A button press waiting for its answer."""

    id: str
    person: Person
    pressed: float
    answer: dict[str, Any] | None = None
