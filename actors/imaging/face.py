"""Finds faces with BlazeFace (short range), also small ones and ones at the edge.

The network sees 128 px squares. The whole picture is letterboxed first; when that shows no face,
overlapping squares are searched. Every candidate is looked at again close up, so that a face in
the clouds does not pass and keypoints are exact.
"""

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from PIL import Image

from actors.imaging import assets
from actors.imaging.network import load
from actors.imaging.tflite import Array

_INPUT = 128
_CANDIDATE = 0.35
_CERTAIN = 0.72
_CANDIDATES = 12
_LEAST_SQUARE = 96
_SMALL = 0.2  # of the side: beside so small a face the network misses others
_OVERLAP = 0.3
_CLOSE_UP = 2.4
_CHIN = 0.74  # eyes to mouth, then this share of it again to the chin


@dataclass(frozen=True, slots=True)
class Face:
    """One face in pixels of its picture; right and left are the guest's own."""

    left: float
    top: float
    width: float
    height: float
    score: float
    right_eye: tuple[float, float]
    left_eye: tuple[float, float]
    nose: tuple[float, float]
    mouth: tuple[float, float]

    @property
    def centre(self) -> tuple[float, float]:
        """Middle of the box."""
        return self.left + self.width / 2, self.top + self.height / 2

    @property
    def eyes(self) -> tuple[float, float]:
        """Point between the eyes."""
        (ax, ay), (bx, by) = self.right_eye, self.left_eye
        return (ax + bx) / 2, (ay + by) / 2

    @property
    def unit(self) -> float:
        """Distance from eyes to mouth, or its like from the eyes' distance when foreshortened."""
        apart = math.dist(self.right_eye, self.left_eye)
        return max(math.dist(self.eyes, self.mouth), 1.02 * apart, 0.3 * self.height)

    @property
    def tilt(self) -> float:
        """Turn of the eye line in degrees, positive when the picture's right side is lower.

        In profile the eyes nearly coincide and say nothing: such a head counts as level.
        """
        (ax, ay), (bx, by) = self.right_eye, self.left_eye
        if math.dist((ax, ay), (bx, by)) < 0.5 * self.unit or bx <= ax:
            return 0.0
        return math.degrees(math.atan2(by - ay, bx - ax))

    @property
    def chin(self) -> tuple[float, float]:
        """Estimated from the line through eyes and mouth."""
        (ex, ey), (mx, my) = self.eyes, self.mouth
        length = max(math.dist((ex, ey), (mx, my)), 1.0)
        share = _CHIN * self.unit / length
        return mx + (mx - ex) * share, my + (my - ey) * share

    def moved(self, dx: float, dy: float, scale: float = 1.0) -> "Face":
        """The same face after its picture was shifted and then scaled."""

        def at(point: tuple[float, float]) -> tuple[float, float]:
            return (point[0] + dx) * scale, (point[1] + dy) * scale

        left, top = at((self.left, self.top))
        eyes = at(self.right_eye), at(self.left_eye)
        size = self.width * scale, self.height * scale
        return Face(left, top, *size, self.score, *eyes, at(self.nose), at(self.mouth))


