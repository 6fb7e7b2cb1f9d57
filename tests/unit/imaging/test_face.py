"""Faces are found where they are, at any place and size."""

import pytest
from PIL import Image

from actors.imaging import assets
from actors.imaging.face import find_faces
from tests.support.photos import SAMPLE

pytestmark = pytest.mark.skipif(bool(assets.missing()), reason="the set-up step has not run")


@pytest.fixture(scope="module")
def sample() -> Image.Image:
    with Image.open(SAMPLE) as opened:
        return opened.convert("RGB")


def test_the_face_of_the_sample_is_found(sample: Image.Image) -> None:
    (face,) = find_faces(sample)

    assert face.left < face.right_eye[0] < face.left_eye[0] < face.left + face.width
    assert face.eyes[1] < face.nose[1] < face.mouth[1] < face.chin[1]
    assert abs(face.tilt) < 10


def test_a_small_face_in_a_corner_is_found(sample: Image.Image) -> None:
    wide = Image.new("RGB", (1600, 1200), (96, 120, 90))
    wide.paste(sample.resize((220, 220)), (1370, 970))

    (face,) = find_faces(wide)

    assert face.centre[0] > 1370
    assert face.centre[1] > 970


def test_two_guests_are_two_faces(sample: Image.Image) -> None:
    pair = Image.new("RGB", (1024, 512))
    pair.paste(sample, (0, 0))
    pair.paste(sample.transpose(Image.Transpose.FLIP_LEFT_RIGHT), (512, 0))

    assert len(find_faces(pair)) == 2


def test_a_turned_head_is_measured(sample: Image.Image) -> None:
    turned = sample.crop((100, 0, 356, 256)).rotate(-20, Image.Resampling.BICUBIC)

    (face,) = find_faces(turned)

    assert face.tilt == pytest.approx(22, abs=8)


def test_an_empty_wall_has_no_face() -> None:
    assert find_faces(Image.new("RGB", (640, 480), (180, 170, 160))) == []
