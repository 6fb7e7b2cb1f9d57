"""Numbered steps from an empty file to the schema of today, each in one transaction.

A step is never changed once released. Each is recorded by its name, so a database is brought
forward from wherever it stands; a database from the future is refused.
"""

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from store import (
    figure_schema,
    lead_schema,
    old_states,
    panel_schema,
    provider_schema,
    schema,
    talk_schema,
)
from store.driver import Connection

steps = Migrations("stickerbooth")


class FromTheFuture(Exception):
    """The database was made by a newer program; nothing was changed in it."""


@steps(name="0001_first")
def first(database: Database) -> None:
    """Make the tables, their constraints and the pause switch."""
    for statement in schema.statements():
        database.execute(statement)


@steps(name="0002_leads")
def leads(database: Database) -> None:
    """Make the tables of leads, of state data and of confirmations."""
    for statement in lead_schema.statements():
        database.execute(statement)


@steps(name="0003_conversations")
def conversations(database: Database) -> None:
    """Make the tables of conversations and rewrite states, so that nobody is thrown out of one."""
    for statement in talk_schema.statements():
        database.execute(statement)
    found = database.execute("SELECT telegram_user_id, state FROM bot_users WHERE state <> ''")
    for user, state in found.fetchall():
        new = old_states.convert(state)
        if new != state:
            database.execute(
                "UPDATE bot_users SET state = ? WHERE telegram_user_id = ?", (new, user)
            )
    database.execute("UPDATE bot_users SET state = NULL WHERE state = ''")


@steps(name="0004_providers")
def providers(database: Database) -> None:
    """Make the books of paid calls, and remember who made each sticker."""
    for statement in provider_schema.statements():
        database.execute(statement)


@steps(name="0005_figures")
def figures(database: Database) -> None:
    """Make what figures and grouped alerts stand on."""
    for statement in figure_schema.statements():
        database.execute(statement)


@steps(name="0006_panel")
def panel(database: Database) -> None:
    """Make what the lists of the panel stand on."""
    for statement in panel_schema.statements():
        database.execute(statement)


def ahead(connection: Connection) -> set[str]:
    """Return the steps that a database has taken and this program does not know."""
    return _taken(connection) - _known()


def behind(connection: Connection) -> set[str]:
    """Return the steps that a database still has to take."""
    return _known() - _taken(connection)


def is_ours(connection: Connection) -> bool:
    """Tell whether a database was made by this program."""
    return "0001_first" in _taken(connection)


def _taken(connection: Connection) -> set[str]:
    there = connection.execute(
        "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '_sqlite_migrations'"
    ).fetchall()
    if not there:
        return set()
    found = connection.execute(
        "SELECT name FROM _sqlite_migrations WHERE migration_set = ?", (steps.name,)
    )
    return {str(row[0]) for row in found.fetchall()}


def _known() -> set[str]:
    with Database(memory=True) as empty:
        return {step.name for step in steps.pending(empty)}


def migrate(connection: Connection) -> list[str]:
    """Bring the database forward; returns the names of the steps that were applied.

    Raises `FromTheFuture` for a database that knows steps this program does not.
    """
    database = Database(connection, recursive_triggers=False)
    pending = [step.name for step in steps.pending(database)]
    if newer := ahead(connection):
        raise FromTheFuture(f"the database knows newer steps: {', '.join(sorted(newer))}")
    steps.apply(database)
    return pending
