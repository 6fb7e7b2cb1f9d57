"""An outfit made from an operator's pictures: where the head goes, and what readers ever see."""

import json
import pickle
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from actors.imaging import assets, outfit, own_art, studio
from tests.support.photos import SAMPLE
from tests.unit.actors.imaging.costumes import MARK, SHAPES, clasp, costume, saved

TITLES = {"ru": "Наш наряд", "uz": "Bizning libos", "en": "Our outfit"}


def made(folder: Path, source: str, front: str | None = None, colour: str = "teal") -> object:
    return studio.make_outfit(source, front, str(folder), "ours", TITLES, colour)


def layer(folder: Path, name: str | None) -> Image.Image:
    path = outfit.load(folder).layer(name)
    assert path is not None
    with Image.open(path) as opened:
        return opened.convert("RGBA")


def mark_in(picture: Image.Image) -> tuple[float, float]:
    pixels = np.asarray(picture, np.int16)
    rows, columns = np.nonzero(np.abs(pixels - np.array(MARK)).max(axis=2) < 40)
    return float(columns.mean()), float(rows.mean())


def test_the_folder_is_an_outfit_with_the_whole_plan(tmp_path: Path) -> None:
    front = saved(clasp(), tmp_path / "front.png")

    answer = made(tmp_path / "ours", saved(costume(), tmp_path / "art.png"), front)

    dress = outfit.load(tmp_path / "ours")
    body = dress.bodies[0]
    assert answer == studio.ArtAccepted(1200, 1600)
    assert (dress.id, dress.title) == ("ours", TITLES)
    assert dress.colours == ((0x27, 0xB3, 0xC4), (0x0B, 0x5F, 0x7D))
    assert layer(tmp_path / "ours", body.back).size == (outfit.CANVAS, outfit.CANVAS)
    assert layer(tmp_path / "ours", body.front).size == (outfit.CANVAS, outfit.CANVAS)


def test_default_captions_speak_all_languages_and_their_emoji_exist(tmp_path: Path) -> None:
    made(tmp_path / "ours", saved(costume(), tmp_path / "art.png"))

    plans = outfit.load(tmp_path / "ours").stickers
    captioned = [plan for plan in plans if plan.pose != "classic"]
    assert all(set(plan.caption) == set(outfit.LANGUAGES) for plan in captioned)
    if not assets.missing():
        codes = {code for plan in plans for code in plan.decor}
        assert all((assets.EMOJI / f"{code}.webp").is_file() for code in codes)


def test_colours_have_short_plain_names_and_hex_values() -> None:
    names = [entry[0] for entry in own_art.COLOURS]
    values = [value for entry in own_art.COLOURS for value in entry[1:]]

    assert len(set(names)) == len(names) >= 6
    assert all(re.fullmatch("[a-z]{3,16}", name) for name in names)
    assert all(re.fullmatch("#[0-9a-f]{6}", value) for value in values)


@pytest.fixture(scope="module")
def worn(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, bool], Path]:
    """Outfits by shape, without or with a wide empty margin, each made once."""
    place = tmp_path_factory.mktemp("worn")

    def folder(name: str, margin: bool) -> Path:
        target = place / f"{name.replace(' ', '-')}-{margin}"
        if not target.exists():
            size, at = ((2600, 2800), (1300, 1100)) if margin else ((1200, 1600), (0, 0))
            art = saved(costume(name, size=size, at=at), place / "art.png", compress_level=1)
            assert made(target, art) == studio.ArtAccepted(*size)
        return target

    return folder


@pytest.mark.parametrize(
    ("name", "margin"),
    [*((name, False) for name in SHAPES), ("a shirt", True), ("one arm raised", True)],
)
def test_the_chin_lies_on_the_neck(
    worn: Callable[[str, bool], Path], name: str, margin: bool
) -> None:
    folder = worn(name, margin)

    dress = outfit.load(folder)
    x, y = mark_in(layer(folder, dress.bodies[0].back))
    (chin_x, chin_y), unit = dress.seat.chin, dress.seat.unit
    assert abs(x - chin_x) < 0.15 * unit
    assert -0.3 * unit < y - chin_y < 1.3 * unit


