"""The tables themselves: what a table must be before anything is made from it."""

from typing import Any

import pytest

from store.domain.machine import (
    Arg,
    BadMachine,
    Column,
    Compare,
    Const,
    Edge,
    Effect,
    Fact,
    Machine,
    Op,
    Put,
    Role,
    choose,
)
from store.domain.reasons import SENTENCES, Refusal
from store.domain.transitions import BY_NAME, JOB, MACHINES, MAINTENANCE, SESSION
from store.engine import EFFECTS
from store.facts import facts_of
from tests.machines.worlds import TRUTH

GUARD = Fact("maintenance", holds=False, code=Refusal.MAINTENANCE)
EDGES = [(machine, edge) for machine in MACHINES for edge in machine.edges]


def named(value: Machine | Edge) -> str:
    return value.name if isinstance(value, Machine) else f"{value.trigger}-{value.target}"


def machine_of(*edges: Edge, states: tuple[str, ...] = ("a", "b")) -> Machine:
    return Machine("m", "table", "id", "status", states, edges)


BIRTH = Edge("make", (), "a", (Role.KIOSK,), "It is made.")
STEP = Edge("go", ("a",), "b", (Role.KIOSK,), "It goes.")


def test_a_sound_table_is_accepted() -> None:
    assert machine_of(BIRTH, STEP).triggers == ("make", "go")


@pytest.mark.parametrize(
    ("edges", "said"),
    [
        ((BIRTH,), "unreachable"),
        ((BIRTH, STEP, Edge("go", ("a",), "c", (Role.KIOSK,), "It goes.")), "hidden from"),
        ((BIRTH, Edge("go", ("x",), "b", (Role.KIOSK,), "It goes.")), "unknown states"),
        ((BIRTH, Edge("go", ("a",), "x", (Role.KIOSK,), "It goes.")), "unknown states"),
        ((BIRTH, Edge("go", ("a",), "b", (), "It goes.")), "by whom"),
        ((BIRTH, Edge("go", ("a",), "b", (Role.KIOSK,), "")), "in a sentence"),
        ((BIRTH, STEP, Edge("go", ("b",), "a", (Role.ADMIN,), "It goes.")), "different roles"),
    ],
)
def test_a_table_that_contradicts_itself_stops_the_import(
    edges: tuple[Edge, ...], said: str
) -> None:
    states = ("a", "b", "c") if said == "hidden from" else ("a", "b")

    with pytest.raises(BadMachine, match=said):
        machine_of(*edges, states=states)


def test_a_guarded_alternative_may_stand_before_an_unguarded_one() -> None:
    guarded = Edge("go", ("a",), "b", (Role.KIOSK,), "It may go.", (GUARD,))

    assert machine_of(BIRTH, guarded, STEP).on("go") == (guarded, STEP)


@pytest.mark.parametrize(("machine", "edge"), EDGES, ids=named)
def test_every_edge_says_why_in_a_sentence_of_its_own(machine: Machine, edge: Edge) -> None:
    assert edge.why[0].isupper()
    assert edge.why.endswith(".")
    assert " or " not in edge.why or edge.trigger == "pause"
    assert [other.why for other in machine.edges].count(edge.why) == 1


@pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: machine.name)
def test_a_trigger_either_makes_a_record_or_moves_one(machine: Machine) -> None:
    for trigger in machine.triggers:
        assert len({edge.birth for edge in machine.on(trigger)}) == 1, trigger


@pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: machine.name)
def test_every_fact_has_its_sql_and_its_meaning(machine: Machine) -> None:
    assert machine.facts <= set(facts_of(machine))
    assert machine.facts <= set(TRUTH)


def test_every_refusal_has_a_sentence() -> None:
    assert set(SENTENCES) == set(Refusal)


def test_every_effect_is_carried_out_somewhere() -> None:
    assert set(Effect) - set(EFFECTS) == {Effect.ENQUEUE_JOB, Effect.ABSORB_REPEATS}


def test_every_machine_is_found_by_its_name() -> None:
    assert [BY_NAME[machine.name] for machine in MACHINES] == list(MACHINES)


@pytest.mark.parametrize(
    ("machine", "terminal", "resting"),
    [
        (SESSION, {"photo_taken", "expired"}, set()),
        (JOB, {"done"}, {"failed"}),
        (MAINTENANCE, set(), set()),
    ],
    ids=["session", "job", "maintenance"],
)
def test_final_statuses_are_those_of_the_specification(
    machine: Machine, terminal: set[str], resting: set[str]
) -> None:
    assert machine.terminal == terminal
    assert machine.resting == resting


@pytest.mark.parametrize(
    ("op", "left", "right", "holds"),
    [
        (Op.EQ, None, None, False),
        (Op.EQ, 1, 1, True),
        (Op.LT, 1, 2, True),
        (Op.LT, None, 2, False),
        (Op.LE, 2, 2, True),
        (Op.GE, 1, 2, False),
        (Op.IS, None, None, True),
        (Op.IS, None, 1, False),
        (Op.IS_NOT, None, 1, True),
        (Op.IS_NOT, 1, 1, False),
    ],
)
def test_comparisons_treat_nothing_as_sql_does(op: Op, left: Any, right: Any, holds: bool) -> None:
    guard = Compare(Column("x"), op, Arg("y"), Refusal.NOT_DUE)
    edge = Edge("go", ("a",), "b", (Role.KIOSK,), "It goes.", (guard,), (Put("z", Const(1)),))
    machine = machine_of(BIRTH, edge)

    chosen = choose(machine, "go", {"status": "a", "x": left}, {"y": right}, {})

    assert chosen == (edge if holds else Refusal.NOT_DUE)
