"""Checks of one sticker: the file with its format, emoji and keywords.

Sides, container and size are checked when the bytes arrive; the same bytes under a file_id pass
later.
"""

from dataclasses import dataclass
from typing import Any

from telegram.sandbox import limits
from telegram.sandbox.emoji import is_emoji
from telegram.sandbox.files import FileStore, StoredFile, read_picture
from telegram.sandbox.params import Call, Upload
from telegram.sandbox.refusal import Refusal, bad_request

FORMATS = ("static", "animated", "video")
_GZIP = b"\x1f\x8b"
_EBML = b"\x1a\x45\xdf\xa3"
_MOST = {
    "static": limits.STATIC_BYTES_MAX,
    "animated": limits.ANIMATED_BYTES_MAX,
    "video": limits.VIDEO_BYTES_MAX,
}


@dataclass(frozen=True, slots=True)
class InputSticker:
    """A described sticker; the source is an upload not yet kept or a known file."""

    source: Upload | StoredFile
    format: str
    emoji: list[str]
    keywords: list[str]


class _Tail(Exception):
    pass


def take_sticker(files: FileStore, upload: Upload, sticker_format: str) -> StoredFile:
    """Keep uploaded sticker bytes after all checks; raises `Refusal`."""
    size = len(upload.data)
    if size == 0:
        raise bad_request("can't upload sticker file: empty file")
    if size > _MOST[sticker_format]:
        raise bad_request("file is too big")
    width, height = _sides(upload.data, sticker_format)
    return files.add("sticker", upload, width=width, height=height, sticker_format=sticker_format)


def _sides(data: bytes, sticker_format: str) -> tuple[int, int]:
    if sticker_format != "static":
        magic = _GZIP if sticker_format == "animated" else _EBML
        if not data.startswith(magic):
            raise bad_request("can't upload sticker file: wrong file type")
        return limits.STICKER_SIDE, limits.STICKER_SIDE
    try:
        picture = read_picture(data)
    except Refusal:
        raise bad_request("STICKER_FILE_INVALID") from None
    if picture.format not in {"PNG", "WEBP"}:
        raise bad_request("STICKER_PNG_NOPNG")
    if max(picture.width, picture.height) != limits.STICKER_SIDE:
        raise bad_request("STICKER_PNG_DIMENSIONS")
    return picture.width, picture.height


def read_input_stickers(files: FileStore, call: Call) -> list[InputSticker]:
    """The field `stickers` of createNewStickerSet; raises `Refusal`."""
    value = call.structure("stickers", "can't parse stickers JSON object")
    if value is None:
        value = []
    if not isinstance(value, list):
        raise bad_request("expected an Array of InputSticker")
    if len(value) > limits.STICKERS_AT_CREATION:
        raise bad_request("too many stickers specified")
    common = call.text("sticker_format")
    try:
        return [_read(files, call, each, common) for each in value]
    except _Tail as tail:
        raise bad_request(f"can't parse InputSticker: {tail}") from None


def read_input_sticker(files: FileStore, call: Call) -> InputSticker:
    """The field `sticker` of add and replace; raises `Refusal`."""
    value = call.structure("sticker", "can't parse sticker JSON object")
    try:
        return _read(files, call, value, "auto")
    except _Tail as tail:
        raise bad_request(f"can't parse sticker: {tail}") from None


def _read(files: FileStore, call: Call, value: Any, common: str) -> InputSticker:
    if not isinstance(value, dict):
        raise _Tail("InputSticker must be an Object")
    source = _source(files, call, value.get("sticker"))
    sticker_format = value.get("format") or common
    if not sticker_format:
        raise _Tail('Can\'t find field "format"')
    if sticker_format not in (*FORMATS, "auto"):
        raise _Tail("Invalid sticker format specified")
    return InputSticker(source, sticker_format, _emoji(value), _keywords(value))


def _source(files: FileStore, call: Call, said: Any) -> Upload | StoredFile:
    if not isinstance(said, str) or not said:
        raise _Tail("sticker not found")
    if not said.startswith("attach://"):
        return files.find(said)
    upload = call.file("", said)
    if upload is None:
        raise _Tail("sticker not found")
    return upload


def _emoji(value: dict[str, Any]) -> list[str]:
    emoji = value.get("emoji_list")
    if emoji is None:
        raise _Tail('Can\'t find field "emoji_list"')
    if not isinstance(emoji, list):
        raise _Tail('Field "emoji_list" must be of type Array')
    if not emoji:
        raise _Tail("emoji list must be non-empty")
    if len(emoji) > limits.EMOJI_MAX:
        raise _Tail("too many emoji specified")
    if not all(isinstance(each, str) for each in emoji):
        raise _Tail("emoji must be a string")
    if not all(is_emoji(each) for each in emoji):
        raise _Tail("expected a Unicode emoji")
    return emoji


def _keywords(value: dict[str, Any]) -> list[str]:
    keywords = value.get("keywords") or []
    if not isinstance(keywords, list):
        raise _Tail('Field "keywords" must be of type Array')
    if not all(isinstance(each, str) for each in keywords):
        raise _Tail("keyword must be a string")
    return [each.replace(",", " ").replace("\n", " ") for each in keywords]


def read_emoji_list(call: Call) -> list[str]:
    """The field `emoji_list` of setStickerEmojiList; raises `Refusal`."""
    value = call.structure("emoji_list", "can't parse emoji list JSON object")
    if value is None:
        value = []
    try:
        return _emoji({"emoji_list": value})
    except _Tail as tail:
        raise bad_request(str(tail)) from None
