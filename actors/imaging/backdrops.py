"""Drawn shapes behind and around a figure: burst, disc, ribbon, frame, confetti.

Everything is drawn at three times its size and shrunk, since Pillow's shapes are not smooth.
"""

import math
import random
from collections.abc import Callable
from functools import lru_cache

from PIL import Image, ImageDraw

from actors.imaging.formats import SIDE

Colour = tuple[int, int, int]
_FINE = 3
_PAPER = ((255, 92, 122), (255, 196, 61), (72, 196, 255), (120, 214, 108), (170, 120, 255))


def gradient(size: tuple[int, int], top: Colour, bottom: Colour) -> Image.Image:
    """A vertical blend, RGBA."""
    strip = Image.new("RGB", (1, 2))
    strip.putpixel((0, 0), top)
    strip.putpixel((0, 1), bottom)
    return strip.resize(size, Image.Resampling.BILINEAR).convert("RGBA")


@lru_cache(maxsize=8)
def burst(centre: tuple[int, int], radius: int, top: Colour, bottom: Colour) -> Image.Image:
    """A rounded star of many rays; do not draw on it."""
    points = []
    for index in range(36):
        reach = radius * (1.0 if index % 2 else 0.86)
        angle = math.pi * index / 18
        points.append((centre[0] + reach * math.cos(angle), centre[1] + reach * math.sin(angle)))
    shape = _shape(lambda pen: pen.polygon([(x * _FINE, y * _FINE) for x, y in points], fill=255))
    return _filled(shape, top, bottom)


@lru_cache(maxsize=8)
def disc(centre: tuple[int, int], radius: int, top: Colour, bottom: Colour) -> Image.Image:
    """A round badge with a lighter rim and fine rays; do not draw on it."""
    result = _filled(disc_mask(centre, radius), bottom, top)
    inner = _filled(disc_mask(centre, radius - 13), top, bottom)
    result.alpha_composite(inner)
    rays = _shape(lambda pen: _rays(pen, centre, radius - 13)).point(lambda v: v // 9)
    light = Image.new("RGBA", (SIDE, SIDE), "white")
    light.putalpha(rays)
    result.alpha_composite(light)
    return result


@lru_cache(maxsize=8)
def disc_mask(centre: tuple[int, int], radius: int) -> Image.Image:
    """255 inside a circle."""
    big = (centre[0] * _FINE, centre[1] * _FINE)
    return _shape(lambda pen: pen.circle(big, radius * _FINE, fill=255))


@lru_cache(maxsize=8)
def frame(box: tuple[int, int, int, int], top: Colour, bottom: Colour) -> Image.Image:
    """A rounded card; do not draw on it."""
    return _filled(frame_mask(box, 34), top, bottom)


@lru_cache(maxsize=8)
def frame_mask(box: tuple[int, int, int, int], corner: int) -> Image.Image:
    """255 inside a rounded rectangle."""
    big = tuple(side * _FINE for side in box)
    return _shape(lambda pen: pen.rounded_rectangle(big, corner * _FINE, fill=255))


@lru_cache(maxsize=4)
def ribbon(width: int, height: int, top: Colour, bottom: Colour) -> Image.Image:
    """A banner with folded ends; do not draw on it."""
    fold = height // 2
    size = (width + 2 * fold) * _FINE, (height + height // 4) * _FINE
    dark = (bottom[0] // 2, bottom[1] // 2, bottom[2] // 2)
    picture = Image.new("RGBA", size)
    pen = ImageDraw.Draw(picture)
    low, high = (height // 4) * _FINE, (height + height // 4) * _FINE
    edge, tail = fold * _FINE, int(fold * 1.7) * _FINE
    for x0, x1, notch in ((0, tail, 1), (size[0], size[0] - tail, -1)):
        middle = (low + high) // 2
        ends = [(x0, low), (x1, low), (x1, high), (x0, high), (x0 + notch * edge // 2, middle)]
        pen.polygon(ends, fill=(*_darker(bottom, 0.75), 255))
        inner = edge if notch == 1 else size[0] - edge
        pen.polygon([(inner, height * _FINE), (x1, height * _FINE), (x1, high)], fill=(*dark, 255))
    front = gradient((width * _FINE, height * _FINE), top, bottom)
    picture.paste(front, (edge, 0))
    return picture.resize((size[0] // _FINE, size[1] // _FINE), Image.Resampling.LANCZOS)


@lru_cache(maxsize=2)
def confetti(seed: int) -> Image.Image:
    """Paper scraps and streamers near the rim of the canvas; do not draw on it."""
    dice = random.Random(seed)
    picture = Image.new("RGBA", (SIDE * _FINE, SIDE * _FINE))
    pen = ImageDraw.Draw(picture)
    for index in range(44):
        angle = 2 * math.pi * (index + dice.random()) / 44
        reach = SIDE * dice.uniform(0.33, 0.46)
        x = (SIDE / 2 + reach * math.cos(angle)) * _FINE
        y = (SIDE / 2 - 10 + reach * math.sin(angle) * 0.98) * _FINE
        _scrap(pen, dice, (x, y), (*_PAPER[index % len(_PAPER)], 255))
    return picture.resize((SIDE, SIDE), Image.Resampling.LANCZOS)


def _scrap(
    pen: ImageDraw.ImageDraw,
    dice: random.Random,
    at: tuple[float, float],
    colour: tuple[int, int, int, int],
) -> None:
    length, width = dice.uniform(7, 12) * _FINE, dice.uniform(4, 6) * _FINE
    turn = dice.uniform(0, math.pi)
    if dice.random() < 0.25:
        pen.circle(at, width * 0.8, fill=colour)
        return
    along = (math.cos(turn) * length, math.sin(turn) * length)
    across = (-math.sin(turn) * width, math.cos(turn) * width)
    corners = [
        (at[0] + i * along[0] + j * across[0], at[1] + i * along[1] + j * across[1])
        for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    pen.polygon(corners, fill=colour)


def _rays(pen: ImageDraw.ImageDraw, centre: tuple[int, int], radius: int) -> None:
    x, y = centre[0] * _FINE, centre[1] * _FINE
    box = (x - radius * _FINE, y - radius * _FINE, x + radius * _FINE, y + radius * _FINE)
    for start in range(0, 360, 24):
        pen.pieslice(box, start, start + 12, fill=255)


def _shape(draw: Callable[[ImageDraw.ImageDraw], None]) -> Image.Image:
    mask = Image.new("L", (SIDE * _FINE, SIDE * _FINE))
    draw(ImageDraw.Draw(mask))
    return mask.resize((SIDE, SIDE), Image.Resampling.BOX)


def _filled(mask: Image.Image, top: Colour, bottom: Colour) -> Image.Image:
    picture = gradient((SIDE, SIDE), top, bottom)
    picture.putalpha(mask)
    return picture


def _darker(colour: Colour, share: float) -> Colour:
    return int(colour[0] * share), int(colour[1] * share), int(colour[2] * share)
