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

from actors.imaging import (
    art_decoding,
    art_intake,
    assets,
    compose,
    formats,
    intake,
    limits,
    outfit,
    own_art,
    sheet,
    skin,
)
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
class ArtAccepted:
    """The costume picture is usable; size of the file's picture in pixels."""

    width: int
    height: int


@dataclass(frozen=True, slots=True)
class ArtRejected:
    """The costume picture is refused.

    `code` is `unsupported_image`, `too_large`, `too_small`, `not_transparent` or `empty`; of a
    front picture also `other_size`. `front` says that the second of two pictures is meant.
    """

    code: str
    front: bool = False


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


def check_art(source: str, *, front: bool = False) -> ArtAccepted | ArtRejected:
    """Whether a file can be a costume, or with `front` what lies before the neck.

    Raises OSError when the file cannot be opened.
    """
    art = _art(source, front=front)
    return art if isinstance(art, ArtRejected) else ArtAccepted(*art.size)


def make_outfit(
    source: str,
    front: str | None,
    folder: str,
    outfit_id: str,
    titles: dict[str, str],
    colour: str,
) -> ArtAccepted | ArtRejected:
    """Make an outfit folder of a costume picture and what lies before the neck, or replace it.

    `titles` has `ru`, `uz` and `en`; `colour` is a name from `own_art.COLOURS`. Nothing is written
    for refused pictures. Readers never see half an outfit; one writer at a time per folder.
    Raises ValueError for an unusable id, title or colour, OSError when the disk fails.
    """
    own_art.check_words(outfit_id, titles, colour)
    back = _art(source, front=False)
    if isinstance(back, ArtRejected):
        return back
    before = _art(front, front=True) if front is not None else None
    if isinstance(before, ArtRejected):
        return before
    if before is not None and before.size != back.size:
        return ArtRejected(art_decoding.ArtCode.OTHER_SIZE.value, front=True)
    own_art.write_outfit(
        back, before, Path(folder), outfit_id=outfit_id, titles=titles, colour=colour
    )
    return ArtAccepted(*back.size)


def sample_sticker(photo: str, folder: str, language: str, work: str, target: str) -> Sticker:
    """One sticker of a sample person in an outfit: the first dressed body of its plan.

    Raises what `prepare` and `render` raise.
    """
    prepare(photo, work)
    plans = outfit.load(Path(folder)).stickers
    pose = next(number for number, plan in enumerate(plans) if plan.pose == "body_a")
    return render(work, folder, pose, language, target)


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


def _art(source: str, *, front: bool) -> art_intake.Art | ArtRejected:
    part = art_intake.Part.FRONT if front else art_intake.Part.BACK
    try:
        return art_intake.read_art(Path(source), part)
    except art_decoding.ArtFault as fault:
        return ArtRejected(fault.code.value, front=front)


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
