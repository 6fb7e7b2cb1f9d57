"""Reads of the figures, for `Store.read` and for the command line.

Each query is a look through a partial index or a range of one day, so that the whole takes a few
milliseconds whatever lies in the tables (`tests/benchmarks/bench_figures.py`).
"""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, time, timedelta, tzinfo

from store import queries
from store.domain.causes import Cause, cause_of
from store.domain.figures import Figures, Funnel, Opinion, Queue, Spent, Times
from store.domain.policy import OUTLOOK_DELIVERIES
from store.domain.status import JobStatus, LeadStatus
from store.driver import Connection
from store.facts import ACTIVE
from supervisor.clock import iso, parse_iso

_SECONDS = "(julianday(link_sent_at) - julianday(created_at)) * 86400.0"


@dataclass(frozen=True, slots=True)
class Day:
    """A local day: its date, and the UTC times from which and before which it lasts."""

    date: str
    start: str
    end: str


def day_of(moment: datetime, zone: tzinfo, back: int = 0) -> Day:
    """Return the local day of a moment, or one `back` days before it.

    A day is from midnight to midnight, so one on which clocks change has another length.
    """
    date = moment.astimezone(zone).date() - timedelta(days=back)
    first, last = (datetime.combine(date + timedelta(days=n), time(), tzinfo=zone) for n in (0, 1))
    return Day(date.isoformat(), iso(first), iso(last))


def figures(connection: Connection, day: Day, now: datetime, deadline: float) -> Figures:
    """Return the figures of a day and of the queue now; `deadline` is a job's, in seconds."""
    delivered = _delivered(connection, day)
    failures = _failures(connection, day)
    return Figures(
        day=day.date,
        funnel=_funnel(connection, day, len(delivered), sum(failures.values())),
        queue=queue(connection, now, deadline),
        today=Times.of(delivered),
        recent=Times.of(_recent(connection)),
        failures=tuple(failures.most_common()),
        money=_money(connection, day),
        leads=_leads(connection),
        new_leads=_new_leads(connection, day),
        opinion=_opinion(connection, day),
        pause=queries.maintenance(connection),
    )


def queue(connection: Connection, now: datetime, deadline: float) -> Queue:
    """Return the jobs that still owe an outcome, and how urgent the oldest is."""
    found = connection.execute(
        f"SELECT status, count(*), min(created_at) FROM jobs WHERE {ACTIVE} GROUP BY status"
    ).fetchall()
    counts = {JobStatus(status): count for status, count, _ in found}
    born = min((oldest for *_, oldest in found), default=None)
    waited = None if born is None else (now - parse_iso(born)).total_seconds()
    return Queue(
        queued=counts.get(JobStatus.QUEUED, 0),
        processing=counts.get(JobStatus.PROCESSING, 0),
        delivering=counts.get(JobStatus.DELIVERING, 0),
        waited=waited,
        left=None if waited is None else deadline - waited,
    )


def _funnel(connection: Connection, day: Day, delivered: int, failed: int) -> Funnel:
    found = connection.execute(
        "SELECT count(*), count(linked_at), count(consented_at), count(template_id),"
        " count(iif(status = 'photo_taken', 1, NULL)) FROM sessions"
        " WHERE created_at >= ? AND created_at < ?",
        (day.start, day.end),
    ).fetchall()
    started, linked, consented, chosen, photo = found[0]
    return Funnel(started, linked, consented, chosen, photo, delivered, failed)


def _delivered(connection: Connection, day: Day) -> list[float]:
    found = connection.execute(
        f"SELECT {_SECONDS} FROM jobs"
        " WHERE status = 'done' AND link_sent_at >= ? AND link_sent_at < ?",
        (day.start, day.end),
    ).fetchall()
    return [float(row[0]) for row in found]


def _recent(connection: Connection) -> list[float]:
    found = connection.execute(
        f"SELECT {_SECONDS} FROM jobs WHERE status = 'done' ORDER BY link_sent_at DESC LIMIT ?",
        (OUTLOOK_DELIVERIES,),
    ).fetchall()
    return [float(row[0]) for row in found]


def _failures(connection: Connection, day: Day) -> Counter[Cause]:
    found = connection.execute(
        "SELECT error FROM jobs WHERE status = 'failed' AND failed_at >= ? AND failed_at < ?",
        (day.start, day.end),
    ).fetchall()
    return Counter(cause_of(row[0]) for row in found)


def _money(connection: Connection, day: Day) -> tuple[Spent, ...]:
    found = connection.execute(
        "SELECT provider, count(*), sum(usd) FROM provider_calls"
        " WHERE started_at >= ? AND started_at < ? GROUP BY provider ORDER BY provider",
        (day.start, day.end),
    ).fetchall()
    return tuple(Spent(*row) for row in found)


def _leads(connection: Connection) -> tuple[tuple[LeadStatus, int], ...]:
    found = connection.execute("SELECT status, count(*) FROM leads GROUP BY status").fetchall()
    counts = dict(found)
    return tuple((status, counts[status]) for status in LeadStatus if status in counts)


def _new_leads(connection: Connection, day: Day) -> int:
    found = connection.execute(
        "SELECT count(*) FROM leads WHERE created_at >= ? AND created_at < ?",
        (day.start, day.end),
    ).fetchall()
    return int(found[0][0])


def _opinion(connection: Connection, day: Day) -> Opinion:
    found = connection.execute(
        "SELECT count(*), avg(score) FROM feedback"
        " WHERE score IS NOT NULL AND answered_at >= ? AND answered_at < ?",
        (day.start, day.end),
    ).fetchall()
    return Opinion(*found[0])
