"""What surrounds a record in a walk: other records prepared for real, and what is true of them.

`TRUTH` says in plain Python what each fact of the tables means; the database says it in SQL. A
table with a new fact, or a column that needs a value of its own, is told so by name here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import strategies as st

from store.domain.machine import Machine, Row, Value
from store.domain.policy import FREE_RETURNS, Policy
from store.domain.reasons import ClosedReason
from store.domain.status import ACTIVE_JOB, JobStatus
from store.driver import Connection
from supervisor.clock import iso

GUESTS = (11, 22)
START = datetime(2026, 1, 1, tzinfo=UTC)
OFFERED = "chapan"
DAWN = iso(START)

_TO_PHOTO = ("linked", "consented", "template_chosen", "photo_taken")
_TO_JOB = {
    JobStatus.QUEUED: (),
    JobStatus.PROCESSING: ("processing",),
    JobStatus.DELIVERING: ("processing", "delivering"),
    JobStatus.DONE: ("processing", "delivering", "done"),
    JobStatus.FAILED: ("failed",),
}
_PUTS = {
    "linked": ", telegram_user_id = 11",
    "template_chosen": ", template_id = 'chapan'",
    "processing": ", owner = 'else'",
    "delivering": ", owner = NULL, pack_name = 's'",
    "done": ", link_sent_at = '2026'",
}


@dataclass(frozen=True)
class World:
    """Whether the booth is paused, what is offered, and other jobs as `(guest, status)`."""

    paused: bool
    offered: bool
    jobs: tuple[tuple[int, JobStatus], ...]

    def count(self, guest: Value, statuses: tuple[JobStatus, ...]) -> int:
        """Count a guest's other jobs."""
        return sum(who == guest and status in statuses for who, status in self.jobs)


WORLDS = st.builds(
    World,
    paused=st.sampled_from([False, False, False, True]),
    offered=st.sampled_from([True, True, False]),
    jobs=st.lists(
        st.tuples(st.sampled_from(GUESTS), st.sampled_from(list(JobStatus))), max_size=2
    ).map(tuple),
)


def _limit_reached(world: World, row: Row, args: Row) -> bool:
    guest = row.get("telegram_user_id") or args["guest"]
    limit = args["pack_limit"]
    assert isinstance(limit, int)
    return world.count(guest, (*ACTIVE_JOB, JobStatus.DONE)) >= limit


def _in_progress(world: World, row: Row, args: Row) -> bool:
    guest = row.get("telegram_user_id") or args["guest"]
    return world.count(guest, ACTIVE_JOB) > 0


TRUTH: Mapping[str, Callable[[World, Row, Row], bool]] = {
    "maintenance": lambda world, _, __: world.paused,
    "limit_reached": _limit_reached,
    "pack_in_progress": _in_progress,
    "template_offered": lambda world, _, args: world.offered and args["template_id"] == OFFERED,
}


def prepare(connection: Connection, world: World) -> None:
    """Make the database's other records those of a world."""
    switch = connection.execute("SELECT value FROM settings WHERE key = 'maintenance'").fetchall()
    if (switch[0][0] != "off") is not world.paused:
        status = "admin" if world.paused else "off"
        connection.execute("UPDATE settings SET value = ? WHERE key = 'maintenance'", (status,))
    connection.execute(
        "INSERT INTO templates (id, active, titles, folder, position, created_at)"
        " VALUES (?, ?, '{}', '', 1, '') ON CONFLICT (id) DO UPDATE SET active = excluded.active",
        (OFFERED, int(world.offered)),
    )
    connection.execute("DELETE FROM jobs WHERE id LIKE 'other-%'")
    connection.execute("DELETE FROM sessions WHERE token LIKE 'other-%'")
    for number, (guest, status) in enumerate(world.jobs):
        make_job(connection, f"other-{number}", guest, status)


def make_photo_session(connection: Connection, token: str) -> None:
    """Make a session whose photo is taken, by the table's own edges."""
    connection.execute(
        "INSERT INTO sessions (token, status, created_at) VALUES (?, 'idle', ?)", (token, DAWN)
    )
    _move(connection, "sessions", "token", token, _TO_PHOTO)


def make_job(connection: Connection, name: str, guest: int, status: JobStatus) -> None:
    """Make a job in a status, by the table's own edges."""
    make_photo_session(connection, name)
    connection.execute(
        "INSERT INTO jobs (id, session_token, telegram_user_id, template_id, status, language,"
        " created_at, not_before) VALUES (?, ?, ?, 'chapan', 'queued', 'ru', ?, ?)",
        (name, name, guest, DAWN, DAWN),
    )
    _move(connection, "jobs", "id", name, _TO_JOB[status])


def _move(
    connection: Connection, table: str, key: str, name: str, statuses: tuple[str, ...]
) -> None:
    for status in statuses:
        connection.execute(
            f"UPDATE {table} SET status = ?{_PUTS.get(status, '')} WHERE {key} = ?", (status, name)
        )


POLICIES = st.builds(
    Policy, pack_limit=st.integers(1, 2), max_attempts=st.integers(1, 3), retry_delay=st.just(10.0)
)
TIMES = st.sampled_from([0, 5, 10, 899, 900, 2000]).map(lambda s: START + timedelta(seconds=s))

ARGUMENTS: Mapping[str, st.SearchStrategy[Any]] = {
    "guest": st.sampled_from(GUESTS),
    "owner": st.sampled_from(["slot-0/1", "slot-1/1"]),
    "reason": st.sampled_from([reason.value for reason in ClosedReason]),
    "template_id": st.sampled_from([OFFERED, "nothing"]),
    "render_mode": st.sampled_from(["figure", "composite", "composite_fallback"]),
}
_ANY_TEXT = st.sampled_from(["a", "b<&>"])


def given_for(machine: Machine, names: frozenset[str]) -> st.SearchStrategy[dict[str, Any]]:
    """Draw a value for each argument that the edges of a machine name."""
    return st.fixed_dictionaries({name: ARGUMENTS.get(name, _ANY_TEXT) for name in sorted(names)})


def reference_arguments(policy: Policy, at: datetime, given: Row, record: str) -> dict[str, Value]:
    """Return all values a guard or a put may name, as the policy defines them."""
    return {
        "guest": None,
        "who": None,
        "text": None,
        "now": iso(at),
        "pack_limit": policy.pack_limit,
        "max_attempts": policy.max_attempts,
        "free_returns": FREE_RETURNS,
        "overdue": iso(at - timedelta(seconds=policy.job_deadline)),
        "retry_at": iso(at + timedelta(seconds=policy.retry_delay)),
        **given,
        "id": record,
    }
