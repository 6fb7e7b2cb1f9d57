"""The printed machines say neither more nor less than the table."""

import json
import re

import pytest

from store import diagram
from store.domain.machine import Machine
from store.domain.transitions import MACHINES

ids = {"ids": lambda machine: machine.name}


def test_json_lists_every_edge_with_the_contracts_keys() -> None:
    listed = json.loads(diagram.as_json())

    assert [set(one) for one in listed] == [
        {"machine", "from", "to", "trigger", "by", "why"} for _ in listed
    ]
    assert [
        (one["machine"], one["from"], one["to"], one["trigger"], one["why"]) for one in listed
    ] == [
        (machine.name, list(edge.source) or None, edge.target, edge.trigger, edge.why)
        for machine in MACHINES
        for edge in machine.edges
    ]


@pytest.mark.parametrize("machine", MACHINES, **ids)  # type: ignore[arg-type]
def test_text_has_a_line_an_edge(machine: Machine) -> None:
    head, *lines = diagram.as_text([machine]).splitlines()

    assert head == machine.name
    assert len(lines) == len(machine.edges)
    for line, edge in zip(lines, machine.edges, strict=True):
        assert line.strip().startswith(f"{edge.trigger}: ")
        assert f"-> {edge.target} " in line
        assert line.endswith(edge.why)


@pytest.mark.parametrize("machine", MACHINES, **ids)  # type: ignore[arg-type]
def test_mermaid_draws_every_move_birth_and_end(machine: Machine) -> None:
    first, _, *lines = diagram.as_mermaid([machine]).splitlines()
    drawn = [re.fullmatch(r"    (\S+) --> (\S+?)(?: : (.+))?", line) for line in lines]

    assert first == "stateDiagram-v2"
    arrows = {(found[1], found[2]): found[3] for found in drawn if found}
    assert len(arrows) == len(lines)
    births = {("[*]", state) for state in machine.births}
    ends = {(state, "[*]") for state in machine.terminal}
    assert set(arrows) == set(machine.moves) | births | ends
    for edge in machine.edges:
        for source in edge.source or ("[*]",):
            assert edge.trigger in arrows[source, edge.target].split(", ")


def test_the_document_has_a_diagram_and_a_table_a_machine() -> None:
    document = diagram.as_markdown()

    assert document.count("```mermaid") == len(MACHINES)
    assert document.count("\n| ") == sum(len(machine.edges) + 1 for machine in MACHINES)
