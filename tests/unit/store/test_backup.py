"""Backups are whole, checked and private; a restore checks everything and loses nothing."""

import io
import json
import os
import sqlite3
import tarfile
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest

from store import backup, migrations
from store.backup import BackupFailed, back_up, back_up_here, backups, is_due
from store.driver import open_reader, open_writer
from store.files import DataFolder
from store.lock import FolderLock
from store.restoring import RestoreRefused, restore
from tests.machines.desk import OTHER, Desk, open_desk

NOW = datetime(2026, 11, 30, 17, 45, tzinfo=UTC)


@pytest.fixture
def files(tmp_path: Path) -> DataFolder:
    made = DataFolder(tmp_path / "data")
    made.root.mkdir()
    made.prepare()
    return made


@pytest.fixture
def desk(files: DataFolder) -> Iterator[Desk]:
    with open_desk(files.database) as made:
        made.done()
        yield made


def jobs(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("SELECT count(*) FROM jobs").fetchone()[0])


def art(files: DataFolder, words: str) -> Path:
    folder = files.outfits / "own-1"
    folder.mkdir(exist_ok=True)
    (folder / "back.png").write_text(words)
    return folder / "back.png"


def copied(files: DataFolder, tmp_path: Path) -> Path:
    return back_up(files, tmp_path / "b.tar", NOW).path


def rewritten(
    archive: Path, change: Callable[[dict[str, bytes]], dict[str, bytes]], *, sums: bool = True
) -> Path:
    """Return an archive with other contents, with a manifest that is true of them if wanted."""
    with tarfile.open(archive) as tar:
        parts = {
            entry.name: content.read()
            for entry in tar
            if (content := tar.extractfile(entry)) is not None
        }
    parts = change(parts)
    manifest = json.loads(parts.pop(backup.MANIFEST, b"{}") or b"{}")
    if sums:
        manifest["files"] = {
            name: {"size": len(raw), "sha256": sha256(raw).hexdigest()}
            for name, raw in parts.items()
        }
    target = archive.with_name("changed.tar")
    with tarfile.open(target, "w") as tar:
        for name, raw in {backup.MANIFEST: json.dumps(manifest).encode(), **parts}.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(raw)
            tar.addfile(entry, io.BytesIO(raw))
    return target


def test_a_backup_is_taken_while_the_writer_works(
    files: DataFolder, desk: Desk, tmp_path: Path
) -> None:
    made = back_up(files, tmp_path / "b.tar", NOW)

    with tarfile.open(made.path) as tar:
        tar.extract(backup.DATABASE, tmp_path / "out", filter="data")
    assert jobs(tmp_path / "out" / backup.DATABASE) == 1
    assert made.path.stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b.tar", "data", "out"]


def test_a_backup_never_takes_the_place_of_a_file(
    files: DataFolder, desk: Desk, tmp_path: Path
) -> None:
    (tmp_path / "b.tar").write_text("mine")

    with pytest.raises(BackupFailed, match="there already"):
        copied(files, tmp_path)

    assert (tmp_path / "b.tar").read_text() == "mine"


def test_a_folder_gets_a_backup_named_by_its_time(
    files: DataFolder, desk: Desk, tmp_path: Path
) -> None:
    made = back_up(files, tmp_path, NOW)

    assert made.path == tmp_path / "stickerbooth-20261130T174500Z.tar"


def test_a_backup_into_nowhere_says_so(files: DataFolder, desk: Desk, tmp_path: Path) -> None:
    with pytest.raises(BackupFailed, match="No such file"):
        back_up(files, tmp_path / "none" / "b.tar", NOW)


def test_without_a_database_there_is_nothing_to_back_up(files: DataFolder, tmp_path: Path) -> None:
    with pytest.raises(BackupFailed, match="no database"):
        copied(files, tmp_path)


def test_a_damaged_database_is_not_backed_up(files: DataFolder, desk: Desk, tmp_path: Path) -> None:
    desk.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    with files.database.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * 4096 * 20)

    with pytest.raises(BackupFailed):
        copied(files, tmp_path)

    assert sorted(path.name for path in tmp_path.iterdir()) == ["data"]


def test_hourly_backups_are_kept_for_a_day(files: DataFolder, desk: Desk) -> None:
    (files.backups / "not-ours.tar").write_text("x")
    for hour in range(backup.KEPT + 2):
        back_up_here(files, NOW + timedelta(hours=hour))

    found = backups(files)

    assert len(found) == backup.KEPT
    assert found[0].made_at == NOW + timedelta(hours=backup.KEPT + 1)
    assert (files.backups / "not-ours.tar").exists()


@pytest.mark.parametrize(
    ("age", "due"),
    [(timedelta(minutes=59), False), (timedelta(hours=1), True), (-timedelta(1), True)],
)
def test_a_backup_is_due_an_hour_after_the_last(
    files: DataFolder, desk: Desk, age: timedelta, *, due: bool
) -> None:
    back_up_here(files, NOW - age)

    assert is_due(files, NOW) is due


def test_a_restore_brings_back_the_database_and_the_art(files: DataFolder, tmp_path: Path) -> None:
    with open_desk(files.database) as desk:
        desk.done()
        own = art(files, "old")
        archive = copied(files, tmp_path)
        desk.job(OTHER)
        own.write_text("new")

    done = restore(files, archive, NOW)

    assert (done.jobs, done.made_at, jobs(files.database)) == (1, NOW, 1)
    assert own.read_text() == "old"
    assert jobs(done.aside / backup.DATABASE) == 2
    assert (done.aside / "outfits" / "own-1" / "back.png").read_text() == "new"
    connection = open_writer(files.database)
    assert migrations.migrate(connection) == []
    connection.close()


