"""Every hostile or hapless file that an operator may send as a costume has its answer."""

import io
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

from actors.imaging import art_intake, intake, studio
from tests.unit.actors.imaging.costumes import CLOTH, clasp, costume, png, saved, webp_header

ACCEPTED = studio.ArtAccepted(1200, 1600)


def bytes_of(picture: Image.Image, kind: str) -> bytes:
    buffer = io.BytesIO()
    picture.save(buffer, kind)
    return buffer.getvalue()


def sixteen_bit() -> bytes:
    wide = np.asarray(costume()).astype(">u2") * 257
    return png((1200, 1600), 16, 6, (row.tobytes() for row in wide))


FOREIGN: dict[str, Callable[[], bytes]] = {
    "JPEG": lambda: bytes_of(costume().convert("RGB"), "JPEG"),
    "CMYK JPEG": lambda: bytes_of(costume().convert("RGB").convert("CMYK"), "JPEG"),
    "CMYK TIFF": lambda: bytes_of(costume().convert("RGB").convert("CMYK"), "TIFF"),
    "EPS": lambda: bytes_of(Image.new("RGB", (600, 600)), "EPS"),
    "GIF": lambda: bytes_of(costume(), "GIF"),
    "SVG": lambda: b'<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"/>',
    "text": lambda: b"not a picture at all",
    "nothing": lambda: b"",
    "half a PNG": lambda: bytes_of(costume(), "PNG")[:4000],
    "half a WEBP": lambda: bytes_of(costume(), "WEBP")[:4000],
}
_SIDES = (16_383).to_bytes(3, "little")
BOMBS = {
    "PNG": png((60_000, 60_000), 8, 6, [bytes(240_000)]),
    "WEBP": webp_header(b"VP8 ", b"\0\0\0\x9d\x01\x2a" + struct.pack("<HH", 16_383, 16_383)),
    "lossless WEBP": webp_header(b"VP8L", b"\x2f" + (0x1FFFFFFF).to_bytes(4, "little") + bytes(9)),
    "extended WEBP": webp_header(b"VP8X", b"\x12\0\0\0" + _SIDES + _SIDES),
}


@pytest.mark.parametrize("name", ["art.png", "art.webp"])
def test_a_costume_on_a_transparent_ground_is_accepted(tmp_path: Path, name: str) -> None:
    assert studio.check_art(saved(costume(), tmp_path / name)) == ACCEPTED


@pytest.mark.parametrize("kind", FOREIGN)
def test_other_formats_and_broken_files_are_unsupported_whatever_their_name(
    tmp_path: Path, kind: str
) -> None:
    path = tmp_path / "art.png"
    path.write_bytes(FOREIGN[kind]())

    assert studio.check_art(str(path)) == studio.ArtRejected("unsupported_image")


