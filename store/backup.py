"""Backups: the database as it is at one moment, with the art and the look that belong to it.

What stays true:
- A backup is taken while the program works and holds up nobody: it reads on a connection of its
  own and sees one moment of the database.
- It appears under its name only whole, checked and on the disk, and never takes the place of a
  file that is there.
- It holds personal data (contacts of leads), so only its owner may read it. Selfies and packs are
  not in it: they are gone soon anyway.

A backup is a tar file of `manifest.json`, `stickerbooth.db` and the folders of `FOLDERS`.
"""

import hashlib
import json
import os
import re
import shutil
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from store.driver import Connection, DatabaseError, open_copier
from store.files import DataFolder, remove, settle
from supervisor.clock import iso

FORMAT = 1
"""How a backup is laid out; a reader refuses what it does not know."""
MANIFEST = "manifest.json"
DATABASE = "stickerbooth.db"
FOLDERS = ("outfits", "theme")
"""Folders of the data folder that are kept with the database."""
KEPT = 24
"""Backups that are kept in the data folder."""
EVERY = timedelta(hours=1)
ROOM = 100 * 1024 * 1024
"""Bytes that a backup leaves free."""

_NAME = re.compile(r"stickerbooth-([0-9]{8}T[0-9]{6})Z\.tar")
_STAMP = "%Y%m%dT%H%M%S"
_UNFINISHED = ".backup-"
_PIECE = 1024 * 1024


