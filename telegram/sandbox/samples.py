"""Stand-ins for what a real phone would record: a voice, a round video, a plain sticker."""

import io
from functools import cache

from PIL import Image, ImageDraw

from telegram.sandbox import limits

VOICE = b"OggS\x00\x02" + bytes(58) + b"OpusHead"
VIDEO = b"\x00\x00\x00\x18ftypmp42" + bytes(64)


@cache
def sticker() -> bytes:
    """A yellow disc as WEBP of the size of a sticker."""
    side = limits.STICKER_SIDE
    image = Image.new("RGBA", (side, side))
    ImageDraw.Draw(image).ellipse((16, 16, side - 16, side - 16), fill=(250, 200, 40, 255))
    out = io.BytesIO()
    image.save(out, "WEBP")
    return out.getvalue()
