"""From a prepared guest and an outfit's plan to a finished 512 px sticker."""

from PIL import Image

from actors.imaging.outfit import Outfit
from actors.imaging.outline import die_cut
from actors.imaging.poses import Guest, lay_out


def sticker(guest: Guest, outfit: Outfit, pose: int, language: str) -> Image.Image:
    """Sticker number `pose` (0 to 9) of the outfit's plan, RGBA 512 x 512."""
    layout = lay_out(guest, outfit, outfit.stickers[pose], language)
    return die_cut(layout.content, layout.extras)
