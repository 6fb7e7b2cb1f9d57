"""The vocabulary of transition tables, and the interpreter that says what they mean.

A machine is data: SQL, constraints, diagrams and tests are made from it elsewhere. The
interpreter here is the reference: given a row, arguments and the truth of facts it names the one
edge that fires or the refusal, and the database must agree. A comparison with nothing refuses.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from store.domain.reasons import Refusal

Value = str | int | float | None
Row = Mapping[str, Value]


class Role(StrEnum):
    """Who may pull a trigger."""

    KIOSK = "kiosk"
    GUEST = "guest"
    SLOT = "slot"
    VERIFIER = "verifier"
    SWEEPER = "sweeper"
    RECOVERY = "recovery"
    ADMIN = "admin"
    SETTINGS = "settings"
    LANDING = "landing"
    LEAD_ADMIN = "lead_admin"
    PUBLISHER = "publisher"
    RETENTION = "retention"


class Effect(StrEnum):
    """What a transition does to other records in its own transaction."""

    RECORD_CONSENT = "record_consent"
    ENQUEUE_JOB = "enqueue_job"
    CANCEL_DELAY_NOTICE = "cancel_delay_notice"
    REMEMBER_PACK = "remember_pack"
    SEND_LINK = "send_link"
    TELL_LATE = "tell_late"
    TELL_FAILED = "tell_failed"
    ALERT_JOB_FAILED = "alert_job_failed"
    CANCEL_APOLOGY = "cancel_apology"
    FORGET_STICKERS = "forget_stickers"
    ALERT_PAUSED = "alert_paused"
    LEAD_HISTORY = "lead_history"
    ABSORB_REPEATS = "absorb_repeats"
    ALERT_LEAD_UNPUBLISHED = "alert_lead_unpublished"
    FORGET_LEAD = "forget_lead"
    RETIRE_CARD = "retire_card"


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the record."""

    name: str


@dataclass(frozen=True, slots=True)
class Arg:
    """A value that the caller brings."""

    name: str


@dataclass(frozen=True, slots=True)
class Const:
    """A value that the table itself holds."""

    value: Value


@dataclass(frozen=True, slots=True)
class Plus:
    """A column's number and some more."""

    column: str
    more: int


Term = Column | Arg | Const | Plus


class Op(StrEnum):
    """Comparisons a guard may make; `IS` also holds between two nothings."""

    EQ = "="
    LT = "<"
    LE = "<="
    GE = ">="
    IS = "IS"
    IS_NOT = "IS NOT"


@dataclass(frozen=True, slots=True)
class Compare:
    """A guard over the record's own columns, the caller's arguments and constants."""

    left: Term
    op: Op
    right: Term
    code: Refusal


@dataclass(frozen=True, slots=True)
class Fact:
    """A guard that asks a yes-or-no question about other records."""

    name: str
    holds: bool
    code: Refusal


Guard = Compare | Fact


@dataclass(frozen=True, slots=True)
class Put:
    """A column written by the same statement as the status."""

    column: str
    value: Term


@dataclass(frozen=True, slots=True)
class Edge:
    """One transition: a birth when it has no source."""

    trigger: str
    source: tuple[str, ...]
    target: str
    by: tuple[Role, ...]
    why: str
    guards: tuple[Guard, ...] = ()
    puts: tuple[Put, ...] = ()
    effects: tuple[Effect, ...] = ()

    @property
    def birth(self) -> bool:
        """Whether this edge makes the record."""
        return not self.source


class BadMachine(Exception):
    """A table contradicts itself; raised while the program is being imported."""


