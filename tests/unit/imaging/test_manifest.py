"""Every awkward upload of the shared set gets the answer that its manifest names."""

from pathlib import Path

import pytest
from PIL import Image

from actors.imaging import assets, studio
from tests.unit.imaging import photos

pytestmark = pytest.mark.skipif(bool(assets.missing()), reason="the set-up step has not run")

WARNED = {
    "tiny_48px.jpg": "too_small",
    "small_160px.jpg": "too_small",
    "very_dark.jpg": "too_dark",
    "overexposed.jpg": "too_bright",
    "blurred.jpg": "blurred",
}
TOO_LARGE = {"bomb_13000px.png", "bomb_25000px.png", "lying_size_60000px.jpg"}
VARIANTS = photos.variants()


def _of(*kinds: str) -> list[object]:
    return [pytest.param(v, id=v.file) for v in VARIANTS if v.expect in kinds]


def _answer(variant: photos.Variant, folder: Path) -> studio.Accepted | studio.Rejected:
    return studio.accept_photo(str(variant.path), str(folder / "photo.jpg"))


@pytest.mark.parametrize("variant", _of("ok", "ok_rotated", "many"))
def test_good_uploads_are_accepted(variant: photos.Variant, tmp_path: Path) -> None:
    answer = _answer(variant, tmp_path)

    assert isinstance(answer, studio.Accepted)
    assert answer.faces >= (2 if variant.expect == "many" else 1)


@pytest.mark.parametrize("variant", _of("ok_rotated"))
def test_turned_uploads_come_out_upright(variant: photos.Variant, tmp_path: Path) -> None:
    answer = _answer(variant, tmp_path)

    assert isinstance(answer, studio.Accepted)
    assert (answer.width, answer.height) == variant.upright


@pytest.mark.parametrize("variant", _of("ok_warn"))
def test_poor_photos_are_refused_with_their_reason(variant: photos.Variant, tmp_path: Path) -> None:
    answer = _answer(variant, tmp_path)

    if variant.file == "face_small_in_corner.jpg":
        assert isinstance(answer, studio.Accepted)
    else:
        assert answer == studio.Rejected("bad_photo", WARNED[variant.file])


@pytest.mark.parametrize("variant", _of("noface"))
def test_pictures_without_a_person_are_refused(variant: photos.Variant, tmp_path: Path) -> None:
    assert _answer(variant, tmp_path) == studio.Rejected("bad_photo", "no_person")


@pytest.mark.parametrize("variant", _of("reject"))
def test_hostile_files_are_refused(variant: photos.Variant, tmp_path: Path) -> None:
    answer = _answer(variant, tmp_path)

    assert isinstance(answer, studio.Rejected)
    assert (answer.code == "too_large") == (variant.file in TOO_LARGE)
    assert not (tmp_path / "photo.jpg").exists()


@pytest.mark.parametrize("variant", _of("either"))
def test_doubtful_files_get_a_clean_answer(variant: photos.Variant, tmp_path: Path) -> None:
    assert isinstance(_answer(variant, tmp_path), (studio.Accepted, studio.Rejected))


@pytest.mark.parametrize("name", ["gps_exif.jpg", "gps_exif_xmp.webp", "png_text_chunks.png"])
def test_no_metadata_survives(name: str, tmp_path: Path) -> None:
    found = [v for v in VARIANTS if v.file == name]
    if not found:
        pytest.skip("the shared photos are not here")

    _answer(found[0], tmp_path)

    with Image.open(tmp_path / "photo.jpg") as written:
        assert not written.getexif()
        assert not {"exif", "xmp", "comment", "icc_profile"} & set(written.info)


@pytest.mark.parametrize("portrait", photos.portraits(), ids=lambda path: path.stem)
def test_no_portrait_is_refused(portrait: Path, tmp_path: Path) -> None:
    answer = studio.accept_photo(str(portrait), str(tmp_path / "photo.jpg"))

    assert isinstance(answer, studio.Accepted)
