"""Proof that the pack is a pack: what the sandbox's Telegram now holds, checked sticker by sticker.

Limits of static stickers: core.telegram.org/stickers.
"""

import hashlib
import io

from PIL import Image

from telegram.sandbox.refusal import Refusal
from telegram.sandbox.world import World

SIDE = 512
MOST_BYTES = 512 * 1024
PACK = 10


class NotAPack(Exception):
    """The set is not what was promised; the text says why."""


def stickers(world: World, name: str) -> list[bytes]:
    """Return the files of a set in its order; raises `NotAPack` when there is no such set."""
    try:
        found = world.shelf.find(name)
    except Refusal as error:
        raise NotAPack(f"there is no set {name}") from error
    return [entry.file.data for entry in found.entries]


def check(files: list[bytes]) -> None:
    """Check number, size, transparency and difference; raises `NotAPack`."""
    if len(files) != PACK:
        raise NotAPack(f"the set has {len(files)} stickers, not {PACK}")
    if len({hashlib.sha256(content).digest() for content in files}) != PACK:
        raise NotAPack("two stickers are the same")
    for number, content in enumerate(files, start=1):
        _check_one(number, content)


def _check_one(number: int, content: bytes) -> None:
    if len(content) > MOST_BYTES:
        raise NotAPack(f"sticker {number} has {len(content)} bytes")
    with Image.open(io.BytesIO(content), formats=("PNG", "WEBP")) as picture:
        if max(picture.size) != SIDE:
            raise NotAPack(f"sticker {number} measures {picture.size}")
        lowest, _ = picture.convert("RGBA").getchannel("A").getextrema()
        if lowest != 0:
            raise NotAPack(f"sticker {number} is not transparent")
