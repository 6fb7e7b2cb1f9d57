"""Encodes finished stickers and checks what Telegram demands of them.

A static sticker is exactly 512 px on one side and at most 512 KiB, with transparency. WEBP stays
at method 4: method 6 takes a hundred times as long with an alpha channel.
"""

import io
import os
from pathlib import Path

from PIL import Image

SIDE = 512
MAX_BYTES = 512 * 1024
_QUALITIES = (90, 80, 65, 45)


def encode_sticker(picture: Image.Image) -> bytes:
    """WEBP bytes without metadata; raises ValueError when the picture is no sticker."""
    if picture.mode != "RGBA" or max(picture.size) != SIDE:
        raise ValueError("a sticker is RGBA with 512 px on its longer side")
    bare = Image.frombytes("RGBA", picture.size, picture.tobytes())
    for quality in _QUALITIES:
        buffer = io.BytesIO()
        bare.save(buffer, "WEBP", quality=quality, method=4)
        if buffer.tell() <= MAX_BYTES:
            return buffer.getvalue()
    raise ValueError("the sticker does not fit into 512 KiB")


def encode_jpeg(picture: Image.Image) -> bytes:
    """JPEG quality 92 without metadata."""
    bare = Image.frombytes("RGB", picture.size, picture.tobytes())
    buffer = io.BytesIO()
    bare.save(buffer, "JPEG", quality=92)
    return buffer.getvalue()


def write_whole(target: Path, content: bytes) -> None:
    """The file appears complete or not at all, also after a power cut."""
    temporary = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with temporary.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)
    _sync_folder(target.parent)


def _sync_folder(folder: Path) -> None:
    """Make the rename itself durable, where folders can be synced (not on Windows)."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
