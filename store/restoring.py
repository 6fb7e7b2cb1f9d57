"""Putting a backup back: everything about it is checked before anything is replaced.

What stays true:
- Nobody works on the data folder meanwhile: its lock is held.
- What was there is kept aside in a folder of its own, whole, and the database is exchanged in one
  step, so that a crash leaves either the old one or the new one.
- An archive is hostile until it is checked: names, kinds, sizes, sums, the database itself, and
  that this program knows its version.
"""

import hashlib
import json
import os
import re
import secrets
import shutil
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from store import backup, migrations
from store.driver import DatabaseError, open_copier, open_writer
from store.files import DataFolder
from store.lock import FolderInUse, FolderLock
from supervisor.clock import parse_iso

MOST_FILES = 20_000
MANIFEST_BYTES = 16 * 1024 * 1024
_PIECE = 1024 * 1024
# Characters that no file of ours has and that mean something to some file system.
_BAD = re.compile(r'[\x00-\x1f\x7f<>:"\\|?*]|[. ]$')


class RestoreRefused(Exception):
    """Nothing was restored; the text says why in one line. The data is as it was."""


@dataclass(frozen=True, slots=True)
class Restored:
    """What was put back: when the backup was made, its jobs, and where the former data lies."""

    made_at: datetime
    jobs: int
    aside: Path


@dataclass(frozen=True, slots=True)
class _Part:
    size: int
    sha256: str


def restore(files: DataFolder, archive: Path, now: datetime) -> Restored:
    """Replace the database and the art by those of a backup; raises `RestoreRefused`."""
    if not archive.is_file():
        raise RestoreRefused(f"{archive} is no file")
    try:
        with _held(files), _workshop(files.root) as folder:
            made_at = _unpack(archive, folder)
            jobs = _check_database(folder / backup.DATABASE)
            aside = _aside(files, now)
            _exchange(files, folder, aside)
    except (tarfile.TarError, EOFError) as error:
        raise RestoreRefused(f"{archive.name} is no whole backup: {error}") from error
    except DatabaseError as error:
        raise RestoreRefused(f"the database in {archive.name} is damaged: {error}") from error
    except OSError as error:
        where = error.filename or archive
        raise RestoreRefused(f"{where}: {error.strerror or type(error).__name__}") from error
    return Restored(made_at, jobs, aside)


@contextmanager
def _held(files: DataFolder) -> Iterator[None]:
    files.root.mkdir(parents=True, exist_ok=True, mode=0o700)
    lock = FolderLock(files.root)
    try:
        lock.take()
    except FolderInUse as error:
        raise RestoreRefused(
            "stickerbooth is running on this data folder; stop it first"
        ) from error
    try:
        yield
    finally:
        lock.release()


@contextmanager
def _workshop(root: Path) -> Iterator[Path]:
    folder = root / f".restore-{secrets.token_hex(4)}"
    folder.mkdir(mode=0o700)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _unpack(archive: Path, folder: Path) -> datetime:
    """Write the checked parts of an archive into a folder; returns when it was made."""
    with tarfile.open(archive, "r:") as tar:
        entries = _entries(tar)
        made_at, parts = _manifest(tar, entries.pop(backup.MANIFEST, None))
        if set(parts) != set(entries):
            raise RestoreRefused("the archive does not hold what its manifest says")
        _check_room(folder, sum(part.size for part in parts.values()))
        for name, part in parts.items():
            entry = entries[name]
            content = tar.extractfile(entry)
            if content is None or entry.size != part.size:
                raise RestoreRefused(f"{name} is not as large as its manifest says")
            with content:
                _write(content, folder / name, part)
    return made_at


def _entries(tar: tarfile.TarFile) -> dict[str, tarfile.TarInfo]:
    found: dict[str, tarfile.TarInfo] = {}
    for entry in tar:
        if not entry.isreg() or not _is_ours(entry.name) or entry.name in found:
            raise RestoreRefused(f"the archive holds something foreign: {entry.name[:80]!r}")
        found[entry.name] = entry
        if len(found) > MOST_FILES:
            raise RestoreRefused(f"the archive holds more than {MOST_FILES} files")
    return found


