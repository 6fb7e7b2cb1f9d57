"""Captions and emoji keep off mouths and faces, also on close-ups."""

import numpy as np
import pytest
from PIL import Image

from actors.imaging import assets, captions
from actors.imaging.captions import Ink
from actors.imaging.face import Face
from actors.imaging.figures import Figure, placed, turned
from actors.imaging.outfit import Plan, load
from actors.imaging.placing import captioned, decorate, face_boxes

fonted = pytest.mark.skipif(not captions.available(), reason="the set-up step has not run")
OUTFIT = load(assets.ART / "chapan")


def _figure(mouth: float) -> Figure:
    """A grey block with one face whose mouth lies at a given row of 472."""
    face = Face(
        136,
        mouth - 150,
        200,
        200,
        0.9,
        (190, mouth - 80),
        (280, mouth - 80),
        (236, mouth - 40),
        (236, mouth),
    )
    return Figure(Image.new("RGBA", (472, 472), (90, 90, 90, 255)), (face,), based=True)


@fonted
@pytest.mark.parametrize("mouth", [200, 300, 380, 440])
@pytest.mark.parametrize("text", ["Вах!", "Пальчики оближешь!"])
def test_a_caption_never_lies_over_the_mouth(mouth: float, text: str) -> None:
    content, (box,), figure = captioned(placed(_figure(mouth), 20, 20), OUTFIT, text, 3)

    (face,) = figure.faces
    assert face.mouth[1] < box[1]
    assert np.asarray(content)[round(face.mouth[1]), round(face.mouth[0]), 0] == 90


@fonted
def test_long_captions_are_broken_rather_than_small() -> None:
    broken = captions.draw("Пальчики оближешь!", 430, Ink())
    whole = captions.draw("Пальчики оближешь!", 430, Ink(), lines=1)

    assert broken.height > 2 * whole.height
    assert broken.width <= 440


@fonted
def test_uzbek_letters_are_drawn_and_not_boxed() -> None:
    written = captions.draw("Zoʻr", 300, Ink())
    look_alike = captions.draw("Zo‘r", 300, Ink())

    assert written.tobytes() == look_alike.tobytes()


@pytest.mark.skipif(bool(assets.missing()), reason="the set-up step has not run")
def test_an_emoji_goes_to_the_corner_away_from_the_face() -> None:
    figure = placed(turned(_figure(250), 0), -100, 20)

    extras = decorate(
        figure.image, Plan("hello", "👋", {}, ("1f44b",)), face_boxes(figure), bottom=False, size=96
    )

    box = extras.getchannel("A").getbbox()
    assert box is not None
    assert box[0] > 256


def test_a_turned_figure_keeps_a_flat_base() -> None:
    figure = turned(_figure(250), 10)

    last = np.asarray(figure.image.getchannel("A"))[-2]
    assert np.ptp(np.flatnonzero(last > 128)) > 0.9 * 472 * 0.9


@pytest.mark.skipif(bool(assets.missing()), reason="the set-up step has not run")
def test_an_emoji_leaves_a_raised_hand_alone() -> None:
    content = Image.new("RGBA", (512, 512))
    content.paste((255, 0, 0, 255), (0, 0, 200, 512))

    extras = decorate(content, Plan("body_b", "👋", {}, ("1f44b",)), [], bottom=False, size=96)

    box = extras.getchannel("A").getbbox()
    assert box is not None
    assert box[0] > 256