@pytest.mark.parametrize("kind", BOMBS)
def test_a_picture_of_many_megapixels_is_refused_by_its_header(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "art.png"
    path.write_bytes(BOMBS[kind])

    assert studio.check_art(str(path)) == studio.ArtRejected("too_large")


def test_a_file_of_many_bytes_is_too_large(tmp_path: Path) -> None:
    path = tmp_path / "art.png"
    saved(costume(), path)
    with path.open("ab") as file:
        file.truncate(intake.MAX_BYTES + 1)

    assert studio.check_art(str(path)) == studio.ArtRejected("too_large")


@pytest.mark.parametrize("size", [(511, 1600), (1200, 511)])
def test_a_picture_under_512_pixels_is_too_small(tmp_path: Path, size: tuple[int, int]) -> None:
    path = saved(costume().resize(size), tmp_path / "art.png")

    assert studio.check_art(path) == studio.ArtRejected("too_small")


def opaque_pictures() -> dict[str, Image.Image]:
    photo = Image.new("RGBA", (800, 900), CLOTH)
    framed = Image.new("RGBA", (1000, 1000))
    framed.paste(photo.resize((700, 800)), (100, 100))
    return {
        "no alpha": photo.convert("RGB"),
        "full alpha": photo,
        "a veil": Image.new("RGBA", (800, 900), (0, 0, 0, 128)),
        "a photo with a margin": framed,
        "grey of 16 bits": Image.fromarray(np.full((900, 800), 40_000, np.uint16)),
    }


@pytest.mark.parametrize("kind", opaque_pictures())
def test_an_opaque_rectangle_is_not_transparent(tmp_path: Path, kind: str) -> None:
    path = saved(opaque_pictures()[kind], tmp_path / "art.png")

    assert studio.check_art(path) == studio.ArtRejected("not_transparent")


@pytest.mark.parametrize("radius", [0, 12])
def test_a_picture_with_hardly_anything_on_it_is_empty(tmp_path: Path, radius: int) -> None:
    picture = Image.new("RGBA", (1000, 1000))
    if radius:
        ImageDraw.Draw(picture).circle((500, 500), radius, CLOTH)

    answer = studio.check_art(saved(picture, tmp_path / "art.png"))

    assert answer == studio.ArtRejected("empty")


def test_specks_without_a_costume_are_empty_or_refused_but_never_a_crash(tmp_path: Path) -> None:
    dots = np.zeros((1000, 1000, 4), np.uint8)
    dots[::20, ::20] = 255

    answer = studio.check_art(saved(Image.fromarray(dots), tmp_path / "art.png"))

    assert answer == studio.ArtRejected("empty")


def test_what_lies_before_the_neck_may_be_a_small_rectangle(tmp_path: Path) -> None:
    path = saved(clasp(), tmp_path / "front.png")

    assert studio.check_art(path, front=True) == ACCEPTED
    assert studio.check_art(path) == studio.ArtRejected("empty")


@pytest.mark.parametrize("kind", ["palette", "grey", "colour key"])
def test_other_kinds_of_transparency_are_accepted(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "art.png"
    if kind == "palette":
        saved(costume().quantize(32), path)
    elif kind == "grey":
        saved(costume().convert("LA"), path)
    else:
        saved(costume().convert("RGB"), path, transparency=(0, 0, 0))

    assert studio.check_art(str(path)) == ACCEPTED


def test_art_of_sixteen_bits_keeps_its_colours(tmp_path: Path) -> None:
    path = tmp_path / "art.png"
    path.write_bytes(sixteen_bit())

    art = art_intake.read_art(path)

    assert art.image.getpixel((art.image.width // 2, art.image.height - 60)) == CLOTH


@pytest.mark.parametrize("name", ["art.webp", "art.png"])
def test_of_animated_art_the_first_frame_is_used(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    second = Image.new("RGBA", (1200, 1600), "red")
    saved(costume(), path, save_all=True, append_images=[second], duration=100, lossless=True)

    art = art_intake.read_art(path)

    assert art.size == (1200, 1600)
    assert art.image.getpixel((art.image.width // 2, art.image.height - 60)) == CLOTH


def test_dust_and_specks_round_a_costume_are_left_out(tmp_path: Path) -> None:
    pixels = np.asarray(costume("a shirt", size=(3000, 3000), at=(1500, 1500))).copy()
    pixels[..., 3] = np.maximum(pixels[..., 3], 9)
    pixels[100:106, 100:106] = 255

    art = art_intake.read_art(Path(saved(Image.fromarray(pixels), tmp_path / "art.png")))

    assert art.box[0] > 1500
    assert art.image.getpixel((0, 0)) == (0, 0, 0, 0)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["art.png", "art.webp"])
def test_the_largest_art_fits_into_a_workers_memory(tmp_path: Path, name: str) -> None:
    large = costume().resize((6000, 8000))
    path = saved(large, tmp_path / name, **({"quality": 30} if name == "art.webp" else {}))
    code = (
        "import sys; from actors.imaging import limits; limits.pin_threads();"
        "from actors.imaging import studio; studio.limit_memory(1 << 30);"
        "print(studio.make_outfit(sys.argv[1], sys.argv[1], sys.argv[2], 'large',"
        "dict(ru='a', uz='b', en='c'), 'red'))"
    )

    done = subprocess.run(
        [sys.executable, "-c", code, path, str(tmp_path / "large")],
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout.strip() == "ArtAccepted(width=6000, height=8000)"
