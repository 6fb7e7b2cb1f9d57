"""A whole pack from the bundled sample photo, and what the facade promises."""

import pickle
from pathlib import Path

import pytest
from PIL import Image

from actors.imaging import assets, outfit, studio
from tests.support.photos import SAMPLE

pytestmark = pytest.mark.skipif(bool(assets.missing()), reason="the set-up step has not run")


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> list[studio.Sticker]:
    folder = tmp_path_factory.mktemp("pack")
    photo, work = str(folder / "photo.jpg"), str(folder / "work")
    assert isinstance(studio.accept_photo(str(SAMPLE), photo), studio.Accepted)
    studio.prepare(photo, work)
    dress = studio.outfits()[0]
    return [
        studio.render(work, dress, pose, "ru", str(folder / f"{pose}.webp")) for pose in range(10)
    ]


def test_a_photo_becomes_ten_different_stickers(pack: list[studio.Sticker]) -> None:
    assert len({sticker.sha256 for sticker in pack}) == 10


def test_every_sticker_meets_telegrams_rules(pack: list[studio.Sticker]) -> None:
    for sticker in pack:
        with Image.open(sticker.path) as picture:
            assert picture.format == "WEBP"
            assert max(picture.size) == 512
            assert picture.convert("RGBA").getpixel((0, 0))[3] == 0  # type: ignore[index]
        assert Path(sticker.path).stat().st_size == sticker.size <= 512 * 1024
        assert sticker.emoji in outfit.SAFE_EMOJI


def test_stickers_carry_no_metadata(pack: list[studio.Sticker]) -> None:
    for sticker in pack:
        content = Path(sticker.path).read_bytes()
        assert b"EXIF" not in content
        assert b"XMP " not in content
        assert b"ICCP" not in content


def test_the_same_sticker_comes_out_byte_for_byte_again(
    pack: list[studio.Sticker], tmp_path: Path
) -> None:
    work = str(Path(pack[3].path).parent / "work")

    again = studio.render(work, studio.outfits()[0], 3, "ru", str(tmp_path / "again.webp"))

    assert again.sha256 == pack[3].sha256


def test_the_caption_follows_the_language(pack: list[studio.Sticker], tmp_path: Path) -> None:
    work = str(Path(pack[1].path).parent / "work")

    english = studio.render(work, studio.outfits()[0], 1, "en", str(tmp_path / "en.webp"))

    assert english.sha256 != pack[1].sha256


def test_the_contact_sheet_shows_the_pack(pack: list[studio.Sticker], tmp_path: Path) -> None:
    target = tmp_path / "sheet.jpg"

    studio.contact_sheet([sticker.path for sticker in pack], str(target))

    with Image.open(target) as page:
        assert page.size == (5 * 272 + 16, 2 * 272 + 16)


def test_answers_can_travel_between_processes(pack: list[studio.Sticker]) -> None:
    refusal = studio.Rejected("bad_photo", "blurred")

    assert pickle.loads(pickle.dumps(pack[0])) == pack[0]
    assert pickle.loads(pickle.dumps(refusal)) == refusal


def test_a_refused_photo_leaves_no_file(tmp_path: Path) -> None:
    source, target = tmp_path / "upload", tmp_path / "photo.jpg"
    source.write_bytes(b"not a picture")

    answer = studio.accept_photo(str(source), str(target))

    assert answer == studio.Rejected("unsupported_image")
    assert list(tmp_path.iterdir()) == [source]


def test_without_models_the_photo_still_becomes_stickers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("SEGMENTATION", "FACE", "FONT", "EMOJI", "PROPS"):
        monkeypatch.setattr(assets, name, tmp_path / "missing")
    photo, work = str(tmp_path / "photo.jpg"), str(tmp_path / "work")

    assert studio.accept_photo(str(SAMPLE), photo) == studio.Accepted(512, 512, 0)
    studio.prepare(photo, work)
    bare = str(assets.ART / "astronaut")
    made = [studio.render(work, bare, n, "ru", str(tmp_path / f"{n}.webp")) for n in range(10)]

    assert len({sticker.sha256 for sticker in made}) == 10
    assert "face model" in studio.assets_ready()
