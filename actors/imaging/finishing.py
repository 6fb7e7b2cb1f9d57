"""From what a model has drawn to a sticker: cut out, judged, outlined and captioned.

Runs in worker processes: plain functions over bytes and paths. The bytes are a stranger's and are
decoded as such: three formats, size checked before anything is decoded. A sticker file appears
whole or not at all; for a picture that can be no sticker none is written.
"""

import io
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from actors.imaging import assets, formats, judging, keying, outfit
from actors.imaging.cutout import cut_out
from actors.imaging.face import Face, find_faces
from actors.imaging.figures import AREA, Figure, fitted
from actors.imaging.judging import Fault
from actors.imaging.keying import Colour
from actors.imaging.outfit import Plan
from actors.imaging.outline import die_cut
from actors.imaging.placing import captioned, decorate, face_boxes, standing

WORK_SIDE = 1024
ANCHOR_SIDE = 768
_FORMATS = ("PNG", "JPEG", "WEBP")
# What Pillow's parsers raise on broken files, and what too large a canvas comes to.
_BROKEN = (
    OSError,
    ValueError,
    SyntaxError,
    EOFError,
    ArithmeticError,
    LookupError,
    TypeError,
    MemoryError,
)
# Our own limit is lower and is checked before anything is decoded; Pillow's would only warn.
Image.MAX_IMAGE_PIXELS = None


@dataclass(frozen=True, slots=True)
class Plans:
    """What prompts need of an outfit: its id, English title, colours, the pose of each position."""

    id: str
    title: str
    colours: tuple[Colour, Colour]
    poses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sticker:
    """A written sticker; `fault` is what is wrong with it all the same, None when nothing is."""

    emoji: str
    fingerprint: int
    fault: Fault | None


@dataclass(frozen=True, slots=True)
class Spoiled:
    """The picture can be no sticker."""

    fault: Fault


@dataclass(frozen=True, slots=True)
class Finish:
    """Where a sticker belongs: the outfit's folder, its position there, the caption's language.

    `key` is the colour that was asked for behind the figure; None for transparency. `others` are
    the fingerprints of the stickers that the pack already has.
    """

    folder: str
    position: int
    language: str
    key: Colour | None
    others: list[int]
    target: str
    anchor: str | None


def plans(folder: str) -> Plans:
    """Read an outfit; raises `outfit.OutfitFault`."""
    dress = outfit.load(Path(folder))
    title = dress.title.get("en", "")
    return Plans(dress.id, title, dress.colours, tuple(plan.pose for plan in dress.stickers))


def finish(content: bytes, wanted: Finish) -> Sticker | Spoiled:
    """Make the sticker file of a picture, and with `anchor` a plain copy for later references.

    Raises `outfit.OutfitFault` for a bad outfit, OSError when the disk fails.
    """
    drawn = _decoded(content)
    if isinstance(drawn, Fault):
        return Spoiled(drawn)
    figure = _figure(drawn, wanted.key)
    fault = judging.fault_of(figure)
    if fault in judging.FATAL:
        return Spoiled(fault or Fault.EMPTY)
    if fault is None and min(drawn.size) < judging.GOOD_SIDE:
        fault = Fault.SMALL
    mark = judging.fingerprint(figure)
    if fault is None and judging.is_duplicate(mark, wanted.others):
        fault = Fault.DUPLICATE
    figure = judging.without_specks(figure)
    if figure.getchannel("A").getbbox() is None:
        return Spoiled(Fault.EMPTY)
    emoji = _write(figure, wanted)
    if fault is None and wanted.anchor is not None:
        _keep_anchor(figure, Path(wanted.anchor))
    return Sticker(emoji, mark, fault)


def _decoded(content: bytes) -> Image.Image | Fault:
    try:
        with Image.open(io.BytesIO(content), formats=_FORMATS) as opened:
            if opened.width * opened.height > judging.MOST_PIXELS:
                return Fault.UNREADABLE
            if min(opened.size) < judging.LEAST_SIDE:
                return Fault.TINY
            picture = opened.convert("RGBA")
    except _BROKEN:
        return Fault.UNREADABLE
    if max(picture.size) > WORK_SIDE:
        picture.thumbnail((WORK_SIDE, WORK_SIDE), Image.Resampling.LANCZOS, reducing_gap=3.0)
    picture.info.clear()
    return picture


def _figure(drawn: Image.Image, key: Colour | None) -> Image.Image:
    """Cut out by what is there: transparency, else the key colour, else the person network."""
    if judging.has_alpha(drawn):
        return drawn
    flat = drawn.convert("RGB")
    if key is not None and keying.key_share(flat, key) >= keying.ENOUGH:
        return keying.keyed(flat, key)
    faces = find_faces(flat) if assets.FACE.is_file() else []
    cut = cut_out(flat, faces).figure
    if not judging.has_alpha(cut):
        return drawn
    canvas = Image.new("RGBA", flat.size)
    canvas.paste(cut, ((flat.width - cut.width) // 2, flat.height - cut.height))
    return canvas


def _write(figure: Image.Image, wanted: Finish) -> str:
    """Lay the figure out as the local look has it, and write the file; returns the emoji."""
    dress = outfit.load(Path(wanted.folder))
    plan = dress.stickers[wanted.position]
    box = figure.getchannel("A").getbbox() or (0, 0, *figure.size)
    image = figure.crop(box)
    sticker = _laid_out(Figure(image, _faces(image)), dress, plan, wanted.language)
    formats.write_whole(Path(wanted.target), formats.encode_sticker(sticker))
    return plan.emoji


def _laid_out(figure: Figure, dress: outfit.Outfit, plan: Plan, language: str) -> Image.Image:
    text = plan.text(language)
    figure = standing(fitted(figure, AREA, AREA - (40 if text else 0)))
    content, box, figure = captioned(figure, dress, text, 3)
    extras = decorate(content, plan, [*face_boxes(figure), *box], bottom=not text, size=104)
    return die_cut(content, extras)


def _faces(image: Image.Image) -> tuple[Face, ...]:
    if not assets.FACE.is_file():
        return ()
    ground = Image.new("RGBA", image.size, (236, 236, 236, 255))
    ground.alpha_composite(image)
    return tuple(find_faces(ground.convert("RGB"))[:2])


def _keep_anchor(figure: Image.Image, target: Path) -> None:
    small = figure.copy()
    small.thumbnail((ANCHOR_SIDE, ANCHOR_SIDE), Image.Resampling.LANCZOS)
    buffer = io.BytesIO()
    small.save(buffer, "PNG", compress_level=6)
    formats.write_whole(target, buffer.getvalue())
