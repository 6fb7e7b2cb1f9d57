"""Reads: functions over a read-only connection, for `Store.read`.

They see committed data only and decide nothing. Each is one or two keyed look-ups, or a look at
active work through a partial index.
"""

from dataclasses import dataclass
from typing import Any

from store import rows
from store.domain.ids import GuestId
from store.domain.policy import OUTLOOK_DELIVERIES
from store.domain.records import (
    BotUser,
    Guest,
    InboxUpdate,
    Job,
    Maintenance,
    Outfit,
    Outlook,
    Session,
    StoredSticker,
)
from store.domain.status import JobStatus
from store.driver import Connection
from store.facts import ACTIVE


@dataclass(frozen=True, slots=True)
class SessionWithJob:
    """A session as the tablet sees it: with its job and the number of jobs ahead of it."""

    session: Session
    job: Job | None
    ahead: int | None


@dataclass(frozen=True, slots=True)
class WaitingMessage:
    """A message that may be sent now: its identity and where it is paced."""

    id: int
    chat_id: int | None
    method: str


@dataclass(frozen=True, slots=True)
class GuestRecords:
    """What a conversation with a guest looks at; `in_progress` tells that a pack is owed."""

    person: BotUser
    guest: Guest
    session: Session | None
    maintenance: Maintenance
    in_progress: bool


@dataclass(frozen=True, slots=True)
class Sendable:
    """The message a chat waits for, or an answer to a press, which waits for nobody."""

    id: int
    chat_id: int | None
    method: str
    created_at: str


def _one(connection: Connection, query: str, *values: object) -> Any:
    found = connection.execute(query, values).fetchall()
    return found[0] if found else None


def session(connection: Connection, token: str) -> Session | None:
    """Return a session by its token."""
    query = f"SELECT {rows.SESSION_COLUMNS} FROM sessions WHERE token = ?"
    row = _one(connection, query, token)
    return rows.session(row) if row else None


def job(connection: Connection, job_id: str) -> Job | None:
    """Return a job by its id."""
    row = _one(connection, f"SELECT {rows.JOB_COLUMNS} FROM jobs WHERE id = ?", job_id)
    return rows.job(row) if row else None


def session_with_job(connection: Connection, token: str) -> SessionWithJob | None:
    """Return what the tablet shows of a session."""
    found = session(connection, token)
    if found is None:
        return None
    query = f"SELECT {rows.JOB_COLUMNS} FROM jobs WHERE session_token = ?"
    row = _one(connection, query, token)
    if row is None:
        return SessionWithJob(found, None, None)
    its_job = rows.job(row)
    ahead = _ahead(connection, its_job) if its_job.status is JobStatus.QUEUED else None
    return SessionWithJob(found, its_job, ahead)


def _ahead(connection: Connection, queued: Job) -> int:
    row = _one(
        connection,
        f"SELECT count(*) FROM jobs WHERE {ACTIVE} AND status = 'queued'"
        " AND (created_at, id) < (?, ?)",
        queued.created_at,
        queued.id,
    )
    return int(row[0])


