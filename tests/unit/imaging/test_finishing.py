"""What a model has drawn becomes a sticker, or is told why not; hostile bytes harm nothing."""

import io
from pathlib import Path

import pytest
from PIL import Image

from actors.imaging import assets, finishing
from actors.imaging.finishing import Finish, Spoiled, Sticker
from actors.imaging.judging import Fault
from actors.imaging.keying import Colour
from tests.support.provider_servers import drawing, png

GREEN = (0, 255, 0)


def wanted(folder: Path, *, key: Colour | None = None, others: tuple[int, ...] = ()) -> Finish:
    outfit = next(each for each in assets.outfit_folders() if each.name == "chef")
    target, anchor = str(folder / "sticker-1.webp"), str(folder / "anchor.png")
    return Finish(str(outfit), 1, "ru", key, list(others), target, anchor)


def test_a_transparent_drawing_becomes_a_sticker_with_caption_and_emoji(tmp_path: Path) -> None:
    made = finishing.finish(png(drawing(1)), wanted(tmp_path))

    assert isinstance(made, Sticker)
    assert (made.emoji, made.fault) == ("👋", None)
    with Image.open(tmp_path / "sticker-1.webp") as sticker:
        assert (sticker.format, sticker.size, sticker.mode) == ("WEBP", (512, 512), "RGBA")


def test_a_drawing_on_the_key_is_cut_out(tmp_path: Path) -> None:
    made = finishing.finish(png(drawing(1, (*GREEN, 255))), wanted(tmp_path, key=GREEN))

    assert isinstance(made, Sticker)
    assert made.fault is None
    with Image.open(tmp_path / "sticker-1.webp") as sticker:
        assert sticker.convert("RGBA").getpixel((2, 2))[3] == 0  # type: ignore[index]


def test_the_anchor_is_the_bare_figure(tmp_path: Path) -> None:
    finishing.finish(png(drawing(1)), wanted(tmp_path))

    with Image.open(tmp_path / "anchor.png") as anchor:
        assert max(anchor.size) == finishing.ANCHOR_SIDE
        assert anchor.mode == "RGBA"


def test_a_faulty_drawing_is_a_sticker_but_no_anchor(tmp_path: Path) -> None:
    first = finishing.finish(png(drawing(1)), wanted(tmp_path))
    (tmp_path / "anchor.png").unlink()
    assert isinstance(first, Sticker)

    again = finishing.finish(png(drawing(1)), wanted(tmp_path, others=(first.fingerprint,)))

    assert isinstance(again, Sticker)
    assert again.fault is Fault.DUPLICATE
    assert not (tmp_path / "anchor.png").exists()


def test_a_small_drawing_is_told(tmp_path: Path) -> None:
    made = finishing.finish(png(drawing(1).resize((300, 300))), wanted(tmp_path))

    assert isinstance(made, Sticker)
    assert made.fault is Fault.SMALL


def bomb() -> bytes:
    content = io.BytesIO()
    Image.new("1", (20_000, 20_000)).save(content, "PNG")
    return content.getvalue()


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"", Fault.UNREADABLE),
        (b"<html>", Fault.UNREADABLE),
        (png(drawing(1))[:3000], Fault.UNREADABLE),
        (bomb(), Fault.UNREADABLE),
        (png(Image.new("RGBA", (8, 8))), Fault.TINY),
        (png(Image.new("RGBA", (600, 600))), Fault.EMPTY),
        (png(Image.new("RGB", (600, 600), (90, 120, 200))), Fault.OPAQUE),
    ],
)
def test_what_can_be_no_sticker_leaves_no_file(
    tmp_path: Path, content: bytes, fault: Fault
) -> None:
    made = finishing.finish(content, wanted(tmp_path))

    assert made == Spoiled(fault)
    assert list(tmp_path.iterdir()) == []
