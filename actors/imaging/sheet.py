"""A contact sheet: all stickers of a pack on one page, for the panel and the demo."""

from pathlib import Path

from PIL import Image

_COLUMNS, _CELL, _GAP = 5, 256, 16
_GROUND, _CARD = (223, 230, 238), (241, 245, 249)


def contact_sheet(stickers: list[Path]) -> Image.Image:
    """The stickers in rows of five on a light ground, RGB."""
    rows = -(-len(stickers) // _COLUMNS)
    step = _CELL + _GAP
    size = _GAP + min(len(stickers), _COLUMNS) * step, _GAP + rows * step
    page = Image.new("RGB", size, _GROUND)
    for index, path in enumerate(stickers):
        place = _GAP + index % _COLUMNS * step, _GAP + index // _COLUMNS * step
        page.paste(_CARD, (*place, place[0] + _CELL, place[1] + _CELL))
        with Image.open(path, formats=("WEBP", "PNG")) as opened:
            small = opened.convert("RGBA").resize((_CELL, _CELL), Image.Resampling.LANCZOS)
        page.paste(small, place, small)
    return page
