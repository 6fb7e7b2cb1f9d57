"""Judges a costume picture that an operator sent, and keeps what is visible of it.

What leaves this module is sRGB, cut to what is visible, without dust and specks, and carries no
metadata. Errors: `ArtFault`, with the code for the caller.
"""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import assert_never

import numpy as np
from PIL import Image

from actors.imaging import matte
from actors.imaging.art_decoding import ArtCode, ArtFault, decoded, in_srgb
from actors.imaging.tflite import Array

COARSE = 256
_LONG_SIDE = 1600
# Alpha below the first is dust of a background remover; above the second a pixel is seen.
_DUST, _SEEN = 16, 64
_SPECK = 1  # half width, in coarse cells, of what is dropped unless it hangs on something larger
_LEAST_LONG = 128
_FULL = 0.985  # a costume never fills its own bounding box


class Part(StrEnum):
    """The costume itself, or the picture of what lies before the neck."""

    BACK = "back"
    FRONT = "front"


_LEAST_SHARE = {Part.BACK: 0.001, Part.FRONT: 0.0001}


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
    picture, profile = decoded(source)
    try:
        return _judged(picture, profile, part)
    except MemoryError as fault:
        raise ArtFault(ArtCode.TOO_LARGE) from fault


def _judged(picture: Image.Image, profile: object, part: Part) -> Art:
    alpha = picture.getchannel("A")
    seen = alpha.point([255 if level >= _SEEN else 0 for level in range(256)])
    _refuse_shape(seen, part)
    box = _box(alpha, seen)
    size, image = picture.size, in_srgb(_part(picture, box), profile)
    shape = _shape(image)
    image.putalpha(_without_specks(image.getchannel("A"), shape))
    bare = Image.frombytes("RGBA", image.size, image.tobytes())
    return Art(size, box, bare, shape)


def _refuse_shape(seen: Image.Image, part: Part) -> None:
    box = seen.getbbox()
    area = seen.histogram()[255]
    if box is None or area < _LEAST_SHARE[part] * seen.width * seen.height:
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
