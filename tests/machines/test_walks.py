"""Random walks of every machine: database and reference interpreter must agree at each step."""

import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from store.domain.machine import Edge, Machine, Value, apply, arguments, choose
from store.domain.policy import Policy
from store.domain.transitions import MACHINES
from store.driver import Connection, open_writer
from store.effects import Scope
from store.engine import Engine, Trip
from store.messages import Fired, Refused
from store.migrations import migrate
from supervisor.clock import iso
from tests.machines import worlds

RECORD = "walked"
POLICY_ARGUMENTS = frozenset(
    {"now", "pack_limit", "max_attempts", "free_returns", "overdue", "retry_at"}
)


def born_with(machine: Machine, connection: Connection) -> dict[str, Value]:
    """Return the columns of a new record: what the schema demands, and what guards look at."""
    given: dict[str, Value] = {}
    for _, name, kind, required, default, _ in connection.execute(
        f"PRAGMA table_info({machine.record})"
    ).fetchall():
        if required and default is None and name != machine.column:
            given[name] = worlds.DAWN if kind == "TEXT" else worlds.GUESTS[0]
    if machine.name == "job":
        worlds.make_photo_session(connection, RECORD)
        given |= {"session_token": RECORD, "photo": "a.jpg"}
    return {**given, machine.key: RECORD}


class Walk(RuleBasedStateMachine):
    """One record of one machine, led about by random triggers in random worlds."""

    machine: Machine
    folder: Path

    def __init__(self) -> None:
        super().__init__()
        self.connection = open_writer(self.folder / f"{self.machine.name}.db")
        migrate(self.connection)
        self.connection.execute("PRAGMA synchronous = OFF")
        self.connection.execute("BEGIN IMMEDIATE")
        self.model: dict[str, Value] | None = None
        self.policy = Policy()
        self.world = worlds.World(paused=False, offered=True, jobs=())
        self.steps = 0

    @property
    def record(self) -> str:
        """The key of the walked record: a scoped table has one row, which is there already."""
        return self.machine.scope.split("'")[1] if self.machine.scope else RECORD

    def row(self) -> dict[str, Value] | None:
        cursor = self.connection.execute(
            f"SELECT * FROM {self.machine.record} WHERE {self.machine.key} = ?", (self.record,)
        )
        names = [column[0] for column in cursor.description]
        found = cursor.fetchall()
        return dict(zip(names, found[0], strict=True)) if found else None

    @initialize(policy=worlds.POLICIES)
    def begin(self, policy: Policy) -> None:
        self.policy = policy
        self.model = self.row()

    @rule(world=worlds.WORLDS)
    def turn(self, world: worlds.World) -> None:
        if "maintenance" in self.machine.facts:
            self.world = world
            worlds.prepare(self.connection, world)

    @rule(data=st.data(), at=worlds.TIMES)
    def pull(self, data: st.DataObject, at: Any) -> None:
        machine = self.machine
        likely = [e.trigger for e in machine.edges if self._leads_on(e)] or list(machine.triggers)
        triggers = st.sampled_from(likely) | st.sampled_from(machine.triggers)
        trigger = data.draw(triggers, label="trigger")
        names = frozenset().union(*(arguments(edge) for edge in machine.on(trigger)))
        given = data.draw(worlds.given_for(machine, names - POLICY_ARGUMENTS), label="given")
        edges = machine.on(trigger)
        by = data.draw(st.sampled_from(edges[0].by), label="by")
        args = worlds.reference_arguments(self.policy, at, given, self.record)
        facts = {
            name: worlds.TRUTH[name](self.world, self.model or {}, args)
            for name in machine.facts
            if name in {getattr(g, "name", None) for edge in edges for g in edge.guards}
        }
        expected = choose(machine, trigger, self.model, args, facts)

        scope = Scope(self.connection, iso(at), (900,), "ru")
        trip = Trip(machine, self.record, trigger, by)
        engine = Engine(self.policy)
        birth = all(edge.birth for edge in edges)
        if birth and self.model is None:
            born = born_with(machine, self.connection)
            pulled = engine.bear(scope, trip, born)
            self._compare(expected, pulled, {**(self.row() or {}), **born}, args)
        elif not birth:
            self.steps += 1
            extra = {"job_id": f"j{self.steps}", "photo": "b.jpg", "idempotency_key": None}
            pulled = engine.pull(scope, trip, at, {**extra, **given})
            self._compare(expected, pulled, self.model or {}, args)

    def _leads_on(self, edge: Edge) -> bool:
        if self.model is None:
            return edge.birth
        return self.model[self.machine.column] in edge.source

    def _compare(
        self,
        expected: Any,
        pulled: Fired | Refused,
        before: dict[str, Value],
        args: dict[str, Value],
    ) -> None:
        if not isinstance(expected, Edge):
            assert pulled == Refused(expected)
            return
        assert isinstance(pulled, Fired), (expected, pulled)
        assert (pulled.trigger, pulled.target) == (expected.trigger, expected.target)
        assert pulled.source == (self.model[self.machine.column] if self.model else None)
        self.model = apply(self.machine, expected, before, args)

    @invariant()
    def row_is_model(self) -> None:
        assert self.row() == self.model

    def teardown(self) -> None:
        self.connection.execute("ROLLBACK")
        self.connection.close()


def walk_of(machine: Machine, folder: Path) -> type[RuleBasedStateMachine]:
    return type(f"WalkOf{machine.name}", (Walk,), {"machine": machine, "folder": folder})


@pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: machine.name)
def test_database_and_interpreter_agree_on_every_walk(machine: Machine) -> None:
    with tempfile.TemporaryDirectory() as folder:
        run_state_machine_as_test(
            walk_of(machine, Path(folder)),
            settings=settings(max_examples=60, stateful_step_count=30, deadline=None),
        )
