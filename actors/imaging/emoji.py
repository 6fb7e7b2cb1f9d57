"""Fluent 3D emoji as decoration, by the code points of their file names."""

from functools import lru_cache

from PIL import Image

from actors.imaging import assets, outline


@lru_cache(maxsize=32)
def picture(code: str, size: int) -> Image.Image | None:
    """The emoji at `size` pixels, or None when it is not installed; do not draw on it."""
    path = assets.EMOJI / f"{code}.webp"
    if not path.is_file():
        return None
    with Image.open(path) as opened:
        full = opened.convert("RGBA")
    return full.resize((size, size), Image.Resampling.LANCZOS)


@lru_cache(maxsize=32)
def sticker(code: str, size: int, ring: int = 6, tilt: float = 0.0) -> Image.Image | None:
    """The emoji with its own white ring, `size` pixels before the ring and the tilt."""
    plain = picture(code, size)
    if plain is None:
        return None
    turned = plain.rotate(tilt, Image.Resampling.BICUBIC, expand=True) if tilt else plain
    canvas = Image.new("RGBA", (turned.width + 4 * ring, turned.height + 4 * ring))
    canvas.alpha_composite(turned, (2 * ring, 2 * ring))
    return outline.ringed(canvas, ring)
