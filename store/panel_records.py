"""Single records for the panel, for `Store.read`: a job, a guest, a lead, each with its story.

Each is a handful of keyed look-ups. What an operator may do with a record, and why not, is asked of
the transition table and of the database as they stand.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from store import lead_queries, money_queries, queries, rows
from store.domain.calls import ProviderCall
from store.domain.ids import GuestId
from store.domain.leads import Lead, LeadNote, LeadRepeat
from store.domain.machine import Edge, Role, Value, choose
from store.domain.reasons import Refusal
from store.domain.records import BotUser, Guest, Job, Maintenance, Session, StoredSticker
from store.domain.transitions import BY_NAME
from store.driver import Connection
from store.sql import by_key, fact_values

MOST = 200
"""Rows of a kind that a record's page shows."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A transition that happened."""

    machine: str
    source: str | None
    target: str
    trigger: str
    by: str
    who: str | None
    at: str


@dataclass(frozen=True, slots=True)
class Told:
    """A message of a job: its text, and what became of it."""

    kind: str
    status: str
    text: str
    created_at: str
    sent_at: str | None
    error: str | None


@dataclass(frozen=True, slots=True)
class Choice:
    """A step that an operator may take with a record, or the reason why not."""

    trigger: str
    refusal: Refusal | None


@dataclass(frozen=True, slots=True)
class JobStory:
    """Everything that is kept of a job."""

    job: Job
    session: Session | None
    claimed_at: str | None
    failed_at: str | None
    history: tuple[Moved, ...]
    stickers: tuple[StoredSticker, ...]
    calls: tuple[ProviderCall, ...]
    told: tuple[Told, ...]
    score: int | None
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class GuestStory:
    """Everything that is kept of a guest, but for their words to the bot."""

    guest: Guest
    person: BotUser
    sessions: tuple[Session, ...]
    jobs: tuple[Job, ...]


@dataclass(frozen=True, slots=True)
class LeadStory:
    """A lead with its repeats, notes and changes of status."""

    lead: Lead
    repeats: tuple[LeadRepeat, ...]
    notes: tuple[LeadNote, ...]
    history: tuple[Moved, ...]


def job(connection: Connection, job_id: str, pack_limit: int) -> JobStory | None:
    """Return a job with its story; None when there is none."""
    found = queries.job(connection, job_id)
    if found is None:
        return None
    times = connection.execute(
        "SELECT claimed_at, failed_at FROM jobs WHERE id = ?", (job_id,)
    ).fetchall()
    score = connection.execute("SELECT score FROM feedback WHERE job_id = ?", (job_id,)).fetchall()
    return JobStory(
        job=found,
        session=queries.session(connection, found.session_token),
        claimed_at=times[0][0],
        failed_at=times[0][1],
        history=moves(connection, found.session_token, job_id),
        stickers=queries.stickers(connection, job_id),
        calls=money_queries.calls_of(connection, job_id),
        told=_told(connection, job_id),
        score=score[0][0] if score else None,
        choices=choices(connection, "job", job_id, {"pack_limit": pack_limit}),
    )


def guest(connection: Connection, user: int) -> GuestStory | None:
    """Return a person with their story; None when nothing is known of them."""
    sessions = connection.execute(
        f"SELECT {rows.SESSION_COLUMNS} FROM sessions WHERE telegram_user_id = ?"
        " ORDER BY created_at DESC LIMIT ?",
        (user, MOST),
    ).fetchall()
    jobs = connection.execute(
        f"SELECT {rows.JOB_COLUMNS} FROM jobs WHERE telegram_user_id = ?"
        " ORDER BY created_at DESC LIMIT ?",
        (user, MOST),
    ).fetchall()
    known = connection.execute(
        "SELECT 1 FROM users WHERE telegram_user_id = ?1"
        " UNION ALL SELECT 1 FROM bot_users WHERE telegram_user_id = ?1",
        (user,),
    ).fetchall()
    if not (sessions or jobs or known):
        return None
    return GuestStory(
        guest=queries.guest(connection, GuestId(user)),
        person=queries.bot_user(connection, GuestId(user)),
        sessions=tuple(rows.session(row) for row in sessions),
        jobs=tuple(rows.job(row) for row in jobs),
    )


def lead(connection: Connection, number: int) -> LeadStory | None:
    """Return a lead with its story; None when there is none."""
    found = lead_queries.lead(connection, number)
    if found is None:
        return None
    return LeadStory(
        lead=found,
        repeats=lead_queries.repeats(connection, number),
        notes=lead_queries.notes(connection, number),
        history=tuple(
            move for move in moves(connection, str(number)) if move.machine.startswith("lead")
        ),
    )


def moves(connection: Connection, *records: str) -> tuple[Moved, ...]:
    """Return the transitions of some records, the oldest first."""
    found = connection.execute(
        'SELECT machine, "from", "to", "trigger", by, who, at FROM transitions'
        " WHERE record IN (SELECT value FROM json_each(?)) ORDER BY id LIMIT ?",
        (json.dumps(records), MOST),
    ).fetchall()
    return tuple(Moved(*row) for row in found)


def last_move(connection: Connection, machine: str, record: str) -> Moved | None:
    """Return the newest transition of a record."""
    found = connection.execute(
        'SELECT machine, "from", "to", "trigger", by, who, at FROM transitions'
        " WHERE record = ? AND machine = ? ORDER BY id DESC LIMIT 1",
        (record, machine),
    ).fetchall()
    return Moved(*found[0]) if found else None


def pause(connection: Connection) -> tuple[Maintenance, tuple[Choice, ...]]:
    """Return the pause switch and what an operator may do with it."""
    found = choices(connection, "maintenance", "maintenance", {"text": None, "who": None})
    return queries.maintenance(connection), found


def choices(
    connection: Connection, machine: str, record: str, given: Mapping[str, Value]
) -> tuple[Choice, ...]:
    """Return every step that the table gives to operators, with the reason why it is not open."""
    table = BY_NAME[machine]
    cursor = connection.execute(
        f"SELECT * FROM {table.record} WHERE {by_key(table)}", {"id": record}
    )
    names = [column[0] for column in cursor.description]
    found = cursor.fetchall()
    row = dict(zip(names, found[0], strict=True)) if found else None
    bound = {**given, "id": record, "guest": None}
    made = []
    for trigger in table.triggers:
        edges = table.on(trigger)
        if Role.ADMIN not in edges[0].by:
            continue
        query, asked = fact_values(table, edges, born=row is not None)
        truth = connection.execute(query, bound).fetchall() if row is not None else []
        facts = dict(zip(asked, map(bool, truth[0] if truth else ()), strict=False))
        reason = choose(table, trigger, row, bound, facts)
        made.append(Choice(trigger, None if isinstance(reason, Edge) else reason))
    return tuple(made)


def _told(connection: Connection, job_id: str) -> tuple[Told, ...]:
    found = connection.execute(
        "SELECT kind, status, payload, created_at, sent_at, error FROM outbox"
        " WHERE job_id = ? AND kind <> 'alert' ORDER BY id LIMIT ?",
        (job_id, MOST),
    ).fetchall()
    return tuple(
        Told(kind, status, str(json.loads(payload).get("text", "")), at, sent, error)
        for kind, status, payload, at, sent, error in found
    )
