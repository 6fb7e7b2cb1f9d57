"""The updates and results we read from the Bot API, as frozen values parsed at the rim.

Only what the product uses is read; every other field is dropped, so new API versions do no harm.
`parse` of each type takes a decoded JSON value that nobody has looked at and raises `Malformed`.
Names, texts, phone numbers and addresses stay out of every repr, because reprs end up in logs.
Field meanings: Bot API reference 10.1. Dates are Unix seconds as sent; 0 marks an inaccessible
message. Ids of users and chats take up to 52 bits.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from telegram.botapi.media import Contact, File, PhotoSize, Sticker
from telegram.botapi.reading import (
    Malformed,
    flag,
    items,
    many,
    nested,
    nested_or_none,
    obj,
    text,
    text_or_none,
    whole,
    whole_or_none,
)

MESSAGE_KINDS = frozenset({"message", "edited_message", "channel_post", "edited_channel_post"})
UNREAD_MEDIA = (
    "voice",
    "video_note",
    "video",
    "audio",
    "animation",
    "venue",
    "location",
    "dice",
    "poll",
    "story",
    "game",
    "checklist",
    "paid_media",
    "invoice",
)
"""Contents of a message that the product has no use for but answers, by their field's name."""
MEMBER_KINDS = frozenset({"my_chat_member", "chat_member"})
CALLBACK_KIND = "callback_query"


@dataclass(frozen=True, slots=True)
class User:
    """A person or bot; a deleted account has an empty `first_name`."""

    id: int
    is_bot: bool
    first_name: str = field(repr=False)
    last_name: str | None = field(default=None, repr=False)
    username: str | None = field(default=None, repr=False)
    language_code: str | None = None

    @classmethod
    def parse(cls, raw: object) -> "User":
        source = obj(raw, "user")
        return cls(
            whole(source, "id"),
            flag(source, "is_bot"),
            text_or_none(source, "first_name") or "",
            text_or_none(source, "last_name"),
            text_or_none(source, "username"),
            text_or_none(source, "language_code"),
        )


@dataclass(frozen=True, slots=True)
class Chat:
    """A conversation; `type` is private, group, supergroup, channel or a word newer than us."""

    id: int
    type: str
    title: str | None = field(default=None, repr=False)
    username: str | None = field(default=None, repr=False)
    first_name: str | None = field(default=None, repr=False)
    last_name: str | None = field(default=None, repr=False)
    is_forum: bool = False

    @property
    def is_private(self) -> bool:
        return self.type == "private"

    @property
    def is_group(self) -> bool:
        return self.type in {"group", "supergroup"}

    @classmethod
    def parse(cls, raw: object) -> "Chat":
        source = obj(raw, "chat")
        return cls(
            whole(source, "id"),
            text(source, "type"),
            text_or_none(source, "title"),
            text_or_none(source, "username"),
            text_or_none(source, "first_name"),
            text_or_none(source, "last_name"),
            flag(source, "is_forum"),
        )


@dataclass(frozen=True, slots=True)
class Entity:
    """A marked part of a text; `offset` and `length` count UTF-16 units."""

    type: str
    offset: int
    length: int

    @classmethod
    def parse(cls, raw: object) -> "Entity":
        source = obj(raw, "entity")
        return cls(text(source, "type"), whole(source, "offset"), whole(source, "length"))


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a forwarded message comes from; `user` is absent for whoever hides, and for chats."""

    type: str
    user: User | None = None

    @classmethod
    def parse(cls, raw: object) -> "Origin":
        source = obj(raw, "origin")
        return cls(text(source, "type"), nested_or_none(source, "sender_user", User.parse))


@dataclass(frozen=True, slots=True)
class Message:
    """A message; `sender` is absent in channel posts, `reply_to` never holds a reply itself.

    `unread` names a content that is known and not read, such as a voice message.
    """

    message_id: int
    date: int
    chat: Chat
    sender: User | None = None
    sender_chat: Chat | None = None
    text: str | None = field(default=None, repr=False)
    entities: tuple[Entity, ...] = ()
    caption: str | None = field(default=None, repr=False)
    photo: tuple[PhotoSize, ...] = ()
    document: File | None = None
    sticker: Sticker | None = None
    contact: Contact | None = None
    reply_to: "Message | None" = None
    thread_id: int | None = None
    is_topic_message: bool = False
    is_automatic_forward: bool = False
    media_group_id: str | None = None
    migrate_to_chat_id: int | None = None
    migrate_from_chat_id: int | None = None
    forward_origin: Origin | None = None
    unread: str | None = None

    @classmethod
    def parse(cls, raw: object) -> "Message":
        source = obj(raw, "message")
        return _message(source, nested_or_none(source, "reply_to_message", _reply))


@dataclass(frozen=True, slots=True)
class InaccessibleMessage:
    """The message of an old button: deleted or out of reach, only its place is known."""

    message_id: int
    chat: Chat

    @classmethod
    def parse(cls, raw: object) -> "InaccessibleMessage":
        source = obj(raw, "message")
        return cls(whole(source, "message_id"), nested(source, "chat", Chat.parse))


@dataclass(frozen=True, slots=True)
class CallbackQuery:
    """A button press; `data` comes from the client and may be forged, so check rights."""

    id: str
    sender: User
    message: Message | InaccessibleMessage | None = None
    inline_message_id: str | None = None
    data: str | None = field(default=None, repr=False)

    @classmethod
    def parse(cls, raw: object) -> "CallbackQuery":
        source = obj(raw, "callback query")
        return cls(
            text(source, "id"),
            nested(source, "from", User.parse),
            nested_or_none(source, "message", _pressed_message),
            text_or_none(source, "inline_message_id"),
            text_or_none(source, "data"),
        )


@dataclass(frozen=True, slots=True)
class ChatMember:
    """Somebody's standing in a chat; `is_member` is only told for restricted people."""

    user: User
    status: str
    is_member: bool

    @property
    def is_present(self) -> bool:
        return self.status in {"creator", "administrator", "member"} or (
            self.status == "restricted" and self.is_member
        )

    @classmethod
    def parse(cls, raw: object) -> "ChatMember":
        source = obj(raw, "chat member")
        return cls(
            nested(source, "user", User.parse), text(source, "status"), flag(source, "is_member")
        )