def test_what_was_committed_last_is_kept_aside_too(files: DataFolder, tmp_path: Path) -> None:
    with open_desk(files.database) as desk:
        archive = copied(files, tmp_path)
        desk.done()
        wal = files.database.with_name("stickerbooth.db-wal").read_bytes()
        image = files.database.read_bytes()
    # As a power cut leaves them: the log beside the file, not yet in it.
    files.database.write_bytes(image)
    files.database.with_name("stickerbooth.db-wal").write_bytes(wal)

    done = restore(files, archive, NOW)

    assert jobs(done.aside / backup.DATABASE) == 1
    assert jobs(files.database) == 0


def test_a_restore_works_on_an_empty_machine(files: DataFolder, desk: Desk, tmp_path: Path) -> None:
    archive = copied(files, tmp_path)
    elsewhere = DataFolder(tmp_path / "new")

    restore(elsewhere, archive, NOW)

    with closing(open_reader(elsewhere.database)) as connection:
        assert connection.execute("SELECT count(*) FROM jobs").fetchall() == [(1,)]


def test_a_restore_is_refused_while_the_product_runs(
    files: DataFolder, desk: Desk, tmp_path: Path
) -> None:
    archive = copied(files, tmp_path)
    lock = FolderLock(files.root)
    lock.take()

    with pytest.raises(RestoreRefused, match="is running"):
        restore(files, archive, NOW)

    lock.release()


def foreign(name: str) -> Callable[[dict[str, bytes]], dict[str, bytes]]:
    return lambda parts: {**parts, name: b"x"}


def other_database(statement: str) -> Callable[[dict[str, bytes]], dict[str, bytes]]:
    def change(parts: dict[str, bytes]) -> dict[str, bytes]:
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
            connection.deserialize(parts[backup.DATABASE])
            connection.execute("PRAGMA writable_schema = ON")
            connection.execute(statement)
            return {**parts, backup.DATABASE: connection.serialize()}

    return change


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (foreign("../evil"), "something foreign"),
        (foreign("/etc/passwd"), "something foreign"),
        (foreign("outfits/../../evil"), "something foreign"),
        (foreign("outfits/a:b"), "something foreign"),
        (foreign("photos/x.jpg"), "something foreign"),
        (lambda parts: {**parts, backup.DATABASE: b"no database"}, "damaged"),
        (lambda parts: {backup.MANIFEST: parts[backup.MANIFEST]}, "holds no database"),
        (lambda parts: {**parts, backup.MANIFEST: b'{"format": 2}'}, "newer program"),
        (lambda parts: {**parts, backup.MANIFEST: b'{"format": 1}'}, "cannot be read"),
        (
            other_database(
                "INSERT INTO _sqlite_migrations (migration_set, name, applied_at)"
                " VALUES ('stickerbooth', '9999_robots', '')"
            ),
            "9999_robots",
        ),
        (other_database("DELETE FROM _sqlite_migrations"), "not one of stickerbooth"),
        (
            other_database("UPDATE jobs SET session_token = 'nobody'"),
            "points to one that is not there",
        ),
    ],
)
def test_an_archive_that_is_not_sound_changes_nothing(
    files: DataFolder,
    tmp_path: Path,
    change: Callable[[dict[str, bytes]], dict[str, bytes]],
    reason: str,
) -> None:
    with open_desk(files.database) as desk:
        desk.done()
        archive = rewritten(copied(files, tmp_path), change)
    before = sorted(str(path) for path in tmp_path.rglob("*"))

    with pytest.raises(RestoreRefused, match=reason):
        restore(files, archive, NOW)

    left = {str(path) for path in tmp_path.rglob("*")} - set(before)
    assert {Path(name).name for name in left} <= {"stickerbooth.lock"}
    assert jobs(files.database) == 1


def test_a_file_that_was_changed_is_noticed(files: DataFolder, desk: Desk, tmp_path: Path) -> None:
    art(files, "art")
    archive = rewritten(
        copied(files, tmp_path),
        lambda parts: {**parts, "outfits/own-1/back.png": b"abc"},
        sums=False,
    )

    with pytest.raises(RestoreRefused, match="changed since"):
        restore(files, archive, NOW)


def test_a_truncated_archive_is_refused(files: DataFolder, desk: Desk, tmp_path: Path) -> None:
    archive = copied(files, tmp_path)
    os.truncate(archive, archive.stat().st_size // 2)

    with pytest.raises(RestoreRefused):
        restore(files, archive, NOW)


def test_a_link_in_an_archive_is_foreign(files: DataFolder, desk: Desk, tmp_path: Path) -> None:
    archive = copied(files, tmp_path)
    with tarfile.open(archive, "a") as tar:
        entry = tarfile.TarInfo("outfits/link")
        entry.type, entry.linkname = tarfile.SYMTYPE, "/etc/passwd"
        tar.addfile(entry)

    with pytest.raises(RestoreRefused, match="foreign"):
        restore(files, archive, NOW)


def test_a_path_that_is_not_there_is_named(files: DataFolder, tmp_path: Path) -> None:
    with pytest.raises(RestoreRefused, match=r"nothing\.tar"):
        restore(files, tmp_path / "nothing.tar", NOW)
