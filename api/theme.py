"""The look of one event: `theme/theme.json` in the data folder, read once at start.

Everything in it is optional. What is malformed is left out with a line that names it; the rest
still counts, for a misspelt colour must not keep the booth from opening. Only files named in it
are served, and only pictures that lie in the same folder.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

FILE = "theme.json"
PICTURES = {
    ".png": "image/png",
    ".webp": "image/webp",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".svg": "image/svg+xml",
}
PICTURE_BYTES = 2 * 1024 * 1024
FILE_BYTES = 64 * 1024
EVENT_LENGTH = 80
COLORS = (
    "paper",
    "paper2",
    "ink",
    "soft",
    "accent",
    "accent_ink",
    "second",
    "second_ink",
    "card",
)
"""Colours of the page that an event may choose."""

_COLOR = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,60}\.[a-z]{3,4}")


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours by name, the event's name, the names of its pictures, the pictures' bytes by name."""

    colors: dict[str, str] = field(default_factory=dict)
    event: str | None = None
    logo: str | None = None
    background: str | None = None
    pictures: dict[str, bytes] = field(default_factory=dict)


def load(folder: Path) -> tuple[Theme, list[str]]:
    """Read the theme of a folder; also returns what is wrong with it, one sentence each."""
    file = folder / FILE
    faults: list[str] = []
    try:
        given = json.loads(_limited(file, FILE_BYTES)) if file.exists() else {}
    except OSError as error:
        return Theme(), [f"cannot be read ({error.strerror or error})"]
    except ValueError as error:
        # Undecodable text and broken JSON alike; neither message quotes more than a place.
        return Theme(), [f"is no JSON ({error})"]
    if not isinstance(given, dict):
        return Theme(), ["must be a JSON object"]
    known = ("colors", "event", "logo", "background")
    faults += [f"{str(name)[:40]!r} is not known" for name in given if name not in known]
    colors = _colors(given.get("colors", {}), faults.append)
    event = _event(given.get("event"), faults.append)
    pictures: dict[str, bytes] = {}
    for what in ("logo", "background"):
        name = given.get(what)
        if name is not None:
            _picture(folder, what, name, pictures, faults.append)
    kept = {what: given.get(what) for what in ("logo", "background")}
    named = {what: name if name in pictures else None for what, name in kept.items()}
    return Theme(colors, event, named["logo"], named["background"], pictures), faults


def _colors(given: Any, fault: Callable[[str], None]) -> dict[str, str]:
    if not isinstance(given, dict):
        fault("colors must be an object of names and colours")
        return {}
    colors: dict[str, str] = {}
    for name, value in given.items():
        if name not in COLORS:
            fault(f"colors: {str(name)[:40]!r} is not one of {', '.join(COLORS)}")
        elif not isinstance(value, str) or not _COLOR.fullmatch(value):
            fault(f"colors: {name} must be written as #rrggbb")
        else:
            colors[name] = value
    return colors


def _event(given: Any, fault: Callable[[str], None]) -> str | None:
    if given is None:
        return None
    text = given.strip() if isinstance(given, str) else ""
    if not 0 < len(text) <= EVENT_LENGTH or not text.isprintable():
        fault(f"event must be one line of 1 to {EVENT_LENGTH} characters")
        return None
    return text


def _picture(
    folder: Path, what: str, name: Any, pictures: dict[str, bytes], fault: Callable[[str], None]
) -> None:
    if not isinstance(name, str) or not _NAME.fullmatch(name) or _suffix(name) not in PICTURES:
        kinds = ", ".join(PICTURES)
        fault(f"{what} must name a file beside {FILE}: letters, digits, - and _, then {kinds}")
        return
    path = folder / name
    try:
        if path.is_symlink():
            raise ValueError("is a link, not a file")
        pictures[name] = _limited(path, PICTURE_BYTES)
    except OSError as error:
        fault(f"{what}: {name} cannot be read ({error.strerror or error})")
    except ValueError as error:
        fault(f"{what}: {name} {error}")


def _suffix(name: str) -> str:
    return Path(name).suffix


def _limited(path: Path, limit: int) -> bytes:
    with path.open("rb") as file:
        data = file.read(limit + 1)
    if len(data) > limit:
        raise ValueError(f"has more than {limit // 1024} KB")
    return data
