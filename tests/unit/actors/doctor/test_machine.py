"""Each thing that can be wrong with a machine is one line with its mend."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from actors import config
from actors.doctor import machine
from actors.doctor.finding import Finding, Level
from actors.imaging import assets
from store import backup
from store.files import DataFolder
from tests.machines.desk import open_desk

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand where no settings file is."""
    monkeypatch.chdir(tmp_path)


def found(tmp_path: Path, name: str, **given: Any) -> Finding:
    settings = config.load(bot_token="1:secret-part", data_dir=tmp_path / "data", **given)
    (finding,) = [one for one in machine.look(settings, NOW) if one.name == name]
    return finding


def database(tmp_path: Path) -> DataFolder:
    files = DataFolder(tmp_path / "data")
    files.root.mkdir()
    with open_desk(files.database) as desk:
        desk.job()
    return files


@pytest.mark.parametrize(
    ("given", "level"),
    [
        ({}, Level.OK),
        ({"public_url": "https://booth.example"}, Level.OK),
        ({"public_url": "http://localhost:8080"}, Level.OK),
        ({"host": "::1", "public_url": "http://[::1]:8080"}, Level.OK),
        ({"public_url": "http://192.168.1.5:8080"}, Level.FAIL),
        ({"host": "0.0.0.0"}, Level.FAIL),
    ],
)
def test_the_camera_needs_https_or_localhost(
    tmp_path: Path, given: dict[str, str], level: Level
) -> None:
    finding = found(tmp_path, "camera page", **given)

    assert finding.level is level
    assert ("docs/proxy.md" in finding.mend) is (level is Level.FAIL)


@pytest.mark.parametrize(
    ("host", "key", "level"),
    [("127.0.0.1", "", Level.OK), ("0.0.0.0", "k", Level.OK), ("192.168.1.5", "", Level.WARN)],
)
def test_an_open_door_without_a_key_is_warned_of(
    tmp_path: Path, host: str, key: str, level: Level
) -> None:
    assert found(tmp_path, "kiosk key", host=host, kiosk_key=key).level is level


def test_a_new_folder_has_no_database_yet(tmp_path: Path) -> None:
    assert found(tmp_path, "database").level is Level.OK


def test_a_whole_database_is_well(tmp_path: Path) -> None:
    database(tmp_path)

    finding = found(tmp_path, "database")

    assert (finding.level, finding.said) == (Level.OK, "whole")


def test_a_file_that_is_no_database_fails(tmp_path: Path) -> None:
    database(tmp_path).database.write_bytes(b"x" * 8192)

    assert found(tmp_path, "database").level is Level.FAIL


def test_a_database_of_a_newer_version_fails(tmp_path: Path) -> None:
    files = database(tmp_path)
    with open_desk(files.database) as desk:
        desk.connection.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at)"
            " VALUES ('stickerbooth', '9999_robots', '')"
        )

        finding = found(tmp_path, "database")

    assert finding.level is Level.FAIL
    assert "9999_robots" in finding.said


@pytest.mark.parametrize(("age", "level"), [(None, Level.WARN), (1, Level.OK), (5, Level.WARN)])
def test_an_old_backup_is_warned_of(tmp_path: Path, age: int | None, level: Level) -> None:
    files = database(tmp_path)
    if age is not None:
        backup.back_up_here(files, NOW - timedelta(hours=age))

    assert found(tmp_path, "backup").level is level


def test_missing_art_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assets, "missing", lambda: ["caption font"])

    finding = machine.art()

    assert (finding.level, "caption font" in finding.said) == (Level.WARN, True)
    assert "make setup" in finding.mend


@pytest.mark.parametrize(
    ("name", "given", "level"),
    [
        ("panel", {}, Level.WARN),
        ("panel", {"admin_password": "long enough"}, Level.OK),
        ("operators", {}, Level.WARN),
        ("operators", {"admin_user_ids": "5"}, Level.OK),
        ("pause", {"maintenance_mode": True}, Level.WARN),
        ("time zone", {}, Level.OK),
        ("disk", {}, Level.OK),
    ],
)
def test_what_is_left_out_is_warned_of(
    tmp_path: Path, name: str, given: dict[str, Any], level: Level
) -> None:
    assert found(tmp_path, name, **given).level is level


@pytest.mark.parametrize(("free", "level"), [(10**8, Level.FAIL), (10**9, Level.WARN)])
def test_a_disk_that_runs_full_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, level: Level
) -> None:
    monkeypatch.setattr(DataFolder, "free_bytes", lambda _: free)

    assert found(tmp_path, "disk").level is level


def test_every_trouble_names_its_mend_and_no_secret(tmp_path: Path) -> None:
    settings = config.load(
        bot_token="1:secret-part",
        data_dir=tmp_path / "data",
        host="0.0.0.0",
        admin_password="secret-part",
    )

    for finding in machine.look(settings, NOW):
        assert (finding.level is Level.OK) is (finding.mend == "")
        assert "secret-part" not in finding.said + finding.mend
