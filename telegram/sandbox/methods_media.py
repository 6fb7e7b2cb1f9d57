"""Methods that send files and tell where to download them."""

from typing import Any

from telegram.sandbox import limits
from telegram.sandbox.files import StoredFile, named_file, take_document, take_photo
from telegram.sandbox.formatting import read_caption
from telegram.sandbox.methods_messages import deliver
from telegram.sandbox.params import Call, Upload
from telegram.sandbox.refusal import bad_request
from telegram.sandbox.sticker_files import take_sticker
from telegram.sandbox.stickers import sticker_json
from telegram.sandbox.world import World


def send_photo(world: World, call: Call) -> dict[str, Any]:
    """sendPhoto."""
    named = named_file(world.files, call, "photo")
    if named is None:
        raise bad_request("there is no photo in the request")
    caption = read_caption(call)
    if isinstance(named, Upload):
        file = take_photo(world.files, named)
    else:
        file = _of_kind(named, "photo", "Photo")
    return deliver(world, call, {"photo": [file.photo_json()]} | caption.content("caption"))


def send_document(world: World, call: Call) -> dict[str, Any]:
    """sendDocument."""
    named = named_file(world.files, call, "document")
    if named is None:
        raise bad_request("there is no document in the request")
    caption = read_caption(call)
    if isinstance(named, Upload):
        file = take_document(world.files, named)
    else:
        file = _of_kind(named, "document", "Document")
    return deliver(world, call, {"document": file.document_json()} | caption.content("caption"))


def send_sticker(world: World, call: Call) -> dict[str, Any]:
    """sendSticker."""
    named = named_file(world.files, call, "sticker")
    if named is None:
        raise bad_request("there is no sticker in the request")
    if isinstance(named, Upload):
        file = take_sticker(world.files, named, "static")
        return deliver(world, call, {"sticker": sticker_json(file, emoji=call.text("emoji"))})
    return deliver(world, call, {"sticker": _known_sticker(world, named)})


def _known_sticker(world: World, file: StoredFile) -> dict[str, Any]:
    _of_kind(file, "sticker", "Sticker")
    for each in world.shelf.sets.values():
        for entry in each.entries:
            if entry.file.file_id == file.file_id:
                return sticker_json(file, each.sticker_type, entry.emoji[0], each.name)
    return sticker_json(file)


def _of_kind(file: StoredFile, kind: str, word: str) -> StoredFile:
    if file.kind != kind:
        raise bad_request(f"type of file mismatch: can't use file of type {file.kind} as {word}")
    return file


def get_file(world: World, call: Call) -> dict[str, Any]:
    """getFile."""
    file_id = call.text("file_id").strip()
    if not file_id:
        raise bad_request("file_id not specified")
    file = world.files.by_id.get(file_id)
    if file is None:
        raise bad_request("invalid file_id")
    if len(file.data) > limits.DOWNLOAD_MAX:
        raise bad_request("file is too big")
    return file.file_json() | {"file_path": file.path}
