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


@dataclass(slots=True)
class Person:
    """A user or the bot itself."""

    id: int
    first_name: str
    last_name: str = ""
    username: str = ""
    language_code: str = "ru"
    is_bot: bool = False
    deactivated: bool = False

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
]
_ADMINISTRATOR_HAS = frozenset({"can_manage_chat", "can_delete_messages"})


def member_json(person: Person, status: str) -> dict[str, Any]:
    """The `ChatMember` object of the API for a status word."""
    answer: dict[str, Any] = {"user": person.as_json(), "status": status}
    match status:
        case "creator":
            return answer | {"is_anonymous": False}
        case "administrator":
            return answer | {right: right in _ADMINISTRATOR_HAS for right in _RIGHTS}
        case "kicked":
            return answer | {"until_date": 0}
        case _:
            return answer


@dataclass(slots=True)
class Message:
    """A message; `content` holds the API fields of its kind (text, photo, sticker and so on)."""

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

    def as_json(self, *, nested: bool = False) -> dict[str, Any]:
        """The `Message` object of the API."""
        answer: dict[str, Any] = {
            "message_id": self.id,
            "from": self.sender.as_json(),
            "chat": self.chat.as_json(),
            "date": self.date,
        }
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
    """A chat as the bot sees it; `members` maps ids to status words of the API."""

    id: int
    kind: ChatKind
    title: str = ""
    person: Person | None = None
    members: dict[int, str] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    topics: dict[int, str] | None = None
    upgraded_to: int | None = None
    started: bool = False
    blocked: bool = False
    deleted: bool = False
    muted: bool = False
    keyboard: dict[str, Any] | None = None
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
            named = {"title": self.title}
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
