"""What a built-in outfit looks like on the tablet: its layers worn by a plain head.

The head is the one that operators' costumes wear, so all outfits of the kiosk look alike. An
outfit with a `preview_head` layer brings a head of its own.
"""

import math

import numpy as np
from PIL import Image

from actors.imaging.art_canvas import HEAD, SKIN, plain_head
from actors.imaging.outfit import CANVAS, Hat, Outfit, Seat

SIZE = 512
_OVER = 1.05  # a hat is wider than the head at its base line, as on a guest's head
_UNDER_HAT = 0.3  # units of the head that reach up into the hat


def preview(outfit: Outfit) -> Image.Image:
    """The outfit's first body on a head under its hat, `SIZE` px square, transparent around."""
    body = outfit.bodies[0]
    canvas = Image.new("RGBA", (CANVAS, CANVAS))
    for layer in (_tinted(outfit, body.back), _head(outfit), _tinted(outfit, body.front)):
        if layer is not None:
            canvas.alpha_composite(layer)
    if outfit.hat is not None:
        canvas = _under_hat(canvas, outfit, outfit.hat)
    return canvas.resize((SIZE, SIZE), Image.Resampling.LANCZOS)


def _head(outfit: Outfit) -> Image.Image:
    own = _tinted(outfit, "preview_head")
    if own is not None:
        return own
    head = plain_head(outfit.seat.chin, outfit.seat.unit, CANVAS)
    if outfit.hat is not None and outfit.layer(outfit.hat.layer) is not None:
        row, _ = _base_line(outfit.seat, outfit.hat.sink)
        # A low cap would leave the crown of the head in sight above it.
        head.paste((0, 0, 0, 0), (0, 0, CANVAS, round(row - _UNDER_HAT * outfit.seat.unit)))
    return head


def _tinted(outfit: Outfit, name: str | None) -> Image.Image | None:
    """A layer with skin where the guest's goes; None when the outfit has no such layer."""
    path = outfit.layer(name)
    if path is None:
        return None
    layer = Image.open(path).convert("RGBA")
    weight = path.with_suffix(".skin.png")
    if not weight.is_file():
        return layer
    pixels = np.asarray(layer, np.float32).copy()
    share = np.asarray(Image.open(weight), np.float32)[..., None] / 255
    pixels[..., :3] += share * np.asarray(SKIN, np.float32)
    return Image.fromarray(pixels.clip(0, 255).astype(np.uint8), "RGBA")


def _under_hat(canvas: Image.Image, outfit: Outfit, hat: Hat) -> Image.Image:
    """The picture with the hat on, square still; it grows upwards as far as the hat needs."""
    path = outfit.layer(hat.layer)
    if path is None:
        return canvas
    gear = Image.open(path).convert("RGBA")
    row, width = _base_line(outfit.seat, hat.sink)
    scale = _OVER * width / hat.width
    size = round(gear.width * scale), round(gear.height * scale)
    gear = gear.resize(size, Image.Resampling.LANCZOS)
    left = round(outfit.seat.chin[0] - hat.base[0] * scale)
    top = round(row - hat.base[1] * scale)
    box = gear.getbbox() or (0, 0, *size)
    above = max(0, -(top + box[1]))
    side = CANVAS + above
    grown = Image.new("RGBA", (side, side))
    aside = above // 2
    grown.paste(canvas, (aside, above))
    grown.alpha_composite(gear.crop(box), (left + aside + box[0], top + above + box[1]))
    return grown


def _base_line(seat: Seat, sink: float) -> tuple[float, float]:
    """Row of the plain head where a hat ends that sinks so deep, and the head's width there."""
    top, bottom, half = HEAD
    middle, radius = (top + bottom) / 2, (bottom - top) / 2
    row = top + sink
    across = half * math.sqrt(max(0.0, 1 - ((row - middle) / radius) ** 2))
    return seat.chin[1] + row * seat.unit, 2 * across * seat.unit
