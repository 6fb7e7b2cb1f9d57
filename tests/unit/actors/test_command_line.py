"""The commands that only look at the data folder need no token and no running booth."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from actors.main import main
from store.files import DataFolder
from store.lock import FolderLock
from tests.machines.desk import open_desk


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> DataFolder:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("BOT_TOKEN", raising=False)
    made = DataFolder(tmp_path / "data")
    made.root.mkdir()
    made.prepare()
    return made


def call(*words: str) -> Result:
    return CliRunner().invoke(main, words)


def test_stats_show_the_funnel_while_the_booth_runs(files: DataFolder) -> None:
    with open_desk(files.database) as desk:
        desk.done()
        lock = FolderLock(files.root)
        lock.take()

        shown = call("stats")

        lock.release()
    assert shown.exit_code == 0, shown.output
    assert "tapped START" in shown.output
    assert "Queue now" in shown.output


def test_without_a_database_stats_say_so(files: DataFolder) -> None:
    shown = call("stats")

    assert shown.exit_code == 1
    assert "no database" in shown.output


def test_a_backup_is_made_and_put_back(files: DataFolder, tmp_path: Path) -> None:
    with open_desk(files.database) as desk:
        desk.done()
    made = call("backup", "b.tar")
    files.database.unlink()

    done = call("restore", "b.tar")

    assert (made.exit_code, done.exit_code) == (0, 0), made.output + done.output
    assert "1 jobs" in done.output
    assert files.database.is_file()


def test_a_second_backup_to_the_same_path_fails(files: DataFolder) -> None:
    with open_desk(files.database):
        pass
    call("backup", "b.tar")

    again = call("backup", "b.tar")

    assert again.exit_code == 1
    assert "there already" in again.output


def test_a_restore_while_the_booth_runs_fails(files: DataFolder) -> None:
    with open_desk(files.database):
        pass
    call("backup", "b.tar")
    lock = FolderLock(files.root)
    lock.take()

    refused = call("restore", "b.tar")

    lock.release()
    assert refused.exit_code == 1
    assert "stop it first" in refused.output


def test_a_bad_setting_ends_a_command_with_its_own_status(
    files: DataFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TIMEZONE", "Nowhere/City")

    shown = call("stats")

    assert shown.exit_code == 2
    assert shown.output.startswith("TIMEZONE: ")
