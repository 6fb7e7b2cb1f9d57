"""Reads of the tablet: what it shows of a session, and whether a new guest can be served.

Functions over a read-only connection, for `Store.read`, as in `store.queries`.
"""

from dataclasses import dataclass

from store import queries
from store.domain.records import Job, Maintenance, Outlook, Session
from store.domain.status import ACTIVE_JOB, JobStatus
from store.driver import Connection
from store.facts import quoted

BOT_USERNAME = "bot_username"
"""Setting that holds the bot's name, once Telegram has told it."""

_ACTIVE = f"status IN ({quoted(ACTIVE_JOB)})"


@dataclass(frozen=True, slots=True)
class Shown:
    """A session with its job, its place in the queue and the bot's name.

    `ahead` counts the queued jobs before it, `in_hand` those being made; `typical` is the median
    delivery in seconds, None without history.
    """

    session: Session
    job: Job | None
    ahead: int | None
    in_hand: int
    typical: float | None
    bot_username: str | None


@dataclass(frozen=True, slots=True)
class Entrance:
    """What decides whether a new guest is let in."""

    maintenance: Maintenance
    outlook: Outlook
    bot_username: str | None


def shown(connection: Connection, token: str) -> Shown | None:
    """Return what the tablet shows of a session."""
    found = queries.session_with_job(connection, token)
    if found is None:
        return None
    username = queries.setting(connection, BOT_USERNAME)
    if found.job is None or found.job.status not in ACTIVE_JOB:
        return Shown(found.session, found.job, None, 0, None, username)
    typical = queries.outlook(connection).typical
    in_hand = _in_hand(connection) if found.job.status is JobStatus.QUEUED else 0
    return Shown(found.session, found.job, found.ahead, in_hand, typical, username)


def entrance(connection: Connection) -> Entrance:
    """Return what decides whether a new guest is let in."""
    return Entrance(
        queries.maintenance(connection),
        queries.outlook(connection),
        queries.setting(connection, BOT_USERNAME),
    )


def has_job_by_key(connection: Connection, token: str, key: str) -> bool:
    """Tell whether an earlier upload with this key already made the session's job."""
    found = connection.execute(
        "SELECT 1 FROM jobs WHERE session_token = ? AND idempotency_key = ?", (token, key)
    ).fetchall()
    return bool(found)


def _in_hand(connection: Connection) -> int:
    found = connection.execute(
        f"SELECT count(*) FROM jobs WHERE {_ACTIVE} AND status = 'processing'"
    ).fetchall()
    return int(found[0][0])
