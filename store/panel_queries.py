"""Lists for the panel, for `Store.read`: filtered, from the newest on, a page at a time.

A page is found through an index in the order of the list. A filter without an index of its own is
applied to a window of rows, so that a look costs the same when nothing fits: the page then says
from where to look on.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from store import rows
from store.domain.causes import Cause, cause_of
from store.domain.leads import Lead
from store.domain.records import Job, Session
from store.domain.status import ACTIVE_JOB, OPEN_SESSION, JobStatus, LeadStatus, SessionStatus
from store.driver import Connection
from store.facts import ACTIVE

T = TypeVar("T")

PAGE = 50
WINDOW = 2000
"""Rows that one look goes through."""
LAST = "~"
"""Sorts after every key there is."""


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """Some rows; `after` is where to look on, None at the end of the list."""

    rows: tuple[T, ...]
    after: str | None


@dataclass(frozen=True, slots=True)
class JobFilter:
    """Which jobs are wanted; None leaves a matter open. `since` and `until` are UTC times."""

    status: JobStatus | None = None
    cause: Cause | None = None
    guest: int | None = None
    outfit: str | None = None
    provider: str | None = None
    since: str | None = None
    until: str | None = None


@dataclass(frozen=True, slots=True)
class SessionFilter:
    """Which sessions are wanted."""

    status: SessionStatus | None = None
    guest: int | None = None


@dataclass(frozen=True, slots=True)
class GuestRow:
    """A guest in the list: when they agreed, their language, how many packs they asked for."""

    telegram_user_id: int
    consented_at: str | None
    language: str | None
    blocked: bool
    jobs: int
    pack_name: str | None


@dataclass(frozen=True, slots=True)
class ActionRow:
    """Something that somebody of the staff did."""

    id: int
    action: str
    record: str
    who: str
    at: str


def jobs(connection: Connection, wanted: JobFilter, after: str | None = None) -> Page[Job]:
    """Return jobs, the newest first."""
    at, key = _place(after)
    where, values = _job_index(wanted)
    query = (
        "SELECT created_at, id, status, error, template_id, provider_used FROM jobs"
        f" WHERE {where} AND (created_at, id) < (?, ?)"
        " ORDER BY created_at DESC, id DESC LIMIT ?"
    )
    window = connection.execute(query, (*values, at, key, WINDOW)).fetchall()
    chosen, place = _choose(window, lambda row: _fits(wanted, row))
    columns = f"SELECT {rows.JOB_COLUMNS} FROM jobs WHERE id = ?"
    found = (connection.execute(columns, (row[1],)).fetchall() for row in chosen)
    return Page(tuple(rows.job(each[0]) for each in found if each), place)


def _job_index(wanted: JobFilter) -> tuple[str, list[object]]:
    """Return the conditions that an index answers."""
    where, values = ["TRUE"], list[object]()
    if wanted.guest is not None:
        where, values = ["telegram_user_id = ?"], [wanted.guest]
    elif wanted.status in ACTIVE_JOB:
        where = [ACTIVE]
    elif wanted.status is JobStatus.FAILED or wanted.cause is not None:
        where = ["status = 'failed'"]
    if wanted.since is not None:
        where.append("created_at >= ?")
        values.append(wanted.since)
    if wanted.until is not None:
        where.append("created_at < ?")
        values.append(wanted.until)
    return " AND ".join(where), values


def _fits(wanted: JobFilter, row: Sequence[Any]) -> bool:
    _, _, status, error, outfit, provider = row
    return (
        (wanted.status is None or status == wanted.status)
        and (wanted.outfit is None or outfit == wanted.outfit)
        and (wanted.provider is None or provider == wanted.provider)
        and (
            wanted.cause is None or (status == JobStatus.FAILED and cause_of(error) is wanted.cause)
        )
    )


def sessions(
    connection: Connection, wanted: SessionFilter, after: str | None = None
) -> Page[Session]:
    """Return sessions, the newest first."""
    at, key = _place(after)
    where, values = ("telegram_user_id = ?", [wanted.guest]) if wanted.guest else ("TRUE", [])
    window = connection.execute(
        f"SELECT created_at, token, {rows.SESSION_COLUMNS} FROM sessions"
        f" WHERE {where} AND (created_at, token) < (?, ?)"
        " ORDER BY created_at DESC, token DESC LIMIT ?",
        (*values, at, key, WINDOW),
    ).fetchall()
    chosen, place = _choose(window, lambda row: wanted.status in {None, row[3]})
    return Page(tuple(rows.session(row[2:]) for row in chosen), place)


def guests(connection: Connection, after: str | None = None) -> Page[GuestRow]:
    """Return those who ever agreed, the newest first."""
    at, key = _place(after)
    window = connection.execute(
        "SELECT consented_at, telegram_user_id, language, blocked_at IS NOT NULL,"
        " (SELECT count(*) FROM jobs WHERE jobs.telegram_user_id = users.telegram_user_id),"
        " pack_name FROM users LEFT JOIN bot_users USING (telegram_user_id)"
        " WHERE consented_at IS NOT NULL AND (consented_at, telegram_user_id) < (?, ?)"
        " ORDER BY consented_at DESC, telegram_user_id DESC LIMIT ?",
        (at, int(key) if key.isdecimal() else 2**62, PAGE + 1),
    ).fetchall()
    chosen, place = _choose(window, lambda _: True)
    return Page(
        tuple(
            GuestRow(user, agreed, language, bool(blocked), count, pack)
            for agreed, user, language, blocked, count, pack in chosen
        ),
        place,
    )


def leads(
    connection: Connection, status: LeadStatus | None = None, after: str | None = None
) -> Page[Lead]:
    """Return requests for bookings, the newest first."""
    before = int(after) if after and after.isdecimal() else 2**62
    window = connection.execute(
        f"SELECT {rows.LEAD_COLUMNS} FROM leads WHERE id < ? ORDER BY id DESC LIMIT ?",
        (before, WINDOW),
    ).fetchall()
    read = [rows.lead(row) for row in window]
    chosen = [lead for lead in read if status in {None, lead.status}]
    if len(chosen) > PAGE:
        return Page(tuple(chosen[:PAGE]), str(chosen[PAGE - 1].id))
    return Page(tuple(chosen), str(read[-1].id) if len(read) == WINDOW else None)


def actions(
    connection: Connection, *, action: str | None = None, after: str | None = None
) -> Page[ActionRow]:
    """Return what the staff did, the newest first."""
    before = int(after) if after and after.isdecimal() else 2**62
    window = connection.execute(
        "SELECT id, action, record, who, at FROM actions WHERE id < ? ORDER BY id DESC LIMIT ?",
        (before, WINDOW),
    ).fetchall()
    read = [ActionRow(*row) for row in window]
    chosen = [row for row in read if action in {None, row.action}]
    if len(chosen) > PAGE:
        return Page(tuple(chosen[:PAGE]), str(chosen[PAGE - 1].id))
    return Page(tuple(chosen), str(read[-1].id) if len(read) == WINDOW else None)


def failed_of_cause(connection: Connection, cause: Cause, since: str) -> tuple[str, ...]:
    """Return the ids of jobs that failed of a cause since a time, the oldest first."""
    found = connection.execute(
        "SELECT id, error FROM jobs WHERE status = 'failed' AND failed_at >= ? ORDER BY failed_at",
        (since,),
    ).fetchall()
    return tuple(job for job, error in found if cause_of(error) is cause)


def open_sessions(connection: Connection, since: str) -> dict[SessionStatus, int]:
    """Return how many sessions begun since a time are still open, by status."""
    found = connection.execute(
        "SELECT status, count(*) FROM sessions WHERE created_at >= ? GROUP BY status", (since,)
    ).fetchall()
    counts = dict(found)
    return {status: counts.get(status, 0) for status in OPEN_SESSION}


def failures(connection: Connection, since: str) -> int:
    """Return how many jobs failed since a time."""
    found = connection.execute(
        "SELECT count(*) FROM jobs WHERE status = 'failed' AND failed_at >= ?", (since,)
    ).fetchall()
    return int(found[0][0])


def waiting_outbox(connection: Connection) -> tuple[int, str | None]:
    """Return how many messages wait to be sent, and since when the oldest does."""
    found = connection.execute(
        "SELECT count(*), min(created_at) FROM outbox WHERE status = 'pending'"
    ).fetchall()
    return int(found[0][0]), found[0][1]


def deliveries(connection: Connection, since: str) -> tuple[tuple[str, float], ...]:
    """Return when each pack since a time was delivered and how many seconds it took."""
    found = connection.execute(
        "SELECT link_sent_at, (julianday(link_sent_at) - julianday(created_at)) * 86400.0"
        " FROM jobs WHERE status = 'done' AND link_sent_at >= ? ORDER BY link_sent_at",
        (since,),
    ).fetchall()
    return tuple((at, float(seconds)) for at, seconds in found)


def _place(after: str | None) -> tuple[str, str]:
    """Return the time and the key from which to look on; anything unreadable is the beginning."""
    at, found, key = (after or "").partition("|")
    return (at, key) if found else (LAST, LAST)


def _choose(
    window: Sequence[Any], fits: Callable[[Sequence[Any]], bool]
) -> tuple[list[Any], str | None]:
    """Return a page of the rows that fit, and where to look on: each row begins with its place."""
    chosen = [row for row in window if fits(row)]
    if len(chosen) > PAGE:
        return chosen[:PAGE], f"{chosen[PAGE - 1][0]}|{chosen[PAGE - 1][1]}"
    return chosen, f"{window[-1][0]}|{window[-1][1]}" if len(window) == WINDOW else None
