"""Renders the SVG layers of an outfit to PNG, at set-up time.

Only this module needs `resvg_py`, a development dependency. The reserved colour `SKIN` marks what
is to take the guest's skin tone: each layer is rendered with black and with white in its place,
and since compositing is linear in a colour, the difference is the exact weight of the skin.
"""

import hashlib
import importlib
import importlib.util
import io
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from actors.imaging import art_preview, assets, outfit

SKIN = "#e8b08a"
SIZE = 1024
_EDITION = 3  # grows when the same sources are to be rendered another way


def render_all(sources: Path, target: Path) -> Iterator[str]:
    """Render every outfit that changed since the last time; yields a line for each piece of news.

    Without `resvg_py` it only says so: outfits then have no body art.
    """
    if importlib.util.find_spec("resvg_py") is None:
        yield "warning: resvg_py is not installed, outfits are without art"
        return
    render_props(assets.PROP_ART, assets.PROPS)
    for source in sorted(path.parent for path in sources.glob("*/outfit.json")):
        stamp = _stamp(source)
        place = target / source.name
        if (place / "stamp").is_file() and (place / "stamp").read_text("ascii") == stamp:
            continue
        render_outfit(source, place)
        (place / "stamp").write_text(stamp, "ascii")
        yield f"outfit {source.name} rendered"


def render_props(source: Path, target: Path) -> None:
    """Render loose pieces of art, each an SVG of its own, when they changed."""
    for path in sorted(source.glob("*.svg")):
        place = target / f"{path.stem}.png"
        if place.is_file() and place.stat().st_mtime >= path.stat().st_mtime:
            continue
        target.mkdir(parents=True, exist_ok=True)
        render_layer(path.read_text("utf-8"))[0].save(place, compress_level=6)


def render_outfit(source: Path, target: Path) -> None:
    """Render one outfit folder into another: layers, skin weights, preview and its data."""
    target.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source / "outfit.json", target / "outfit.json")
    for path in sorted(source.glob("*.svg")):
        colour, weight = render_layer(path.read_text("utf-8"))
        colour.save(target / f"{path.stem}.png", compress_level=6)
        if weight.getextrema() != (0, 0):
            weight.save(target / f"{path.stem}.skin.png")
    art_preview.preview(outfit.load(target)).save(target / "preview.png")


def render_layer(svg: str) -> tuple[Image.Image, Image.Image]:
    """RGBA with black where skin goes, and the weight of skin from 0 to 255."""
    black, white = (_rasterise(svg.replace(SKIN, colour)) for colour in ("#000000", "#ffffff"))
    difference = np.asarray(white, np.int16)[..., 1] - np.asarray(black, np.int16)[..., 1]
    return black, Image.fromarray(difference.clip(0, 255).astype(np.uint8))


def _rasterise(svg: str) -> Image.Image:
    resvg: Any = importlib.import_module("resvg_py")
    data = resvg.svg_to_bytes(svg_string=svg, width=SIZE, height=SIZE, skip_system_fonts=True)
    return Image.open(io.BytesIO(bytes(data))).convert("RGBA")


def _stamp(source: Path) -> str:
    digest = hashlib.sha256(f"{SIZE}/{_EDITION}".encode())
    for path in sorted(source.iterdir()):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()
