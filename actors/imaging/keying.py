"""Cuts a figure out of a flat key colour: hard and soft zone, then the key's tint off the edge.

Distances are measured in chroma, so that a shaded background is still background. Only soft
pixels lose their tint; clothes of a like colour that are fully opaque keep theirs.
"""

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Colour = tuple[int, int, int]
Pixels = NDArray[np.float32]

HARD, SOFT = 55.0, 105.0
"""Chroma distances below which a pixel is background, and above which it is figure."""
ENOUGH = 0.25
"""Share of background from which a picture counts as drawn on the key."""
_SPILL_BELOW = 250
_RING = 0.02


def key_share(picture: Image.Image, key: Colour) -> float:
    """The share of pixels that are key colour, 0 unless the border is mostly key as well."""
    near = _distance(_rgb(picture), key) < HARD
    band = max(1, round(_RING * min(picture.size)))
    inner = near[band:-band, band:-band]
    ring = near.sum() - inner.sum()
    if ring < 0.5 * (near.size - inner.size):
        return 0.0
    return float(near.mean())


def keyed(picture: Image.Image, key: Colour) -> Image.Image:
    """The picture as RGBA with the key colour transparent."""
    pixels = _rgb(picture)
    distance = _distance(pixels, key)
    alpha = ((distance - HARD) / (SOFT - HARD)).clip(0, 1) * 255
    alpha = alpha.astype(np.uint8)
    clean = _despilled(pixels, key, alpha < _SPILL_BELOW)
    result = Image.fromarray(clean.clip(0, 255).astype(np.uint8))
    result.putalpha(Image.fromarray(alpha))
    return result


def _rgb(picture: Image.Image) -> Pixels:
    return np.asarray(picture.convert("RGB"), np.float32)


def _distance(pixels: Pixels, key: Colour) -> Pixels:
    """Distance in the two colour-difference channels, brightness left out."""
    weights = np.array([[-0.169, -0.331, 0.5], [0.5, -0.419, -0.081]], np.float32)
    chroma = pixels @ weights.T
    wanted = np.asarray(key, np.float32) @ weights.T
    return np.asarray(np.sqrt(((chroma - wanted) ** 2).sum(axis=2)), np.float32)


def _despilled(pixels: Pixels, key: Colour, edge: NDArray[np.bool_]) -> Pixels:
    """Cap the key's strong channels at the strongest of the others, where the edge is soft."""
    result = pixels.copy()
    strong = [channel for channel in range(3) if key[channel] > 127]
    weak = [channel for channel in range(3) if key[channel] <= 127]
    cap = pixels[..., weak].max(axis=2)
    for channel in strong:
        result[..., channel] = np.where(
            edge, np.minimum(pixels[..., channel], cap), pixels[..., channel]
        )
    return result
