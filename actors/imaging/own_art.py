"""Makes an outfit folder from pictures that an operator sent.

A new folder is written beside its place and renamed, so it appears whole. An older one is replaced
file by file: layers carry a digest in their names, so new ones lie beside the old; then the new
`outfit.json` takes the old one's place in one rename. A reader that opened either `outfit.json`
finds exactly the layers it names, and a process that keeps layers in memory by path never takes an
old one for a new one. Layers of the version just replaced stay until the next one, for readers
under way; older ones go. A process that dies at any point leaves the old outfit or the new one.
One writer at a time per folder: two at once could remove each other's layers.
"""

import hashlib
import io
import json
import os
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from PIL import Image

from actors.imaging import art_canvas, formats, outfit
from actors.imaging.art_canvas import Seated
from actors.imaging.art_intake import Art

COLOURS: tuple[tuple[str, str, str, str, str], ...] = (
    ("red", "#ff5a4d", "#a3124a", "#ffd0a6", "#4a0a22"),
    ("gold", "#ffb62e", "#b35a00", "#ffe08a", "#4a2500"),
    ("green", "#35d07f", "#0b6b3a", "#c9ff8a", "#0a3a24"),
    ("teal", "#27b3c4", "#0b5f7d", "#a8f0e6", "#0a3f52"),
    ("blue", "#5b6cff", "#1d1a5e", "#8fd3ff", "#1b1f57"),
    ("purple", "#a66bff", "#4b1a8a", "#e3c4ff", "#2e0f57"),
    ("pink", "#ff5fa8", "#7a1a8a", "#ffd0e6", "#4a0f4d"),
)
"""What a form offers: name; light and dark of badge and burst; lower ink, contour of captions."""

TITLE_LIMIT = 64
_PLAN = Path(__file__).parent / "own_art_plan.json"
_MANIFEST, _PREVIEW = "outfit.json", "preview.png"
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
_LAYER = re.compile(r"(?:back|front)-[0-9a-f]{12}(?:\.skin)?\.png")
_UNFINISHED = re.compile(r"\..+\.part")  # of a process that died while it wrote


def check_words(outfit_id: str, titles: Mapping[str, str], colour: str) -> None:
    """Raise ValueError when the caller's words would make no loadable outfit."""
    if not _ID.fullmatch(outfit_id):
        raise ValueError("outfit_id: 1 to 64 letters, digits, '-' and '_', first a letter or digit")
    if any(not titles.get(language, "").strip() for language in outfit.LANGUAGES):
        raise ValueError(f"titles: one for each of {', '.join(outfit.LANGUAGES)}")
    if any(len(title) > TITLE_LIMIT for title in titles.values()):
        raise ValueError(f"titles: at most {TITLE_LIMIT} characters")
    if colour not in {entry[0] for entry in COLOURS}:
        raise ValueError(f"colour: one of {', '.join(entry[0] for entry in COLOURS)}")


def write_outfit(
    back: Art,
    front: Art | None,
    folder: Path,
    *,
    outfit_id: str,
    titles: Mapping[str, str],
    colour: str,
) -> None:
    """Write the outfit's folder, or replace it; the module says what readers see meanwhile.

    Raises ValueError for words that `check_words` refuses, OSError when the disk fails.
    """
    check_words(outfit_id, titles, colour)
    dress = art_canvas.seated(back, front)
    files, names = _layers(dress)
    files[_PREVIEW] = _png(art_canvas.preview(dress))
    entry = _entry(dress, names, outfit_id=outfit_id, titles=titles, colour=colour)
    text = json.dumps(entry, ensure_ascii=False, indent=2) + "\n"
    files[_MANIFEST] = text.encode()
    folder.parent.mkdir(parents=True, exist_ok=True)
    if folder.exists():
        _replace(folder, files)
    else:
        _create(folder, files)


def _layers(dress: Seated) -> tuple[dict[str, bytes], dict[str, str]]:
    """Files by name, and the layer names for `outfit.json`."""
    back = _png(dress.back)
    skin = _png(dress.skin) if dress.skin is not None else b""
    name = f"back-{_digest(back + skin)}"
    files, names = {f"{name}.png": back}, {"back": name}
    if skin:
        files[f"{name}.skin.png"] = skin
    if dress.front is not None:
        front = _png(dress.front)
        names["front"] = f"front-{_digest(front)}"
        files[f"{names['front']}.png"] = front
    return files, names


def _entry(
    dress: Seated,
    names: dict[str, str],
    *,
    outfit_id: str,
    titles: Mapping[str, str],
    colour: str,
) -> dict[str, Any]:
    _, light, dark, ink, contour = next(entry for entry in COLOURS if entry[0] == colour)
    return {
        "id": outfit_id,
        "title": {language: titles[language].strip() for language in outfit.LANGUAGES},
        "ink": {"top": "#ffffff", "bottom": ink, "contour": contour},
        "colours": [light, dark],
        "head": {"chin": [round(part, 1) for part in dress.chin], "unit": round(dress.unit, 1)},
        "bodies": [names],
        "stickers": json.loads(_PLAN.read_text("utf-8")),
    }


def _create(folder: Path, files: Mapping[str, bytes]) -> None:
    for left in folder.parent.glob(f".{folder.name}.*.part"):  # of a process that died
        shutil.rmtree(left, ignore_errors=True)
    temporary = folder.with_name(f".{folder.name}.{os.getpid()}.part")
    try:
        temporary.mkdir()
        for name, content in files.items():
            formats.write_whole(temporary / name, content)
        temporary.rename(folder)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def _replace(folder: Path, files: Mapping[str, bytes]) -> None:
    """New layers first, then `outfit.json`, then the preview; then what nobody names goes."""
    kept = _named(folder) | set(files)
    old = {path.name for path in folder.iterdir()}
    fresh = [name for name in files if _LAYER.fullmatch(name) and name not in old]
    try:
        for name in fresh:
            formats.write_whole(folder / name, files[name])
    except BaseException:
        for name in fresh:
            (folder / name).unlink(missing_ok=True)
        raise
    formats.write_whole(folder / _MANIFEST, files[_MANIFEST])
    formats.write_whole(folder / _PREVIEW, files[_PREVIEW])
    for name in old - kept:
        if _LAYER.fullmatch(name) or _UNFINISHED.fullmatch(name):
            (folder / name).unlink(missing_ok=True)


def _named(folder: Path) -> set[str]:
    """Layer files that the present `outfit.json` names; none when it cannot be read."""
    try:
        bodies = outfit.load(folder).bodies
    except outfit.OutfitFault:
        return set()
    names = [name for body in bodies for name in (body.back, body.front) if name]
    return {f"{name}{end}" for name in names for end in (".png", ".skin.png")}


def _png(picture: Image.Image) -> bytes:
    buffer = io.BytesIO()
    picture.save(buffer, "PNG", compress_level=6)
    return buffer.getvalue()


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:12]
