"""The die-cut look: a white outline of constant width, a soft shadow, both from alpha alone.

Dilation takes the maximum over an exact disc made of shifted rows. Pillow's `MaxFilter` is square
and holds the interpreter lock for 100 ms a sticker, so it is not used.
"""

import math

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

WIDTH = 9
_CLOSING = 7
_SHADOW_DOWN, _SHADOW_BLUR, _SHADOW_SHARE = 4, 5, 0.38

Alpha = NDArray[np.uint8]


def die_cut(
    content: Image.Image, extras: Image.Image | None = None, width: int = WIDTH
) -> Image.Image:
    """RGBA content with a white outline of `width` pixels and a shadow, gaps closed first.

    `extras` lie on top with rings of their own; they share the shadow.
    """
    shape = outline(np.asarray(content.getchannel("A")), width)
    all_of_it = shape
    if extras is not None:
        all_of_it = np.maximum(shape, np.asarray(extras.getchannel("A")))
    result = _shadow(all_of_it)
    white = Image.new("RGBA", content.size, "white")
    white.putalpha(Image.fromarray(shape))
    result.alpha_composite(white)
    result.alpha_composite(content)
    if extras is not None:
        result.alpha_composite(extras)
    return result


def ringed(content: Image.Image, width: int) -> Image.Image:
    """RGBA content with a white ring and no shadow."""
    ring = Image.new("RGBA", content.size, "white")
    ring.putalpha(Image.fromarray(_smooth(dilated(np.asarray(content.getchannel("A")), width))))
    ring.alpha_composite(content)
    return ring


def outline(alpha: Alpha, width: int) -> Alpha:
    """The shape of the outline with its inside filled, edge anti-aliased."""
    solid = np.where(alpha > 40, alpha, 0).astype(np.uint8)
    wide = dilated(solid, width + _CLOSING)
    return _smooth(eroded(wide, _CLOSING))


def dilated(alpha: Alpha, radius: int) -> Alpha:
    """Maximum over a disc of `radius` pixels."""
    height = alpha.shape[0]
    result = alpha.copy()
    row, reach = alpha.copy(), 0
    for dy in range(radius, -1, -1):
        half = math.isqrt(radius * radius - dy * dy)
        while reach < half:
            reach += 1
            np.maximum(row[:, reach:], alpha[:, :-reach], out=row[:, reach:])
            np.maximum(row[:, :-reach], alpha[:, reach:], out=row[:, :-reach])
        np.maximum(result[dy:], row[: height - dy], out=result[dy:])
        np.maximum(result[: height - dy], row[dy:], out=result[: height - dy])
    return result


def eroded(alpha: Alpha, radius: int) -> Alpha:
    """Minimum over a disc of `radius` pixels; outside the picture counts as full."""
    return 255 - dilated(255 - alpha, radius)


def _smooth(alpha: Alpha) -> Alpha:
    """Round off the steps of the mask and keep the edge two pixels wide."""
    soft = Image.fromarray(alpha).filter(ImageFilter.GaussianBlur(2.2))
    values = np.asarray(soft, np.float32)
    return ((values - 127.5) * 2.6 + 127.5).clip(0, 255).astype(np.uint8)


def _shadow(shape: Alpha) -> Image.Image:
    moved = np.zeros_like(shape)
    moved[_SHADOW_DOWN:] = shape[:-_SHADOW_DOWN]
    soft = Image.fromarray(moved).filter(ImageFilter.GaussianBlur(_SHADOW_BLUR))
    result = Image.new("RGBA", soft.size, (20, 18, 40, 0))
    result.putalpha(soft.point(lambda value: int(value * _SHADOW_SHARE)))
    return result
