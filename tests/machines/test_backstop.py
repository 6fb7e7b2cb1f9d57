"""The database alone, against hand-written SQL: exhaustive, with the triggers as the only judge."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from store.domain.machine import Machine
from store.domain.transitions import MACHINES
from store.driver import Connection, IntegrityError, open_writer
from store.migrations import migrate
from store.sql import triggers
from tests.machines import worlds

NAMED = {"ids": lambda value: value if isinstance(value, str) else value.name}
PAIRS = [
    (machine, before, after)
    for machine in MACHINES
    for before, after in itertools.product(machine.states, repeat=2)
]
STATES = [(machine, state) for machine in MACHINES for state in machine.states]


@pytest.fixture(scope="module")
def connection(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Connection]:
    """Open a database whose CHECKs and foreign keys stand aside."""
    opened = open_writer(tmp_path_factory.mktemp("backstop") / "a.db")
    migrate(opened)
    opened.execute("PRAGMA ignore_check_constraints = ON")
    opened.execute("PRAGMA foreign_keys = OFF")
    opened.execute("BEGIN")
    yield opened
    opened.execute("ROLLBACK")
    opened.close()


def key_of(machine: Machine) -> str:
    return machine.scope.split("'")[1] if machine.scope else "7"


def values_of(connection: Connection, machine: Machine, key: str, state: str) -> dict[str, object]:
    columns = connection.execute(f"PRAGMA table_info({machine.record})").fetchall()
    needed = {
        name: "x" if kind == "TEXT" else 0
        for _, name, kind, required, default, _ in columns
        if required and default is None
    }
    return {**needed, **worlds.other_regions(machine), machine.key: key, machine.column: state}


def insert(
    connection: Connection, machine: Machine, values: dict[str, object], verb: str = "INSERT"
) -> None:
    names, marks = ", ".join(values), ", ".join("?" * len(values))
    statement = f"{verb} INTO {machine.record} ({names}) VALUES ({marks})"
    connection.execute(statement, tuple(values.values()))


def put_in(connection: Connection, machine: Machine, state: str) -> None:
    """Place a row in any state, with the guards taken away for that moment."""
    key = key_of(machine)
    for trigger in triggers(machine):
        connection.execute(f"DROP TRIGGER {trigger.split()[2]}")
    connection.execute(f"DELETE FROM {machine.record} WHERE {machine.key} = ?", (key,))
    insert(connection, machine, values_of(connection, machine, key, state))
    for trigger in triggers(machine):
        connection.execute(trigger)


def state_of(connection: Connection, machine: Machine, key: str) -> str | None:
    found = connection.execute(
        f"SELECT {machine.column} FROM {machine.record} WHERE {machine.key} = ?", (key,)
    ).fetchall()
    return found[0][0] if found else None


@pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: machine.name)
def test_the_schema_carries_the_triggers_of_the_table(
    connection: Connection, machine: Machine
) -> None:
    found = connection.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger'").fetchall()

    assert set(triggers(machine)) <= {row[0] for row in found}


@pytest.mark.parametrize(("machine", "before", "after"), PAIRS, **NAMED)  # type: ignore[arg-type]
def test_a_raw_update_passes_exactly_when_the_table_has_the_edge(
    connection: Connection, machine: Machine, before: str, after: str
) -> None:
    put_in(connection, machine, before)

    try:
        connection.execute(
            f"UPDATE {machine.record} SET {machine.column} = ? WHERE {machine.key} = ?",
            (after, key_of(machine)),
        )
        passed = True
    except IntegrityError:
        passed = False

    assert passed is ((before, after) in machine.moves)
    assert state_of(connection, machine, key_of(machine)) == (after if passed else before)


@pytest.mark.parametrize(("machine", "state"), STATES, **NAMED)  # type: ignore[arg-type]
def test_a_raw_insert_passes_only_in_a_status_of_birth(
    connection: Connection, machine: Machine, state: str
) -> None:
    key = key_of(machine)
    put_in(connection, machine, state)
    connection.execute(f"DELETE FROM {machine.record} WHERE {machine.key} = ?", (key,))
    values = values_of(connection, machine, key, state)

    if state in machine.births:
        insert(connection, machine, values)
        assert state_of(connection, machine, key) == state
    else:
        with pytest.raises(IntegrityError, match="no such birth"):
            insert(connection, machine, values)


@pytest.mark.parametrize("verb", ["INSERT OR REPLACE", "REPLACE", "INSERT OR IGNORE"])
@pytest.mark.parametrize(("machine", "state"), STATES, **NAMED)  # type: ignore[arg-type]
def test_no_insert_goes_over_an_existing_row(
    connection: Connection, machine: Machine, state: str, verb: str
) -> None:
    key = key_of(machine)
    put_in(connection, machine, machine.births[0])

    with pytest.raises(IntegrityError):
        insert(connection, machine, values_of(connection, machine, key, state), verb)
    assert state_of(connection, machine, key) == machine.births[0]


@pytest.mark.parametrize("machine", [m for m in MACHINES if m.unique], ids=lambda m: m.name)
def test_no_insert_goes_over_a_row_by_another_unique_column(
    connection: Connection, machine: Machine
) -> None:
    put_in(connection, machine, machine.births[0])
    values = values_of(connection, machine, "another", machine.births[0])

    with pytest.raises(IntegrityError):
        insert(connection, machine, values, "INSERT OR REPLACE")
    assert state_of(connection, machine, key_of(machine)) == machine.births[0]


@pytest.mark.parametrize("verb", ["UPDATE", "UPDATE OR REPLACE"])
@pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: machine.name)
def test_a_key_never_changes(connection: Connection, machine: Machine, verb: str) -> None:
    key = key_of(machine)
    put_in(connection, machine, machine.births[0])

    with pytest.raises(IntegrityError, match="a key never changes"):
        connection.execute(
            f"{verb} {machine.record} SET {machine.key} = '8' WHERE {machine.key} = ?", (key,)
        )


@pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: machine.name)
def test_a_status_outside_the_vocabulary_is_refused(tmp_path: Path, machine: Machine) -> None:
    opened = open_writer(tmp_path / "checked.db")
    migrate(opened)
    for trigger in triggers(machine):
        opened.execute(f"DROP TRIGGER {trigger.split()[2]}")
    if machine.record == "jobs":
        worlds.make_photo_session(opened, "x")
    opened.execute(f"DELETE FROM {machine.record} WHERE {machine.key} = ?", (key_of(machine),))

    with pytest.raises(IntegrityError, match="CHECK"):
        insert(opened, machine, values_of(opened, machine, key_of(machine), "nonsense"))
    opened.close()


@pytest.mark.parametrize(
    ("table", "change"),
    [
        ("sessions", "closed_reason = 'cancel', notice = 'pack_ready'"),
        ("sessions", "closed_reason = 'cancel'"),
        ("sessions", "telegram_user_id = NULL"),
        ("sessions", "template_id = NULL"),
        ("jobs", "owner = 'slot-0/1'"),
        ("jobs", "link_sent_at = '2026'"),
        ("jobs", "attempts = -1"),
        ("jobs", "stickers_done = 11"),
        ("jobs", "render_mode = 'sketch'"),
    ],
)
def test_columns_that_contradict_the_status_are_refused(
    tmp_path: Path, table: str, change: str
) -> None:
    opened = open_writer(tmp_path / "checked.db")
    migrate(opened)
    worlds.make_photo_session(opened, "s")
    opened.execute(
        "INSERT INTO jobs (id, session_token, telegram_user_id, template_id, status, language,"
        " created_at, not_before) VALUES ('j', 's', 11, 'chapan', 'queued', 'ru', '', '')"
    )

    with pytest.raises(IntegrityError, match="CHECK"):
        opened.execute(f"UPDATE {table} SET {change}")
    opened.close()


def test_settings_beside_the_switch_are_free(connection: Connection) -> None:
    connection.execute("INSERT INTO settings (key, value) VALUES ('a', 'x')")
    connection.execute("INSERT OR REPLACE INTO settings (key, value) VALUES ('a', 'y')")
    connection.execute("UPDATE settings SET key = 'b' WHERE key = 'a'")

    found = connection.execute("SELECT value FROM settings WHERE key = 'b'").fetchall()
    assert found == [("y",)]
