"""The guest's head: levelled, cut with a soft U, and set on an outfit's body."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from PIL import Image, ImageChops, ImageDraw

from actors.imaging import matte
from actors.imaging.face import Face
from actors.imaging.figures import Figure, scaled, turned
from actors.imaging.outfit import CANVAS, Body, Hat, Outfit

_SIDES, _ABOVE, _BELOW = 2.7, 4.2, 0.3
_TOP_ROOM = 26
_COARSE = 160


@dataclass(frozen=True, slots=True)
class Head:
    """A levelled head as a figure of one face, `top` the first row of hair or hat above it."""

    figure: Figure
    top: float


def head_of(figure: Figure) -> Head | None:
    """The head of the largest face, None when there is no face."""
    if not figure.faces:
        return None
    largest = max(figure.faces, key=lambda face: face.height)
    upright = turned(Figure(figure.image, (largest,)), largest.tilt)
    face = upright.faces[0]
    (x, _), unit = face.centre, face.unit
    box = (
        round(x - _SIDES * unit),
        round(face.eyes[1] - _ABOVE * unit),
        round(x + _SIDES * unit),
        round(face.chin[1] + _BELOW * unit),
    )
    image = upright.image.crop(box)
    face = face.moved(-box[0], -box[1])
    image.putalpha(ImageChops.multiply(image.getchannel("A"), _soft_u(image.size, face)))
    image.putalpha(ImageChops.multiply(image.getchannel("A"), _one_piece(image, face)))
    inner = image.getchannel("A").point(lambda value: 255 if value > 30 else 0)
    bounds = inner.getbbox() or (0, 0, *image.size)
    moved = face.moved(-bounds[0], -bounds[1])
    cropped = Figure(image.crop(bounds), (moved,))
    return Head(cropped, _top_of(cropped))


def dressed(head: Head, outfit: Outfit, body: Body, skin: tuple[int, int, int]) -> Figure | None:
    """The head on a body, 1024 px canvas; None when the body's art is missing."""
    back = outfit.layer(body.back)
    if back is None:
        return None
    canvas = _tinted(back, skin).copy()
    seated = _seated(head, outfit, body)
    layer = Image.new("RGBA", (CANVAS, CANVAS))
    layer.paste(seated.image, (0, 0))
    if body.opening is not None:
        layer.putalpha(ImageChops.multiply(layer.getchannel("A"), _disc(body.opening)))
    canvas.alpha_composite(layer)
    front = outfit.layer(body.front)
    if front is not None:
        canvas.alpha_composite(_tinted(front, skin))
    result = Figure(canvas, seated.faces, based=True)
    hat = outfit.layer(outfit.hat.layer) if outfit.hat else None
    if hat is not None and outfit.hat is not None:
        result = put_on(result, layer, load_layer(hat), outfit.hat)
    box = result.image.getchannel("A").getbbox() or (0, 0, CANVAS, CANVAS)
    faces = tuple(face.moved(-box[0], -box[1]) for face in result.faces)
    return Figure(result.image.crop(box), faces, based=True)


def put_on(figure: Figure, head: Image.Image, gear: Image.Image, hat: Hat) -> Figure:
    """Head-gear on a figure whose head alone is `head`, in the same pixels.

    The picture grows as far as the gear needs.
    """
    face = figure.faces[0]
    row = round(_top_of(Figure(head, figure.faces)) + hat.sink * face.unit)
    left, right = _span(head, min(max(row, 0), head.height - 1), face)
    scale = min(max(right - left, 1.9 * face.unit), 3.2 * face.unit) * 1.05 / hat.width
    size = max(1, round(gear.width * scale)), max(1, round(gear.height * scale))
    base = hat.base[0] * scale, hat.base[1] * scale
    small = gear.resize(size, Image.Resampling.BICUBIC, reducing_gap=2.0)
    small = small.rotate(-face.tilt, Image.Resampling.BICUBIC, center=base)
    box = small.getchannel("A").getbbox() or (0, 0, *size)
    small = small.crop(box)
    x = round((left + right) / 2 + box[0] - base[0])
    y = round(row + box[1] - base[1])
    dx, dy = max(0, -x), max(0, -y)
    extra = max(0, x + small.width - figure.image.width)
    canvas = Image.new("RGBA", (figure.image.width + dx + extra, figure.image.height + dy))
    canvas.paste(figure.image, (dx, dy))
    canvas.alpha_composite(small, (x + dx, y + dy))
    return Figure(canvas, tuple(one.moved(dx, dy) for one in figure.faces), figure.based)


