"""Failures by cause, so that a bad minute is one alert with a count and not a storm.

The first failure of a cause is told at once. What comes within a minute is counted and told
together when the minute is over; the count is in the database, so a crash loses none.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from store.domain.causes import Cause
from store.driver import Connection
from supervisor.clock import iso, parse_iso

GAP = timedelta(seconds=60)
"""Between two alerts of one cause."""

# A time in the future is of a clock that was put back; it must not silence anybody.
_FREE = "(told_at <= :before OR told_at > :now)"
_TELL = f"""INSERT INTO alert_groups (cause, told_at) VALUES (:cause, :now)
ON CONFLICT (cause) DO UPDATE SET told_at = excluded.told_at WHERE waiting = 0 AND {_FREE}
RETURNING cause"""
_COUNT = """UPDATE alert_groups SET waiting = waiting + 1, job_id = ?, error = ?
WHERE cause = ? RETURNING waiting"""
_DUE = f"SELECT cause, waiting, job_id, error FROM alert_groups WHERE waiting > 0 AND {_FREE}"
_TOLD = """UPDATE alert_groups SET waiting = 0, job_id = NULL, error = NULL, told_at = ?
WHERE cause = ? RETURNING cause"""


@dataclass(frozen=True, slots=True)
class Group:
    """Failures of one cause that wait to be told: how many, and the last of them."""

    cause: Cause
    count: int
    job_id: str
    error: str


def is_first(connection: Connection, cause: Cause, now: str, job: str, error: str) -> bool:
    """Tell whether a failure is to be told at once; if not, it is counted."""
    values = {"cause": str(cause), **_times(now)}
    if connection.execute(_TELL, values).fetchall():
        return True
    connection.execute(_COUNT, (job, error, str(cause))).fetchall()
    return False


def due(connection: Connection, now: datetime) -> tuple[Group, ...]:
    """Return the groups whose minute is over."""
    found = connection.execute(_DUE, _times(iso(now))).fetchall()
    return tuple(Group(Cause(cause), count, job, error) for cause, count, job, error in found)


def told(connection: Connection, cause: Cause, now: str) -> None:
    """Start the next minute of a group that is told now."""
    connection.execute(_TOLD, (now, str(cause))).fetchall()


def _times(now: str) -> dict[str, str]:
    return {"now": now, "before": iso(parse_iso(now) - GAP)}
