"""The headline font: the letters of the three languages, drawn as in the whole font, and light."""

import io

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageFont, ImageStat

from actors.imaging.assets import FONT
from api.display_font import LETTERS, subset

WORDS = "Стань стикером! «Ёж» Stikerga aylaning O‘zbekcha Let’s go — №7… ўқғ é"
"""Plain and composite outlines of each language."""
SHADE = 1.0


@pytest.fixture(scope="module")
def whole() -> bytes:
    return FONT.read_bytes()


@pytest.fixture(scope="module")
def cut(whole: bytes) -> bytes:
    return subset(whole)


def drawn(font: bytes, text: str) -> Image.Image:
    letters = ImageFont.truetype(io.BytesIO(font), 200, layout_engine=ImageFont.Layout.BASIC)
    picture = Image.new("L", (300, 300), 255)
    ImageDraw.Draw(picture).text((20, 20), text, font=letters, fill=0)
    return picture


@pytest.mark.parametrize("letter", sorted({*WORDS} - {" "}))
def test_a_letter_looks_as_in_the_whole_font(letter: str, whole: bytes, cut: bytes) -> None:
    difference = ImageChops.difference(drawn(cut, letter), drawn(whole, letter))

    # The fitting of outlines to pixels looks at the whole font, so edges differ by a shade.
    assert ImageStat.Stat(difference).mean[0] < SHADE


def test_a_letter_that_was_left_out_is_drawn_as_the_missing_one(cut: bytes) -> None:
    alone = subset(cut, frozenset(map(ord, "a")))

    b, c, a = (drawn(alone, letter).tobytes() for letter in "bca")
    assert b == c != a


def test_the_cut_font_is_light(whole: bytes, cut: bytes) -> None:
    assert len(cut) < 48 * 1024 < len(whole) / 4


def test_a_cut_font_can_be_cut_again(cut: bytes) -> None:
    assert subset(cut) == cut


def test_the_licence_stays_in_the_font(cut: bytes) -> None:
    assert "Open Font License".encode("utf-16-be") in cut


def test_the_words_of_the_page_are_among_the_letters() -> None:
    assert {ord(letter) for letter in WORDS} <= LETTERS


@pytest.mark.parametrize("broken", [b"", b"no font at all", b"\0\1\0\0\0\xff" + b"\0" * 80])
def test_what_is_no_font_is_refused(broken: bytes) -> None:
    with pytest.raises(ValueError, match="no TrueType font"):
        subset(broken)


def test_a_font_that_breaks_off_is_refused(whole: bytes) -> None:
    with pytest.raises(ValueError, match="no TrueType font"):
        subset(whole[: len(whole) // 2])