class BackupFailed(Exception):
    """No backup was made; the text says why in one line. Nothing was changed."""


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup as it lies there: when it was made, and its size in bytes."""

    path: Path
    made_at: datetime
    size: int


def back_up(files: DataFolder, target: Path, now: datetime) -> Backup:
    """Make a backup at `target`, or in it under a name of its own when it is a folder.

    Takes as long as reading the database; call it in a thread. Raises `BackupFailed`.
    """
    path = target / name_of(now) if target.is_dir() else target
    if path.exists():
        raise BackupFailed(f"{path} is there already")
    try:
        with _workshop(path.parent) as folder:
            _check_room(files, folder)
            copy = folder / DATABASE
            _copy_database(files.database, copy)
            whole = folder / "whole.tar"
            _pack(whole, copy, files, now)
            _publish(whole, path)
    except DatabaseError as error:
        raise BackupFailed(f"the database cannot be copied: {error}") from error
    except OSError as error:
        raise BackupFailed(f"{error.strerror or type(error).__name__}: {path.parent}") from error
    return Backup(path, now, path.stat().st_size)


def back_up_here(files: DataFolder, now: datetime) -> Backup:
    """Make a backup in the data folder and let the oldest go; raises `BackupFailed`.

    For the hourly run and for an operator's button alike.
    """
    files.backups.mkdir(parents=True, exist_ok=True, mode=0o700)
    _sweep(files.backups, now)
    made = back_up(files, files.backups, now)
    remove(each.path for each in backups(files)[KEPT:])
    return made


def backups(files: DataFolder) -> tuple[Backup, ...]:
    """Return the backups in the data folder, the newest first."""
    found = []
    for path in files.backups.glob("*.tar") if files.backups.is_dir() else ():
        named = _NAME.fullmatch(path.name)
        if named is not None:
            made_at = datetime.strptime(named[1], _STAMP).replace(tzinfo=UTC)
            found.append(Backup(path, made_at, path.stat().st_size))
    return tuple(sorted(found, key=lambda each: each.made_at, reverse=True))


def is_due(files: DataFolder, now: datetime) -> bool:
    """Tell whether the hourly backup is due; one from the future counts for nothing."""
    return not any(now - EVERY < each.made_at <= now for each in backups(files))


def name_of(now: datetime) -> str:
    """Return the name of a backup made at a time."""
    return f"stickerbooth-{now.astimezone(UTC).strftime(_STAMP)}Z.tar"


def faults(connection: Connection) -> str | None:
    """Return what is wrong with a database file as a whole, or None; reads all of it."""
    said = str(connection.execute("PRAGMA integrity_check(1)").fetchall()[0][0])
    if said != "ok":
        return said
    if connection.execute("PRAGMA foreign_key_check").fetchall():
        return "a row points to one that is not there"
    return None


def _sweep(folder: Path, now: datetime) -> None:
    """Remove what backups left behind that were cut off."""
    for left in folder.glob(f"{_UNFINISHED}*"):
        if left.stat().st_mtime < (now - EVERY).timestamp():
            shutil.rmtree(left, ignore_errors=True)


@contextmanager
def _workshop(parent: Path) -> Iterator[Path]:
    """Lend a hidden folder on the disk of the target; raises OSError when there cannot be one."""
    folder = Path(tempfile.mkdtemp(prefix=_UNFINISHED, dir=parent))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _check_room(files: DataFolder, folder: Path) -> None:
    wanted = 2 * sum(
        path.stat().st_size
        for path in (files.database, files.database.with_name(DATABASE + "-wal"))
        if path.exists()
    )
    wanted += sum(path.stat().st_size for _, path in _art(files)) + ROOM
    if shutil.disk_usage(folder).free < wanted:
        raise BackupFailed(f"{wanted // 2**20} MiB have to be free for a backup")


def _copy_database(database: Path, copy: Path) -> None:
    if not database.is_file():
        raise BackupFailed(f"there is no database at {database}")
    connection = open_copier(database)
    try:
        connection.execute("VACUUM INTO ?", (str(copy),))
    finally:
        connection.close()
    checked = open_copier(copy)
    try:
        fault = faults(checked)
    finally:
        checked.close()
    if fault is not None:
        raise BackupFailed(f"the database is damaged: {fault}")


def _art(files: DataFolder) -> Iterator[tuple[str, Path]]:
    """Yield the files beside the database, with their names in a backup."""
    for folder in FOLDERS:
        root = files.root / folder
        for path in sorted(root.rglob("*")) if root.is_dir() else ():
            if path.is_file() and not path.is_symlink():
                yield path.relative_to(files.root).as_posix(), path


def _pack(whole: Path, copy: Path, files: DataFolder, now: datetime) -> None:
    """Write the tar; a file that goes meanwhile (a deleted outfit's) is left out."""
    parts = [(DATABASE, copy)]
    for name, path in _art(files):
        kept = copy.parent / f"art-{len(parts)}"
        try:
            shutil.copyfile(path, kept)
        except FileNotFoundError:
            continue
        parts.append((name, kept))
    about = {name: {"size": path.stat().st_size, "sha256": digest(path)} for name, path in parts}
    manifest = copy.parent / MANIFEST
    manifest.write_text(
        json.dumps({"format": FORMAT, "made_at": iso(now), "files": about}), encoding="utf-8"
    )
    with whole.open("xb") as out:
        with tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as tar:
            for name, path in ((MANIFEST, manifest), *parts):
                _add(tar, name, path, now)
        out.flush()
        os.fsync(out.fileno())


def _add(tar: tarfile.TarFile, name: str, path: Path, now: datetime) -> None:
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode, entry.mtime = path.stat().st_size, 0o600, int(now.timestamp())
    with path.open("rb") as content:
        tar.addfile(entry, content)


def digest(path: Path) -> str:
    """Return the SHA-256 of a file in hexadecimal."""
    total = hashlib.sha256()
    with path.open("rb") as content:
        while piece := content.read(_PIECE):
            total.update(piece)
    return total.hexdigest()


def _publish(whole: Path, path: Path) -> None:
    """Give the finished file its name, unless somebody took the name meanwhile."""
    whole.chmod(0o600)
    try:
        os.link(whole, path)
    except FileExistsError as error:
        raise BackupFailed(f"{path} is there already") from error
    except OSError:
        # A file system without links; the name was free a moment ago.
        settle(whole, path)
