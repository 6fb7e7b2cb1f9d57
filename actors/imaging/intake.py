"""Reads an uploaded file into an upright sRGB picture, or refuses it.

The bytes decide, never the name: only JPEG, PNG, WEBP and HEIC reach a decoder, and only after
size limits are checked against the header. Of animated files the first frame is used. No metadata
leaves this module.

Errors: `IntakeFault` > `TooLarge` | `UnsupportedImage`.
"""

import io
import struct
from pathlib import Path

import numpy as np
import pi_heif
from PIL import Image, ImageCms

MAX_BYTES = 20 * 1024 * 1024
MAX_PIXELS = 50_000_000
LONG_SIDE = 1536
_FORMATS = ("JPEG", "PNG", "WEBP", "HEIF")
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
# What Pillow's and libheif's parsers raise on broken files.
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

pi_heif.register_heif_opener(thumbnails=False, decode_threads=1)
# Our own limit is lower and is checked on every path; Pillow's would only warn.
Image.MAX_IMAGE_PIXELS = None


class IntakeFault(Exception):
    """The file cannot become a picture."""


class TooLarge(IntakeFault):
    """More than `MAX_BYTES` or `MAX_PIXELS`."""


class UnsupportedImage(IntakeFault):
    """Not a readable picture of an accepted format."""


def read_picture(source: Path) -> Image.Image:
    """The upright RGB picture in a file, long side at most `LONG_SIDE`, without metadata.

    Raises `TooLarge` or `UnsupportedImage`.
    """
    if source.stat().st_size > MAX_BYTES:
        raise TooLarge("over 20 MB")
    with source.open("rb") as file:
        _refuse_by_header(file.read(_HEADER))
        file.seek(0)
        try:
            return _decode(file)
        except _BROKEN as fault:
            raise UnsupportedImage("the picture cannot be read") from fault


def _decode(file: io.BufferedReader) -> Image.Image:
    with Image.open(file, formats=_FORMATS) as opened:
        if opened.width * opened.height > MAX_PIXELS:
            raise TooLarge("over 50 megapixels")
        orientation = _orientation(opened)
        profile = opened.info.get("icc_profile")
        opened.draft("RGB", (LONG_SIDE, LONG_SIDE))
        picture = _shrunk(_eight_bit(opened))
    picture = _flattened(_srgb(picture, profile))
    if orientation in _TURNS:
        picture = picture.transpose(_TURNS[orientation])
    picture.info.clear()
    return picture


def _refuse_by_header(header: bytes) -> None:
    """WEBP allocates its canvas on opening, so its size is read here first."""
    if header[:4] != b"RIFF" or header[8:12] != b"WEBP" or header[12:16] != b"VP8X":
        return
    width = int.from_bytes(header[24:27], "little") + 1
    height = int.from_bytes(header[27:30], "little") + 1
    if width * height > MAX_PIXELS:
        raise TooLarge("over 50 megapixels")


def _orientation(picture: Image.Image) -> int:
    """The EXIF turn; a damaged block counts as none."""
    try:
        value = picture.getexif().get(_ORIENTATION, 1)
    except _BROKEN:
        return 1
    return value if isinstance(value, int) else 1


def _eight_bit(picture: Image.Image) -> Image.Image:
    if picture.mode in {"I;16", "I;16B", "I;16L", "I"}:
        wide = np.asarray(picture, np.int32)
        return Image.fromarray((wide >> 8).clip(0, 255).astype(np.uint8))
    if picture.mode in {"RGB", "L", "CMYK", "RGBA"}:
        return picture
    alpha = picture.mode in {"LA", "PA", "La"} or "transparency" in picture.info
    return picture.convert("RGBA" if alpha else "RGB")


def _shrunk(picture: Image.Image) -> Image.Image:
    longest = max(picture.size)
    if longest <= LONG_SIDE:
        return picture.copy()
    share = LONG_SIDE / longest
    size = (max(1, round(picture.width * share)), max(1, round(picture.height * share)))
    return picture.resize(size, Image.Resampling.BICUBIC, reducing_gap=2.0)


def _srgb(picture: Image.Image, profile: object) -> Image.Image:
    """Colours in sRGB; a profile that does not fit is ignored."""
    plain = "RGBA" if picture.mode == "RGBA" else "RGB"
    if isinstance(profile, bytes) and len(profile) <= _ICC_LIMIT and picture.mode != "L":
        try:
            turned = ImageCms.profileToProfile(
                picture,
                ImageCms.ImageCmsProfile(io.BytesIO(profile)),
                ImageCms.createProfile("sRGB"),
                outputMode=plain,
            )
        except (ImageCms.PyCMSError, *_BROKEN):
            return picture.convert(plain)
        if turned is not None:
            return turned
    return picture.convert(plain)


def _flattened(picture: Image.Image) -> Image.Image:
    """Transparency becomes white, so that soft edges get no dark fringe."""
    if picture.mode != "RGBA":
        return picture
    canvas = Image.new("RGBA", picture.size, "white")
    canvas.alpha_composite(picture)
    return canvas.convert("RGB")
