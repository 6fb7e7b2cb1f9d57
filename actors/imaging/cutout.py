"""Cuts the guest out of a photo: crop round the faces, mask twice, clean edge, mild grade.

Everything that does not grow from a face is dropped; when there is no face, the largest figure is
kept. Without the model the crop itself is the cut-out, opaque.
"""

from dataclasses import dataclass

import numpy as np
from PIL import Image

from actors.imaging import assets, matte
from actors.imaging.face import Face
from actors.imaging.network import load
from actors.imaging.tflite import Array

WORK_SIDE = 768
_INPUT = 256
_MARGIN = 0.08
_SURE = 0.5
# Half width in mask pixels of what hangs on the figure by chance; without a face less is trusted.
_THIN, _THICK = 2, 9
_PEER = 0.55  # a face this share of the largest belongs to the group
_WIDEST = 1.4
_UP, _DOWN, _ASIDE = 3.0, 6.6, 5.2  # of a face's unit: how much round it is looked at


@dataclass(frozen=True, slots=True)
class Cutout:
    """An RGBA figure and its faces in the same pixels, largest first.

    `based` says that the figure ran out of the photo's lower edge.
    """

    figure: Image.Image
    faces: tuple[Face, ...]
    based: bool


def cut_out(photo: Image.Image, faces: list[Face]) -> Cutout:
    """The guest, or the group when faces are alike in size, cropped to what is left."""
    faces = [face for face in faces if face.height >= _PEER * faces[0].height]
    part, faces = _cropped(photo, faces)
    mask = person_mask(part, faces) if assets.SEGMENTATION.is_file() else None
    if mask is None:
        return _whole(part, faces)
    alpha = matte.refined(part, mask)
    alpha *= _attached(alpha, faces)
    figure = _graded(matte.decontaminated(part, alpha), alpha)
    figure.putalpha(Image.fromarray((alpha * 255).astype(np.uint8)))
    return _trimmed(figure, faces)


def person_mask(picture: Image.Image, faces: list[Face]) -> Array | None:
    """Soft mask of what grows from the faces, None when nothing does."""
    first = segment(picture) if faces else steady(picture)
    kept = _kept(first, picture.size, faces)
    if not kept.any():
        return None
    box = box_of(kept, picture.size)
    second = segment(picture.crop(box)) if faces else steady(picture.crop(box))
    place = tuple(face.moved(-box[0], -box[1]) for face in faces)
    size = box[2] - box[0], box[3] - box[1]
    if len(faces) > 1:
        alone = _seen_one_by_one(picture.crop(box), place)
        second = np.where(alone < 0, second, np.minimum(second, alone))
    again = _kept(second, size, list(place))
    clean = Image.fromarray(second * matte.widened(again))
    mask = Image.new("F", picture.size)
    mask.paste(clean.resize(size, Image.Resampling.BICUBIC), box[:2])
    return np.asarray(mask, np.float32).clip(0, 1)


def _seen_one_by_one(picture: Image.Image, faces: tuple[Face, ...]) -> Array:
    """What belongs to anybody when each of a group is looked at alone: a wide view errs more.

    Negative where nobody was looked at.
    """
    result = Image.new("F", picture.size, -1.0)
    for face in faces:
        edges = _surroundings(face)
        box = (
            max(0, round(edges[0])),
            max(0, round(edges[1])),
            min(picture.width, round(edges[2])),
            min(picture.height, round(edges[3])),
        )
        size = box[2] - box[0], box[3] - box[1]
        mask = Image.fromarray(segment(picture.crop(box))).resize(size, Image.Resampling.BILINEAR)
        here = np.maximum(np.asarray(mask), np.asarray(result.crop(box)))
        result.paste(Image.fromarray(here), box[:2])
    return np.asarray(result.resize((_INPUT, _INPUT), Image.Resampling.NEAREST), np.float32)


def segment(picture: Image.Image) -> Array:
    """Chance of a person, 256 x 256, the picture squeezed into the square."""
    small = picture.resize((_INPUT, _INPUT), Image.Resampling.BILINEAR, reducing_gap=2.0)
    pixels: Array = np.asarray(small, np.float32) / np.float32(255)
    return load(assets.SEGMENTATION).run(pixels)[0][:, :, 0]


def steady(picture: Image.Image) -> Array:
    """What stays a person when the picture is mirrored and when it is made grey."""
    mirrored = segment(picture.transpose(Image.Transpose.FLIP_LEFT_RIGHT))[:, ::-1]
    grey = segment(picture.convert("L").convert("RGB"))
    steady_one: Array = np.minimum(np.minimum(segment(picture), mirrored), grey)
    return steady_one


def _kept(mask: Array, size: tuple[int, int], faces: list[Face]) -> matte.Mask:
    sure = mask > _SURE
    if not faces:
        return matte.largest(matte.opened(sure, _THICK))
    sure = matte.opened(sure, _THIN)
    seed = np.zeros_like(sure)
    for face in faces:
        left, top = face.left * _INPUT / size[0], face.top * _INPUT / size[1]
        right = left + face.width * _INPUT / size[0]
        bottom = top + face.height * _INPUT / size[1]
        seed[
            max(0, round(top)) : max(1, round(bottom)), max(0, round(left)) : max(1, round(right))
        ] = True
    return matte.grown(sure, seed)


