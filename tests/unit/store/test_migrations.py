"""Migrations: from nothing, from today, never from the future."""

import json
from pathlib import Path

import pytest
from sqlite_utils import Database

from store import outbox, talk_queries
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


def before_conversations(path: Path) -> Connection:
    """Open a database that the first two steps made, with rows in it."""
    connection = open_writer(path)
    steps.apply(Database(connection, recursive_triggers=False), stop_before="0003_conversations")
    states = {
        1: "LEAD#note?lead_id=12&text=%D0%94%D0%B0",
        2: '{"t":"LEAD","m":"add","p":{}}',
        3: "no state",
        4: None,
        5: "",
        2**40: "LEAD#add?state_data=1",
    }
    for user, state in states.items():
        connection.execute("INSERT INTO bot_users VALUES (?, ?, 'ru', NULL, '')", (user, state))
    connection.execute(
        "INSERT INTO state_data (key, data, created_at, updated_at) VALUES ('k', '{}', '', '')"
    )
    connection.execute(
        "INSERT INTO inline_confirmations (key, telegram_user_id, action, record, created_at)"
        " VALUES ('k', 1, 'forget', '1', '')"
    )
    connection.execute(
        "INSERT INTO outbox (dedupe_key, kind, chat_id, method, payload, repeatable, not_before,"
        " created_at) VALUES ('k', 'reply', 1, 'say', '{\"text\": \"x\"}', 1, '', '')"
    )
    return connection


def test_conversations_go_on_after_the_third_step(tmp_path: Path) -> None:
    connection = before_conversations(tmp_path / "a.db")

    applied = migrate(connection)

    assert applied[0] == "0003_conversations"
    found = connection.execute("SELECT telegram_user_id, state FROM bot_users ORDER BY 1")
    states = dict(found.fetchall())
    assert json.loads(states[1]) == {"t": "LEAD", "m": "note", "p": {"lead_id": 12, "text": "Да"}}
    assert states[2] == '{"t":"LEAD","m":"add","p":{}}'
    assert (states[3], states[4], states[5]) == (None, None, None)
    assert json.loads(states[2**40])["p"] == {"state_data": 1}
    connection.close()


def test_rows_from_before_the_third_step_are_still_read(tmp_path: Path) -> None:
    connection = before_conversations(tmp_path / "a.db")

    migrate(connection)

    row = talk_queries.state_data_by_key(connection, "k")
    assert row is not None
    assert (row.id, row.user, row.data) == (1, None, {})
    assert talk_queries.confirmation(connection, 1) is None
    waiting = outbox.begin(connection, 1)
    assert waiting is not None
    assert (waiting.method, waiting.meta_id) == ("say", None)
    connection.close()
