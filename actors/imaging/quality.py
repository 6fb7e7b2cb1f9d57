"""Decides whether a photo will make good stickers, before anything is spent on it.

Every bound lies between measured values: on 27 portraits the lowest sharpness was 0.47 (a blurred
copy 0.07), the lowest bright tone 83 (an underexposed copy 25), the largest burnt share 0.03 (an
overexposed copy 0.43).
"""

from enum import StrEnum

import numpy as np
from PIL import Image

from actors.imaging import assets, matte
from actors.imaging.cutout import box_of, segment
from actors.imaging.face import Face, find_faces
from actors.imaging.tflite import Array

_LEAST_SIDE, _HOPELESS_SIDE = 170, 100
_LEAST_FACE = 24
_DARK, _BRIGHT, _BURNT, _SHARP = 55, 236, 0.22, 0.2
_STANDARD = 72  # width in pixels at which sharpness is judged


class Reason(StrEnum):
    """Why a photo is refused; the values are part of the HTTP contract."""

    NO_PERSON = "no_person"
    TOO_SMALL = "too_small"
    TOO_DARK = "too_dark"
    TOO_BRIGHT = "too_bright"
    BLURRED = "blurred"


def judge(photo: Image.Image) -> tuple[list[Face], Reason | None]:
    """The faces, largest first, and the reason to refuse the photo or None.

    Without models only size, light and sharpness of the whole picture are judged.
    """
    if min(photo.size) < _HOPELESS_SIDE:
        return [], Reason.TOO_SMALL
    faces = find_faces(photo) if assets.FACE.is_file() else []
    reason = _light_and_sharpness(_region(photo, faces))
    if min(photo.size) < _LEAST_SIDE:
        reason = Reason.TOO_SMALL
    if faces:
        return faces, Reason.TOO_SMALL if faces[0].height < _LEAST_FACE else reason
    if not assets.FACE.is_file() or not assets.SEGMENTATION.is_file():
        return [], reason
    if reason in {Reason.TOO_DARK, Reason.TOO_BRIGHT} and not _flat(photo):
        return [], reason
    return [], reason if shows_person(photo) else Reason.NO_PERSON


def shows_person(photo: Image.Image) -> bool:
    """Whether the mask alone is convincing: a crisp figure that stands on the lower edge.

    Clouds, crockery and pets in close-up give ragged masks, masks that change when the picture is
    mirrored or made grey, or masks that fill the frame.
    """
    mask = segment(photo)
    figure = matte.largest(mask > 0.5)
    if not 0.1 < figure.mean() < 0.85:
        return False
    close = segment(photo.crop(box_of(figure, photo.size)))
    if _raggedness(mask) > 0.3 or _raggedness(close) > 0.3 or figure[-3:].mean() < 0.4:
        return False
    mirrored = segment(photo.transpose(Image.Transpose.FLIP_LEFT_RIGHT))[:, ::-1]
    grey = segment(photo.convert("L").convert("RGB"))
    return _agreement(mask, mirrored) > 0.9 and _agreement(mask, grey) > 0.8


def _region(photo: Image.Image, faces: list[Face]) -> Image.Image:
    if not faces:
        return photo.convert("L")
    face = faces[0]
    box = (
        max(0, round(face.centre[0] - 1.1 * face.unit)),
        max(0, round(face.eyes[1] - 0.8 * face.unit)),
        min(photo.width, round(face.centre[0] + 1.1 * face.unit)),
        min(photo.height, round(face.chin[1])),
    )
    if box[2] - box[0] < 4 or box[3] - box[1] < 4:
        return photo.convert("L")
    return photo.crop(box).convert("L")


def _light_and_sharpness(region: Image.Image) -> Reason | None:
    share = min(1.0, _STANDARD / region.width)
    size = max(4, round(region.width * share)), max(4, round(region.height * share))
    light = np.asarray(region.resize(size, Image.Resampling.BOX), np.float32)
    if np.percentile(light, 95) < _DARK:
        return Reason.TOO_DARK
    if np.median(light) > _BRIGHT or (light > 250).mean() > _BURNT:
        return Reason.TOO_BRIGHT
    return Reason.BLURRED if _sharpness(light) < _SHARP else None


def _sharpness(light: Array) -> float:
    """Spread of the Laplacian over the spread of light: independent of contrast."""
    inner = 4 * light[1:-1, 1:-1] - light[:-2, 1:-1] - light[2:, 1:-1]
    inner -= light[1:-1, :-2] + light[1:-1, 2:]
    return float(inner.std() / max(float(light.std()), 1.0))


def _flat(photo: Image.Image) -> bool:
    """A blank page is no person rather than a badly lit one."""
    light = np.asarray(photo.convert("L").resize((32, 32), Image.Resampling.BOX), np.float32)
    return float(np.ptp(light)) < 8


def _raggedness(mask: Array) -> float:
    undecided = ((mask > 0.1) & (mask < 0.9)).sum()
    return float(undecided / max((mask > 0.5).sum(), 1))


def _agreement(one: Array, other: Array) -> float:
    first, second = one > 0.5, other > 0.5
    return float((first & second).sum() / max((first | second).sum(), 1))