def find_faces(picture: Image.Image) -> list[Face]:
    """Faces of an RGB picture, largest first; raises OSError when the model is missing."""
    found = _confirmed(picture, _look(picture, (0, 0, *picture.size)))
    searched = 0
    for division in (1, 2, 4):
        side = max(min(picture.size) // division, _LEAST_SQUARE)
        against = max(picture.size) if division == 1 else min(picture.size)
        if found and (division > 2 or found[0].height > _SMALL * against):
            break
        if side != searched:
            squares = _squares(picture.size, side)
            candidates = [face for square in squares for face in _look(picture, square)]
            found = _distinct(found + _confirmed(picture, candidates))
        searched = side
    return sorted(found, key=lambda face: face.height, reverse=True)


def _squares(size: tuple[int, int], side: int) -> list[tuple[int, int, int, int]]:
    return [
        (left, top, min(left + side, size[0]), min(top + side, size[1]))
        for top in _starts(size[1], side)
        for left in _starts(size[0], side)
    ]


def _starts(length: int, side: int) -> list[int]:
    steps = max(0, math.ceil((length - side) / (side * 0.5)))
    return [round(step * (length - side) / max(steps, 1)) for step in range(steps + 1)]


def _confirmed(picture: Image.Image, candidates: list[Face]) -> list[Face]:
    certain: list[Face] = []
    for face in _distinct(candidates)[:_CANDIDATES]:
        x, y = face.centre
        half = max(face.width, face.height) * _CLOSE_UP / 2
        seen = _look(picture, (round(x - half), round(y - half), round(x + half), round(y + half)))
        again = [other for other in seen if _common(face, other) > _OVERLAP]
        if again and again[0].score >= _CERTAIN:
            certain.append(again[0])
    return _distinct(certain)


def _look(picture: Image.Image, box: tuple[int, int, int, int]) -> list[Face]:
    """Faces in a part of the picture (which may reach outside), best first."""
    left, top, right, bottom = box
    side = max(right - left, bottom - top)
    scale = _INPUT / side
    size = (max(1, round((right - left) * scale)), max(1, round((bottom - top) * scale)))
    inside = (max(left, 0), max(top, 0), min(right, picture.width), min(bottom, picture.height))
    part = picture.resize(
        (
            max(1, round((inside[2] - inside[0]) * scale)),
            max(1, round((inside[3] - inside[1]) * scale)),
        ),
        Image.Resampling.BILINEAR,
        box=inside,
        reducing_gap=2.0,
    )
    pad_x, pad_y = (_INPUT - size[0]) // 2, (_INPUT - size[1]) // 2
    canvas = Image.new("RGB", (_INPUT, _INPUT))
    place = (pad_x + round((inside[0] - left) * scale), pad_y + round((inside[1] - top) * scale))
    canvas.paste(part, place)
    faces = _decode(*load(assets.FACE).run(np.asarray(canvas, np.float32) / 127.5 - 1))
    return [face.moved(left * scale - pad_x, top * scale - pad_y, 1 / scale) for face in faces]


def _decode(places: Array, scores: Array) -> list[Face]:
    """Network outputs to faces in input pixels; a place is box centre, size, six keypoints."""
    chance = 0.5 * (1 + np.tanh(scores[:, 0].clip(-60, 60) / 2))
    kept = np.flatnonzero(chance > _CANDIDATE)
    anchors = _anchors()[kept] * _INPUT
    faces = []
    for place, anchor, score in zip(places[kept], anchors, chance[kept], strict=True):
        x, y = place[:2] + anchor
        width, height = place[2:4]
        points = [(float(px), float(py)) for px, py in place[4:12].reshape(4, 2) + anchor]
        faces.append(
            Face(
                float(x - width / 2),
                float(y - height / 2),
                float(width),
                float(height),
                float(score),
                *points,
            )
        )
    return _distinct(faces)


@lru_cache(maxsize=1)
def _anchors() -> Array:
    """Centres of the 896 anchors: two to a cell of 16x16, six to a cell of 8x8."""
    grids = []
    for cells, each in ((16, 2), (8, 6)):
        middle = (np.arange(cells, dtype=np.float32) + 0.5) / cells
        grid = np.stack(np.meshgrid(middle, middle), axis=-1).reshape(-1, 2)
        grids.append(np.repeat(grid, each, axis=0))
    return np.concatenate(grids)


def _distinct(faces: list[Face]) -> list[Face]:
    """The best of each group that overlaps, best first."""
    kept: list[Face] = []
    for face in sorted(faces, key=lambda one: one.score, reverse=True):
        if face.width > 2 and all(_common(face, other) <= _OVERLAP for other in kept):
            kept.append(face)
    return kept


def _common(one: Face, other: Face) -> float:
    """Intersection over union of two boxes."""
    width = min(one.left + one.width, other.left + other.width) - max(one.left, other.left)
    height = min(one.top + one.height, other.top + other.height) - max(one.top, other.top)
    if width <= 0 or height <= 0:
        return 0.0
    shared = width * height
    return shared / (one.width * one.height + other.width * other.height - shared)
