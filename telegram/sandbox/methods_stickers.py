"""Methods on sticker files and sets.

Order of checks follows the server: what it can tell from the request first, then the user, then
title and name, then what the service behind it refuses. Over-long titles and names are cut
silently.
"""

import re
from typing import Any

from telegram.sandbox import limits
from telegram.sandbox.access import sticker_owner
from telegram.sandbox.files import StoredFile
from telegram.sandbox.params import Call
from telegram.sandbox.refusal import bad_request
from telegram.sandbox.sticker_files import (
    FORMATS,
    InputSticker,
    read_emoji_list,
    read_input_sticker,
    read_input_stickers,
    take_sticker,
)
from telegram.sandbox.stickers import Entry, StickerSet
from telegram.sandbox.text import clean_title
from telegram.sandbox.world import World

_NAME = re.compile(r"[A-Za-z](?:_?[A-Za-z0-9])*")


def upload_sticker_file(world: World, call: Call) -> dict[str, Any]:
    """uploadStickerFile."""
    if call.integer("user_id") <= 0:
        raise bad_request("invalid user_id specified")
    sticker_format = call.text("sticker_format").lower()
    if sticker_format not in FORMATS:
        raise bad_request("invalid sticker format specified")
    upload = call.file("sticker")
    sticker_owner(world, call)
    if upload is None:
        raise bad_request("inputFile is not specified")
    return take_sticker(world.files, upload, sticker_format).file_json()


def create_new_sticker_set(world: World, call: Call) -> bool:
    """createNewStickerSet: all stickers or none."""
    if call.integer("user_id") <= 0:
        raise bad_request("invalid user_id specified")
    stickers = read_input_stickers(world.files, call)
    sticker_type = call.text("sticker_type", "regular") or "regular"
    if sticker_type not in {"regular", "mask", "custom_emoji"}:
        raise bad_request("unsupported sticker type specified")
    owner = sticker_owner(world, call)
    title = _title(call)
    name = _given_name(call)
    if not stickers:
        raise bad_request("at least 1 sticker must be specified")
    files = [_settled(world, each, "static") for each in stickers]
    _check_name(world, name)
    new = StickerSet(name, title, sticker_type, owner.id)
    new.entries = [
        Entry(world.files.again(file), each.emoji, each.keywords)
        for file, each in zip(files, stickers, strict=True)
    ]
    world.shelf.put(new)
    world.bump()
    return True


def _title(call: Call) -> str:
    title = clean_title(call.text("title"), limits.NAME_MAX)
    if not title:
        raise bad_request("sticker set title must be non-empty")
    return title


def _given_name(call: Call) -> str:
    name = clean_title(call.text("name"), limits.NAME_MAX)
    if not name:
        raise bad_request("sticker set name must be non-empty")
    return name


def _check_name(world: World, name: str) -> None:
    suffix = f"_by_{world.bot.username}".lower()
    if not _NAME.fullmatch(name) or not name.lower().endswith(suffix):
        raise bad_request("invalid sticker set name is specified")
    if world.shelf.is_taken(name):
        raise bad_request("sticker set name is already occupied")


def _settled(world: World, sticker: InputSticker, own_format: str) -> StoredFile:
    """The kept file of a described sticker, with its format checked."""
    sticker_format = own_format if sticker.format == "auto" else sticker.format
    if not isinstance(sticker.source, StoredFile):
        return take_sticker(world.files, sticker.source, sticker_format)
    if sticker.source.kind != "sticker":
        raise bad_request("wrong file type")
    if sticker.source.sticker_format != sticker_format:
        raise bad_request("STICKER_FILE_INVALID")
    return sticker.source


def add_sticker_to_set(world: World, call: Call) -> bool:
    """addStickerToSet.

    A sticker whose bytes are known by file_id and already inside changes nothing.
    """
    described, target = _for_change(world, call)
    file = _settled(world, described, _format_of(target))
    if _is_inside(target, described, file):
        return True
    if len(target.entries) >= target.capacity():
        raise bad_request("STICKERS_TOO_MUCH")
    target.entries.append(Entry(world.files.again(file), described.emoji, described.keywords))
    return _changed(world, target)


def _for_change(world: World, call: Call) -> tuple[InputSticker, StickerSet]:
    if call.integer("user_id") <= 0:
        raise bad_request("invalid user_id specified")
    described = read_input_sticker(world.files, call)
    owner = sticker_owner(world, call)
    target = world.shelf.find(_given_name(call))
    if target.owner != owner.id:
        raise bad_request("STICKERSET_INVALID")
    return described, target


def _format_of(target: StickerSet) -> str:
    return target.entries[0].file.sticker_format if target.entries else "static"


def _is_inside(target: StickerSet, described: InputSticker, file: StoredFile) -> bool:
    if not isinstance(described.source, StoredFile):
        return False
    return any(each.file.unique_id == file.unique_id for each in target.entries)


def _changed(world: World, target: StickerSet) -> bool:
    world.shelf.touch(target)
    world.bump()
    return True


def replace_sticker_in_set(world: World, call: Call) -> bool:
    """replaceStickerInSet."""
    described, target = _for_change(world, call)
    old = call.text("old_sticker").strip()
    if not old:
        raise bad_request("sticker is not specified")
    holder, position = world.shelf.holding(old)
    if holder is not target:
        raise bad_request("STICKER_INVALID")
    file = _settled(world, described, _format_of(target))
    entry = Entry(world.files.again(file), described.emoji, described.keywords)
    target.entries[position] = entry
    return _changed(world, target)


def _held(world: World, call: Call) -> tuple[StickerSet, int]:
    said = call.text("sticker").strip()
    if not said:
        raise bad_request("sticker is not specified")
    world.files.find(said)
    return world.shelf.holding(said)


def delete_sticker_from_set(world: World, call: Call) -> bool:
    """deleteStickerFromSet."""
    target, position = _held(world, call)
    del target.entries[position]
    return _changed(world, target)


def set_sticker_position_in_set(world: World, call: Call) -> bool:
    """setStickerPositionInSet; positions past the end mean the end."""
    place = call.integer("position", -1)
    if place < 0:
        raise bad_request("wrong sticker position specified")
    target, position = _held(world, call)
    target.entries.insert(place, target.entries.pop(position))
    return _changed(world, target)


def set_sticker_emoji_list(world: World, call: Call) -> bool:
    """setStickerEmojiList."""
    emoji = read_emoji_list(call)
    target, position = _held(world, call)
    target.entries[position].emoji = emoji
    return _changed(world, target)


def set_sticker_set_title(world: World, call: Call) -> bool:
    """setStickerSetTitle."""
    name = _given_name(call)
    title = _title(call)
    target = world.shelf.find(name)
    target.title = title
    return _changed(world, target)


def delete_sticker_set(world: World, call: Call) -> bool:
    """deleteStickerSet."""
    world.shelf.delete(_given_name(call))
    world.bump()
    return True


def get_sticker_set(world: World, call: Call) -> dict[str, Any]:
    """getStickerSet, as old as the shelf's lag."""
    name = call.text("name").strip()
    if not name:
        raise bad_request("STICKERSET_INVALID")
    return world.shelf.shown(name)
