"""Judges what a model has drawn: is there a figure, whole, in one piece, unlike the others.

Works on the alpha of a cut-out and on a small copy of it, so that a judgement takes milliseconds.
Faults come in two weights: what can never be a sticker, and what should be drawn again.
"""

from enum import StrEnum

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from actors.imaging import matte

Alpha = NDArray[np.uint8]
Mask = NDArray[np.bool_]

SOLID = 250
"""Alpha from which a pixel is opaque: it peaks at 254 in practice."""
CLEAR = 5
TRANSPARENT_SHARE = 0.10
LEAST_SIDE, GOOD_SIDE = 128, 512
MOST_PIXELS = 25_000_000
RING, RING_SHARE = 0.01, 0.02
COVERAGE = (0.12, 0.85)
NOTHING = 0.02
SPAN = 0.6
ONE_PIECE = 0.85
SPECK = 0.003
ALIKE = 8
"""Differing bits of 256 up to which two pictures show the same pose."""
_COARSE = 128


class Fault(StrEnum):
    """What is wrong with a picture."""

    UNREADABLE = "unreadable"
    TINY = "tiny"
    EMPTY = "empty"
    OPAQUE = "opaque"
    SMALL = "small"
    CUT_EDGES = "cut_edges"
    COVERAGE = "coverage"
    PIECES = "pieces"
    DUPLICATE = "duplicate"


FATAL = frozenset({Fault.UNREADABLE, Fault.TINY, Fault.EMPTY, Fault.OPAQUE})
"""What can never be a sticker."""


def has_alpha(picture: Image.Image) -> bool:
    """Whether an RGBA picture is really cut out."""
    alpha = np.asarray(picture.getchannel("A"))
    return bool((alpha <= CLEAR).mean() >= TRANSPARENT_SHARE)


def fault_of(figure: Image.Image) -> Fault | None:
    """What is wrong with a cut-out on its whole canvas; None when nothing is."""
    alpha = np.asarray(figure.getchannel("A"))
    opaque = alpha >= SOLID
    share = float(opaque.mean())
    if share < NOTHING:
        return Fault.EMPTY
    if not (alpha <= CLEAR).any():
        return Fault.OPAQUE
    if _touches(opaque):
        return Fault.CUT_EDGES
    if not COVERAGE[0] <= share <= COVERAGE[1] or _span(figure) < SPAN:
        return Fault.COVERAGE
    coarse = _coarse(figure)
    if matte.largest(coarse).sum() < ONE_PIECE * coarse.sum():
        return Fault.PIECES
    return None


def without_specks(figure: Image.Image) -> Image.Image:
    """The cut-out without loose parts smaller than a speck, and with nothing under its clear part.

    Colour under full transparency shows as a halo wherever alpha is dropped.
    """
    coarse = _coarse(figure)
    kept = np.zeros_like(coarse)
    rest = coarse.copy()
    for _ in range(8):
        part = matte.largest(rest)
        if part.sum() < max(1.0, SPECK * coarse.sum()):
            break
        kept |= part
        rest &= ~part
    near = Image.fromarray((matte.widened(kept) * 255).astype(np.uint8))
    mask = np.asarray(near.resize(figure.size, Image.Resampling.BILINEAR)) > 0
    pixels = np.array(figure)
    pixels[~mask] = 0
    pixels[pixels[..., 3] == 0] = 0
    return Image.fromarray(pixels, "RGBA")


def fingerprint(figure: Image.Image) -> int:
    """256 bits, nearly the same for alike pictures: where the figure is brighter than to its right.

    What is clear counts as black, so that the shape speaks as well as what is inside it.
    """
    box = figure.getchannel("A").getbbox() or (0, 0, *figure.size)
    part = figure.crop(box)
    grey = Image.new("L", part.size)
    light = part.convert("L").point(lambda value: 64 + value * 3 // 4)
    grey.paste(light, mask=part.getchannel("A"))
    small = np.asarray(grey.resize((17, 16), Image.Resampling.BOX), np.int16)
    bits = (small[:, :-1] > small[:, 1:]).ravel()
    return int("".join("1" if bit else "0" for bit in bits), 2)


def is_duplicate(fingerprint_of: int, others: list[int]) -> bool:
    """Whether a picture shows the same as one of the others."""
    return any((fingerprint_of ^ other).bit_count() <= ALIKE for other in others)


def _touches(opaque: Mask) -> bool:
    """Whether the figure is cut off at the top or at a side; busts may end at the bottom."""
    band = max(1, round(RING * min(opaque.shape)))
    sides = (opaque[:band], opaque[:, :band], opaque[:, -band:])
    return any(float(side.mean()) > RING_SHARE for side in sides)


def _span(figure: Image.Image) -> float:
    box = figure.getchannel("A").point(lambda value: 255 if value >= SOLID else 0).getbbox()
    if box is None:
        return 0.0
    return max((box[2] - box[0]) / figure.width, (box[3] - box[1]) / figure.height)


def _coarse(figure: Image.Image) -> Mask:
    alpha = figure.getchannel("A").resize((_COARSE, _COARSE), Image.Resampling.BOX)
    return np.asarray(alpha) > 60
