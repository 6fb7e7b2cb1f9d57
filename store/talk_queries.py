"""Reads about conversations, for `Store.read`: collected data, references, staff, erased files."""

import json
from collections.abc import Iterable
from typing import Any

from store import rows
from store.domain.ids import GuestId
from store.domain.records import (
    Feedback,
    MessageMeta,
    OutfitEntry,
    StaffMember,
    StaffRole,
    StateData,
)
from store.driver import Connection

_DATA = "SELECT id, telegram_user_id, data, key FROM state_data"


def _one(connection: Connection, query: str, *values: object) -> Any:
    found = connection.execute(query, values).fetchall()
    return found[0] if found else None


def state_data(connection: Connection, row: int) -> StateData | None:
    """Return a row of collected data; None when it is gone."""
    return _state_data(_one(connection, f"{_DATA} WHERE id = ?", row))


def state_data_by_key(connection: Connection, key: str) -> StateData | None:
    """Return the row that a deep link opens; None when it is gone or never was."""
    return _state_data(_one(connection, f"{_DATA} WHERE key = ?", key))


def message_meta(connection: Connection, row: int) -> MessageMeta | None:
    """Return a reference to a message; None when it is gone."""
    query = (
        "SELECT id, telegram_user_id, chat_id, message_id, purpose FROM message_meta WHERE id = ?"
    )
    found = _one(connection, query, row)
    return MessageMeta(*found) if found else None


def confirmation(connection: Connection, row: int) -> tuple[int, str, str, str] | None:
    """Return who was asked to confirm what on which record, and when."""
    query = (
        "SELECT telegram_user_id, action, record, created_at FROM inline_confirmations WHERE id = ?"
    )
    found = _one(connection, query, row)
    return tuple(found) if found else None


def staff(connection: Connection) -> tuple[StaffMember, ...]:
    """Return everybody who was added at run time, the oldest first."""
    query = "SELECT telegram_user_id, name, role FROM staff ORDER BY created_at, telegram_user_id"
    return tuple(
        StaffMember(user, name, StaffRole(role))
        for user, name, role in connection.execute(query).fetchall()
    )


def staff_role(connection: Connection, user: GuestId) -> StaffRole | None:
    """Return what somebody who was added at run time may do."""
    found = _one(connection, "SELECT role FROM staff WHERE telegram_user_id = ?", user)
    return StaffRole(found[0]) if found else None


def outfit_entries(connection: Connection) -> tuple[OutfitEntry, ...]:
    """Return all outfits that are there, also hidden ones, in order."""
    query = (
        f"SELECT {rows.OUTFIT_COLUMNS}, active, bundled FROM templates"
        " WHERE deleted_at IS NULL ORDER BY position, id"
    )
    return tuple(
        OutfitEntry(rows.outfit(row[:-2]), bool(row[-2]), bool(row[-1]))
        for row in connection.execute(query).fetchall()
    )


def feedback(connection: Connection, row: int) -> Feedback | None:
    """Return what a guest said of a pack; None when it is gone."""
    query = "SELECT id, telegram_user_id, score, comment FROM feedback WHERE id = ?"
    found = _one(connection, query, row)
    return Feedback(*found) if found else None


def erased_files(connection: Connection, limit: int) -> tuple[tuple[str, str], ...]:
    """Return kind and name of selfies and packs whose rows are gone.

    Outfits wait for those who wear them: `draft_queries.folders_to_erase`.
    """
    query = "SELECT kind, name FROM erased_files WHERE kind IN ('photo', 'pack') LIMIT ?"
    return tuple((kind, name) for kind, name in connection.execute(query, (limit,)).fetchall())


def jobs_among(connection: Connection, names: Iterable[str]) -> frozenset[str]:
    """Return those of some names that are ids of jobs."""
    found = connection.execute(
        "SELECT id FROM jobs WHERE id IN (SELECT value FROM json_each(?))",
        (json.dumps(list(names)),),
    ).fetchall()
    return frozenset(row[0] for row in found)


def _state_data(row: Any) -> StateData | None:
    if row is None:
        return None
    number, user, data, key = row
    fields = json.loads(data or "{}")
    return StateData(number, user, fields if isinstance(fields, dict) else {}, key)
