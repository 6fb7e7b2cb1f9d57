"""Reads for metrics: what stands now, and what happened since the last look.

Events are counted from the history by row numbers, each once: nothing is added to the writer's
work, and a look costs what happened since the one before.
"""

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from store import queries
from store.domain.causes import Cause, cause_of
from store.domain.status import JobStatus, MaintenanceStatus
from store.driver import Connection
from store.facts import ACTIVE
from supervisor.clock import iso, parse_iso

FINAL_AFTER = timedelta(minutes=15)
"""An open call of this age was cut off with its program; it counts at its estimate."""

_SPAN = "(julianday({later}) - julianday({earlier})) * 86400.0"
_CLAIMED = """(SELECT max(claim.at) FROM transitions AS claim
WHERE claim.record = this.record AND claim."trigger" = 'claim' AND claim.id < this.id)"""


@dataclass(frozen=True, slots=True)
class Standing:
    """What waits at one moment; ages are seconds, None when nothing waits."""

    jobs: dict[JobStatus, int]
    oldest_job: float | None
    outbox: int
    oldest_message: float | None
    inbox: int
    pause: MaintenanceStatus


@dataclass(frozen=True, slots=True)
class Marks:
    """The last rows of the history and of the books that were counted."""

    transition: int
    call: int


@dataclass(slots=True)
class Happened:
    """What happened between two looks; money in US dollars, spans in seconds."""

    marks: Marks
    transitions: Counter[tuple[str, str]] = field(default_factory=Counter)
    outcomes: Counter[str] = field(default_factory=Counter)
    failures: Counter[Cause] = field(default_factory=Counter)
    deliveries: list[float] = field(default_factory=list)
    slot_seconds: float = 0.0
    calls: Counter[tuple[str, str]] = field(default_factory=Counter)
    usd: dict[str, float] = field(default_factory=dict)


def standing(connection: Connection, now: datetime) -> Standing:
    """Return what waits now."""
    jobs = connection.execute(
        f"SELECT status, count(*), min(created_at) FROM jobs WHERE {ACTIVE} GROUP BY status"
    ).fetchall()
    waiting, oldest = connection.execute(
        "SELECT count(*), min(created_at) FROM outbox WHERE status = 'pending'"
    ).fetchall()[0]
    inbox = connection.execute(
        "SELECT count(*) FROM telegram_inbox WHERE status = 'new'"
    ).fetchall()[0][0]
    return Standing(
        jobs={JobStatus(status): count for status, count, _ in jobs},
        oldest_job=_age(min((row[2] for row in jobs), default=None), now),
        outbox=waiting,
        oldest_message=_age(oldest, now),
        inbox=inbox,
        pause=queries.maintenance(connection).status,
    )


def marks_at(connection: Connection, moment: datetime) -> Marks:
    """Return the last rows before a moment; costs what came after it."""
    return Marks(
        _last_before(connection, "transitions", "at", moment),
        _last_before(connection, "provider_calls", "started_at", moment),
    )


def happened(connection: Connection, since: Marks, now: datetime) -> Happened:
    """Return what happened after some marks, with the marks to go on from."""
    last = connection.execute("SELECT coalesce(max(id), 0) FROM transitions").fetchall()[0][0]
    settled = _settled(connection, since.call, now)
    found = Happened(Marks(max(last, since.transition), settled))
    reach = (since.transition, last)
    _transitions(connection, reach, found)
    _ends(connection, reach, found)
    _calls(connection, (since.call, settled), found)
    return found


def _transitions(connection: Connection, reach: tuple[int, int], found: Happened) -> None:
    rows = connection.execute(
        'SELECT machine, "trigger", count(*) FROM transitions WHERE id > ? AND id <= ?'
        ' GROUP BY machine, "trigger"',
        reach,
    ).fetchall()
    found.transitions.update({(machine, trigger): count for machine, trigger, count in rows})
    span = _SPAN.format(later="this.at", earlier=_CLAIMED)
    rows = connection.execute(
        f"SELECT total({span}) FROM transitions AS this WHERE id > ? AND id <= ?"
        " AND machine = 'job' AND \"from\" = 'processing'",
        reach,
    ).fetchall()
    found.slot_seconds = float(rows[0][0])


def _ends(connection: Connection, reach: tuple[int, int], found: Happened) -> None:
    span = _SPAN.format(later="jobs.link_sent_at", earlier="jobs.created_at")
    rows = connection.execute(
        f'SELECT this."to", {span}, jobs.error FROM transitions AS this'
        " LEFT JOIN jobs ON jobs.id = this.record WHERE this.id > ? AND this.id <= ?"
        " AND machine = 'job' AND this.\"to\" IN ('done', 'failed')",
        reach,
    ).fetchall()
    for status, seconds, error in rows:
        found.outcomes[status] += 1
        if status == JobStatus.FAILED:
            found.failures[cause_of(error)] += 1
        elif seconds is not None:
            found.deliveries.append(float(seconds))


def _settled(connection: Connection, since: int, now: datetime) -> int:
    """Return the last call before the first that may still change."""
    open_call = connection.execute(
        "SELECT min(id) FROM provider_calls WHERE id > ? AND ended_at IS NULL AND started_at > ?",
        (since, iso(now - FINAL_AFTER)),
    ).fetchall()[0][0]
    if open_call is not None:
        return max(since, int(open_call) - 1)
    last = connection.execute("SELECT coalesce(max(id), 0) FROM provider_calls").fetchall()[0][0]
    return max(since, int(last))


def _calls(connection: Connection, reach: tuple[int, int], found: Happened) -> None:
    rows = connection.execute(
        "SELECT provider, verdict, count(*), sum(usd) FROM provider_calls"
        " WHERE id > ? AND id <= ? GROUP BY provider, verdict",
        reach,
    ).fetchall()
    for provider, verdict, count, usd in rows:
        found.calls[provider, verdict] += count
        found.usd[provider] = found.usd.get(provider, 0.0) + usd


def _last_before(connection: Connection, table: str, column: str, moment: datetime) -> int:
    rows = connection.execute(
        f"SELECT id FROM {table} WHERE {column} < ? ORDER BY id DESC LIMIT 1", (iso(moment),)
    ).fetchall()
    return int(rows[0][0]) if rows else 0


def _age(moment: str | None, now: datetime) -> float | None:
    return None if moment is None else max(0.0, (now - parse_iso(moment)).total_seconds())
