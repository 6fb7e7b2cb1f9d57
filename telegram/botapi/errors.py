"""What a Bot API call can end in, and what a refusal means.

A call ends in exactly one value of `Result`:
    Ok       the server did it, here is the answer
    Failed   the server refused; nothing was done
    Unknown  the request may have reached the server; it may or may not have acted
    NotSent  the request never left; repeating it cannot make a duplicate

Refusals are told apart by code first and then by a part of the description, in any letter case
(texts: tdlib/telegram-bot-api and tdlib/td, the Telethon error list). A text nobody has listed is
`UNKNOWN`, never a guess. This module does no I/O.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeAlias, TypeVar

T = TypeVar("T")


class ErrorKind(StrEnum):
    """Why the server refused."""

    FLOOD = "flood"  # wait `retry_after` seconds
    BLOCKED = "blocked"  # this person cannot be written to until they press Start
    MIGRATED = "migrated"  # the group is now `migrate_to`
    CHAT_GONE = "chat_gone"  # unknown, deleted, or the bot is not in it
    NO_RIGHTS = "no_rights"  # the chat's permissions forbid it; an operator must act
    THREAD_GONE = "thread_gone"
    NOT_MODIFIED = "not_modified"  # the edit changes nothing: as good as done
    MESSAGE_GONE = "message_gone"
    NOT_EDITABLE = "not_editable"  # this message can never be changed or deleted that way
    REPLY_GONE = "reply_gone"
    QUERY_TOO_OLD = "query_too_old"
    CONFLICT = "conflict"  # another poller or a webhook
    UNAUTHORIZED = "unauthorized"  # bad token, wrong root, logged out
    NAME_OCCUPIED = "name_occupied"  # after an unknown outcome: evidence of success
    NAME_INVALID = "name_invalid"
    SET_MISSING = "set_missing"
    SET_FULL = "set_full"
    STICKER_BAD = "sticker_bad"
    EMOJI_BAD = "emoji_bad"
    FILE_BAD = "file_bad"  # too big, unreadable, foreign or expired file
    BAD_REQUEST = "bad_request"  # our mistake: repeating it cannot help
    SERVER = "server"  # 5xx; as the end of a call this is `Unknown`
    UNKNOWN = "unknown"  # a refusal whose text is not listed


@dataclass(frozen=True, slots=True)
class Ok(Generic[T]):
    """The server did what was asked."""

    value: T


@dataclass(frozen=True, slots=True)
class Failed:
    """The server refused; `retry_after` in seconds comes with FLOOD, `migrate_to` with MIGRATED.

    `code` is 0 where our own client refused before asking.
    """

    kind: ErrorKind
    code: int
    description: str
    retry_after: float | None = None
    migrate_to: int | None = None


@dataclass(frozen=True, slots=True)
class Unknown:
    """The request may have been carried out; `code` is the HTTP status if one arrived."""

    reason: str
    code: int | None = None


@dataclass(frozen=True, slots=True)
class NotSent:
    """Nothing reached the server: repeat freely."""

    reason: str


Result: TypeAlias = Ok[T] | Failed | Unknown | NotSent

_BY_CODE = {
    401: ErrorKind.UNAUTHORIZED,
    404: ErrorKind.UNAUTHORIZED,
    409: ErrorKind.CONFLICT,
    413: ErrorKind.BAD_REQUEST,
    421: ErrorKind.UNAUTHORIZED,
    429: ErrorKind.FLOOD,
    431: ErrorKind.BAD_REQUEST,
}

# Read from the top, the first part found in the description decides: special before general.
_BY_TEXT: tuple[tuple[ErrorKind, tuple[str, ...]], ...] = (
    (ErrorKind.UNAUTHORIZED, ("logged out",)),
    (ErrorKind.MIGRATED, ("upgraded to a supergroup",)),
    (ErrorKind.NOT_MODIFIED, ("message is not modified",)),
    (ErrorKind.QUERY_TOO_OLD, ("query is too old", "query id is invalid")),
    (
        ErrorKind.BLOCKED,
        (
            "bot was blocked by the user",
            "user is deactivated",
            "can't initiate conversation",
            "can't send messages to the bot",
            "user not found",
            "invalid user_id",
            "have no access to the user",
            "peer_id_invalid",
            "user_id_invalid",
            "user_is_bot",
        ),
    ),
    (
        ErrorKind.CHAT_GONE,
        (
            "chat not found",
            "group chat was deleted",
            "bot was kicked",
            "bot is not a member",
        ),
    ),
    (ErrorKind.THREAD_GONE, ("thread not found", "topic_closed", "topic_deleted")),
    (ErrorKind.REPLY_GONE, ("message to be replied not found", "reply message not found")),
    (
        ErrorKind.NO_RIGHTS,
        (
            "no write access",
            "not enough rights",
            "need administrator rights",
            "chat_write_forbidden",
            "chat_restricted",
        ),
    ),
    (
        ErrorKind.NOT_EDITABLE,
        (
            "message can't be edited",
            "message can't be deleted",
            "no text in the message to edit",
            "inline keyboard expected",
        ),
    ),
    (ErrorKind.NAME_OCCUPIED, ("name is already occupied", "shortname_occupy_failed")),
    (ErrorKind.NAME_INVALID, ("invalid sticker set name", "sticker set name invalid")),
    (ErrorKind.SET_MISSING, ("stickerset_invalid", "sticker set not found")),
    (ErrorKind.SET_FULL, ("stickers_too_much", "stickerpack_stickers_too_much")),
    (ErrorKind.EMOJI_BAD, ("invalid sticker emojis", "expected a unicode emoji")),
    (
        ErrorKind.STICKER_BAD,
        (
            "sticker_png_",
            "sticker_file_invalid",
            "sticker_invalid",
            "can't upload sticker file",
            "wrong sticker file",
            "can't parse inputsticker:",
            "can't parse sticker:",
        ),
    ),
    (
        ErrorKind.FILE_BAD,
        (
            "file is too big",
            "file_id",
            "wrong remote file identifier",
            "wrong file identifier",
            "wrong file type",
            "file must be non-empty",
            "photo_invalid_dimensions",
            "image_process_failed",
            "unsupported extension",
            "no photo in the request",
        ),
    ),
    (
        ErrorKind.MESSAGE_GONE,
        ("message to edit not found", "message to delete not found", "message not found"),
    ),
    (
        ErrorKind.BAD_REQUEST,
        (
            "can't parse",
            "can't find",
            "expected",
            "too long",
            "too many",
            "is empty",
            "must be",
            "must not",
            "specified",
            "button_",
            "message_too_long",
            "stickers_empty",
            "pack_title_invalid",
            "pack_type_invalid",
            "method not found",
        ),
    ),
)


def classify(code: int, description: str) -> ErrorKind:
    """The meaning of a refusal, from its HTTP-like code and the server's words."""
    if code >= 500:
        return ErrorKind.SERVER
    words = description.casefold()
    if code in _BY_CODE:
        return ErrorKind.BAD_REQUEST if "method not found" in words else _BY_CODE[code]
    for kind, parts in _BY_TEXT:
        if any(part in words for part in parts):
            return kind
    return ErrorKind.UNKNOWN
