"""The die-cut outline is of constant width, without gaps, and never cut at the canvas."""

import numpy as np
from PIL import Image, ImageDraw

from actors.imaging import outline


def _disc(radius: int) -> Image.Image:
    canvas = Image.new("RGBA", (256, 256))
    ImageDraw.Draw(canvas).circle((128, 128), radius, fill=(200, 30, 30, 255))
    return canvas


def test_dilation_is_an_exact_disc() -> None:
    point = np.zeros((41, 41), np.uint8)
    point[20, 20] = 255
    y, x = np.mgrid[-20:21, -20:21]

    got = outline.dilated(point, 9)

    np.testing.assert_array_equal(got > 0, x * x + y * y <= 81)


def test_erosion_undoes_dilation_of_a_disc() -> None:
    alpha = np.asarray(_disc(60).getchannel("A"))

    np.testing.assert_array_equal(outline.eroded(outline.dilated(alpha, 9), 9), alpha)


def test_the_outline_is_nine_pixels_wide() -> None:
    shape = outline.outline(np.asarray(_disc(60).getchannel("A")), 9)

    row = np.flatnonzero(shape[128] > 127)

    assert abs((row[-1] - row[0] + 1) - (121 + 18)) <= 2


def test_narrow_gaps_are_closed() -> None:
    canvas = Image.new("L", (256, 256))
    pen = ImageDraw.Draw(canvas)
    pen.rectangle((60, 60, 120, 180), fill=255)
    pen.rectangle((142, 60, 200, 180), fill=255)

    assert outline.outline(np.asarray(canvas), 9)[120, 131] == 255


def test_the_shadow_lies_below_and_outside() -> None:
    picture = outline.die_cut(_disc(60))

    above, below = picture.getpixel((128, 128 - 73)), picture.getpixel((128, 128 + 75))

    assert isinstance(above, tuple)
    assert isinstance(below, tuple)
    assert 0 < below[3] < 128
    assert above[3] < below[3]
