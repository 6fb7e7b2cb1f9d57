"""Transitions on a connection: choose the edge, write, record, do its effects.

Synchronous and bounded: no await, no network, no clock. Must run inside a transaction that its
caller begins and ends. A refusal writes nothing. The database decides whether an edge fires; the
reference interpreter is asked only for the reason of a refusal.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache

from store import rows
from store.domain.lead_policy import MOST_PINGS
from store.domain.lead_transitions import LEAD_REPEAT
from store.domain.leads import Lead
from store.domain.machine import Edge, Effect, Machine, Role, Value, arguments, choose
from store.domain.policy import FREE_RETURNS, Policy
from store.domain.reasons import Refusal
from store.domain.records import Job, Session
from store.domain.transitions import BY_NAME, JOB
from store.driver import Connection
from store.effects import EFFECTS as GUEST_EFFECTS
from store.effects import Args, Record, Scope, announce
from store.events import LEADS, MAINTENANCE
from store.lead_effects import EFFECTS as LEAD_EFFECTS
from store.messages import Fired, Pulled, Refused
from store.sql import by_key, fact_values, guarded_insert, guarded_update
from supervisor.clock import iso, parse_iso

EFFECTS = {**GUEST_EFFECTS, **LEAD_EFFECTS}
_TOPICS = {"maintenance": MAINTENANCE, "lead_repeat": LEADS}
_DEADLINES = frozenset({"overdue", "retry_at"})
_EVERY = 2**63 - 1
_PENDING_REPEATS = """SELECT id FROM lead_repeats
WHERE lead_id = ? AND status = 'pending' AND id <= ?"""
_HISTORY = """INSERT INTO transitions (machine, record, "from", "to", "trigger", by, who, at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)"""


@dataclass(frozen=True, slots=True)
class Trip:
    """One pull of a trigger: on what, which, by whom."""

    machine: Machine
    id: str
    trigger: str
    by: Role
    who: str | None = None


@dataclass(frozen=True, slots=True)
class _Plan:
    """A trigger compiled: its statements in order; `source` when all start from one status.

    All alternatives of a trigger are pulled by the same roles.
    """

    statements: tuple[tuple[Edge, str], ...]
    by: tuple[Role, ...]
    source: str | None
    has_deadlines: bool


class Engine:
    """Guarded transitions under one policy."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self._standing: dict[str, Value] = {
            "guest": None,
            "who": None,
            "text": None,
            "pack_limit": policy.pack_limit,
            "max_attempts": policy.max_attempts,
            "free_returns": FREE_RETURNS,
            "most_pings": MOST_PINGS,
        }

    def _deadlines(self, at: datetime) -> dict[str, Value]:
        policy = self._policy
        return {"overdue": iso(policy.overdue(at)), "retry_at": iso(policy.retry_at(at))}

    def pull(self, scope: Scope, trip: Trip, at: datetime, given: Args) -> Pulled:
        """Pull a trigger on a record; raises `PermissionError` for a role that may not."""
        plan = _plan(trip.machine.name, trip.trigger)
        _check_role(trip, plan.by)
        bound = {**self._standing, "now": scope.now, **given, "id": trip.id}
        if plan.has_deadlines:
            bound.update(self._deadlines(at))
        source = plan.source or _status(scope.connection, trip)
        for edge, statement in plan.statements:
            if source not in edge.source:
                continue
            found = scope.connection.execute(statement, bound).fetchall()
            if found:
                return self._fired(scope, trip, edge, source, found[0], bound)
        return _why_not(scope.connection, trip, bound)

    def bear(self, scope: Scope, trip: Trip, given: Args) -> Pulled:
        """Make a record; `given` holds its columns."""
        _check_role(trip, trip.machine.on(trip.trigger)[0].by)
        bound = {**self._standing, "now": scope.now, **given}
        for edge, statement in _births(trip.machine.name, trip.trigger, tuple(given)):
            found = scope.connection.execute(statement, bound).fetchall()
            if found:
                return self._fired(scope, trip, edge, None, found[0], bound)
        return _why_not(scope.connection, trip, {**bound, "id": trip.id})

    def _fired(
        self,
        scope: Scope,
        trip: Trip,
        edge: Edge,
        source: str | None,
        row: rows.Row,
        bound: Mapping[str, Value],
    ) -> Fired:
        record = rows.record(trip.machine, row)
        witness(scope, trip, edge, source, trip.id or str(row[0]))
        for effect in edge.effects:
            if effect is Effect.ENQUEUE_JOB:
                self._enqueue_job(scope, record, bound)
            elif effect is Effect.ABSORB_REPEATS:
                self._absorb_repeats(scope, record, bound)
            else:
                EFFECTS[effect](scope, record, {**bound, "from_status": source})
        if record is None:
            scope.topics.add(_TOPICS[trip.machine.name])
        if edge.birth and isinstance(record, Job):
            scope.born = record
        announce(scope, record)
        return Fired(edge.trigger, source, edge.target, record)

    def _absorb_repeats(self, scope: Scope, record: Record, bound: Args) -> None:
        """Settle the repeats that the lead's card already shows, or will never show.

        `last_repeat` is the newest one that the card was rendered with. Without it nobody knows
        what the card shows, so every repeat is still told. An erased lead's are never told.
        """
        assert isinstance(record, Lead)
        by = Role.RETENTION if record.erased else Role.PUBLISHER
        newest = _EVERY if record.erased else bound.get("last_repeat", 0)
        for (repeat,) in scope.execute(_PENDING_REPEATS, (record.id, newest)):
            trip = Trip(LEAD_REPEAT, str(repeat), "absorbed", by)
            self.pull(scope, trip, parse_iso(scope.now), {})

    def _enqueue_job(self, scope: Scope, record: Record, bound: Args) -> None:
        assert isinstance(record, Session)
        assert record.telegram_user_id is not None
        values: dict[str, Value] = {
            "id": bound["job_id"],
            "session_token": record.token,
            "telegram_user_id": record.telegram_user_id,
            "template_id": record.template_id,
            "language": scope.language_of(record.telegram_user_id),
            "photo": bound["photo"],
            "idempotency_key": bound["idempotency_key"],
            "created_at": scope.now,
            "not_before": scope.now,
        }
        self.bear(scope, Trip(JOB, str(values["id"]), "enqueue", Role.KIOSK), values)


