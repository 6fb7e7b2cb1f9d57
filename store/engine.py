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
from store.domain.machine import Edge, Effect, Machine, Role, Value, choose
from store.domain.policy import FREE_RETURNS, Policy
from store.domain.reasons import Refusal
from store.domain.records import Job, Session
from store.domain.transitions import BY_NAME, JOB
from store.driver import Connection
from store.effects import EFFECTS, Args, Scope, announce
from store.events import MAINTENANCE
from store.messages import Fired, Pulled, Refused
from store.sql import fact_values, guarded_insert, guarded_update
from supervisor.clock import iso

_HISTORY = """INSERT INTO transitions (machine, record, "from", "to", "trigger", by, who, at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)"""

_JOB_BIRTH = (
    "id", "session_token", "telegram_user_id", "template_id", "language", "photo",
    "idempotency_key", "created_at", "not_before",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Trip:
    """One pull of a trigger: on what, which, by whom."""

    machine: Machine
    id: str
    trigger: str
    by: Role
    who: str | None = None


class Engine:
    """Guarded transitions under one policy."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy

    def arguments(self, at: datetime) -> dict[str, Value]:
        """Return the arguments that the policy brings to every guard."""
        policy = self.policy
        return {
            "now": iso(at),
            "guest": None,
            "who": None,
            "text": None,
            "pack_limit": policy.pack_limit,
            "max_attempts": policy.max_attempts,
            "free_returns": FREE_RETURNS,
            "overdue": iso(policy.overdue(at)),
            "retry_at": iso(policy.retry_at(at)),
        }

    def pull(self, scope: Scope, trip: Trip, at: datetime, given: Args) -> Pulled:
        """Pull a trigger on a record; raises `PermissionError` for a role that may not."""
        bound = {**self.arguments(at), **given, "id": trip.id}
        for edge, statement in _compiled(trip.machine.name, trip.trigger):
            _check_role(edge, trip)
            source = _source(scope.connection, trip, edge)
            found = scope.connection.execute(statement, bound).fetchall()
            if found:
                return self._fired(scope, trip, edge, source, found[0], bound)
        return _why_not(scope.connection, trip, bound)

    def bear(self, scope: Scope, trip: Trip, at: datetime, given: Args) -> Pulled:
        """Make a record; `given` holds its columns."""
        bound = {**self.arguments(at), **given}
        for edge in trip.machine.on(trip.trigger):
            _check_role(edge, trip)
            returning = rows.RETURNING[trip.machine.name]
            statement = guarded_insert(trip.machine, edge, given, returning)
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
        history = (
            trip.machine.name, trip.id, source, str(edge.target), edge.trigger, str(trip.by),
            trip.who, scope.now,
        )  # fmt: skip
        scope.connection.execute(_HISTORY, history)
        for effect in edge.effects:
            if effect is Effect.ENQUEUE_JOB:
                self._enqueue_job(scope, record, bound)
            else:
                EFFECTS[effect](scope, record, bound)
        if record is None:
            scope.topics.add(MAINTENANCE)
        announce(scope, record)
        return Fired(edge.trigger, source, edge.target, record)

    def _enqueue_job(self, scope: Scope, record: Session | Job | None, bound: Args) -> None:
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
        edge = JOB.on("enqueue")[0]
        statement = guarded_insert(JOB, edge, _JOB_BIRTH, rows.JOB_COLUMNS)
        found = scope.connection.execute(statement, values).fetchall()
        trip = Trip(JOB, str(values["id"]), edge.trigger, Role.KIOSK)
        self._fired(scope, trip, edge, None, found[0], values)


@cache
def _compiled(machine: str, trigger: str) -> tuple[tuple[Edge, str], ...]:
    table = BY_NAME[machine]
    return tuple(
        (edge, guarded_update(table, edge, rows.RETURNING[machine]))
        for edge in table.on(trigger)
        if not edge.birth
    )


def _check_role(edge: Edge, trip: Trip) -> None:
    if trip.by not in edge.by:
        raise PermissionError(f"{trip.by} may not pull {trip.machine.name}.{trip.trigger}")


def _source(connection: Connection, trip: Trip, edge: Edge) -> str | None:
    """Return the status before the write: read only where the edge leaves it open."""
    if len(edge.source) == 1:
        return str(edge.source[0])
    machine = trip.machine
    found = connection.execute(
        f"SELECT {machine.column} FROM {machine.record} WHERE {machine.key} = ?", (trip.id,)
    ).fetchall()
    return found[0][0] if found else None


def _why_not(connection: Connection, trip: Trip, bound: Mapping[str, Value]) -> Refused:
    machine = trip.machine
    cursor = connection.execute(
        f"SELECT * FROM {machine.record} WHERE {machine.key} = :id", {"id": trip.id}
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
