"""From a coarse mask to a clean edge: growth from seeds, guided filter, foreground colour.

Masks are float32 from 0 to 1 in the size of their picture.
"""

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from actors.imaging import outline
from actors.imaging.tflite import Array

_LUMA = np.array([0.299, 0.587, 0.114], np.float32)
_EPSILON = 1e-4
_EDGE = (0.2, 0.85)

Mask = NDArray[np.bool_]


def grown(mask: Mask, seed: Mask) -> Mask:
    """The parts of a mask that touch the seed (four neighbours)."""
    current = mask & seed
    for _ in range(4 * max(mask.shape)):
        wider = current.copy()
        wider[1:] |= current[:-1]
        wider[:-1] |= current[1:]
        wider[:, 1:] |= current[:, :-1]
        wider[:, :-1] |= current[:, 1:]
        wider &= mask
        if np.array_equal(wider, current):
            break
        current = wider
    return current


def largest(mask: Mask) -> Mask:
    """The largest connected part of a mask; all False when there is none."""
    rest, best = mask.copy(), np.zeros_like(mask)
    for _ in range(12):
        if rest.sum() <= best.sum():
            break
        seed = np.zeros_like(mask)
        rows = rest.sum(axis=1)
        row = int(rows.argmax())
        seed[row, int(rest[row].argmax())] = True
        part = grown(rest, seed)
        rest &= ~part
        if part.sum() > best.sum():
            best = part
    return best


def opened(mask: Mask, radius: int) -> Mask:
    """The mask without parts narrower than about twice the radius, edges of the picture kept."""
    alpha = mask.astype(np.uint8) * 255
    return outline.dilated(outline.eroded(alpha, radius), radius) > 127


def widened(mask: Mask) -> Array:
    """1 on the mask and two pixels round it, so that a soft edge survives the product."""
    picture = Image.fromarray((mask * 255).astype(np.uint8))
    return np.asarray(picture.filter(ImageFilter.BoxBlur(2)), np.uint8).astype(bool) * np.float32(1)


def refined(picture: Image.Image, mask: Array) -> Array:
    """Snap a soft mask to the edges of the picture; radius is 0.8 % of the long side."""
    guide: Array = (np.asarray(picture, np.float32) @ _LUMA) / np.float32(255)
    radius = max(2, round(0.008 * max(picture.size)))
    mean_guide, mean_mask = _box(guide, radius), _box(mask, radius)
    slope = _box(guide * mask, radius) - mean_guide * mean_mask
    slope /= _box(guide * guide, radius) - mean_guide * mean_guide + _EPSILON
    offset: Array = np.asarray(mean_mask - slope * mean_guide, np.float32)
    result = _box(slope, radius) * guide + _box(offset, radius)
    return smoothstep(result, *_EDGE)


def smoothstep(value: Array, low: float, high: float) -> Array:
    """0 below low, 1 above high, smooth between."""
    share = ((value - np.float32(low)) / np.float32(high - low)).clip(0, 1)
    return np.asarray(share * share * (3 - 2 * share), np.float32)


def decontaminated(picture: Image.Image, alpha: Array) -> Image.Image:
    """The picture with colours from inside the figure pushed into its soft edge."""
    solid = Image.fromarray(((alpha > 0.97) * 255).astype(np.uint8))
    inside = picture.convert("RGB")
    inside.putalpha(solid)
    premultiplied = inside.convert("RGBa")
    colour, weight = np.zeros((*alpha.shape, 3), np.float32), np.zeros(alpha.shape, np.float32)
    for radius, share in ((3, 1.0), (9, 0.05)):
        blurred = np.asarray(premultiplied.filter(ImageFilter.BoxBlur(radius)), np.float32)
        colour += share * blurred[..., :3]
        weight += share * blurred[..., 3] / 255
    original = np.asarray(picture, np.float32)
    known = weight > 0.004
    estimate = np.where(known[..., None], colour / np.maximum(weight, 0.004)[..., None], original)
    keep = smoothstep(alpha, 0.9, 1.0)[..., None]
    mixed = original * keep + estimate * (1 - keep)
    return Image.fromarray(mixed.clip(0, 255).astype(np.uint8))


def _box(value: Array, radius: int) -> Array:
    """Mean over a square window, edges repeated."""
    size = 2 * radius + 1
    for axis in (0, 1):
        pad = [(radius + 1, radius) if a == axis else (0, 0) for a in (0, 1)]
        total = np.cumsum(np.pad(value, pad, mode="edge"), axis=axis, dtype=np.float64)
        ahead, behind = [slice(None)] * 2, [slice(None)] * 2
        ahead[axis], behind[axis] = slice(size, None), slice(None, -size)
        value = ((total[tuple(ahead)] - total[tuple(behind)]) / size).astype(np.float32)
    return value
