"""Files, stickers and contacts as the Bot API describes them, parsed at the rim.

The rules of `types` hold here as well: `parse` raises `Malformed`, reprs show nothing personal.
"""

from dataclasses import dataclass, field

from telegram.botapi.reading import many, obj, text, text_or_none, whole, whole_or_none


@dataclass(frozen=True, slots=True)
class PhotoSize:
    """One size of a photo, in pixels."""

    file_id: str
    file_unique_id: str
    width: int
    height: int
    file_size: int | None = None

    @classmethod
    def parse(cls, raw: object) -> "PhotoSize":
        source = obj(raw, "photo")
        return cls(
            text(source, "file_id"),
            text(source, "file_unique_id"),
            whole(source, "width"),
            whole(source, "height"),
            whole_or_none(source, "file_size"),
        )


@dataclass(frozen=True, slots=True)
class File:
    """A file on the server: an upload, a document, or the answer of getFile (with `file_path`)."""

    file_id: str
    file_unique_id: str
    file_size: int | None = None
    file_path: str | None = field(default=None, repr=False)
    file_name: str | None = field(default=None, repr=False)
    mime_type: str | None = None

    @classmethod
    def parse(cls, raw: object) -> "File":
        source = obj(raw, "file")
        return cls(
            text(source, "file_id"),
            text(source, "file_unique_id"),
            whole_or_none(source, "file_size"),
            text_or_none(source, "file_path"),
            text_or_none(source, "file_name"),
            text_or_none(source, "mime_type"),
        )


@dataclass(frozen=True, slots=True)
class Sticker:
    """One sticker; sizes in pixels, `set_name` absent for a sticker outside a set."""

    file_id: str
    file_unique_id: str
    width: int
    height: int
    emoji: str | None = None
    set_name: str | None = None
    file_size: int | None = None

    @classmethod
    def parse(cls, raw: object) -> "Sticker":
        source = obj(raw, "sticker")
        return cls(
            text(source, "file_id"),
            text(source, "file_unique_id"),
            whole(source, "width"),
            whole(source, "height"),
            text_or_none(source, "emoji"),
            text_or_none(source, "set_name"),
            whole_or_none(source, "file_size"),
        )


@dataclass(frozen=True, slots=True)
class StickerSet:
    """A sticker set as the server's cache knows it, up to 15 minutes old."""

    name: str
    title: str = field(repr=False)
    sticker_type: str
    stickers: tuple[Sticker, ...]

    @classmethod
    def parse(cls, raw: object) -> "StickerSet":
        source = obj(raw, "sticker set")
        return cls(
            text(source, "name"),
            text(source, "title"),
            text_or_none(source, "sticker_type") or "regular",
            many(source, "stickers", Sticker.parse),
        )


@dataclass(frozen=True, slots=True)
class Contact:
    """A phone number somebody shared; `user_id` is absent for people outside Telegram."""

    phone_number: str = field(repr=False)
    first_name: str = field(repr=False)
    user_id: int | None = None

    @classmethod
    def parse(cls, raw: object) -> "Contact":
        source = obj(raw, "contact")
        return cls(
            text(source, "phone_number"),
            text_or_none(source, "first_name") or "",
            whole_or_none(source, "user_id"),
        )