def _seated(head: Head, outfit: Outfit, body: Body) -> Figure:
    """The head at the body's scale on the body's canvas, never cut at the top."""
    face = head.figure.faces[0]
    chin_x, chin_y = outfit.seat.chin
    room = chin_y - _TOP_ROOM
    if body.opening is not None:
        room = chin_y - (body.opening[1] - body.opening[2]) - 8
    scale = min(outfit.seat.unit / face.unit, room / max(face.chin[1] - head.top, 1.0))
    sized = scaled(head.figure, scale)
    face = sized.faces[0]
    left, top = round(chin_x - face.centre[0]), round(chin_y - face.chin[1])
    canvas = Image.new("RGBA", (CANVAS, CANVAS))
    canvas.paste(sized.image, (left, top))
    return Figure(canvas, (face.moved(left, top),))


def _top_of(figure: Figure) -> float:
    """First row of the head above the face, measured over the face's width."""
    face = figure.faces[0]
    left = max(0, round(face.centre[0] - 0.6 * face.unit))
    right = max(left + 1, round(face.centre[0] + 0.6 * face.unit))
    columns = np.asarray(figure.image.getchannel("A"))[:, left:right]
    rows = np.flatnonzero(columns.max(axis=1) > 128) if columns.size else np.zeros(0)
    return float(rows[0]) if rows.size else 0.0


def _span(image: Image.Image, row: int, face: Face) -> tuple[float, float]:
    left = max(0, round(face.centre[0] - 1.8 * face.unit))
    right = max(left + 1, round(face.centre[0] + 1.8 * face.unit))
    line = np.flatnonzero(np.asarray(image.getchannel("A"))[row, left:right] > 128)
    if line.size:
        return float(left + line[0]), float(left + line[-1])
    return face.centre[0] - face.unit, face.centre[0] + face.unit


def _soft_u(size: tuple[int, int], face: Face) -> Image.Image:
    """255 inside the U, falling softly to 0 at its edge."""
    x0, eyes, chin, unit = face.centre[0], face.eyes[1], face.chin[1], face.unit
    y, x = np.ogrid[: size[1], : size[0]]
    start, end = eyes + 0.25 * unit, chin + 0.2 * unit
    share = ((y - start) / (end - start)).clip(0, 1)
    half = 1.5 * unit * (1 - share**2) ** 0.72 + 0.08 * unit
    half = np.where(y < start, 1.58 * unit + (start - y) * 0.6, half)
    distance = (half - np.abs(x - x0)) / (0.09 * unit)
    fade = matte.smoothstep(np.asarray(distance, np.float32), 0.0, 1.0)
    below = matte.smoothstep(np.asarray((end - y) / (0.12 * unit), np.float32), 0.0, 1.0)
    return Image.fromarray((fade * below * 255).astype(np.uint8))


def _one_piece(image: Image.Image, face: Face) -> Image.Image:
    """0 on what the U cut loose from the head, else 255."""
    share = _COARSE / max(image.size)
    size = max(1, round(image.width * share)), max(1, round(image.height * share))
    coarse = np.asarray(image.getchannel("A").resize(size, Image.Resampling.BOX)) > 60
    seed = np.zeros_like(coarse)
    x, y = (round(value * share) for value in face.centre)
    reach = max(1, round(0.5 * face.unit * share))
    seed[max(0, y - reach) : y + reach, max(0, x - reach) : x + reach] = True
    near = matte.widened(matte.grown(coarse, seed))
    mask = Image.fromarray((near * 255).astype(np.uint8))
    return mask.resize(image.size, Image.Resampling.BILINEAR)


def _disc(circle: tuple[float, float, float]) -> Image.Image:
    mask = Image.new("L", (CANVAS, CANVAS))
    ImageDraw.Draw(mask).circle(circle[:2], circle[2], fill=255)
    return mask


@lru_cache(maxsize=8)
def load_layer(path: Path) -> Image.Image:
    """A layer's RGBA picture; do not draw on it."""
    with Image.open(path, formats=("PNG",)) as opened:
        return opened.convert("RGBA")


def _tinted(path: Path, skin: tuple[int, int, int]) -> Image.Image:
    layer = load_layer(path)
    weight_path = path.with_name(f"{path.stem}.skin.png")
    if not weight_path.is_file():
        return layer
    weight = load_layer(weight_path).getchannel("R")
    bands = list(layer.split())
    for index, value in enumerate(skin):
        tint = weight.point([min(255, round(level * value / 255)) for level in range(256)])
        bands[index] = ImageChops.add(bands[index], tint)
    return Image.merge("RGBA", bands)
