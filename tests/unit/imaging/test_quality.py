"""Light and sharpness are judged on the sample, spoilt step by step."""

import pytest
from PIL import Image, ImageEnhance, ImageFilter

from actors.imaging import assets
from actors.imaging.quality import Reason, judge
from tests.support.photos import SAMPLE

pytestmark = pytest.mark.skipif(bool(assets.missing()), reason="the set-up step has not run")


@pytest.fixture(scope="module")
def sample() -> Image.Image:
    with Image.open(SAMPLE) as opened:
        return opened.convert("RGB")


def test_the_sample_is_good(sample: Image.Image) -> None:
    faces, reason = judge(sample)

    assert (len(faces), reason) == (1, None)


def test_a_dark_photo_is_refused(sample: Image.Image) -> None:
    assert judge(ImageEnhance.Brightness(sample).enhance(0.15))[1] is Reason.TOO_DARK


def test_a_burnt_photo_is_refused(sample: Image.Image) -> None:
    burnt = sample.point(lambda value: min(255, int(value * 1.9 + 50)))

    assert judge(burnt)[1] is Reason.TOO_BRIGHT


def test_a_blurred_photo_is_refused(sample: Image.Image) -> None:
    assert judge(sample.filter(ImageFilter.GaussianBlur(4)))[1] is Reason.BLURRED


def test_a_thumbnail_is_refused(sample: Image.Image) -> None:
    assert judge(sample.resize((160, 160)))[1] is Reason.TOO_SMALL


def test_a_blank_page_has_no_person() -> None:
    assert judge(Image.new("RGB", (400, 400), "white"))[1] is Reason.NO_PERSON
