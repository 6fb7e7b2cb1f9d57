"""Migrations: from nothing, from today, never from the future."""

from pathlib import Path

import pytest

from store.driver import Connection, open_writer
from store.migrations import FromTheFuture, migrate, steps


def schema(connection: Connection) -> list[tuple[str, ...]]:
    return connection.execute("SELECT type, name, sql FROM sqlite_master ORDER BY 1, 2").fetchall()


def test_an_empty_file_gets_every_step_in_order(tmp_path: Path) -> None:
    connection = open_writer(tmp_path / "a.db")

    applied = migrate(connection)

    assert applied == sorted(applied)
    assert applied[0] == "0001_first"
    found = connection.execute("SELECT value FROM settings WHERE key = 'maintenance'").fetchall()
    assert found == [("off",)]
    connection.close()


def test_a_second_start_changes_nothing(tmp_path: Path) -> None:
    connection = open_writer(tmp_path / "a.db")
    migrate(connection)
    before = schema(connection)

    assert migrate(connection) == []
    assert schema(connection) == before
    connection.close()


def test_a_database_from_the_future_is_refused_untouched(tmp_path: Path) -> None:
    connection = open_writer(tmp_path / "a.db")
    migrate(connection)
    connection.execute(
        "INSERT INTO _sqlite_migrations (migration_set, name, applied_at)"
        " VALUES ('stickerbooth', '9999_robots', '2030')"
    )
    connection.execute("DELETE FROM _sqlite_migrations WHERE name = '0002_leads'")
    before = schema(connection)

    with pytest.raises(FromTheFuture, match="9999_robots"):
        migrate(connection)

    assert schema(connection) == before
    connection.close()


def test_a_step_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    connection = open_writer(tmp_path / "a.db")
    connection.execute("CREATE TABLE telegram_inbox (in_the_way)")

    with pytest.raises(Exception, match="already exists"):
        migrate(connection)

    assert [name for kind, name, _ in schema(connection) if name == "jobs"] == []
    connection.execute("DROP TABLE telegram_inbox")
    assert migrate(connection)[0] == "0001_first"
    connection.close()


def test_every_table_is_strict(tmp_path: Path) -> None:
    connection = open_writer(tmp_path / "a.db")
    migrate(connection)

    listed = connection.execute("PRAGMA table_list").fetchall()

    loose = {name for _, name, kind, _, _, strict in listed if kind == "table" and not strict}
    assert loose <= {"sqlite_schema", "sqlite_temp_schema", "sqlite_sequence", "_sqlite_migrations"}
    connection.close()


def test_the_steps_belong_to_this_program() -> None:
    assert steps.name == "stickerbooth"
