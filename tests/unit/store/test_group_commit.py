"""A batch is one transaction; a command that breaks costs only itself."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from store import messages as m
from store.actor import Done, group_commit
from store.domain.machine import Role
from store.driver import DatabaseError, OperationalError, open_reader, open_writer
from tests.machines.desk import GUEST, OTHER, SLOT, Desk


def settings_of(desk: Desk) -> dict[str, str]:
    found = desk.rows("SELECT key, value FROM settings WHERE key <> 'maintenance'")
    return {row["key"]: row["value"] for row in found}


def put(desk: Desk, key: str, value: str = "x") -> m.PutSetting:
    return m.PutSetting(key, value, desk.at)


def commit(desk: Desk, batch: Sequence[m.Command]) -> list[Done]:
    return group_commit(desk.connection, desk.commands, batch)


def broken(desk: Desk) -> list[m.Command]:
    """Return commands that break on their own faults, one of each kind."""
    job = desk.processing()
    return [
        m.Pull("job", job, "attempt_failed", Role.SLOT, desk.at, {"owner": SLOT}),
        m.Pull("job", job, "attempt_failed", Role.SLOT, desk.at, {"owner": SLOT, "error": [1]}),  # type: ignore[dict-item]
        m.Pull("job", job, "no such trigger", Role.SLOT, desk.at),
        m.Pull("nothing", job, "claim", Role.SLOT, desk.at),
        m.Pull("job", job, "verified", Role.GUEST, desk.at),
        put(desk, "maintenance", "off"),
        put(desk, "\ud800"),
        m.QuarantineUpdate(2**70, "x", desk.at),
        m.CreateSession(desk.session(), None, desk.at),
    ]


def test_a_batch_is_one_transaction(desk: Desk) -> None:
    said: list[str] = []
    desk.connection.set_trace_callback(said.append)

    commit(desk, [put(desk, f"k{n}") for n in range(32)])

    assert [line for line in said if line.startswith(("BEGIN", "COMMIT"))] == [
        "BEGIN IMMEDIATE", "COMMIT",
    ]  # fmt: skip
    assert not [line for line in said if line.startswith(("SAVEPOINT", "ROLLBACK"))]


@pytest.mark.parametrize("number", range(9))
def test_a_command_that_breaks_does_not_lose_its_neighbours(desk: Desk, number: int) -> None:
    bad = broken(desk)[number]

    before, failed, after = commit(desk, [put(desk, "a"), bad, put(desk, "b")])

    assert (before.error, after.error) == (None, None)
    assert failed.error is not None
    assert type(bad).__name__ in str(failed.error)
    assert set(settings_of(desk)) == {"a", "b"}


def test_a_command_that_breaks_halfway_leaves_nothing_behind(desk: Desk) -> None:
    job = desk.job(GUEST)
    token = desk.chosen(OTHER)
    history = len(desk.rows("SELECT 1 FROM transitions"))
    twice = m.TakePhoto(token, job, "a.jpg", None, desk.at)

    failed, fine = commit(desk, [twice, put(desk, "a")])

    assert failed.error is not None
    assert failed.topics == set()
    assert fine.error is None
    assert desk.row("sessions", token)["status"] == "template_chosen"
    assert len(desk.rows("SELECT 1 FROM transitions")) == history


def test_the_failure_names_the_command_and_no_value(desk: Desk) -> None:
    (failed,) = commit(desk, [put(desk, "maintenance", "secret")])

    assert str(failed.error) == "PutSetting: ValueError"


def test_nothing_of_a_batch_is_kept_when_the_database_gives_out(desk: Desk) -> None:
    (pages,) = desk.connection.execute("PRAGMA page_count").fetchall()[0]
    desk.connection.execute(f"PRAGMA max_page_count = {pages}").fetchall()

    with pytest.raises(OperationalError, match="full"):
        commit(desk, [put(desk, "small"), put(desk, "big", "x" * 1_000_000)])

    assert settings_of(desk) == {}
    assert not desk.connection.in_transaction


def test_a_batch_is_kept_again_once_there_is_room(desk: Desk) -> None:
    desk.connection.execute("PRAGMA max_page_count = 10").fetchall()
    with pytest.raises(DatabaseError):
        commit(desk, [put(desk, "big", "x" * 1_000_000)])
    desk.connection.execute("PRAGMA max_page_count = 1000000").fetchall()

    commit(desk, [put(desk, "big", "x" * 1_000_000)])

    assert len(settings_of(desk)["big"]) == 1_000_000


def test_a_commit_that_fails_undoes_the_batch(desk: Desk) -> None:
    """A foreign key checked at the commit is the one thing that makes COMMIT itself refuse."""
    desk.connection.execute(
        "CREATE TABLE child (id REFERENCES users DEFERRABLE INITIALLY DEFERRED)"
    )
    desk.connection.execute(
        "CREATE TRIGGER orphan AFTER INSERT ON settings BEGIN INSERT INTO child VALUES (1); END"
    )

    with pytest.raises(DatabaseError, match="FOREIGN KEY"):
        commit(desk, [put(desk, "a"), put(desk, "b")])

    assert settings_of(desk) == {}
    assert not desk.connection.in_transaction


def test_memory_running_out_is_nobodys_own_fault(desk: Desk) -> None:
    class Starved:
        def execute(self, *_: Any) -> Any:
            raise MemoryError

    starved: Any = Starved()

    with pytest.raises(MemoryError):
        group_commit(desk.connection, starved, [put(desk, "a")])
    assert not desk.connection.in_transaction


def test_the_writer_is_durable_and_the_reader_cannot_write(tmp_path: Path) -> None:
    writer = open_writer(tmp_path / "a.db")
    writer.execute("CREATE TABLE t (x)")
    reader = open_reader(tmp_path / "a.db")

    pragmas = [
        writer.execute(f"PRAGMA {name}").fetchall()[0][0]
        for name in ("journal_mode", "synchronous", "foreign_keys")
    ]

    assert pragmas == ["wal", 2, 1]
    with pytest.raises(OperationalError, match="readonly"):
        reader.execute("INSERT INTO t VALUES (1)")
    reader.close()
    writer.close()


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    path.write_bytes(b"this is not a database, whatever its name says" * 100)

    with pytest.raises(DatabaseError):
        open_writer(path)


def test_a_place_without_a_write_ahead_log_is_refused() -> None:
    with pytest.raises(OperationalError, match="write-ahead log"):
        open_writer(Path(":memory:"))
