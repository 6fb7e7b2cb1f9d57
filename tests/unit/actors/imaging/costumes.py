"""Costumes drawn for tests, and files that no costume should be."""

import struct
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

CLOTH = (40, 90, 200, 255)
MARK = (255, 0, 255, 255)
"""The colour of a spot at the base of the neck."""

Points = list[tuple[float, float]]
_TEE: Points = [
    (420, 260), (300, 310), (120, 520), (250, 620), (330, 540), (330, 1080), (870, 1080),
    (870, 540), (950, 620), (1080, 520), (900, 310), (780, 260), (700, 340), (500, 340),
]  # fmt: skip
_DRESS: Points = [
    (480, 150), (420, 180), (380, 420), (470, 500), (470, 700), (60, 1560), (1140, 1560),
    (730, 700), (730, 500), (820, 420), (780, 180), (720, 150), (660, 240), (540, 240),
]  # fmt: skip
_TANK: Points = [
    (520, 100), (480, 100), (480, 240), (430, 360), (450, 1000), (770, 1000), (790, 360),
    (740, 240), (740, 100), (700, 100), (680, 200), (610, 260), (540, 200),
]  # fmt: skip
_RAISED: Points = [
    (480, 640), (340, 700), (220, 380), (110, 110), (40, 160), (130, 480), (330, 950),
    (330, 1300), (870, 1300), (870, 950), (1070, 480), (1160, 160), (1090, 110), (980, 380),
    (860, 700), (720, 640), (660, 700), (540, 700),
]  # fmt: skip
_ONE_ARM: Points = [
    (480, 640), (340, 700), (300, 1000), (330, 1300), (870, 1300), (870, 950), (1070, 480),
    (1160, 160), (1090, 110), (980, 380), (860, 700), (720, 640), (660, 700), (540, 700),
]  # fmt: skip
_SPREAD: Points = [
    (500, 100), (420, 130), (20, 170), (20, 290), (420, 300), (430, 900), (770, 900),
    (780, 300), (1180, 290), (1180, 170), (780, 130), (700, 100), (650, 170), (550, 170),
]  # fmt: skip
SHAPES: dict[str, tuple[Points, tuple[float, float]]] = {
    "a shirt": (_TEE, (600, 350)),
    "a wide dress": (_DRESS, (600, 250)),
    "a narrow torso": (_TANK, (610, 270)),
    "both arms raised": (_RAISED, (600, 710)),
    "one arm raised": (_ONE_ARM, (600, 710)),
    "arms spread": (_SPREAD, (600, 180)),
}
"""Outline on a square of 1200 (a dress is 1600 high), and the base of the neck."""


def costume(
    name: str = "a shirt",
    *,
    size: tuple[int, int] = (1200, 1600),
    at: tuple[int, int] = (0, 0),
) -> Image.Image:
    """A costume on a transparent ground, moved by `at`, its neck marked."""
    points, (x, y) = SHAPES[name]
    picture = Image.new("RGBA", size)
    pen = ImageDraw.Draw(picture)
    pen.polygon([(px + at[0], py + at[1]) for px, py in points], CLOTH, (20, 20, 20, 255), 6)
    pen.rectangle((x + at[0] - 25, y + at[1] + 6, x + at[0] + 25, y + at[1] + 40), MARK)
    return picture


def clasp(size: tuple[int, int] = (1200, 1600)) -> Image.Image:
    """A small rectangle before the neck of a shirt."""
    picture = Image.new("RGBA", size)
    ImageDraw.Draw(picture).rectangle((560, 330, 640, 380), (255, 220, 0, 255))
    return picture


def saved(picture: Image.Image, path: Path, **options: Any) -> str:
    """Save under the name's format and return the path as text."""
    picture.save(path, **options)
    return str(path)


def png(size: tuple[int, int], depth: int, colour: int, rows: Iterable[bytes]) -> bytes:
    """A PNG of raw rows, for what Pillow does not write."""
    header = struct.pack(">IIBBBBB", *size, depth, colour, 0, 0, 0)
    content = zlib.compress(b"".join(b"\0" + row for row in rows), 1)
    parts = ((b"IHDR", header), (b"IDAT", content), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        for name, body in parts
    )


def webp_header(chunk: bytes, body: bytes) -> bytes:
    """A WEBP that announces a size and holds nothing."""
    head = struct.pack("<I", 12 + len(body)) + b"WEBP" + chunk + struct.pack("<I", len(body))
    return b"RIFF" + head + body
