"""Sample stickers of the bundled photo for the tablet's start screen, one of each built-in outfit.

They are made at set-up and made anew when an outfit's art is newer. Without the models there are
none, for a plain crop shows nothing of what a guest gets.
"""

import tempfile
from pathlib import Path

from actors.imaging import assets, outfit, studio

PHOTO = Path(__file__).parent.parent / "demo" / "astronaut.jpg"
POSES = ("body_a", "body_b")
"""Poses that show the outfit, taken in turn."""


def render_all(target: Path = assets.SAMPLES) -> list[str]:
    """Render what is missing or old; returns a line for each sticker that was made."""
    if not (assets.SEGMENTATION.is_file() and assets.FACE.is_file()):
        return []
    folders = [one for one in assets.outfit_folders() if (one / "preview.png").is_file()]
    wanted = {target / f"{folder.name}.webp": folder for folder in folders}
    stale = {file: folder for file, folder in wanted.items() if _stale(file, folder)}
    if not stale:
        return []
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="stickerbooth-") as work:
        studio.prepare(str(PHOTO), work)
        for place, (file, folder) in enumerate(stale.items()):
            plans = outfit.load(folder).stickers
            wish = POSES[place % len(POSES)]
            pose = next(number for number, plan in enumerate(plans) if plan.pose == wish)
            studio.render(work, str(folder), pose, "ru", str(file))
    return [f"sample sticker {file.stem}" for file in stale]


def _stale(file: Path, folder: Path) -> bool:
    made = (folder / "preview.png").stat().st_mtime_ns
    return not file.is_file() or file.stat().st_mtime_ns < made