def _attached(alpha: Array, faces: list[Face]) -> Array:
    """0 on specks that lost touch with the figure when its edge was refined, else 1."""
    height, width = alpha.shape
    small = Image.fromarray(alpha).resize((_INPUT, _INPUT), Image.Resampling.BOX)
    coarse = np.asarray(small, np.float32)
    near = matte.widened(_kept(coarse, (width, height), faces))
    soft = Image.fromarray(near).resize((width, height), Image.Resampling.BILINEAR)
    return np.asarray(soft, np.float32)


def box_of(kept: matte.Mask, size: tuple[int, int]) -> tuple[int, int, int, int]:
    """Pixels of the picture that hold the mask, with a margin of 8 %."""
    rows, columns = np.flatnonzero(kept.any(axis=1)), np.flatnonzero(kept.any(axis=0))
    left, right = columns[0] / _INPUT, (columns[-1] + 1) / _INPUT
    top, bottom = rows[0] / _INPUT, (rows[-1] + 1) / _INPUT
    wide, high = (right - left) * _MARGIN, (bottom - top) * _MARGIN
    return (
        round(max(0, left - wide) * size[0]),
        round(max(0, top - high) * size[1]),
        max(1, round(min(1, right + wide) * size[0])),
        max(1, round(min(1, bottom + high) * size[1])),
    )


def _cropped(photo: Image.Image, faces: list[Face]) -> tuple[Image.Image, list[Face]]:
    """The surroundings of the faces, long side at most `WORK_SIDE`."""
    box = (0, 0, *photo.size)
    if faces:
        edges = [_surroundings(face) for face in faces]
        box = (
            max(0, round(min(edge[0] for edge in edges))),
            max(0, round(min(edge[1] for edge in edges))),
            min(photo.width, round(max(edge[2] for edge in edges))),
            min(photo.height, round(max(edge[3] for edge in edges))),
        )
        box = _less_wide(box, photo.height)
    wide, high = box[2] - box[0], box[3] - box[1]
    scale = min(WORK_SIDE / max(wide, high), 3.0)
    size = max(1, round(wide * scale)), max(1, round(high * scale))
    part = photo.resize(size, Image.Resampling.BICUBIC, box=box, reducing_gap=2.0)
    return part, [face.moved(-box[0], -box[1], scale) for face in faces]


def _less_wide(box: tuple[int, int, int, int], height: int) -> tuple[int, int, int, int]:
    """A wide strip grows downwards, then up: the network wants nearly square pictures."""
    left, top, right, bottom = box
    wanted = round((right - left) / _WIDEST)
    bottom = min(height, max(bottom, top + wanted))
    return left, max(0, min(top, bottom - wanted)), right, bottom


def _surroundings(face: Face) -> tuple[float, float, float, float]:
    (x, y), unit = face.eyes, face.unit
    return x - _ASIDE * unit, y - _UP * unit, x + _ASIDE * unit, y + _DOWN * unit


def _graded(picture: Image.Image, alpha: Array) -> Image.Image:
    """Lift dull exposure and colour a little, judged by the figure alone."""
    pixels = np.asarray(picture, np.float32) / 255
    light = pixels @ np.array([0.299, 0.587, 0.114], np.float32)
    inside = light[alpha > 0.9]
    if inside.size < 100:
        return picture
    low, middle, high = np.percentile(inside[::7], (1, 50, 99))
    low, high = min(low, 0.03), max(high, 0.93)
    pixels = (pixels - low) / (high - low)
    middle = np.clip((middle - low) / (high - low), 0.05, 0.95)
    gamma = np.clip(np.log(0.42) / np.log(middle), 0.82, 1.1) ** 0.6
    pixels = np.power(pixels.clip(0, 1), np.float32(gamma))
    grey = (pixels @ np.array([0.299, 0.587, 0.114], np.float32))[..., None]
    pixels = grey + (pixels - grey) * np.float32(1.04)
    return Image.fromarray((pixels.clip(0, 1) * 255).astype(np.uint8))


def _trimmed(figure: Image.Image, faces: list[Face]) -> Cutout:
    alpha = figure.getchannel("A").point(lambda value: 255 if value > 24 else 0)
    box = alpha.getbbox() or (0, 0, *figure.size)
    edge = np.asarray(figure.getchannel("A"))[-3:].mean() if figure.height else 0
    moved = tuple(face.moved(-box[0], -box[1]) for face in faces)
    return Cutout(figure.crop(box), moved, based=bool(edge > 12))


def _whole(part: Image.Image, faces: list[Face]) -> Cutout:
    figure = part.convert("RGBA")
    return Cutout(figure, tuple(faces), based=True)
