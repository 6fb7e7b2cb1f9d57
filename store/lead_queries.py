"""Reads about leads, for `Store.read`: what is to be posted, edited, told, reminded of, erased."""

import json
from collections.abc import Collection

from store import rows
from store.domain.lead_policy import UNKNOWN_OUTCOME
from store.domain.leads import Lead, LeadCard, LeadNote, LeadRepeat
from store.driver import Connection

LIMIT = 20
"""Leads taken at once, so that one look stays short."""
_AWAKE = "id NOT IN (SELECT value FROM json_each(?))"


def _leads(connection: Connection, where: str, *values: object) -> tuple[Lead, ...]:
    query = f"SELECT {rows.LEAD_COLUMNS} FROM leads WHERE {where}"
    return tuple(rows.lead(row) for row in connection.execute(query, values).fetchall())


def lead(connection: Connection, lead_id: int) -> Lead | None:
    """Return a lead."""
    found = _leads(connection, "id = ?", lead_id)
    return found[0] if found else None


def repeats(connection: Connection, lead_id: int) -> tuple[LeadRepeat, ...]:
    """Return all repeats of a lead, the oldest first."""
    query = f"SELECT {rows.REPEAT_COLUMNS} FROM lead_repeats WHERE lead_id = ? ORDER BY id"
    return tuple(rows.repeat(row) for row in connection.execute(query, (lead_id,)).fetchall())


def notes(connection: Connection, lead_id: int) -> tuple[LeadNote, ...]:
    """Return all notes on a lead, the oldest first."""
    query = f"SELECT {rows.NOTE_COLUMNS} FROM lead_notes WHERE lead_id = ? ORDER BY id"
    return tuple(LeadNote(*row) for row in connection.execute(query, (lead_id,)).fetchall())


def card(connection: Connection, lead_id: int) -> LeadCard | None:
    """Return everything a lead's card shows, of one moment."""
    connection.execute("BEGIN")
    try:
        found = lead(connection, lead_id)
        return _card_of(connection, found) if found else None
    finally:
        connection.execute("COMMIT")


def _card_of(connection: Connection, found: Lead) -> LeadCard:
    entered_by = _entered_by(connection, found.id) if found.source == "manual" else None
    return LeadCard(found, repeats(connection, found.id), notes(connection, found.id), entered_by)


def _entered_by(connection: Connection, lead_id: int) -> str | None:
    """Return who typed a lead in, as its history has it."""
    found = connection.execute(
        "SELECT who FROM transitions WHERE record = ? AND machine = 'lead'"
        " AND \"trigger\" = 'submit' LIMIT 1",
        (str(lead_id),),
    ).fetchall()
    return found[0][0] if found else None


def to_post(connection: Connection, now: str) -> tuple[Lead, ...]:
    """Return leads whose card is due, in the order in which they came."""
    where = "card = 'pending' AND next_publish_at <= ? ORDER BY id LIMIT ?"
    return _leads(connection, where, now, LIMIT)


def to_repost(connection: Connection, resting: Collection[int] = ()) -> tuple[Lead, ...]:
    """Return leads whose card is to be posted anew, without those that rest."""
    where = f"repost = 1 AND {_AWAKE} ORDER BY id LIMIT ?"
    return _leads(connection, where, json.dumps(list(resting)), LIMIT)


def to_edit(connection: Connection, resting: Collection[int] = ()) -> tuple[Lead, ...]:
    """Return leads whose card in the group shows an older state, without those that rest."""
    where = (
        "card <> 'pending' AND card_shown < card_version AND message_id IS NOT NULL"
        f" AND repost = 0 AND {_AWAKE} ORDER BY id LIMIT ?"
    )
    return _leads(connection, where, json.dumps(list(resting)), LIMIT)


def to_tell(connection: Connection, now: str) -> tuple[LeadRepeat, ...]:
    """Return repeats that are due to be told to the group: their lead has a card."""
    columns = ", ".join(f"lead_repeats.{name}" for name in rows.REPEAT_COLUMNS.split(", "))
    query = (
        f"SELECT {columns} FROM lead_repeats JOIN leads ON leads.id = lead_repeats.lead_id"
        " WHERE lead_repeats.status = 'pending' AND next_notify_at <= ?"
        " AND leads.card = 'published' AND leads.repost = 0 ORDER BY lead_repeats.id LIMIT ?"
    )
    return tuple(rows.repeat(row) for row in connection.execute(query, (now, LIMIT)).fetchall())


def pings_in_doubt(connection: Connection) -> tuple[int, ...]:
    """Return repeats that a dead program was about to tell: nobody knows whether it did."""
    found = connection.execute(
        "SELECT id FROM lead_repeats WHERE status = 'pending' AND notify_error = ?",
        (UNKNOWN_OUTCOME,),
    ).fetchall()
    return tuple(row[0] for row in found)


def to_remind(connection: Connection, created_before: str) -> tuple[Lead, ...]:
    """Return leads that are still new and were never reminded of."""
    where = (
        "status = 'new' AND card = 'published' AND reminded_at IS NULL AND created_at <= ?"
        " ORDER BY id LIMIT ?"
    )
    return _leads(connection, where, created_before, LIMIT)


def to_erase(connection: Connection, spam_before: str, others_before: str) -> tuple[int, ...]:
    """Return leads whose personal data has been kept long enough."""
    found = connection.execute(
        "SELECT id FROM leads WHERE erased_at IS NULL"
        " AND coalesce(status_changed_at, created_at) <= ?"
        " AND coalesce(status_changed_at, created_at) <= iif(status = 'spam', ?, ?)"
        " ORDER BY coalesce(status_changed_at, created_at) LIMIT ?",
        (max(spam_before, others_before), spam_before, others_before, LIMIT),
    ).fetchall()
    return tuple(row[0] for row in found)


def connect_key_lead(connection: Connection, key: str) -> int | None:
    """Return the lead behind a connect key that was not used yet."""
    found = connection.execute(
        "SELECT data ->> 'lead_id' FROM state_data WHERE key = ? AND data ->> 'type' = 'connect'",
        (key,),
    ).fetchall()
    return found[0][0] if found else None


def connect_key_known(connection: Connection, key: str) -> bool:
    """Tell whether a key was ever a connect key of a lead that is still there."""
    found = connection.execute("SELECT 1 FROM lead_requests WHERE connect_key = ? LIMIT 1", (key,))
    return bool(found.fetchall())
