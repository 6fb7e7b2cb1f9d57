"""Reads a costume picture that an operator sent, with its transparency, or says why it is refused.

The bytes decide, never the name: only PNG and WEBP reach a decoder, and only after size limits are
checked against the header. Of animated files the first frame is used. What leaves this module is
sRGB, upright, cut to what is visible, and carries no metadata.

Errors: `ArtFault`, with the code for the caller.
"""

import io
import struct
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import assert_never

import numpy as np
from PIL import Image, ImageCms

from actors.imaging import intake, matte
from actors.imaging.tflite import Array

LEAST_SIDE = 512
COARSE = 256
_LONG_SIDE = 1600
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
# Alpha below the first is dust of a background remover; above the second a pixel is seen.
_DUST, _SEEN = 16, 64
_SPECK = 1  # half width, in coarse cells, of what is dropped unless it hangs on something larger
_LEAST_SHARE, _LEAST_LONG = 0.001, 128
_FULL = 0.985  # a costume never fills its own bounding box


class ArtCode(StrEnum):
    """Why a picture is no costume."""

    UNSUPPORTED = "unsupported_image"
    TOO_LARGE = "too_large"
    TOO_SMALL = "too_small"
    OPAQUE = "not_transparent"
    EMPTY = "empty"
    OTHER_SIZE = "other_size"


class Part(StrEnum):
    """The costume itself, or the picture of what lies before the neck."""

    BACK = "back"
    FRONT = "front"


class ArtFault(Exception):
    """The picture is refused; `code` says why."""

    def __init__(self, code: ArtCode) -> None:
        super().__init__(code.value)
        self.code = code


@dataclass(frozen=True, slots=True)
class Art:
    """The visible part of a picture: RGBA, and where it lay in the whole.

    `size` is the whole picture's, `box` (left, top, right, bottom) the part's, both in pixels of
    the file; `image` may be smaller than the box. `shape` is the part on a coarse grid.
    """

    size: tuple[int, int]
    box: tuple[int, int, int, int]
    image: Image.Image
    shape: matte.Mask


def read_art(source: Path, part: Part = Part.BACK) -> Art:
    """Read and judge one picture; raises `ArtFault`, or OSError when there is no such file."""
    if source.stat().st_size > intake.MAX_BYTES:
        raise ArtFault(ArtCode.TOO_LARGE)
    with source.open("rb") as file:
        _refuse_size(_webp_size(file.read(_HEADER)))
        file.seek(0)
        try:
            picture, profile = _decoded(file)
        except MemoryError as fault:
            raise ArtFault(ArtCode.TOO_LARGE) from fault
        except _BROKEN as fault:
            raise ArtFault(ArtCode.UNSUPPORTED) from fault
    try:
        return _judged(picture, profile, part)
    except MemoryError as fault:
        raise ArtFault(ArtCode.TOO_LARGE) from fault


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


def _judged(picture: Image.Image, profile: object, part: Part) -> Art:
    alpha = picture.getchannel("A")
    seen = alpha.point([255 if level >= _SEEN else 0 for level in range(256)])
    _refuse_shape(seen, part)
    box = _box(alpha, seen)
    size, image = picture.size, _srgb(_part(picture, box), profile)
    shape = _shape(image)
    image.putalpha(_without_specks(image.getchannel("A"), shape))
    bare = Image.frombytes("RGBA", image.size, image.tobytes())
    return Art(size, box, bare, shape)


def _refuse_shape(seen: Image.Image, part: Part) -> None:
    box = seen.getbbox()
    area = seen.histogram()[255]
    if box is None or area < _LEAST_SHARE * seen.width * seen.height:
        raise ArtFault(ArtCode.EMPTY)
    width, height = box[2] - box[0], box[3] - box[1]
    match part:
        case Part.BACK:
            whole = width * height
            if max(width, height) < _LEAST_LONG:
                raise ArtFault(ArtCode.EMPTY)
        case Part.FRONT:  # a clasp may well be a small rectangle
            whole = seen.width * seen.height
        case _:
            assert_never(part)
    if area > _FULL * whole:
        raise ArtFault(ArtCode.OPAQUE)


def _box(alpha: Image.Image, seen: Image.Image) -> tuple[int, int, int, int]:
    """What is seen, with its soft edge, without stray specks far away."""
    share = min(1.0, COARSE / max(seen.size))
    size = max(1, round(seen.width * share)), max(1, round(seen.height * share))
    kept = _kept(np.asarray(alpha.resize(size, Image.Resampling.BOX)) >= _SEEN)
    rows, columns = np.flatnonzero(kept.any(axis=1)), np.flatnonzero(kept.any(axis=0))
    wide, high = seen.width / size[0], seen.height / size[1]
    return (
        max(0, int((columns[0] - 1) * wide)),
        max(0, int((rows[0] - 1) * high)),
        min(seen.width, int((columns[-1] + 2) * wide) + 1),
        min(seen.height, int((rows[-1] + 2) * high) + 1),
    )


def _kept(mask: matte.Mask) -> matte.Mask:
    """The mask without specks; all of it when there is nothing else."""
    kept = matte.grown(mask, matte.opened(mask, _SPECK))
    if kept.any():
        return kept
    if mask.any():
        return mask
    raise ArtFault(ArtCode.EMPTY)


def _part(picture: Image.Image, box: tuple[int, int, int, int]) -> Image.Image:
    """The part inside a box, long side at most `_LONG_SIDE`."""
    width, height = box[2] - box[0], box[3] - box[1]
    share = _LONG_SIDE / max(width, height)
    if share >= 1:
        return picture.crop(box)
    size = max(1, round(width * share)), max(1, round(height * share))
    # No crop before: a second copy of fifty megapixels is what the memory limit cannot bear.
    return picture.resize(size, Image.Resampling.BICUBIC, box)


def _srgb(picture: Image.Image, profile: object) -> Image.Image:
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


def _shape(image: Image.Image) -> matte.Mask:
    share = min(1.0, COARSE / max(image.size))
    size = max(1, round(image.width * share)), max(1, round(image.height * share))
    alpha = image.getchannel("A").resize(size, Image.Resampling.BOX)
    return _kept(np.asarray(alpha) >= _SEEN)


def _without_specks(alpha: Image.Image, shape: matte.Mask) -> Image.Image:
    near: Array = matte.widened(shape)
    mask = Image.fromarray((near * 255).astype(np.uint8)).resize(alpha.size)
    clean = np.asarray(alpha).copy()
    clean[(clean < _DUST) | (np.asarray(mask) < 128)] = 0
    return Image.fromarray(clean)
