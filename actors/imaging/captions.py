"""Draws captions in Rubik Black: coloured letters, dark contour, slight tilt.

A caption is one picture of its own; where it goes is decided by `compose`, away from the mouth.
"""

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFont

from actors.imaging import assets

_LARGEST, _SMALLEST = 84, 26
_SMALL_LINE, _TWO_LINES = 50, 56  # points: below this a line is broken; size cap of two lines
# Letters of the Uzbek alphabet that the font lacks, and the marks that look the same.
_DRAWABLE = str.maketrans({"\u02bb": "\u2018", "\u02bc": "\u2019"})
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


def draw(text: str, width: int, ink: Ink, tilt: float = 0.0, *, lines: int = 2) -> Image.Image:
    """The caption on a transparent ground, at most about `width` pixels wide before the tilt.

    A text that would come out small is broken into two lines when that is allowed.
    """
    text = text.translate(_DRAWABLE)
    text, font = _broken(text, width) if lines > 1 else (text, _fitting(text, width))
    stroke = max(4, round(font.size * 0.1))
    pen = ImageDraw.Draw(Image.new("L", (1, 1)))
    spacing = font.size * 0.02
    box = pen.multiline_textbbox(
        (0, 0), text, font, spacing=spacing, align="center", stroke_width=stroke
    )
    size = round(box[2] - box[0]) + 8, round(box[3] - box[1]) + 11
    place = 4 - box[0], 4 - box[1]
    contour, letters = Image.new("L", size), Image.new("L", size)
    for down in (0, 3):
        ImageDraw.Draw(contour).multiline_text(
            (place[0], place[1] + down),
            text,
            255,
            font,
            spacing=spacing,
            align="center",
            stroke_width=stroke,
        )
    ImageDraw.Draw(letters).multiline_text(place, text, 255, font, spacing=spacing, align="center")
    picture = Image.new("RGBA", size, (*ink.contour, 0))
    picture.putalpha(contour)
    picture.paste(_gradient(size, ink, text.count("\n") + 1), mask=letters)
    return picture.rotate(tilt, Image.Resampling.BICUBIC, expand=True) if tilt else picture


def _broken(text: str, width: int) -> tuple[str, ImageFont.FreeTypeFont]:
    """The text in one line, or in two of nearly equal length when one would be too small."""
    whole = _fitting(text, width)
    words = text.split()
    if whole.size >= _SMALL_LINE or len(words) < 2:
        return text, whole
    halves = [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
    first, second = min(halves, key=lambda pair: abs(len(pair[0]) - len(pair[1])))
    font = _font(
        min(int(_fitting(first, width).size), int(_fitting(second, width).size), _TWO_LINES)
    )
    return f"{first}\n{second}", font


def _gradient(size: tuple[int, int], ink: Ink, lines: int) -> Image.Image:
    """Top colour to bottom colour, once in each line."""
    strip = Image.new("RGB", (1, 2))
    strip.putpixel((0, 0), ink.top)
    strip.putpixel((0, 1), ink.bottom)
    picture = Image.new("RGBA", size)
    height = -(-size[1] // lines)
    band = strip.resize((size[0], height), Image.Resampling.BILINEAR)
    for line in range(lines):
        picture.paste(band, (0, line * height))
    return picture


def _fitting(text: str, width: int) -> ImageFont.FreeTypeFont:
    for points in range(_LARGEST, _SMALLEST, -4):
        font = _font(points)
        if font.getlength(text) + points * 0.25 <= width:
            return font
    return _font(_SMALLEST)


@lru_cache(maxsize=16)
def _font(points: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(assets.FONT, points, layout_engine=ImageFont.Layout.BASIC)
