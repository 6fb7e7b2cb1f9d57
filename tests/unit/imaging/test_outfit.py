"""Outfits are data: good folders load, bad ones say what to mend."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from actors.imaging import assets, outfit
from actors.imaging.poses import POSES as RECIPES

SOURCES = sorted(path.parent for path in assets.ART.glob("*/outfit.json"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    target = tmp_path / "mine"
    shutil.copytree(assets.ART / "chapan", target)
    return target


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.name)
def test_every_built_in_outfit_is_complete(source: Path) -> None:
    found = outfit.load(source)

    assert found.id == source.name
    assert set(found.title) == set(outfit.LANGUAGES)
    assert {plan.pose for plan in found.stickers} == set(RECIPES)
    for plan in found.stickers:
        assert plan.caption == {} or set(plan.caption) == set(outfit.LANGUAGES)


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.name)
@pytest.mark.skipif(bool(assets.missing()), reason="the set-up step has not run")
def test_every_built_in_outfit_has_art(source: Path) -> None:
    rendered = outfit.load(assets.OUTFITS / source.name)

    for body in rendered.bodies:
        assert rendered.layer(body.back)
        assert rendered.layer(body.front)
    assert (rendered.folder / "preview.png").is_file()


def test_there_are_at_least_three() -> None:
    assert len(SOURCES) >= 3


def _short(entry: dict[str, Any]) -> None:
    entry["stickers"].pop()


def _twice(entry: dict[str, Any]) -> None:
    entry["stickers"][1]["pose"] = entry["stickers"][0]["pose"]


def _rare_emoji(entry: dict[str, Any]) -> None:
    entry["stickers"][0]["emoji"] = "🫨"


def _outside(entry: dict[str, Any]) -> None:
    entry["bodies"][0]["back"] = "../../secret"


def _colour(entry: dict[str, Any]) -> None:
    entry["colours"][0] = "red"


def _no_head(entry: dict[str, Any]) -> None:
    del entry["head"]


def _unknown_pose(entry: dict[str, Any]) -> None:
    entry["stickers"][0]["pose"] = "flying"


@pytest.mark.parametrize(
    "spoil", [_short, _twice, _rare_emoji, _outside, _colour, _no_head, _unknown_pose]
)
def test_a_bad_folder_is_refused(folder: Path, spoil: Callable[[dict[str, Any]], None]) -> None:
    path = folder / "outfit.json"
    entry = json.loads(path.read_text("utf-8"))
    spoil(entry)
    path.write_text(json.dumps(entry), "utf-8")

    with pytest.raises(outfit.OutfitFault):
        outfit.load(folder)


@pytest.mark.parametrize("content", ["", "[]", "{", '{"id": 3}'])
def test_a_broken_file_is_refused(folder: Path, content: str) -> None:
    (folder / "outfit.json").write_text(content, "utf-8")

    with pytest.raises(outfit.OutfitFault):
        outfit.load(folder)


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(outfit.OutfitFault, match=r"no outfit\.json"):
        outfit.load(tmp_path)


def test_an_unknown_language_falls_back_to_the_first() -> None:
    plan = outfit.Plan("hello", "👋", {"ru": "Привет"}, ())

    assert plan.text("uz") == "Привет"
