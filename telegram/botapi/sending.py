"""What callers hand to the client beside plain numbers and texts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

Fields: TypeAlias = dict[str, object]
Markup: TypeAlias = Mapping[str, object]

GENERAL_TOPIC = 1


@dataclass(frozen=True, slots=True)
class InputSticker:
    """One sticker of a set to be: a file_id, its 1..20 emoji, its format."""

    file_id: str
    emoji_list: tuple[str, ...]
    format: str = "static"

    def to_json(self) -> Fields:
        return {
            "sticker": self.file_id,
            "emoji_list": list(self.emoji_list),
            "format": self.format,
        }


@dataclass(frozen=True, slots=True)
class Sending:
    """How a message goes out beside its content.

    `reply_to` is a message id and is dropped by the server when that message is gone.
    `thread_id` of the General topic is left out, because the server refuses it.
    """

    parse_mode: str | None = "HTML"
    markup: Markup | None = field(default=None, repr=False)
    reply_to: int | None = None
    thread_id: int | None = None
    silent: bool = False

    def to_json(self) -> Fields:
        fields: Fields = {}
        if self.parse_mode is not None:
            fields["parse_mode"] = self.parse_mode
        if self.markup is not None:
            fields["reply_markup"] = dict(self.markup)
        if self.reply_to is not None:
            fields["reply_parameters"] = {
                "message_id": self.reply_to,
                "allow_sending_without_reply": True,
            }
        if self.thread_id not in {None, GENERAL_TOPIC}:
            fields["message_thread_id"] = self.thread_id
        if self.silent:
            fields["disable_notification"] = True
        return fields


AS_HTML = Sending()
