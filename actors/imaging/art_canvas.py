"""Puts an operator's costume on the square canvas of an outfit, with a neck under it.

The neck takes the guest's skin tone: it is black in the layer, its weight is a second picture. It
lies behind the costume, so it shows only in the neckline. The preview wears a plain head.
"""

from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from actors.imaging.art_intake import Art
from actors.imaging.art_seat import HeadPlace, head_place
from actors.imaging.outfit import CANVAS
from actors.imaging.tflite import Array

_PREVIEW = 512
SKIN = (232, 176, 138)
"""The skin tone of previews."""
HEAD = -3.15, 0.04, 1.22
"""The plain head: its top and bottom from the chin downwards, and half its width, in units."""
_RIM = (176, 116, 84)
_MARGIN = 8
_HEAD_ROOM = 4.1  # units from the chin to the top of hair, as in the bundled outfits
_NECK, _FLARE = 0.5, 0.16  # half width of the neck in units, and how much wider it ends
# Units: a wider gap is no neckline; a neck with nothing beside it ends so far below the chin.
_WIDEST, _LONGEST = 2.2, 0.9
_SLOPE, _SLOPE_ABOVE = 0.75, 0.6  # of the shoulders, and from how far above the chin
_UNDER = 4  # pixels by which skin reaches under the costume's soft edge


@dataclass(frozen=True, slots=True)
class Seated:
    """Layers of `CANVAS` pixels, and where the head goes in them.

    `skin` is the weight of the guest's skin in `back`, None when no skin shows.
    """

    back: Image.Image
    skin: Image.Image | None
    front: Image.Image | None
    chin: tuple[float, float]
    unit: float


@dataclass(frozen=True, slots=True)
class _Frame:
    """From pixels of the file to pixels of the canvas: `canvas = scale * file + shift`."""

    scale: float
    shift: tuple[float, float]


def seated(back: Art, front: Art | None) -> Seated:
    """The costume on the canvas, as large as fits together with a head."""
    place = _in_file(head_place(back.shape), back)
    frame = _frame(place, back)
    costume = _laid(back, frame)
    chin = _moved(place.chin, frame)
    unit = place.unit * frame.scale
    skin = _neck(np.asarray(costume.getchannel("A")), chin, unit)
    layer, weight = _over_skin(costume, skin, chin, unit)
    before = _laid(front, frame) if front is not None else None
    return Seated(layer, weight if weight.getbbox() else None, before, chin, unit)


def preview(dress: Seated) -> Image.Image:
    """The costume on a plain head, 512 px square, as the kiosk shows it."""
    canvas = dress.back.copy()
    if dress.skin is not None:
        tone = [
            dress.skin.point([round(level * part / 255) for level in range(256)]) for part in SKIN
        ]
        bands = [
            ImageChops.add(band, tint) for band, tint in zip(canvas.split(), tone, strict=False)
        ]
        canvas = Image.merge("RGBA", (*bands, canvas.getchannel("A")))
    canvas = canvas.resize((_PREVIEW, _PREVIEW), Image.Resampling.LANCZOS)
    canvas.alpha_composite(plain_head(dress.chin, dress.unit, _PREVIEW))
    if dress.front is not None:
        canvas.alpha_composite(dress.front.resize(canvas.size, Image.Resampling.LANCZOS))
    return canvas


def _in_file(place: HeadPlace, art: Art) -> HeadPlace:
    left, top, right, bottom = art.box
    rows, columns = art.shape.shape
    wide, high = (right - left) / columns, (bottom - top) / rows
    return HeadPlace(
        (left + place.chin[0] * wide, top + place.chin[1] * high),
        place.unit * wide,
        top + place.bottom * high,
    )


def _frame(place: HeadPlace, art: Art) -> _Frame:
    """Costume and head together as large as the canvas allows, standing on its lower edge."""
    (x, y), unit = place.chin, place.unit
    left, right = _sides(art, place.bottom)
    left, right = min(left, x - 1.6 * unit), max(right, x + 1.6 * unit)
    above = max(_HEAD_ROOM * unit, y - art.box[1])
    room = CANVAS - _MARGIN
    scale = min(room / (above + place.bottom - y), room / (right - left))
    down = CANVAS - place.bottom * scale
    aside = CANVAS / 2 - x * scale
    aside = min(max(aside, _MARGIN / 2 - left * scale), CANVAS - _MARGIN / 2 - right * scale)
    return _Frame(scale, (aside, down))


def _sides(art: Art, bottom: float) -> tuple[float, float]:
    """Leftmost and rightmost column of what lies above a row of the file."""
    left, top, right, low = art.box
    rows = max(1, round((bottom - top) / (low - top) * art.shape.shape[0]))
    columns = np.flatnonzero(art.shape[:rows].any(axis=0))
    if not columns.size:
        return float(left), float(right)
    wide = (right - left) / art.shape.shape[1]
    first, last = max(0, int(columns[0]) - 1), min(int(columns[-1]) + 2, art.shape.shape[1])
    return left + first * wide, left + last * wide


def _moved(point: tuple[float, float], frame: _Frame) -> tuple[float, float]:
    return (
        point[0] * frame.scale + frame.shift[0],
        point[1] * frame.scale + frame.shift[1],
    )


