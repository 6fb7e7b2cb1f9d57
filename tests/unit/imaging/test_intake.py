"""What reaches a decoder, what is refused before it, and in which colours pictures come out."""

import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from actors.imaging import intake


def _png(folder: Path, width: int, height: int, *chunks: tuple[bytes, bytes]) -> Path:
    """A PNG of any stated size whose pixels are missing."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    path = folder / "picture.png"
    content = b"\x89PNG\r\n\x1a\n"
    for kind, body in ((b"IHDR", header), *chunks, (b"IDAT", zlib.compress(b"")), (b"IEND", b"")):
        size, check = struct.pack(">I", len(body)), struct.pack(">I", zlib.crc32(kind + body))
        content += size + kind + body + check
    path.write_bytes(content)
    return path


def test_more_than_50_megapixels_are_refused_by_the_header(tmp_path: Path) -> None:
    with pytest.raises(intake.TooLarge):
        intake.read_picture(_png(tmp_path, 10_000, 5_001))


def test_more_than_20_megabytes_are_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "long.jpg"
    with path.open("wb") as file:
        file.truncate(intake.MAX_BYTES + 1)

    with pytest.raises(intake.TooLarge):
        intake.read_picture(path)


def test_a_huge_webp_canvas_is_refused_by_the_header(tmp_path: Path) -> None:
    path = tmp_path / "canvas.webp"
    size = (16_000 - 1).to_bytes(3, "little")
    path.write_bytes(b"RIFF\x40\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0" + size + size + bytes(40))

    with pytest.raises(intake.TooLarge):
        intake.read_picture(path)


def test_a_text_chunk_that_inflates_is_refused(tmp_path: Path) -> None:
    text = b"name\0\0" + zlib.compress(bytes(64 * 1024 * 1024))

    with pytest.raises(intake.UnsupportedImage):
        intake.read_picture(_png(tmp_path, 10, 10, (b"zTXt", text)))


@pytest.mark.parametrize("kind", ["GIF", "BMP", "TIFF", "PPM", "ICO"])
def test_other_formats_reach_no_decoder(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "picture.jpg"
    Image.new("RGB", (64, 64), "red").save(path, kind)

    with pytest.raises(intake.UnsupportedImage):
        intake.read_picture(path)


def test_a_cut_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "picture.jpg"
    noise = np.random.default_rng(1).integers(0, 255, (300, 300, 3), np.uint8)
    Image.fromarray(noise).save(path)
    path.write_bytes(path.read_bytes()[:20_000])

    with pytest.raises(intake.UnsupportedImage):
        intake.read_picture(path)


def test_the_long_side_is_at_most_1536(tmp_path: Path) -> None:
    path = tmp_path / "picture.jpg"
    Image.new("RGB", (4000, 3000), "teal").save(path)

    assert intake.read_picture(path).size == (1536, 1152)


def test_transparency_becomes_white(tmp_path: Path) -> None:
    path = tmp_path / "picture.png"
    Image.new("RGBA", (8, 8), (0, 0, 0, 0)).save(path)

    assert intake.read_picture(path).getpixel((4, 4)) == (255, 255, 255)


def test_sixteen_bit_grey_keeps_its_middle_tones(tmp_path: Path) -> None:
    path = tmp_path / "picture.png"
    Image.fromarray(np.full((8, 8), 0x8000, np.uint16)).save(path)

    assert intake.read_picture(path).getpixel((4, 4)) == (128, 128, 128)


def test_a_comment_of_the_photo_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "picture.jpg"
    Image.new("RGB", (64, 64), "red").save(path, comment=b"<script>")

    assert intake.read_picture(path).info == {}
