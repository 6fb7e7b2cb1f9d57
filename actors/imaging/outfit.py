"""An outfit is a folder of data: `outfit.json` and PNG layers; an operator needs no code for one.

Layers are 1024 x 1024 RGBA. A file `<layer>.skin.png` (greys) says where the guest's skin tone is
added to a layer. A folder without layers is still an outfit: its body stickers become plain ones.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from actors.imaging.captions import Ink

CANVAS = 1024
LANGUAGES = ("ru", "uz", "en")
POSES = (
    "classic",
    "hello",
    "hearts",
    "badge",
    "body_a",
    "body_b",
    "crown",
    "tilted",
    "mono",
    "party",
)
# Old emoji that every client shows and that Telegram takes in `emoji_list`.
SAFE_EMOJI = frozenset(
    "😀😂😊😍😎😘🎉🎈🎂❤💖💕⭐🌟✨🔥⚡🚀🌍🌙👋👍👏👑🏆💪💯🌹🍇🍓🍉☕⚽😋🙏💥💐😜😉🙌🎊"
)

Colour = tuple[int, int, int]


class OutfitFault(Exception):
    """The folder is not a usable outfit; the message says what to mend."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Where the head goes, in layer pixels: the chin, and the distance from eyes to mouth."""

    chin: tuple[float, float]
    unit: float


@dataclass(frozen=True, slots=True)
class Hat:
    """Head-gear: its layer, middle of its base line, base width, and how deep it sits in units."""

    layer: str
    base: tuple[float, float]
    width: float
    sink: float


@dataclass(frozen=True, slots=True)
class Body:
    """One dressed body: layer behind the head, layer before it, and a round opening to fill."""

    back: str
    front: str | None
    opening: tuple[float, float, float] | None


@dataclass(frozen=True, slots=True)
class Plan:
    """One sticker of the pack: recipe, Telegram emoji, caption by language, decoration codes."""

    pose: str
    emoji: str
    caption: dict[str, str]
    decor: tuple[str, ...]

    def text(self, language: str) -> str:
        """The caption, in the first language when that one is missing; empty for none."""
        return self.caption.get(language) or self.caption.get(LANGUAGES[0], "")


@dataclass(frozen=True, slots=True)
class Outfit:
    """What `load` read; `folder` holds the layers."""

    folder: Path
    id: str
    title: dict[str, str]
    ink: Ink
    colours: tuple[Colour, Colour]
    seat: Seat
    bodies: tuple[Body, ...]
    hat: Hat | None
    stickers: tuple[Plan, ...]

    def layer(self, name: str | None) -> Path | None:
        """The file of a layer when it exists."""
        path = self.folder / f"{name}.png" if name else None
        return path if path is not None and path.is_file() else None


def load(folder: Path) -> Outfit:
    """Read an outfit folder; raises `OutfitFault`."""
    try:
        entry = json.loads((folder / "outfit.json").read_text("utf-8"))
        outfit = _outfit(folder, entry)
    except FileNotFoundError as fault:
        raise OutfitFault(f"{folder.name}: there is no outfit.json") from fault
    except (ValueError, KeyError, TypeError, AttributeError, IndexError) as fault:
        raise OutfitFault(f"{folder.name}: outfit.json is wrong at {fault}") from fault
    _check(outfit)
    return outfit


def _outfit(folder: Path, entry: dict[str, Any]) -> Outfit:
    hat = entry.get("hat")
    return Outfit(
        folder=folder,
        id=str(entry["id"]),
        title=_texts(entry["title"]),
        ink=Ink(*(_colour(entry["ink"][part]) for part in ("top", "bottom", "contour"))),
        colours=(_colour(entry["colours"][0]), _colour(entry["colours"][1])),
        seat=Seat(_point(entry["head"]["chin"]), float(entry["head"]["unit"])),
        bodies=tuple(_body(body) for body in entry["bodies"]),
        hat=Hat(hat["layer"], _point(hat["base"]), float(hat["width"]), float(hat["sink"]))
        if hat
        else None,
        stickers=tuple(_plan(plan) for plan in entry["stickers"]),
    )


def _body(entry: dict[str, Any]) -> Body:
    opening = entry.get("opening")
    circle = (float(opening[0]), float(opening[1]), float(opening[2])) if opening else None
    return Body(str(entry["back"]), entry.get("front"), circle)


def _plan(entry: dict[str, Any]) -> Plan:
    return Plan(
        pose=str(entry["pose"]),
        emoji=str(entry["emoji"]),
        caption=_texts(entry.get("caption", {})),
        decor=tuple(str(code) for code in entry.get("decor", ())),
    )


def _check(outfit: Outfit) -> None:
    if len(outfit.stickers) != len(POSES):
        raise OutfitFault(f"{outfit.id}: the plan needs {len(POSES)} stickers")
    if {plan.pose for plan in outfit.stickers} != set(POSES):
        raise OutfitFault(f"{outfit.id}: each pose is used once: {', '.join(POSES)}")
    for plan in outfit.stickers:
        if plan.emoji not in SAFE_EMOJI:
            raise OutfitFault(f"{outfit.id}: emoji {plan.emoji} is not in the list of safe ones")
    if not outfit.bodies:
        raise OutfitFault(f"{outfit.id}: at least one body is needed")
    names = [outfit.id, *(part for body in outfit.bodies for part in (body.back, body.front or ""))]
    if any("/" in name or "\\" in name or ".." in name for name in names):
        raise OutfitFault(f"{outfit.id}: layers are plain names inside the folder")


def _texts(entry: dict[str, Any]) -> dict[str, str]:
    return {str(key): str(value) for key, value in entry.items()}


def _point(entry: list[Any]) -> tuple[float, float]:
    return float(entry[0]), float(entry[1])


def _colour(text: str) -> Colour:
    if len(text) != 7 or text[0] != "#":
        raise ValueError(f"colour {text}")
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)
