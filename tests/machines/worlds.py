"""What surrounds a record in a walk: other records prepared for real, and what is true of them.

`TRUTH` says in plain Python what each fact of the tables means; the database says it in SQL. A
table with a new fact, or an argument that needs values of its own, is told so by name here.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from store.domain.lead_policy import MOST_PINGS
from store.domain.machine import Arg, Column, Compare, Edge, Machine, Op, Row, Value, arguments
from store.domain.policy import FREE_RETURNS, Policy
from store.domain.reasons import ClosedReason
from store.domain.status import ACTIVE_JOB, QUOTA_JOB, JobStatus
from store.domain.transitions import MACHINES
from store.driver import Connection
from supervisor.clock import iso

Draw = Callable[[Sequence[Any]], Any]
"""Chooses one of several values: at random, or as Hypothesis wants."""

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

    paused: bool = False
    offered: bool = True
    jobs: tuple[tuple[int, JobStatus], ...] = ()

    def count(self, guest: Value, statuses: tuple[JobStatus, ...]) -> int:
        """Count a guest's other jobs."""
        return sum(who == guest and status in statuses for who, status in self.jobs)


def draw_world(draw: Draw) -> World:
    """Draw a world; a quiet one is likelier."""
    others = range(draw([0, 0, 1, 1, 2]))
    return World(
        paused=draw([False, False, False, False, True]),
        offered=draw([True, True, True, False]),
        jobs=tuple((draw([11, 11, 22]), draw([*JobStatus, JobStatus.DONE])) for _ in others),
    )


def draw_policy(draw: Draw) -> Policy:
    """Draw the numbers that guards compare with."""
    return Policy(pack_limit=draw([1, 1, 2]), max_attempts=draw([1, 2, 3, 4]))


def draw_time(draw: Draw) -> datetime:
    """Draw a time around those that matter: the retry delay and the deadline."""
    return START + timedelta(seconds=draw([0, 10, 10, 20, 20, 20, 899, 900]))


def _guest(row: Row, args: Row) -> Value:
    return row.get("telegram_user_id") or args["guest"]


def _limit_reached(world: World, row: Row, args: Row) -> bool:
    limit = args["pack_limit"]
    assert isinstance(limit, int)
    return world.count(_guest(row, args), QUOTA_JOB) >= limit


TRUTH: Mapping[str, Callable[[World, Row, Row], bool]] = {
    "maintenance": lambda world, _, __: world.paused,
    "limit_reached": _limit_reached,
    "pack_in_progress": lambda world, row, args: world.count(_guest(row, args), ACTIVE_JOB) > 0,
    "template_offered": lambda world, _, args: world.offered and args["template_id"] == OFFERED,
}


def other_regions(machine: Machine) -> dict[str, Value]:
    """Return the statuses of birth of other machines that ride on the same table."""
    return {
        other.column: str(other.births[0])
        for other in MACHINES
        if other.record == machine.record and other is not machine
    }


def make_lead(connection: Connection, lead: int) -> None:
    """Make a lead."""
    connection.execute(
        "INSERT INTO leads (id, status, created_at, next_publish_at) VALUES (?, 'new', ?, ?)",
        (lead, DAWN, DAWN),
    )


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


ARGUMENTS: Mapping[str, Sequence[Value]] = {
    "guest": GUESTS,
    "owner": ("slot-0/1", "slot-1/1"),
    "reason": tuple(reason.value for reason in ClosedReason),
    "template_id": (OFFERED, OFFERED, "nothing"),
    "render_mode": ("figure", "composite", "composite_fallback"),
    "chat_id": (-100,),
    "message_id": (1, 2),
    "shown": (1, 2),
    "next_at": (DAWN, iso(START + timedelta(seconds=5))),
}
POLICY_ARGUMENTS = frozenset(
    {"now", "pack_limit", "max_attempts", "free_returns", "overdue", "retry_at", "most_pings"}
)
_ANY_TEXT = ("a", "b<&>")


def draw_arguments(draw: Draw, edges: tuple[Edge, ...], row: Row) -> dict[str, Value]:
    """Draw a value for each argument that some edges name, mostly one that fits the row."""
    fitting = {
        guard.right.name: row.get(guard.left.name)
        for edge in edges
        for guard in edge.guards
        if isinstance(guard, Compare)
        and guard.op is Op.EQ
        and isinstance(guard.left, Column)
        and isinstance(guard.right, Arg)
    }
    names = frozenset[str]().union(*(arguments(edge) for edge in edges)) - POLICY_ARGUMENTS
    return {name: _mostly(draw, fitting.get(name), name) for name in sorted(names)}


def _mostly(draw: Draw, fitting: Value, name: str) -> Value:
    usual = ARGUMENTS.get(name, _ANY_TEXT)
    drawn: Value = draw(usual if fitting is None else [fitting, fitting, fitting, *usual])
    return drawn


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
        "most_pings": MOST_PINGS,
        "overdue": iso(at - timedelta(seconds=policy.job_deadline)),
        "retry_at": iso(at + timedelta(seconds=policy.retry_delay)),
        **given,
        "id": record,
    }