def outlook(connection: Connection) -> Outlook:
    """Return how long the queue is and how long recent deliveries took."""
    query = f"SELECT count(*) FROM jobs WHERE {ACTIVE} AND status <> 'delivering'"
    waiting = _one(connection, query)
    spans = connection.execute(
        "SELECT (julianday(link_sent_at) - julianday(created_at)) * 86400.0 FROM jobs"
        " WHERE status = 'done' ORDER BY link_sent_at DESC LIMIT ?",
        (OUTLOOK_DELIVERIES,),
    ).fetchall()
    ordered = sorted(float(span[0]) for span in spans)
    typical = ordered[len(ordered) // 2] if ordered else None
    return Outlook(int(waiting[0]), typical)


def maintenance(connection: Connection) -> Maintenance:
    """Return the pause switch."""
    query = f"SELECT {rows.MAINTENANCE_COLUMNS} FROM settings WHERE key = 'maintenance'"
    return rows.maintenance(_one(connection, query))


def setting(connection: Connection, key: str) -> str | None:
    """Return a plain setting."""
    row = _one(connection, "SELECT value FROM settings WHERE key = ?", key)
    return str(row[0]) if row else None


def outfits(connection: Connection) -> tuple[Outfit, ...]:
    """Return the outfits that may be chosen, in order."""
    query = (
        f"SELECT {rows.OUTFIT_COLUMNS} FROM templates"
        " WHERE active = 1 AND deleted_at IS NULL ORDER BY position, id"
    )
    return tuple(rows.outfit(row) for row in connection.execute(query).fetchall())


def outfit(connection: Connection, outfit_id: str) -> Outfit | None:
    """Return an outfit, also one that is no longer offered."""
    row = _one(connection, f"SELECT {rows.OUTFIT_COLUMNS} FROM templates WHERE id = ?", outfit_id)
    return rows.outfit(row) if row else None


def guest(connection: Connection, user: GuestId) -> Guest:
    """Return what is known of a guest."""
    query = f"SELECT {rows.GUEST_COLUMNS} FROM users WHERE telegram_user_id = ?"
    return rows.guest(_one(connection, query, user), user)


def bot_user(connection: Connection, user: GuestId) -> BotUser:
    """Return a person's language and conversation state."""
    query = f"SELECT {rows.BOT_USER_COLUMNS} FROM bot_users WHERE telegram_user_id = ?"
    return rows.bot_user(_one(connection, query, user), user)


def stickers(connection: Connection, job_id: str) -> tuple[StoredSticker, ...]:
    """Return the stickers of a job that Telegram holds, in the order of the pack."""
    query = f"SELECT {rows.STICKER_COLUMNS} FROM job_stickers WHERE job_id = ? ORDER BY position"
    return tuple(StoredSticker(*row) for row in connection.execute(query, (job_id,)).fetchall())


def delivering(connection: Connection) -> tuple[Job, ...]:
    """Return the jobs whose set waits for its check, the oldest first."""
    query = (
        f"SELECT {rows.JOB_COLUMNS} FROM jobs WHERE {ACTIVE} AND status = 'delivering'"
        " ORDER BY created_at, id"
    )
    return tuple(rows.job(row) for row in connection.execute(query).fetchall())


def new_updates(connection: Connection, limit: int) -> tuple[InboxUpdate, ...]:
    """Return updates that wait to be handled, in the order in which they were received."""
    query = (
        f"SELECT {rows.INBOX_COLUMNS} FROM telegram_inbox WHERE status = 'new'"
        " ORDER BY received_at, update_id LIMIT ?"
    )
    return tuple(InboxUpdate(*row) for row in connection.execute(query, (limit,)).fetchall())


def waiting_messages(connection: Connection, now: str, limit: int) -> tuple[WaitingMessage, ...]:
    """Return messages that are due, in the order in which they were queued."""
    query = (
        "SELECT id, chat_id, method FROM outbox WHERE status = 'pending' AND not_before <= ?"
        " ORDER BY id LIMIT ?"
    )
    found = connection.execute(query, (now, limit)).fetchall()
    return tuple(WaitingMessage(*row) for row in found)


def next_message_at(connection: Connection) -> str | None:
    """Return when the next postponed message is due."""
    row = _one(connection, "SELECT min(not_before) FROM outbox WHERE status = 'pending'")
    return None if row is None else row[0]


def photos_in_use(connection: Connection) -> frozenset[str]:
    """Return the names of all selfies that rows speak of."""
    found = connection.execute("SELECT photo FROM jobs WHERE photo IS NOT NULL").fetchall()
    return frozenset(row[0] for row in found)


def photos_to_remove(connection: Connection, failed_before: str) -> tuple[str, ...]:
    """Return selfies whose time is over: the pack is delivered, or it failed long ago."""
    found = connection.execute(
        "SELECT photo FROM jobs WHERE photo IS NOT NULL"
        " AND (status = 'done' OR (status = 'failed' AND failed_at <= ?))",
        (failed_before,),
    ).fetchall()
    return tuple(row[0] for row in found)


def integrity(connection: Connection) -> str:
    """Return `ok`, or what SQLite found wrong with the file."""
    return str(_one(connection, "PRAGMA quick_check(1)")[0])


def active_jobs(connection: Connection) -> frozenset[str]:
    """Return the ids of all jobs that still owe an outcome."""
    found = connection.execute(
        "SELECT id FROM jobs WHERE status IN ('queued', 'processing', 'delivering')"
    ).fetchall()
    return frozenset(row[0] for row in found)


def guest_records(connection: Connection, user: GuestId, token: str | None) -> GuestRecords:
    """Return what is known of a person and of the session with this token."""
    owed = _one(
        connection,
        "SELECT 1 FROM jobs WHERE telegram_user_id = ?"
        " AND status IN ('queued', 'processing', 'delivering') LIMIT 1",
        user,
    )
    return GuestRecords(
        bot_user(connection, user),
        guest(connection, user),
        session(connection, token) if token is not None else None,
        maintenance(connection),
        owed is not None,
    )


def sendable(connection: Connection, now: str, limit: int) -> tuple[Sendable, ...]:
    """Return the messages that may be sent now: of each chat its first in line, if it is due.

    A postponed message holds back the later ones of its chat, so that order is kept.
    """
    query = (
        "SELECT id, chat_id, method, created_at FROM outbox"
        " WHERE status = 'pending' AND not_before <= ? AND (chat_id IS NULL OR id IN ("
        "SELECT min(id) FROM outbox WHERE status = 'pending' AND chat_id IS NOT NULL"
        " GROUP BY chat_id)) ORDER BY id LIMIT ?"
    )
    found = connection.execute(query, (now, limit)).fetchall()
    return tuple(Sendable(*row) for row in found)


def next_sendable_after(connection: Connection, now: str) -> str | None:
    """Return when the next message that is postponed beyond `now` is due."""
    query = "SELECT min(not_before) FROM outbox WHERE status = 'pending' AND not_before > ?"
    row = _one(connection, query, now)
    return None if row is None else row[0]


def has_newer_edit(connection: Connection, message: int) -> bool:
    """Tell whether a later change of the same message waits, so that this edit is superseded.

    A message is the same by its id or by the reference to it.
    """
    query = (
        "SELECT 1 FROM outbox AS this JOIN outbox AS later ON later.status = 'pending'"
        " AND later.method IN ('edit', 'delete')"
        " AND later.chat_id = this.chat_id AND +later.id > this.id"
        f" AND (later.meta_id = this.meta_id OR {_changed('later')} = {_changed('this')})"
        " WHERE this.id = ? AND this.method = 'edit' LIMIT 1"
    )
    return _one(connection, query, message) is not None


def _changed(row: str) -> str:
    """Return SQL for the message that an edit or a deletion is about, NULL while unknown."""
    return (
        f"coalesce(json_extract({row}.payload, '$.message_id'),"
        f" (SELECT message_id FROM message_meta WHERE message_meta.id = {row}.meta_id))"
    )