@dataclass(frozen=True, slots=True)
class ChatMemberUpdated:
    """A change of standing: in a private chat `kicked` means the guest blocked the bot."""

    chat: Chat
    sender: User
    date: int
    old: ChatMember
    new: ChatMember

    @classmethod
    def parse(cls, raw: object) -> "ChatMemberUpdated":
        source = obj(raw, "chat member update")
        return cls(
            nested(source, "chat", Chat.parse),
            nested(source, "from", User.parse),
            whole(source, "date"),
            nested(source, "old_chat_member", ChatMember.parse),
            nested(source, "new_chat_member", ChatMember.parse),
        )


@dataclass(frozen=True, slots=True)
class OtherBody:
    """The body of an update of a kind we do not read, kept as it came."""

    raw: object = field(repr=False)


@dataclass(frozen=True, slots=True)
class Update:
    """One update: its id, the name of its kind as sent, and the body that kind has."""

    update_id: int
    kind: str
    body: Message | CallbackQuery | ChatMemberUpdated | OtherBody

    @classmethod
    def parse(cls, raw: object) -> "Update":
        source = obj(raw, "update")
        update_id = whole(source, "update_id")
        kind = next((key for key in source if key != "update_id"), "")
        return cls(update_id, kind, _body(source, kind))


@dataclass(frozen=True, slots=True)
class WebhookInfo:
    """The state of updates on the server; `pending_update_count` is the queue's true length."""

    url: str = field(repr=False)
    pending_update_count: int
    allowed_updates: tuple[str, ...] = ()

    @classmethod
    def parse(cls, raw: object) -> "WebhookInfo":
        source = obj(raw, "webhook info")
        allowed = items(source.get("allowed_updates") or [], "allowed_updates")
        return cls(
            text_or_none(source, "url") or "",
            whole(source, "pending_update_count"),
            tuple(kind for kind in allowed if isinstance(kind, str)),
        )


@dataclass(frozen=True, slots=True)
class BotIdentity:
    """Who the token belongs to; sees all group texts only with `can_read_all_group_messages`."""

    id: int
    username: str
    first_name: str
    can_read_all_group_messages: bool = False

    @classmethod
    def parse(cls, raw: object) -> "BotIdentity":
        source = obj(raw, "bot")
        return cls(
            whole(source, "id"),
            text(source, "username"),
            text_or_none(source, "first_name") or "",
            flag(source, "can_read_all_group_messages"),
        )


def update_id_of(raw: object) -> int | None:
    """The id of an update that may otherwise be unreadable, or None when even that is missing."""
    try:
        return whole(obj(raw, "update"), "update_id")
    except Malformed:
        return None


def _body(
    source: Mapping[str, object], kind: str
) -> Message | CallbackQuery | ChatMemberUpdated | OtherBody:
    if kind in MESSAGE_KINDS:
        return nested(source, kind, Message.parse)
    if kind == CALLBACK_KIND:
        return nested(source, kind, CallbackQuery.parse)
    if kind in MEMBER_KINDS:
        return nested(source, kind, ChatMemberUpdated.parse)
    return OtherBody(source.get(kind))


def _reply(raw: object) -> Message:
    # The reply of a reply is not read: Telegram never sends one, and hostile input must not nest.
    return _message(obj(raw, "message"), None)


def _pressed_message(raw: object) -> Message | InaccessibleMessage:
    # The reference gives date 0 as the one mark of an inaccessible message.
    if obj(raw, "message").get("date", 0) == 0:
        return InaccessibleMessage.parse(raw)
    return Message.parse(raw)


def _message(source: Mapping[str, object], reply_to: Message | None) -> Message:
    return Message(
        whole(source, "message_id"),
        whole(source, "date"),
        nested(source, "chat", Chat.parse),
        nested_or_none(source, "from", User.parse),
        nested_or_none(source, "sender_chat", Chat.parse),
        text_or_none(source, "text"),
        many(source, "entities", Entity.parse),
        text_or_none(source, "caption"),
        many(source, "photo", PhotoSize.parse),
        nested_or_none(source, "document", File.parse),
        nested_or_none(source, "sticker", Sticker.parse),
        nested_or_none(source, "contact", Contact.parse),
        reply_to,
        whole_or_none(source, "message_thread_id"),
        flag(source, "is_topic_message"),
        flag(source, "is_automatic_forward"),
        text_or_none(source, "media_group_id"),
        whole_or_none(source, "migrate_to_chat_id"),
        whole_or_none(source, "migrate_from_chat_id"),
        nested_or_none(source, "forward_origin", Origin.parse),
        next((name for name in UNREAD_MEDIA if source.get(name) is not None), None),
    )
