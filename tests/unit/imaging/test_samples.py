"""Sample stickers for the tablet's start screen."""

import os
from pathlib import Path

import pytest
from PIL import Image

from actors.imaging import assets, samples

pytestmark = pytest.mark.skipif(bool(assets.missing()), reason="needs models and outfit art")


def test_each_outfit_gets_a_sticker_once_and_again_when_its_art_is_newer(tmp_path: Path) -> None:
    made = samples.render_all(tmp_path)
    again = samples.render_all(tmp_path)
    first = min(tmp_path.iterdir())
    os.utime(first, (0, 0))

    assert len(made) == len(list(tmp_path.iterdir())) == len(assets.outfit_folders())
    assert again == []
    assert samples.render_all(tmp_path) == [f"sample sticker {first.stem}"]
    with Image.open(first) as sticker:
        assert (max(sticker.size), sticker.mode) == (512, "RGBA")
