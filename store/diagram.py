"""The transition tables for people and programs: text, Mermaid, JSON.

Everything is read from the machines, so it cannot say anything else than what the database does.
"""

import json
from collections.abc import Iterable
from typing import Any

from store.domain.machine import Edge, Machine, Role
from store.domain.transitions import MACHINES


def as_json(machines: Iterable[Machine] = MACHINES) -> str:
    """Return a list of `{machine, from, to, trigger, by, why}`; `from` is null for a birth."""
    listed = [_described(machine, edge) for machine in machines for edge in machine.edges]
    return json.dumps(listed, ensure_ascii=False, indent=2)


def _described(machine: Machine, edge: Edge) -> dict[str, Any]:
    return {
        "machine": machine.name,
        "from": [str(source) for source in edge.source] or None,
        "to": str(edge.target),
        "trigger": edge.trigger,
        "by": _roles(edge.by),
        "why": edge.why,
    }


def as_text(machines: Iterable[Machine] = MACHINES) -> str:
    """Return one line a transition, grouped by machine."""
    return "\n\n".join("\n".join(_lines(machine)) for machine in machines)


def _lines(machine: Machine) -> list[str]:
    lines = [machine.name]
    for edge in machine.edges:
        source = ", ".join(edge.source) or "(new)"
        head = f"  {edge.trigger}: {source} -> {edge.target}"
        lines.append(f"{head}  [{_roles(edge.by)}]  {edge.why}")
    return lines


def as_mermaid(machines: Iterable[Machine] = MACHINES) -> str:
    """Return one state diagram a machine, each under a comment with its name."""
    return "\n\n".join(_mermaid(machine) for machine in machines)


def _mermaid(machine: Machine) -> str:
    arrows: dict[tuple[str, str], list[str]] = {}
    for edge in machine.edges:
        for source in edge.source or ("[*]",):
            words = arrows.setdefault((source, edge.target), [])
            if edge.trigger not in words:
                words.append(edge.trigger)
    lines = ["stateDiagram-v2", f"%% {machine.name}"]
    lines += [f"    {a} --> {b} : {', '.join(words)}" for (a, b), words in arrows.items()]
    lines += [f"    {state} --> [*]" for state in machine.states if state in machine.terminal]
    return "\n".join(lines)


def as_markdown(machines: Iterable[Machine] = MACHINES) -> str:
    """Return the document of all machines: a diagram and a table each."""
    head = (
        "# State machines\n\nGenerated from `store/domain/transitions.py` by `make docs`; "
        "do not edit.\n"
    )
    return "\n".join([head, *(_section(machine) for machine in machines)])


def _section(machine: Machine) -> str:
    rows = [
        f"| {', '.join(edge.source) or '—'} | {edge.target} | `{edge.trigger}` "
        f"| {_roles(edge.by)} | {edge.why} |"
        for edge in machine.edges
    ]
    table = "\n".join(["| from | to | trigger | by | why |", "|---|---|---|---|---|", *rows])
    name = machine.name.replace("_", " ").capitalize()
    return f"## {name}\n\n```mermaid\n{_mermaid(machine)}\n```\n\n{table}\n"


def _roles(roles: tuple[Role, ...]) -> str:
    return ", ".join(roles)
