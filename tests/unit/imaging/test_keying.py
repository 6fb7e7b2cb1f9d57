"""A figure on a key colour is cut out, and what only looks like the key stays."""

import numpy as np
from PIL import Image, ImageDraw

from actors.imaging import keying

GREEN = (0, 255, 0)
SIDE = 200


def figure(colour: tuple[int, int, int], ground: tuple[int, int, int] = GREEN) -> Image.Image:
    picture = Image.new("RGB", (SIDE, SIDE), ground)
    ImageDraw.Draw(picture).ellipse((50, 50, 150, 150), fill=colour)
    return picture


def alpha(picture: Image.Image, x: int, y: int) -> int:
    return int(np.asarray(picture.getchannel("A"))[y, x])


def test_the_key_colour_becomes_clear_and_the_figure_stays() -> None:
    cut = keying.keyed(figure((210, 150, 120)), GREEN)

    assert alpha(cut, 5, 5) == 0
    assert alpha(cut, 100, 100) == 255
    assert cut.getpixel((100, 100)) == (210, 150, 120, 255)


def test_a_shaded_background_is_still_background() -> None:
    cut = keying.keyed(figure((210, 150, 120), (20, 220, 25)), GREEN)

    assert alpha(cut, 5, 5) == 0


def test_dull_green_clothes_stay() -> None:
    cut = keying.keyed(figure((70, 110, 70)), GREEN)

    assert cut.getpixel((100, 100)) == (70, 110, 70, 255)


def test_a_soft_edge_loses_the_tint_of_the_key() -> None:
    wide = figure((210, 150, 120)).resize((SIDE * 3, SIDE * 3), Image.Resampling.BICUBIC)

    pixels = np.asarray(keying.keyed(wide, GREEN)).astype(int)

    soft = (pixels[..., 3] > 0) & (pixels[..., 3] < 250)
    assert soft.any()
    assert (pixels[soft][:, 1] <= pixels[soft][:, [0, 2]].max(axis=1)).all()


def test_the_share_of_the_key_is_measured() -> None:
    assert keying.key_share(figure((210, 150, 120)), GREEN) > 0.7


def test_a_picture_that_is_not_on_the_key_has_no_share() -> None:
    framed = figure((210, 150, 120))
    ImageDraw.Draw(framed).rectangle((0, 0, SIDE - 1, SIDE - 1), outline=(255, 255, 255), width=9)

    assert keying.key_share(framed, GREEN) == 0
