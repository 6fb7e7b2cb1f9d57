"""The look of an event: what counts, what is left out, and what is said about it."""

import json
from pathlib import Path
from typing import Any

import pytest

from api.theme import FILE, FILE_BYTES, PICTURE_BYTES, Theme, load


def written(folder: Path, given: Any) -> Path:
    (folder / FILE).write_text(given if isinstance(given, str) else json.dumps(given), "utf-8")
    return folder


def test_without_a_file_the_page_keeps_its_own_look(tmp_path: Path) -> None:
    assert load(tmp_path) == (Theme(), [])
    assert load(tmp_path / "missing") == (Theme(), [])


def test_a_whole_theme_is_read(tmp_path: Path) -> None:
    (tmp_path / "logo.svg").write_bytes(b"<svg/>")
    (tmp_path / "hall.jpg").write_bytes(b"jpeg")
    colors = {"accent": "#ff0055", "paper": "#fff"}
    given = {"colors": colors, "event": " Hilol & Do‘st ", "logo": "logo.svg"}

    theme, faults = load(written(tmp_path, given | {"background": "hall.jpg"}))

    assert faults == []
    assert theme == Theme(
        colors,
        "Hilol & Do‘st",
        "logo.svg",
        "hall.jpg",
        {"logo.svg": b"<svg/>", "hall.jpg": b"jpeg"},
    )


@pytest.mark.parametrize("name", ["../secret.png", "/etc/passwd", "a b.png", "logo.html", 7, ""])
def test_only_a_picture_beside_the_file_is_served(tmp_path: Path, name: object) -> None:
    theme, faults = load(written(tmp_path, {"logo": name, "event": "Fest"}))

    assert (theme.logo, theme.pictures, theme.event) == (None, {}, "Fest")
    assert len(faults) == 1
    assert faults[0].startswith("logo must name a file")


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "secret.png"
    outside.write_bytes(b"secret")
    folder = tmp_path / "theme"
    folder.mkdir()
    (folder / "logo.png").symlink_to(outside)

    assert load(written(folder, {"logo": "logo.png"}))[0].pictures == {}


@pytest.mark.parametrize(
    "value", ["red", "#12345", "#ff0055;}", "url(x)", 5, None, "#ff0055\n", "#FF005G"]
)
def test_a_malformed_colour_is_named_and_the_rest_counts(tmp_path: Path, value: object) -> None:
    theme, faults = load(written(tmp_path, {"colors": {"accent": value, "ink": "#123456"}}))

    assert theme.colors == {"ink": "#123456"}
    assert faults == ["colors: accent must be written as #rrggbb"]


def test_unknown_names_are_said(tmp_path: Path) -> None:
    _, faults = load(written(tmp_path, {"colour": {}, "colors": {"acent": "#fff"}}))

    assert len(faults) == 2
    assert "'colour'" in faults[0]
    assert "'acent'" in faults[1]


@pytest.mark.parametrize("text", ["", "{", "[]", "\ud800", "x" * (FILE_BYTES + 1)])
def test_a_broken_file_is_one_fault_and_no_theme(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_bytes(text.encode("utf-8", "surrogatepass"))

    theme, faults = load(tmp_path)

    assert theme == Theme()
    assert len(faults) == 1


@pytest.mark.parametrize("event", ["", "  ", "x" * 81, "two\nlines", 5])
def test_an_event_is_one_short_line(tmp_path: Path, event: object) -> None:
    theme, faults = load(written(tmp_path, {"event": event}))

    assert theme.event is None
    assert len(faults) == 1


def test_a_missing_or_huge_picture_is_said(tmp_path: Path) -> None:
    with (tmp_path / "huge.png").open("wb") as file:
        file.truncate(PICTURE_BYTES + 1)

    theme, faults = load(written(tmp_path, {"logo": "huge.png", "background": "none.png"}))

    assert (theme.logo, theme.background, theme.pictures) == (None, None, {})
    assert "huge.png" in faults[0]
    assert "none.png" in faults[1]