@dataclass(frozen=True)
class Machine:
    """A status column, its states and its edges.

    `scope` narrows a shared table to its rows; `extra` are further checks on every row; `unique`
    names columns beside the key of which no two rows may hold the same.
    """

    name: str
    record: str
    key: str
    column: str
    states: tuple[str, ...]
    edges: tuple[Edge, ...]
    scope: str = ""
    extra: tuple[str, ...] = field(default=())
    unique: tuple[str, ...] = field(default=())

    def __post_init__(self) -> None:
        for edge in self.edges:
            self._check_words(edge)
        reached = {edge.target for edge in self.edges}
        if lost := set(self.states) - reached:
            raise BadMachine(f"{self.name}: unreachable {sorted(lost)}")
        self._check_alternatives()

    def _check_words(self, edge: Edge) -> None:
        if unknown := {*edge.source, edge.target} - set(self.states):
            raise BadMachine(f"{self.name}.{edge.trigger}: unknown states {sorted(unknown)}")
        if not edge.by or not edge.why.endswith("."):
            raise BadMachine(f"{self.name}.{edge.trigger}: say by whom, and why in a sentence")

    def _check_alternatives(self) -> None:
        """An alternative without guards hides those after it from the same source.

        Alternatives share their roles, so that who may pull a trigger does not depend on the row.
        """
        for trigger in self.triggers:
            if len({edge.by for edge in self.on(trigger)}) > 1:
                raise BadMachine(f"{self.name}.{trigger}: alternatives pulled by different roles")
            covered: set[str] = set()
            for edge in self.on(trigger):
                if hidden := covered & set(edge.source):
                    raise BadMachine(f"{self.name}.{trigger}: hidden from {sorted(hidden)}")
                if not edge.guards:
                    covered |= set(edge.source)

    @cached_property
    def triggers(self) -> tuple[str, ...]:
        """All triggers, in the order of the table."""
        return tuple(dict.fromkeys(edge.trigger for edge in self.edges))

    def on(self, trigger: str) -> tuple[Edge, ...]:
        """Return the alternatives of a trigger, in the order in which they are tried."""
        return self._by_trigger[trigger]

    @cached_property
    def _by_trigger(self) -> dict[str, tuple[Edge, ...]]:
        found: dict[str, list[Edge]] = {}
        for edge in self.edges:
            found.setdefault(edge.trigger, []).append(edge)
        return {trigger: tuple(edges) for trigger, edges in found.items()}

    @cached_property
    def births(self) -> tuple[str, ...]:
        """Statuses in which a record may be made."""
        return tuple(dict.fromkeys(edge.target for edge in self.edges if edge.birth))

    @cached_property
    def moves(self) -> frozenset[tuple[str, str]]:
        """All pairs of statuses between which some edge leads."""
        return frozenset((source, edge.target) for edge in self.edges for source in edge.source)

    @cached_property
    def terminal(self) -> frozenset[str]:
        """Statuses that no edge leaves, except for another look at the same."""
        left = {source for source, target in self.moves if source != target}
        return frozenset(self.states) - left

    @cached_property
    def resting(self) -> frozenset[str]:
        """Statuses that only an operator can move on from."""
        moved = {s for e in self.edges if set(e.by) != {Role.ADMIN} for s in e.source}
        return frozenset(self.states) - moved - self.terminal

    @cached_property
    def facts(self) -> frozenset[str]:
        """Names of all facts that the guards ask about."""
        return frozenset(g.name for e in self.edges for g in e.guards if isinstance(g, Fact))


def choose(
    machine: Machine, trigger: str, row: Row | None, args: Row, facts: Mapping[str, bool]
) -> Edge | Refusal:
    """Say which edge a trigger fires on a row, or why none: the reference for the database."""
    refusal = Refusal.NOT_FOUND if row is None else Refusal.WRONG_STATUS
    for edge in machine.on(trigger):
        if not _starts_from(machine, edge, row):
            continue
        refused = first_refusal(edge.guards, row or {}, args, facts)
        if refused is None:
            return edge
        refusal = refused
    return refusal


def _starts_from(machine: Machine, edge: Edge, row: Row | None) -> bool:
    if row is None:
        return edge.birth
    return row[machine.column] in edge.source


def first_refusal(
    guards: Iterable[Guard], row: Row, args: Row, facts: Mapping[str, bool]
) -> Refusal | None:
    """Return the code of the first guard that does not hold."""
    for guard in guards:
        match guard:
            case Fact(name, holds, code):
                if facts[name] is not holds:
                    return code
            case Compare():
                if not compare(guard, row, args):
                    return guard.code
    return None


def compare(guard: Compare, row: Row, args: Row) -> bool:
    """Evaluate a comparison as SQL would, with nothing equal to nothing only under `IS`."""
    left, right = term_value(guard.left, row, args), term_value(guard.right, row, args)
    if guard.op is Op.IS:
        return left == right
    if guard.op is Op.IS_NOT:
        return left != right
    if left is None or right is None:
        return False
    match guard.op:
        case Op.EQ:
            return left == right
        case Op.LT:
            return bool(left < right)  # type: ignore[operator]
        case Op.LE:
            return bool(left <= right)  # type: ignore[operator]
        case Op.GE:
            return bool(left >= right)  # type: ignore[operator]


def term_value(term: Term, row: Row, args: Row) -> Value:
    """Evaluate a term on a row and the caller's arguments."""
    match term:
        case Column(name):
            return row[name]
        case Arg(name):
            return args[name]
        case Const(value):
            return value
        case Plus(column, more):
            number = row[column]
            return None if not isinstance(number, int | float) else number + more


def arguments(edge: Edge) -> frozenset[str]:
    """Return the names of all values that the caller of an edge must bring."""
    compared = (term for g in edge.guards if isinstance(g, Compare) for term in (g.left, g.right))
    written = (put.value for put in edge.puts)
    return frozenset(term.name for term in (*compared, *written) if isinstance(term, Arg))


def apply(machine: Machine, edge: Edge, row: Row, args: Row) -> dict[str, Value]:
    """Return the row as the edge leaves it."""
    written = {put.column: term_value(put.value, row, args) for put in edge.puts}
    return {**row, **written, machine.column: edge.target}
