"""Walks of every machine: database and reference interpreter must agree after each step."""

import random
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from store.domain.machine import Machine
from store.domain.transitions import MACHINES
from tests.machines.walker import Walker
from tests.machines.worlds import Draw

LEAST, MOST = 600, 20_000


def drawing(data: st.DataObject) -> Draw:
    return lambda options: data.draw(st.sampled_from(options))


class Walk(RuleBasedStateMachine):
    """Steps as Hypothesis chooses them, so that a failure shrinks to a short walk."""

    machine: Machine
    folder: Path

    def __init__(self) -> None:
        super().__init__()
        self.walker = Walker(self.machine, self.folder / "walk.db")

    @rule(data=st.data())
    def pull(self, data: st.DataObject) -> None:
        self.walker.pull(drawing(data))

    @precondition(lambda self: self.walker.is_over)
    @rule(data=st.data())
    def start_over(self, data: st.DataObject) -> None:
        self.walker.start_over(drawing(data))

    @invariant()
    def row_is_model(self) -> None:
        assert self.walker.row() == self.walker.model

    def teardown(self) -> None:
        self.walker.close()


def walk_of(machine: Machine, folder: Path) -> type[RuleBasedStateMachine]:
    return type(f"WalkOf{machine.name}", (Walk,), {"machine": machine, "folder": folder})


@pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: machine.name)
def test_database_and_interpreter_agree_on_walks_that_hypothesis_chooses(machine: Machine) -> None:
    with tempfile.TemporaryDirectory() as folder:
        run_state_machine_as_test(
            walk_of(machine, Path(folder)),
            settings=settings(max_examples=15, stateful_step_count=30, deadline=None),
        )


@pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: machine.name)
def test_database_and_interpreter_agree_until_every_edge_has_fired(
    machine: Machine, tmp_path: Path
) -> None:
    """Walk far, with several lives: an edge that never fires would never be compared."""
    walker = Walker(machine, tmp_path / "walk.db")
    draw = random.Random(machine.name).choice
    wanted = {edge for edge in machine.edges if not (machine.scope and edge.birth)}

    for step in range(MOST):
        if step > LEAST and wanted <= set(walker.fired):
            break
        if draw(range(3 if walker.is_over else 60)) == 0:
            walker.start_over(draw)
        walker.pull(draw)
        assert walker.row() == walker.model

    walker.close()
    assert [edge.why for edge in wanted - set(walker.fired)] == []
