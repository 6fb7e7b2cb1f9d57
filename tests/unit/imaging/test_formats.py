"""Files come out whole, small enough and bare."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from actors.imaging import formats


def test_a_sticker_of_pure_noise_still_fits() -> None:
    noise = np.random.default_rng(3).integers(0, 255, (512, 512, 4), np.uint8)

    assert len(formats.encode_sticker(Image.fromarray(noise))) <= formats.MAX_BYTES


@pytest.mark.parametrize(("mode", "size"), [("RGBA", (500, 500)), ("RGB", (512, 512))])
def test_what_is_no_sticker_is_refused(mode: str, size: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="512 px"):
        formats.encode_sticker(Image.new(mode, size))


def test_a_file_is_replaced_whole_and_leaves_no_scraps(tmp_path: Path) -> None:
    target = tmp_path / "file"
    target.write_bytes(b"old")

    formats.write_whole(target, b"new")

    assert target.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [target]


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "folder"
    target.mkdir()

    with pytest.raises(OSError):
        formats.write_whole(target, b"new")
    assert list(tmp_path.iterdir()) == [target]
