"""Photos and packs on disk: written whole or not at all.

A file gets its final name only after its bytes are on the disk, and the row that names it is
committed after that, so a row never points to a file that is missing. A file without a row is an
orphan and is swept. Names come from our own alphabet; nothing from outside becomes a path.
"""

import math
import os
import shutil
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

PHOTO_SUFFIX = ".jpg"
INCOMING = "incoming-"


@dataclass(frozen=True, slots=True)
class DataFolder:
    """The folder that holds everything durable."""

    root: Path

    @property
    def database(self) -> Path:
        """The database file."""
        return self.root / "stickerbooth.db"

    @property
    def photos(self) -> Path:
        """Selfies, until they may go."""
        return self.root / "photos"

    @property
    def outfits(self) -> Path:
        """Outfits that an operator added."""
        return self.root / "outfits"

    @property
    def packs(self) -> Path:
        """Stickers in the making and contact sheets, one folder a job."""
        return self.root / "packs"

    @property
    def backups(self) -> Path:
        """Copies of the database."""
        return self.root / "backups"

    @property
    def theme(self) -> Path:
        """The look of an event, put there by an operator; it need not be there."""
        return self.root / "theme"

    def prepare(self) -> None:
        """Make the folders; raises OSError when the place cannot be written."""
        for folder in (self.photos, self.outfits, self.packs, self.backups):
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)

    def photo(self, name: str) -> Path:
        """Return where a selfie lies."""
        return self.photos / name

    def pack(self, job: str) -> Path:
        """Return the folder of a job's stickers."""
        return self.packs / job

    def incoming(self, name: str) -> Path:
        """Return where an upload is received before it is checked."""
        return self.photos / f"{INCOMING}{name}"

    def free_bytes(self) -> int:
        """Return how much room the disk has."""
        return shutil.disk_usage(self.root).free


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that it is either complete under its name or absent."""
    partial = path.with_name(path.name + ".part")
    with partial.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    settle(partial, path)


def settle(partial: Path, path: Path) -> None:
    """Give a finished file its final name, durably."""
    partial.replace(path)
    if os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def remove(paths: Iterable[Path]) -> None:
    """Remove files; those that are gone already are no error."""
    for path in paths:
        path.unlink(missing_ok=True)


def erase(folder: Path, names: Iterable[str]) -> tuple[str, ...]:
    """Remove files and whole folders inside a folder; returns the names that are gone for certain.

    A name that is not a plain one is left alone and never gone.
    """
    return tuple(name for name in names if _erased(folder, name))


def _erased(folder: Path, name: str) -> bool:
    if name in {"", ".", ".."} or name != Path(name).name:
        return False
    path = folder / name
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        with suppress(OSError):
            path.unlink(missing_ok=True)
    return not path.exists() and not path.is_symlink()


def folders(folder: Path, older_than: float) -> frozenset[str]:
    """Name the folders inside a folder that were last changed before a POSIX time."""
    return frozenset(
        path.name for path in folder.iterdir() if path.is_dir() and _last_written(path) < older_than
    )


def stale(folder: Path, kept: set[str], older_than: float) -> list[Path]:
    """List files that no row names and that were last written before a POSIX time."""
    return [
        path
        for path in folder.iterdir()
        if path.is_file() and path.name not in kept and _last_written(path) < older_than
    ]


def _last_written(path: Path) -> float:
    """Return a POSIX time; a file that is gone meanwhile is not stale."""
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return math.inf
