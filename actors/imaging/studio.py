"""The facade: what worker processes run. Plain functions over file paths, picklable both ways.

Start workers with `limits.pin_threads()` called in the parent first (they inherit the
environment), and call `limit_memory` once in each worker. No call depends on an earlier one in
the same process: the last prepared guest is cached, and read again from its folder elsewhere.
"""

import hashlib
import json
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from PIL import Image

from actors.imaging import assets, compose, formats, intake, limits, outfit, sheet, skin
from actors.imaging.cutout import cut_out
from actors.imaging.dress import head_of
from actors.imaging.face import Face, find_faces
from actors.imaging.figures import AREA, Figure, fitted
from actors.imaging.poses import Guest
from actors.imaging.quality import judge

_FIGURE, _FACTS = "figure.png", "guest.json"


@dataclass(frozen=True, slots=True)
class Accepted:
    """The photo is usable and was written; size in pixels, faces found (0 when hidden)."""

    width: int
    height: int
    faces: int


@dataclass(frozen=True, slots=True)
class Rejected:
    """The photo is refused: `too_large`, `unsupported_image`, or `bad_photo` with a reason."""

    code: str
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Prepared:
    """What `prepare` found: size of the figure, faces in it, skin tone."""

    width: int
    height: int
    faces: int
    skin: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Sticker:
    """One finished file; `sha256` in hex, `size` in bytes."""

    path: str
    emoji: str
    sha256: str
    width: int
    height: int
    size: int


def accept_photo(source: str, target: str) -> Accepted | Rejected:
    """Check an uploaded file and write it as a clean JPEG, long side at most 1536 px.

    Nothing is written for a refused photo. A photo that does not fit into the process's memory
    limit is too large. Raises OSError when the disk fails.
    """
    try:
        photo = intake.read_picture(Path(source))
    except (intake.TooLarge, MemoryError):
        return Rejected("too_large")
    except intake.UnsupportedImage:
        return Rejected("unsupported_image")
    faces, reason = judge(photo)
    if reason is not None:
        return Rejected("bad_photo", reason.value)
    formats.write_whole(Path(target), formats.encode_jpeg(photo))
    return Accepted(photo.width, photo.height, len(faces))


def prepare(photo: str, work: str) -> Prepared:
    """Cut the guest out of an accepted photo into the folder `work`, which is made.

    Raises `intake.IntakeFault` when the photo is damaged.
    """
    picture = intake.read_picture(Path(photo))
    faces = find_faces(picture) if assets.FACE.is_file() else []
    cut = cut_out(picture, faces)
    largest = cut.faces[0] if cut.faces else None
    tone = skin.tone(cut.figure, largest)
    folder = Path(work)
    folder.mkdir(parents=True, exist_ok=True)
    cut.figure.save(folder / _FIGURE, compress_level=1)
    facts = {"faces": [asdict(face) for face in cut.faces], "based": cut.based, "skin": tone}
    formats.write_whole(folder / _FACTS, json.dumps(facts).encode())
    return Prepared(cut.figure.width, cut.figure.height, len(cut.faces), tone)


def render(work: str, outfit_folder: str, pose: int, language: str, target: str) -> Sticker:
    """Render sticker `pose` (0 to 9) of an outfit folder for a prepared guest.

    Raises `outfit.OutfitFault` for a bad outfit, OSError when the work folder is gone.
    """
    facts = Path(work) / _FACTS
    guest = _guest(work, facts.stat().st_mtime_ns)
    dress = outfit.load(Path(outfit_folder))
    picture = compose.sticker(guest, dress, pose, language)
    content = formats.encode_sticker(picture)
    formats.write_whole(Path(target), content)
    return Sticker(
        path=target,
        emoji=dress.stickers[pose].emoji,
        sha256=hashlib.sha256(content).hexdigest(),
        width=picture.width,
        height=picture.height,
        size=len(content),
    )


def contact_sheet(stickers: list[str], target: str) -> None:
    """Write one JPEG page with all stickers."""
    page = sheet.contact_sheet([Path(path) for path in stickers])
    formats.write_whole(Path(target), formats.encode_jpeg(page))


def outfits() -> list[str]:
    """Folders of the built-in outfits, in a fixed order."""
    return [str(folder) for folder in assets.outfit_folders()]


def limit_memory(limit: int) -> None:
    """See `limits.limit_memory`."""
    limits.limit_memory(limit)


def assets_ready() -> list[str]:
    """Missing third-party pieces, in words for `doctor`; empty when all is there."""
    return assets.missing()


@lru_cache(maxsize=1)
def _guest(work: str, version: int) -> Guest:  # noqa: ARG001 - part of the cache key
    folder = Path(work)
    facts = json.loads((folder / _FACTS).read_text("utf-8"))
    with Image.open(folder / _FIGURE, formats=("PNG",)) as opened:
        image = opened.convert("RGBA")
    faces = tuple(_face(entry) for entry in facts["faces"])
    figure = Figure(image, faces, facts["based"])
    red, green, blue = facts["skin"]
    return Guest(figure, fitted(figure, AREA, AREA), head_of(figure), (red, green, blue))


def _face(entry: dict[str, Any]) -> Face:
    values: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in entry.items()}
    return Face(**values)
