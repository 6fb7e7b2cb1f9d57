"""One record of one machine, led about by triggers, with the interpreter's row beside it."""

from collections import Counter
from pathlib import Path

from store.domain.machine import Edge, Fact, Machine, Value, apply, choose
from store.domain.policy import Policy
from store.domain.reasons import Refusal
from store.driver import open_writer
from store.effects import Scope
from store.engine import Engine, Trip
from store.messages import Fired, Refused
from store.migrations import migrate
from supervisor.clock import iso
from tests.machines import worlds
from tests.machines.worlds import Draw, World

RECORD = "7"


class Walker:
    """A walk: `model` is the row as the interpreter says, `row()` as the database has it.

    Everything happens inside one transaction, which the end of the walk takes back.
    """

    def __init__(self, machine: Machine, path: Path) -> None:
        self.machine = machine
        self.connection = open_writer(path)
        migrate(self.connection)
        self.connection.execute("PRAGMA synchronous = OFF")
        self.connection.execute("BEGIN IMMEDIATE")
        self.policy = Policy()
        self.fired: Counter[Edge] = Counter()
        self._pulls = 0
        self._change_world(World())
        self.model = self.row()

    @property
    def record(self) -> str:
        """The key of the walked record: a scoped table has one row, which is there already."""
        return self.machine.scope.split("'")[1] if self.machine.scope else RECORD

    @property
    def is_over(self) -> bool:
        """Whether no edge leads on."""
        return self.model is not None and self.model[self.machine.column] in self.machine.terminal

    def row(self) -> dict[str, Value] | None:
        """Return the whole row as the database has it."""
        cursor = self.connection.execute(
            f"SELECT * FROM {self.machine.record} WHERE {self.machine.key} = ?", (self.record,)
        )
        names = [column[0] for column in cursor.description]
        found = cursor.fetchall()
        return dict(zip(names, found[0], strict=True)) if found else None

    def start_over(self, draw: Draw) -> None:
        """Remove the record, as a guest reset does, so that a walk has several lives."""
        self.policy = worlds.draw_policy(draw)
        if not self.machine.scope:
            self.connection.execute("DELETE FROM jobs WHERE session_token = ?", (RECORD,))
            self.connection.execute("DELETE FROM sessions WHERE token = ?", (RECORD,))
            self.connection.execute("DELETE FROM leads")
        self.model = self.row()

    def pull(self, draw: Draw) -> None:
        """Pull one trigger on both sides and compare what they say."""
        if draw(range(4)) == 0:
            self._change_world(worlds.draw_world(draw))
        machine, before = self.machine, self.model or {}
        trigger = draw(self._triggers())
        edges = machine.on(trigger)
        given = worlds.draw_arguments(draw, edges, before)
        at = worlds.draw_time(draw)
        args = worlds.reference_arguments(self.policy, at, given, self.record)
        expected = choose(machine, trigger, self.model, args, self._facts(edges, args))
        scope = Scope(self.connection, iso(at), (900,), "ru")
        trip = Trip(machine, self.record, trigger, draw(edges[0].by))

        if edges[0].birth:
            born = self._born_with()
            pulled = Engine(self.policy).bear(scope, trip, born)
            self._compare(expected, pulled, {**(self.row() or {}), **born}, args)
        else:
            self._pulls += 1
            photo = {"job_id": f"j{self._pulls}", "photo": "b.jpg", "idempotency_key": None}
            pulled = Engine(self.policy).pull(scope, trip, at, {**photo, **given})
            self._compare(expected, pulled, before, args)

    def close(self) -> None:
        """Take everything back."""
        self.connection.execute("ROLLBACK")
        self.connection.close()

    def _change_world(self, world: World) -> None:
        self._world = world
        if self.machine.facts:
            worlds.prepare(self.connection, world)

    def _triggers(self) -> list[str]:
        """Return the triggers to draw from: births when unborn, else mostly what may fire.

        Half of the draws go to the edge that fired least, so that rare paths are walked too.
        """
        machine = self.machine
        if self.model is None:
            return list(dict.fromkeys(e.trigger for e in machine.edges if e.birth))
        moves = [e.trigger for e in machine.edges if not e.birth]
        leading = [e for e in machine.edges if self.model[machine.column] in e.source]
        if not leading:
            return moves
        rarest = min(leading, key=lambda edge: self.fired[edge]).trigger
        likely = [e.trigger for e in leading]
        return [*likely * 3, *[rarest] * (4 * len(likely)), *moves]

    def _facts(self, edges: tuple[Edge, ...], args: dict[str, Value]) -> dict[str, bool]:
        asked = {guard.name for e in edges for guard in e.guards if isinstance(guard, Fact)}
        return {name: worlds.TRUTH[name](self._world, self.model or {}, args) for name in asked}

    def _born_with(self) -> dict[str, Value]:
        """Return the columns of a new record: what the schema demands and what guards look at."""
        machine = self.machine
        columns = self.connection.execute(f"PRAGMA table_info({machine.record})").fetchall()
        kinds = {name: kind for _, name, kind, *_ in columns}
        given: dict[str, Value] = {
            name: worlds.DAWN if kind == "TEXT" else worlds.GUESTS[0]
            for _, name, kind, required, default, _ in columns
            if required and default is None and name != machine.column
        }
        if machine.name == "job":
            worlds.make_photo_session(self.connection, RECORD)
            given |= {"session_token": RECORD, "photo": "a.jpg"}
        if machine.name == "lead_repeat":
            worlds.make_lead(self.connection, worlds.GUESTS[0])
        key: Value = int(RECORD) if kinds[machine.key] == "INTEGER" else RECORD
        return {**given, **worlds.other_regions(machine), machine.key: key}

    def _compare(
        self,
        expected: Edge | Refusal,
        pulled: Fired | Refused,
        before: dict[str, Value],
        args: dict[str, Value],
    ) -> None:
        if not isinstance(expected, Edge):
            assert pulled == Refused(expected), pulled
            if self.model is None:
                self.start_over(lambda options: options[0])
            return
        assert isinstance(pulled, Fired), (expected, pulled)
        assert (pulled.trigger, pulled.target) == (expected.trigger, expected.target)
        assert pulled.source == (self.model[self.machine.column] if self.model else None)
        self.fired[expected] += 1
        self.model = apply(self.machine, expected, before, args)
