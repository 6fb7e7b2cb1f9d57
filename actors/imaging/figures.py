"""Figures on the sticker's canvas: scaling, turning, placing, with their faces kept in step."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from PIL import Image

from actors.imaging.face import Face
from actors.imaging.formats import SIDE

MARGIN = 20
AREA = SIDE - 2 * MARGIN

Mapping = Callable[[float, float], tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Figure:
    """An RGBA picture and its faces; `based` figures end in a flat lower edge."""

    image: Image.Image
    faces: tuple[Face, ...]
    based: bool = False

    @property
    def chin(self) -> float:
        """The lowest chin, or three fifths of the height when there is no face."""
        chins = [face.chin[1] for face in self.faces]
        return max(chins) if chins else 0.6 * self.image.height


def scaled(figure: Figure, scale: float) -> Figure:
    """The figure at another size."""
    size = max(1, round(figure.image.width * scale)), max(1, round(figure.image.height * scale))
    resample = Image.Resampling.BICUBIC if scale > 1 else Image.Resampling.LANCZOS
    image = figure.image.resize(size, resample, reducing_gap=3.0)
    return Figure(image, tuple(face.moved(0, 0, scale) for face in figure.faces), figure.based)


def fitted(figure: Figure, width: float, height: float) -> Figure:
    """As large as fits."""
    scale = min(width / figure.image.width, height / figure.image.height)
    return figure if 0.995 < scale < 1.005 else scaled(figure, scale)


def leaning(figure: Figure, degrees: float) -> Figure:
    """Turned at the size of a sticker: turning a large picture costs far more."""
    if max(figure.image.size) > AREA:
        figure = fitted(figure, AREA, AREA)
    return turned(figure, degrees)


def turned(figure: Figure, degrees: float) -> Figure:
    """Turned counter-clockwise; a flat base is cut flat again."""
    image = figure.image.rotate(degrees, Image.Resampling.BICUBIC, expand=True)
    angle = math.radians(degrees)
    old, new = figure.image.size, image.size

    def at(x: float, y: float) -> tuple[float, float]:
        dx, dy = x - old[0] / 2, y - old[1] / 2
        return (
            dx * math.cos(angle) + dy * math.sin(angle) + new[0] / 2,
            -dx * math.sin(angle) + dy * math.cos(angle) + new[1] / 2,
        )

    faces = tuple(_turned_face(face, at) for face in figure.faces)
    if figure.based:
        ends = np.flatnonzero(np.asarray(figure.image.getchannel("A"))[-4] > 128)
        span = (int(ends[0]), int(ends[-1])) if ends.size else (0, old[0])
        cut = min(at(x, old[1])[1] for x in span)
        image = image.crop((0, 0, image.width, max(1, round(cut) - 1)))
    box = image.getchannel("A").getbbox() or (0, 0, *image.size)
    moved = tuple(face.moved(-box[0], -box[1]) for face in faces)
    return Figure(image.crop(box), moved, figure.based)


def placed(figure: Figure, left: float, top: float, size: int = SIDE) -> Figure:
    """On a transparent square canvas, cut at its edges."""
    canvas = Image.new("RGBA", (size, size))
    canvas.paste(figure.image, (round(left), round(top)))
    faces = tuple(face.moved(round(left), round(top)) for face in figure.faces)
    return Figure(canvas, faces, figure.based)


def mirrored(figure: Figure) -> Figure:
    """Left and right exchanged."""
    width = figure.image.width

    def at(x: float, y: float) -> tuple[float, float]:
        return width - x, y

    image = figure.image.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    moved = [_turned_face(face, at) for face in figure.faces]
    flipped = [replace(f, right_eye=f.left_eye, left_eye=f.right_eye) for f in moved]
    return Figure(image, tuple(flipped), figure.based)


def _turned_face(face: Face, at: Mapping) -> Face:
    x, y = at(*face.centre)
    return Face(
        x - face.width / 2,
        y - face.height / 2,
        face.width,
        face.height,
        face.score,
        at(*face.right_eye),
        at(*face.left_eye),
        at(*face.nose),
        at(*face.mouth),
    )
