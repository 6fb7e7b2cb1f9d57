"""Each fault of a drawn figure is seen, and a good figure has none."""

import io

import pytest
from PIL import Image, ImageDraw

from actors.imaging import judging
from actors.imaging.judging import Fault
from tests.support.provider_servers import drawing

SIDE = 400
INK = (200, 40, 60, 255)


def boxes(*corners: tuple[int, int, int, int], alpha: int = 255) -> Image.Image:
    picture = Image.new("RGBA", (SIDE, SIDE))
    for box in corners:
        ImageDraw.Draw(picture).rectangle(box, fill=(*INK[:3], alpha))
    return picture


@pytest.mark.parametrize("number", range(3))
def test_a_whole_figure_has_no_fault(number: int) -> None:
    assert judging.fault_of(drawing(number)) is None


def test_a_bust_may_end_at_the_bottom() -> None:
    assert judging.fault_of(boxes((100, 60, 300, SIDE - 1))) is None


@pytest.mark.parametrize(
    ("picture", "fault"),
    [
        (boxes(), Fault.EMPTY),
        (boxes((0, 0, SIDE, SIDE)), Fault.OPAQUE),
        (boxes((0, 60, 250, 350)), Fault.CUT_EDGES),
        (boxes((150, 0, 350, 380)), Fault.CUT_EDGES),
        (boxes((150, 60, SIDE - 1, 350)), Fault.CUT_EDGES),
        (boxes((150, 150, 250, 250)), Fault.COVERAGE),
        (boxes((10, 10, 389, 399)), Fault.COVERAGE),
        (boxes((30, 100, 180, 300), (220, 100, 370, 300)), Fault.PIECES),
    ],
)
def test_a_fault_is_named(picture: Image.Image, fault: Fault) -> None:
    assert judging.fault_of(picture) is fault


def test_alpha_counts_only_when_a_good_part_is_clear() -> None:
    assert judging.has_alpha(drawing(1))
    assert not judging.has_alpha(drawing(1, (255, 255, 255, 255)))


def test_specks_go_and_the_figure_stays() -> None:
    speckled = boxes((100, 60, 300, 340), (20, 20, 25, 25))

    clean = judging.without_specks(speckled)

    assert clean.getpixel((22, 22)) == (0, 0, 0, 0)
    assert clean.getpixel((200, 200)) == INK


def test_nothing_is_left_under_what_is_clear() -> None:
    tinted = Image.new("RGBA", (SIDE, SIDE), (0, 255, 0, 0))
    tinted.alpha_composite(boxes((100, 60, 300, 340)))

    assert judging.without_specks(tinted).getpixel((5, 5)) == (0, 0, 0, 0)


def test_the_same_picture_drawn_anew_is_a_duplicate() -> None:
    content = io.BytesIO()
    drawing(3).resize((700, 700)).save(content, "WEBP", quality=60)
    again = judging.fingerprint(Image.open(content).convert("RGBA"))

    assert judging.is_duplicate(again, [judging.fingerprint(drawing(3))])


def test_another_pose_is_no_duplicate() -> None:
    marks = [judging.fingerprint(drawing(number)) for number in range(1, 10)]

    assert not judging.is_duplicate(judging.fingerprint(drawing(0)), marks)
