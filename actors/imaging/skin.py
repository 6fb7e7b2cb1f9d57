"""The guest's skin tone, taken from the cheeks, for the hands of an outfit.

A grey photo gives grey hands on purpose: they match the face beside them.
"""

import numpy as np
from PIL import Image

from actors.imaging.face import Face

DEFAULT = (226, 172, 138)


def tone(figure: Image.Image, face: Face | None) -> tuple[int, int, int]:
    """Median colour of the lit part of the cheeks, or a plain tone when there is no face."""
    if face is None:
        return DEFAULT
    (x, y), unit = face.eyes, face.unit
    mouth = face.mouth
    middle = (x + mouth[0]) / 2
    box = (
        round(middle - 0.75 * unit),
        round(y + 0.3 * unit),
        round(middle + 0.75 * unit),
        round(y + 0.85 * unit),
    )
    pixels = np.asarray(figure.crop(box).convert("RGBA"), np.float32).reshape(-1, 4)
    pixels = pixels[pixels[:, 3] > 240, :3]
    if len(pixels) < 30:
        return DEFAULT
    light = pixels.sum(axis=1)
    low, high = np.percentile(light, (45, 85))
    chosen = pixels[(light >= low) & (light <= high)]
    red, green, blue = (int(value) for value in np.median(chosen, axis=0))
    return red, green, blue