def witness(scope: Scope, trip: Trip, edge: Edge, source: str | None, record: str) -> None:
    """Add a transition to the history."""
    history = (
        trip.machine.name, record, source, str(edge.target), edge.trigger, str(trip.by),
        trip.who, scope.now,
    )  # fmt: skip
    scope.connection.execute(_HISTORY, history)


@cache
def _plan(machine: str, trigger: str) -> _Plan:
    table = BY_NAME[machine]
    edges = [edge for edge in table.on(trigger) if not edge.birth]
    sources = {source for edge in edges for source in edge.source}
    return _Plan(
        tuple((edge, guarded_update(table, edge, rows.RETURNING[machine])) for edge in edges),
        table.on(trigger)[0].by,
        str(sources.pop()) if len(sources) == 1 else None,
        any(_DEADLINES & arguments(edge) for edge in edges),
    )


@cache
def _births(machine: str, trigger: str, columns: tuple[str, ...]) -> tuple[tuple[Edge, str], ...]:
    table = BY_NAME[machine]
    returning = rows.RETURNING[machine]
    return tuple(
        (edge, guarded_insert(table, edge, columns, returning)) for edge in table.on(trigger)
    )


def _check_role(trip: Trip, allowed: tuple[Role, ...]) -> None:
    if trip.by not in allowed:
        raise PermissionError(f"{trip.by} may not pull {trip.machine.name}.{trip.trigger}")


def _status(connection: Connection, trip: Trip) -> str | None:
    """Return the status before the write: read only where the trigger leaves it open."""
    machine = trip.machine
    found = connection.execute(
        f"SELECT {machine.column} FROM {machine.record} WHERE {by_key(machine)}", {"id": trip.id}
    ).fetchall()
    return found[0][0] if found else None


def _why_not(connection: Connection, trip: Trip, bound: Mapping[str, Value]) -> Refused:
    machine = trip.machine
    cursor = connection.execute(
        f"SELECT * FROM {machine.record} WHERE {by_key(machine)}", {"id": trip.id}
    )
    names = [column[0] for column in cursor.description]
    found = cursor.fetchall()
    row = dict(zip(names, found[0], strict=True)) if found else None
    edges = machine.on(trip.trigger)
    if row is None and not edges[0].birth:
        return Refused(Refusal.NOT_FOUND)
    query, asked = fact_values(machine, edges, born=row is not None)
    truth = connection.execute(query, bound).fetchall()[0]
    facts = dict(zip(asked, map(bool, truth), strict=False))
    reason = choose(machine, trip.trigger, row, bound, facts)
    if isinstance(reason, Edge):
        raise RuntimeError(f"{machine.name}.{trip.trigger}: table and database disagree")
    return Refused(reason)