def _is_ours(name: str) -> bool:
    if name in {backup.MANIFEST, backup.DATABASE}:
        return True
    folder, *rest = name.split("/")
    return (
        folder in backup.FOLDERS
        and 1 <= len(rest) <= 4
        and all(part and part not in {".", ".."} and not _BAD.search(part) for part in rest)
    )


def _manifest(
    tar: tarfile.TarFile, entry: tarfile.TarInfo | None
) -> tuple[datetime, dict[str, _Part]]:
    content = None if entry is None else tar.extractfile(entry)
    if entry is None or content is None or entry.size > MANIFEST_BYTES:
        raise RestoreRefused("this is no backup of stickerbooth: it has no manifest")
    with content:
        raw = content.read()
    try:
        said = json.loads(raw)
        if said["format"] != backup.FORMAT:
            raise RestoreRefused("the backup was made by a newer program")
        made_at = parse_iso(said["made_at"])
        parts = {
            str(name): _Part(int(about["size"]), str(about["sha256"]))
            for name, about in said["files"].items()
        }
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise RestoreRefused("the backup's manifest cannot be read") from error
    if backup.DATABASE not in parts:
        raise RestoreRefused("the backup holds no database")
    return made_at, parts


def _check_room(folder: Path, size: int) -> None:
    if shutil.disk_usage(folder).free < size + backup.ROOM:
        raise RestoreRefused(f"{(size + backup.ROOM) // 2**20} MiB have to be free")


def _write(content: IO[bytes], path: Path, part: _Part) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    total = hashlib.sha256()
    with path.open("xb") as out:
        while piece := content.read(_PIECE):
            total.update(piece)
            out.write(piece)
        out.flush()
        os.fsync(out.fileno())
    if total.hexdigest() != part.sha256:
        raise RestoreRefused(f"{path.name} was changed since the backup was made")


def _check_database(path: Path) -> int:
    """Check that a database is whole, ours and known; returns how many jobs it has."""
    connection = open_copier(path)
    try:
        if fault := backup.faults(connection):
            raise RestoreRefused(f"the database in the backup is damaged: {fault}")
        if not migrations.is_ours(connection):
            raise RestoreRefused("the database in the backup is not one of stickerbooth")
        if ahead := migrations.ahead(connection):
            raise RestoreRefused(f"the backup knows newer steps: {', '.join(sorted(ahead))}")
        return int(connection.execute("SELECT count(*) FROM jobs").fetchall()[0][0])
    finally:
        connection.close()


def _aside(files: DataFolder, now: datetime) -> Path:
    stamp = now.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
    folder = files.root / f"before-restore-{stamp}-{secrets.token_hex(2)}"
    folder.mkdir(mode=0o700)
    return folder


def _exchange(files: DataFolder, new: Path, aside: Path) -> None:
    """Put the old away and the new in its place; the database last and in one step."""
    moved: list[tuple[Path, Path]] = []

    def move(source: Path, target: Path) -> None:
        if source.exists():
            source.rename(target)
            moved.append((target, source))

    try:
        for name in backup.FOLDERS:
            move(files.root / name, aside / name)
            move(new / name, files.root / name)
        _settle_log(files.database)
        _keep(files.database, aside / backup.DATABASE)
        for suffix in ("-wal", "-shm"):
            leftover = files.database.with_name(backup.DATABASE + suffix)
            move(leftover, aside / leftover.name)
        (new / backup.DATABASE).replace(files.database)
    except OSError:
        for here, back in reversed(moved):
            with suppress(OSError):
                here.rename(back)
        raise
    files.prepare()
    _sync(files.root)


def _settle_log(database: Path) -> None:
    """Bring what was committed last into the old file; a damaged one is kept as it lies."""
    if not database.exists():
        return
    with suppress(DatabaseError):
        connection = open_writer(database)
        try:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        finally:
            connection.close()


def _keep(database: Path, target: Path) -> None:
    """Keep the old file under another name while it stays where it is."""
    if not database.exists():
        return
    try:
        os.link(database, target)
    except OSError:
        shutil.copy2(database, target)


def _sync(folder: Path) -> None:
    if os.name == "posix":
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
