"""Draws captions in Rubik Black: coloured letters, dark contour, slight tilt.

A caption is one picture of its own; where it goes is decided by `compose`, away from the mouth.
"""

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFont

from actors.imaging import assets

_LARGEST, _SMALLEST = 84, 26
_INK = (38, 26, 66)


@dataclass(frozen=True, slots=True)
class Ink:
    """Colours of a caption: top and bottom of the letters, and their contour."""

    top: tuple[int, int, int] = (255, 255, 255)
    bottom: tuple[int, int, int] = (255, 214, 92)
    contour: tuple[int, int, int] = _INK


def available() -> bool:
    """Whether the font is there."""
    return assets.FONT.is_file()


def draw(text: str, width: int, ink: Ink, tilt: float = 0.0) -> Image.Image:
    """The caption on a transparent ground, at most about `width` pixels wide before the tilt."""
    font = _fitting(text, width)
    stroke = max(4, round(font.size * 0.1))
    box = font.getbbox(text, stroke_width=stroke)
    size = round(box[2] - box[0]) + 8, round(box[3] - box[1]) + 8
    place = 4 - box[0], 4 - box[1]
    picture = _layer(size, place, text, font, stroke, ink.contour)
    letters = Image.new("L", size)
    ImageDraw.Draw(letters).text(place, text, fill=255, font=font)
    picture.paste(_gradient(size, ink), mask=letters)
    return picture.rotate(tilt, Image.Resampling.BICUBIC, expand=True) if tilt else picture


def _layer(
    size: tuple[int, int],
    place: tuple[float, float],
    text: str,
    font: ImageFont.FreeTypeFont,
    stroke: int,
    colour: tuple[int, int, int],
) -> Image.Image:
    """The contour with a short drop below it, which gives the letters some thickness."""
    shape = Image.new("L", size)
    pen = ImageDraw.Draw(shape)
    for down in (0, 3):
        pen.text((place[0], place[1] + down), text, 255, font, stroke_width=stroke)
    picture = Image.new("RGBA", size, (*colour, 0))
    picture.putalpha(shape)
    return picture


def _gradient(size: tuple[int, int], ink: Ink) -> Image.Image:
    strip = Image.new("RGB", (1, 2))
    strip.putpixel((0, 0), ink.top)
    strip.putpixel((0, 1), ink.bottom)
    return strip.resize(size, Image.Resampling.BILINEAR).convert("RGBA")


def _fitting(text: str, width: int) -> ImageFont.FreeTypeFont:
    for points in range(_LARGEST, _SMALLEST, -4):
        font = _font(points)
        if font.getlength(text) + points * 0.25 <= width:
            return font
    return _font(_SMALLEST)


@lru_cache(maxsize=16)
def _font(points: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(assets.FONT, points, layout_engine=ImageFont.Layout.BASIC)