def _laid(art: Art, frame: _Frame) -> Image.Image:
    """The art on the canvas, cut at its edges."""
    left, top = _moved((art.box[0], art.box[1]), frame)
    right, bottom = _moved((art.box[2], art.box[3]), frame)
    # The part of the art that is on the canvas, in the art's own pixels.
    wide, high = art.image.width / (right - left), art.image.height / (bottom - top)
    edges = (
        max(0, round(left)),
        max(0, round(top)),
        min(CANVAS, round(right)),
        min(CANVAS, round(bottom)),
    )
    canvas = Image.new("RGBA", (CANVAS, CANVAS))
    if edges[0] >= edges[2] or edges[1] >= edges[3]:
        return canvas
    box = (
        max(0.0, (edges[0] - left) * wide),
        max(0.0, (edges[1] - top) * high),
        min(float(art.image.width), (edges[2] - left) * wide),
        min(float(art.image.height), (edges[3] - top) * high),
    )
    size = edges[2] - edges[0], edges[3] - edges[1]
    canvas.paste(art.image.resize(size, Image.Resampling.BICUBIC, box), edges[:2])
    return canvas


def _neck(costume: Array, chin: tuple[float, float], unit: float) -> Image.Image:
    """Alpha of neck and neckline: a column under the head, then what the collar leaves open."""
    mask = Image.new("L", (CANVAS, CANVAS))
    pen = ImageDraw.Draw(mask)
    solid = costume > 128
    x, y = chin
    middle = min(max(round(x), 0), CANVAS - 1)
    for row in range(max(0, round(y - 0.8 * unit)), CANVAS):
        if row > y and solid[row, middle]:
            break
        half = unit * (_NECK + _FLARE * min(max((row - y) / (0.5 * unit), 0.0), 1.0) ** 2)
        opening = _opening(solid[row], middle)
        if opening is not None and opening[1] - opening[0] < _WIDEST * unit:
            half = max(half, unit * _NECK + _SLOPE * (row - y + _SLOPE_ABOVE * unit))
            ends = max(x - half, opening[0] - _UNDER), min(x + half, opening[1] + _UNDER)
        elif row < y + _LONGEST * unit:
            ends = x - half, x + half
        else:
            break
        pen.line((ends[0], row, ends[1], row), fill=255)
    return mask.filter(ImageFilter.GaussianBlur(1.2))


def _opening(row: Array, middle: int) -> tuple[int, int] | None:
    """Nearest costume to the left and to the right of a column; None when a side is open."""
    left, right = np.flatnonzero(row[:middle]), np.flatnonzero(row[middle:])
    return (int(left[-1]), middle + int(right[0])) if left.size and right.size else None


def _over_skin(
    costume: Image.Image, skin: Image.Image, chin: tuple[float, float], unit: float
) -> tuple[Image.Image, Image.Image]:
    """Costume over skin: the skin is black in the layer, its share of the colour lies beside it."""
    cover = np.asarray(costume, np.float32)
    under = np.asarray(skin, np.float32) / 255
    alpha = cover[..., 3] / 255
    below = under * (1 - alpha)
    total = alpha + below
    whole = np.maximum(total, 1e-6)
    layer = np.dstack([cover[..., :3] * (alpha / whole)[..., None], total * 255])
    weight = below / whole * _light(chin, unit)
    return (
        Image.fromarray(layer.round().astype(np.uint8), "RGBA"),
        Image.fromarray((weight * 255).round().astype(np.uint8)),
    )


def _light(chin: tuple[float, float], unit: float) -> Array:
    """1, less in the soft shadow that a head throws on its neck."""
    shade = Image.new("L", (CANVAS, CANVAS))
    x, y = chin
    box = (x - 0.9 * unit, y - 1.4 * unit, x + 0.9 * unit, y + 0.3 * unit)
    ImageDraw.Draw(shade).ellipse(box, fill=255)
    soft = np.asarray(shade.filter(ImageFilter.GaussianBlur(max(1.0, 0.08 * unit))), np.float32)
    light: Array = np.float32(1) - np.float32(0.24 / 255) * soft
    return light


def plain_head(chin: tuple[float, float], unit: float, side: int) -> Image.Image:
    """An oval with ears and no features on a square of `side` pixels; its edges are smooth.

    `chin` and `unit` are in pixels of the outfit's canvas, whatever `side` is.
    """
    layer = Image.new("RGBA", (2 * side, 2 * side))
    pen = ImageDraw.Draw(layer)
    share = 2 * side / CANVAS
    x, y, size = share * chin[0], share * chin[1], share * unit
    line = max(2, round(0.05 * size))
    for turn in (-1, 1):
        ear = x + turn * 1.2 * size
        box = (ear - 0.24 * size, y - 1.75 * size, ear + 0.24 * size, y - 1.05 * size)
        pen.ellipse(box, SKIN, _RIM, line)
    top, bottom, half = (size * part for part in HEAD)
    pen.ellipse((x - half, y + top, x + half, y + bottom), SKIN, _RIM, line)
    return layer.reduce(2)
