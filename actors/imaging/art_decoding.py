"""Decodes a transparent PNG or WEBP from a stranger, or says why not.

The bytes decide, never the name: nothing else reaches a decoder, and only after size limits are
checked against the header. Of animated files the first frame is used.

Errors: `ArtFault`, with the code for the caller.
"""

import io
import struct
from enum import StrEnum
from pathlib import Path

from PIL import Image, ImageCms

from actors.imaging import intake

LEAST_SIDE = 512
_FORMATS = ("PNG", "WEBP")
_HEADER = 64
_ICC_LIMIT = 1024 * 1024
_ORIENTATION = 0x0112
_TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
# What Pillow's parsers raise on broken files.
_BROKEN = (
    OSError,
    ValueError,
    SyntaxError,
    KeyError,
    IndexError,
    TypeError,
    AttributeError,
    EOFError,
    OverflowError,
    RuntimeError,
    struct.error,
)


class ArtCode(StrEnum):
    """Why a picture is no costume."""

    UNSUPPORTED = "unsupported_image"
    TOO_LARGE = "too_large"
    TOO_SMALL = "too_small"
    OPAQUE = "not_transparent"
    EMPTY = "empty"
    OTHER_SIZE = "other_size"


class ArtFault(Exception):
    """The picture is refused; `code` says why."""

    def __init__(self, code: ArtCode) -> None:
        super().__init__(code.value)
        self.code = code


def decoded(source: Path) -> tuple[Image.Image, object]:
    """The upright RGBA picture in a file, and its colour profile if it has one.

    Raises `ArtFault`, or OSError when there is no such file.
    """
    if source.stat().st_size > intake.MAX_BYTES:
        raise ArtFault(ArtCode.TOO_LARGE)
    with source.open("rb") as file:
        _refuse_size(_webp_size(file.read(_HEADER)))
        file.seek(0)
        try:
            return _decoded(file)
        except MemoryError as fault:
            raise ArtFault(ArtCode.TOO_LARGE) from fault
        except _BROKEN as fault:
            raise ArtFault(ArtCode.UNSUPPORTED) from fault


def in_srgb(picture: Image.Image, profile: object) -> Image.Image:
    """Colours in sRGB; a profile that does not fit is ignored."""
    if not isinstance(profile, bytes) or len(profile) > _ICC_LIMIT:
        return picture
    try:
        turned = ImageCms.profileToProfile(
            picture,
            ImageCms.ImageCmsProfile(io.BytesIO(profile)),
            ImageCms.createProfile("sRGB"),
            outputMode="RGBA",
        )
    except (ImageCms.PyCMSError, *_BROKEN):
        return picture
    if turned is None:
        return picture
    turned.putalpha(picture.getchannel("A"))
    return turned


def _decoded(file: io.BufferedReader) -> tuple[Image.Image, object]:
    with Image.open(file, formats=_FORMATS) as opened:
        _refuse_size(opened.size)
        turn = _TURNS.get(_orientation(opened))
        profile = opened.info.get("icc_profile")
        opened.load()
        alpha = "A" in opened.getbands() or "transparency" in opened.info
        if not alpha or opened.mode.startswith(("I", "F")):
            raise ArtFault(ArtCode.OPAQUE)
        # A WEBP keeps its decoder's canvases for life, so its pixels are always copied out.
        direct = opened.mode == "RGBA" and opened.format == "PNG"
        picture = opened if direct else opened.convert("RGBA")
    return (picture.transpose(turn) if turn is not None else picture), profile


def _refuse_size(size: tuple[int, int] | None) -> None:
    if size is None:
        return
    if size[0] * size[1] > intake.MAX_PIXELS:
        raise ArtFault(ArtCode.TOO_LARGE)
    if min(size) < LEAST_SIDE:
        raise ArtFault(ArtCode.TOO_SMALL)


def _webp_size(header: bytes) -> tuple[int, int] | None:
    """Size of a WEBP, whose decoder allocates the canvas on opening; None for other files."""
    if len(header) < 30 or header[:4] != b"RIFF" or header[8:12] != b"WEBP":
        return None
    if header[12:16] == b"VP8X":
        sides = header[24:27], header[27:30]
        return int.from_bytes(sides[0], "little") + 1, int.from_bytes(sides[1], "little") + 1
    if header[12:16] == b"VP8L":
        bits = int.from_bytes(header[21:25], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if header[12:16] == b"VP8 ":
        width, height = struct.unpack("<HH", header[26:30])
        return width & 0x3FFF, height & 0x3FFF
    return None


def _orientation(picture: Image.Image) -> int:
    """The EXIF turn; a damaged block counts as none."""
    try:
        value = picture.getexif().get(_ORIENTATION, 1)
    except _BROKEN:
        return 1
    return value if isinstance(value, int) else 1
