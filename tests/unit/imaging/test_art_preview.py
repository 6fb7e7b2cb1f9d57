"""What guests see of a built-in outfit before they choose it."""

import shutil
from pathlib import Path

import pytest
from PIL import Image

from actors.imaging import art, art_preview, assets, outfit
from actors.imaging.art_canvas import SKIN

SOURCES = sorted(path.parent for path in assets.ART.glob("*/outfit.json"))
pytestmark = pytest.mark.skipif(bool(assets.missing()), reason="the set-up step has not run")
NOSE_ABOVE_CHIN = 1.4


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.name)
def test_every_built_in_outfit_is_worn_by_a_head(source: Path) -> None:
    worn = outfit.load(assets.OUTFITS / source.name)

    picture = art_preview.preview(worn)

    assert (picture.size, picture.mode) == ((art_preview.SIZE,) * 2, "RGBA")
    x, y, unit = (part / 2 for part in (*worn.seat.chin, worn.seat.unit))
    nose = round(x), round(y - NOSE_ABOVE_CHIN * unit)
    assert picture.getpixel(nose) == (*SKIN, 255)


@pytest.mark.parametrize("name", ["chapan", "chef"])
def test_a_hat_covers_the_crown_of_the_head(name: str, tmp_path: Path) -> None:
    shutil.copytree(assets.OUTFITS / name, tmp_path / name)
    hatted = art_preview.preview(outfit.load(tmp_path / name))
    (tmp_path / name / "hat.png").unlink()

    bald = art_preview.preview(outfit.load(tmp_path / name))

    assert _skin_at_the_top(bald)
    assert not _skin_at_the_top(hatted)


def _skin_at_the_top(picture: Image.Image) -> bool:
    """Whether the uppermost thing in the middle column is skin."""
    column = [picture.getpixel((picture.width // 2, row)) for row in range(picture.height)]
    seen = [pixel for pixel in column if isinstance(pixel, tuple) and pixel[3] == 255]
    return any(pixel[:3] == SKIN for pixel in seen[:12])


def test_a_picture_of_an_older_edition_is_made_again(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    (tmp_path / "art").mkdir()
    shutil.copytree(assets.ART / "festive", tmp_path / "art" / "festive")
    shutil.copytree(assets.OUTFITS / "festive", tmp_path / "done" / "festive")
    assert list(art.render_all(tmp_path / "art", tmp_path / "done")) == []
    (tmp_path / "done" / "festive" / "stamp").write_text("of another edition", "ascii")

    assert list(art.render_all(tmp_path / "art", tmp_path / "done")) == ["outfit festive rendered"]
