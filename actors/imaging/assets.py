"""Where third-party data and rendered art lie, and what of it is missing.

The folder is made by `python -m actors.imaging.fetch`. Everything in it is optional at run time:
without models a sticker is a plain crop, without a font it has no caption, without emoji none.
"""

from pathlib import Path

ROOT = Path(__file__).parent / "assets"
ART = Path(__file__).parent / "outfits"
LOCK = Path(__file__).parent / "assets.lock.json"
SEGMENTATION = ROOT / "models" / "selfie_segmentation.tflite"
FACE = ROOT / "models" / "face_detection_short_range.tflite"
FONT = ROOT / "fonts" / "Rubik_900Black.ttf"
EMOJI = ROOT / "emoji"
OUTFITS = ROOT / "outfits"
PROPS = ROOT / "props"
SAMPLES = ROOT / "samples"
"""Stickers of the bundled photo, for the tablet's start screen."""
PROP_ART = Path(__file__).parent / "props"


def missing() -> list[str]:
    """One plain phrase for each absent piece; empty when all is there."""
    pieces = {
        "segmentation model": SEGMENTATION.is_file(),
        "face model": FACE.is_file(),
        "caption font": FONT.is_file(),
        "emoji": EMOJI.is_dir() and any(EMOJI.glob("*.webp")),
    }
    found = [name for name, there in pieces.items() if not there]
    ids = sorted(source.parent.name for source in ART.glob("*/outfit.json"))
    bare = [one for one in ids if not (OUTFITS / one / "preview.png").is_file()]
    return found + [f"layers of outfit {one}" for one in bare]


def outfit_folders() -> list[Path]:
    """Built-in outfits in a fixed order: the rendered folder, or the bare source without layers."""
    sources = sorted(path.parent for path in ART.glob("*/outfit.json"))
    rendered = [OUTFITS / source.name for source in sources]
    return [
        done if (done / "outfit.json").is_file() else source
        for done, source in zip(rendered, sources, strict=True)
    ]