@pytest.mark.parametrize("name", SHAPES)
def test_head_and_costume_fit_the_canvas(worn: Callable[[str, bool], Path], name: str) -> None:
    folder = worn(name, False)

    dress = outfit.load(folder)
    alpha = np.asarray(layer(folder, dress.bodies[0].back))[..., 3]
    (x, y), unit = dress.seat.chin, dress.seat.unit
    assert y > 3.9 * unit
    assert 1.2 * unit < x < outfit.CANVAS - 1.2 * unit
    assert unit > 80
    assert not alpha[:, 0].any()
    assert not alpha[:, -1].any()
    assert alpha[-4].any()


def test_what_lies_before_the_neck_stays_in_its_place(tmp_path: Path) -> None:
    both = costume()
    both.alpha_composite(clasp())
    front = saved(clasp(), tmp_path / "front.png")

    made(tmp_path / "ours", saved(both, tmp_path / "art.png"), front)

    body = outfit.load(tmp_path / "ours").bodies[0]
    before = layer(tmp_path / "ours", body.front)
    box = before.getchannel("A").point(lambda level: 255 * (level > 128)).getbbox()
    assert box is not None
    middle = ((box[0] + box[2]) // 2, (box[1] + box[3]) // 2)
    back = layer(tmp_path / "ours", body.back)
    assert before.getpixel(middle) == back.getpixel(middle) == (255, 220, 0, 255)


def test_the_neckline_shows_the_guests_skin(worn: Callable[[str, bool], Path]) -> None:
    dress = outfit.load(worn("a wide dress", False))

    path = dress.layer(f"{dress.bodies[0].back}.skin")
    assert path is not None
    with Image.open(path) as opened:
        weight = np.asarray(opened)
    assert weight[round(dress.seat.chin[1]), round(dress.seat.chin[0])] > 150


def test_the_preview_wears_a_plain_head(worn: Callable[[str, bool], Path]) -> None:
    folder = worn("a shirt", False)

    seat = outfit.load(folder).seat
    with Image.open(folder / "preview.png") as preview:
        assert (preview.size, preview.mode) == ((512, 512), "RGBA")
        nose = round(seat.chin[0] / 2), round((seat.chin[1] - 1.2 * seat.unit) / 2)
        assert preview.getpixel(nose) == (232, 176, 138, 255)


def test_nothing_of_the_file_but_its_picture_survives(tmp_path: Path) -> None:
    picture = costume()
    hidden = np.asarray(picture).copy()
    hidden[hidden[..., 3] == 0, :3] = (1, 2, 3)
    words = PngInfo()
    words.add_text("Author", "SECRET-NAME")
    exif = Image.Exif()
    exif[0x010E] = "SECRET-PLACE"
    source = saved(
        Image.fromarray(hidden),
        tmp_path / "art.png",
        pnginfo=words,
        exif=exif,
        icc_profile=b"SECRET",
    )

    made(tmp_path / "ours", source)

    for path in (tmp_path / "ours").glob("*.png"):
        with Image.open(path) as opened:
            opened.load()
            assert opened.info == {}
    pixels = np.asarray(layer(tmp_path / "ours", outfit.load(tmp_path / "ours").bodies[0].back))
    assert not pixels[pixels[..., 3] == 0].any()


def test_refused_art_leaves_no_trace_and_an_older_outfit_untouched(tmp_path: Path) -> None:
    good = saved(costume(), tmp_path / "art.png")
    bad = saved(Image.new("RGB", (900, 900)), tmp_path / "bad.png")
    made(tmp_path / "old", good)
    before = {path: path.read_bytes() for path in (tmp_path / "old").iterdir()}

    answers = made(tmp_path / "new", bad), made(tmp_path / "old", good, bad)

    assert answers[0] == studio.ArtRejected("not_transparent")
    assert answers[1] == studio.ArtRejected("not_transparent", front=True)
    assert not (tmp_path / "new").exists()
    assert {path: path.read_bytes() for path in (tmp_path / "old").iterdir()} == before


def test_the_second_picture_must_have_the_size_of_the_first(tmp_path: Path) -> None:
    front = saved(clasp((1200, 1599)), tmp_path / "front.png")

    answer = made(tmp_path / "ours", saved(costume(), tmp_path / "art.png"), front)

    assert answer == studio.ArtRejected("other_size", front=True)


@pytest.mark.parametrize(
    ("outfit_id", "titles", "colour"),
    [
        ("../up", TITLES, "red"),
        ("", TITLES, "red"),
        ("ours", {"ru": "Наряд", "uz": "Libos"}, "red"),
        ("ours", {**TITLES, "en": "x" * 65}, "red"),
        ("ours", TITLES, "ultraviolet"),
    ],
)
def test_unusable_words_are_the_callers_error(
    tmp_path: Path, outfit_id: str, titles: dict[str, str], colour: str
) -> None:
    source = saved(costume(), tmp_path / "art.png")

    with pytest.raises(ValueError, match=r"outfit_id|titles|colour"):
        studio.make_outfit(source, None, str(tmp_path / "ours"), outfit_id, titles, colour)

    assert not (tmp_path / "ours").exists()


def test_a_reader_of_the_old_version_still_finds_its_layers_after_a_change(tmp_path: Path) -> None:
    folder = tmp_path / "ours"
    made(folder, saved(costume("a shirt"), tmp_path / "art.png"))
    reader = outfit.load(folder)
    content = reader.layer(reader.bodies[0].back)
    assert content is not None
    old = content.read_bytes()

    made(folder, saved(costume("a wide dress"), tmp_path / "art.png"))

    new = outfit.load(folder).bodies[0].back
    assert content.read_bytes() == old
    assert new != reader.bodies[0].back


def test_only_the_present_and_the_last_version_are_kept(tmp_path: Path) -> None:
    folder = tmp_path / "ours"
    for name in ("a shirt", "a wide dress", "arms spread"):
        made(folder, saved(costume(name), tmp_path / "art.png"))

    layers = [path for path in folder.glob("back-*.png") if ".skin" not in path.name]
    assert len(layers) == 2


def test_the_same_art_in_another_colour_keeps_its_layers(tmp_path: Path) -> None:
    source = saved(costume(), tmp_path / "art.png")
    made(tmp_path / "ours", source, colour="red")
    names = {path.name for path in (tmp_path / "ours").iterdir()}

    made(tmp_path / "ours", source, colour="blue")

    assert {path.name for path in (tmp_path / "ours").iterdir()} == names
    assert outfit.load(tmp_path / "ours").colours[0] == (0x5B, 0x6C, 0xFF)


def test_what_a_killed_process_left_is_cleared_and_never_read(tmp_path: Path) -> None:
    source = saved(costume(), tmp_path / "art.png")
    torn = tmp_path / ".ours.1.part"
    torn.mkdir()
    (torn / "outfit.json").write_text("{")
    made(tmp_path / "ours", source)
    (tmp_path / "ours" / ".outfit.json.1.part").write_text("{")

    made(tmp_path / "ours", source, colour="red")

    assert not torn.exists()
    assert not list((tmp_path / "ours").glob(".*"))


def test_a_failing_disk_leaves_nothing_behind(tmp_path: Path) -> None:
    source = saved(costume(), tmp_path / "art.png")
    shelf = tmp_path / "shelf"

    with pytest.raises(OSError):
        made(shelf / ("x" * 250), source)

    assert not list(shelf.iterdir())


@pytest.mark.skipif(bool(assets.missing()), reason="the set-up step has not run")
def test_a_sample_sticker_shows_a_person_in_the_outfit(tmp_path: Path) -> None:
    folder = str(tmp_path / "ours")
    made(Path(folder), saved(costume(), tmp_path / "art.png"))
    work, target = str(tmp_path / "work"), str(tmp_path / "sample.webp")

    sticker = studio.sample_sticker(str(SAMPLE), folder, "uz", work, target)

    with Image.open(target) as picture:
        pixels = np.asarray(picture.convert("RGBA"), np.int16)
    cloth = np.abs(pixels - np.array((40, 90, 200, 255))).max(axis=2) < 12
    plans = json.loads((tmp_path / "ours" / "outfit.json").read_text("utf-8"))["stickers"]
    assert (sticker.width, sticker.height, sticker.path) == (512, 512, target)
    assert sticker.emoji == next(plan["emoji"] for plan in plans if plan["pose"] == "body_a")
    assert cloth.mean() > 0.08


def test_functions_and_answers_can_travel_between_processes() -> None:
    things = (
        studio.check_art,
        studio.make_outfit,
        studio.sample_sticker,
        studio.ArtAccepted(1, 2),
        studio.ArtRejected("empty", front=True),
    )

    assert pickle.loads(pickle.dumps(things)) == things
