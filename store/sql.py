"""Transition tables compiled to SQL: guarded statements, constraints and triggers.

The only writer of status SQL. Everything interpolated is a constant of our own tables; values
from outside travel as parameters. No row returned means refused.
"""

from collections.abc import Iterable

from store.domain.machine import (
    Arg,
    Column,
    Compare,
    Const,
    Edge,
    Fact,
    Guard,
    Machine,
    Plus,
    Term,
    Value,
)
from store.facts import facts_of, quoted


def literal(value: Value) -> str:
    """Return a constant as SQL."""
    if value is None:
        return "NULL"
    if isinstance(value, str):
        return "'" + str(value).replace("'", "''") + "'"
    return repr(value)


def term(machine: Machine, value: Term) -> str:
    """Return a term as SQL over the machine's own row."""
    match value:
        case Column(name):
            return f"{machine.record}.{name}"
        case Arg(name):
            return f":{name}"
        case Const(constant):
            return literal(constant)
        case Plus(column, more):
            return f"{machine.record}.{column} + {more}"


def condition(machine: Machine, guard: Guard) -> str:
    """Return a guard as SQL."""
    match guard:
        case Fact(name, holds, _):
            expression = facts_of(machine)[name]
            return expression if holds else f"NOT {expression}"
        case Compare(left, op, right, _):
            return f"{term(machine, left)} {op} {term(machine, right)}"


def guarded_update(machine: Machine, edge: Edge, returning: str) -> str:
    """Compile an edge to one statement that moves the row or returns nothing."""
    puts = [f"{machine.column} = '{edge.target}'"]
    puts += [f"{put.column} = {term(machine, put.value)}" for put in edge.puts]
    where = [by_key(machine), f"{machine.column} IN ({quoted(edge.source)})"]
    where += [condition(machine, guard) for guard in edge.guards]
    return (
        f"UPDATE {machine.record} SET {', '.join(puts)}"
        f" WHERE {' AND '.join(where)} RETURNING {returning}"
    )


def guarded_insert(machine: Machine, edge: Edge, columns: Iterable[str], returning: str) -> str:
    """Compile a birth to one statement; `columns` are bound by their own names."""
    names = [machine.column, *columns]
    values = [f"'{edge.target}'", *(f":{name}" for name in names[1:])]
    where = [condition(machine, guard) for guard in edge.guards] or ["TRUE"]
    return (
        f"INSERT INTO {machine.record} ({', '.join(names)})"
        f" SELECT {', '.join(values)} WHERE {' AND '.join(where)} RETURNING {returning}"
    )


def by_key(machine: Machine) -> str:
    """Return the condition that finds one record of a machine by its key, bound as `id`."""
    key = f"{machine.key} = :id"
    return f"{key} AND {machine.scope}" if machine.scope else key


def fact_values(machine: Machine, edges: tuple[Edge, ...], *, born: bool) -> tuple[str, list[str]]:
    """Compile a query for the truth of all facts that some edges ask; returns it and their names.

    `born` says that the row exists, so that facts may speak of it.
    """
    names = sorted({g.name for e in edges for g in e.guards if isinstance(g, Fact)})
    wanted = ", ".join(facts_of(machine)[name] for name in names) or "TRUE"
    source = f" FROM {machine.record} WHERE {by_key(machine)}" if born else ""
    return f"SELECT {wanted}{source}", names


def checks(machine: Machine) -> str:
    """Return the CHECK constraints of a machine's table."""
    known = f"CHECK ({machine.column} IN ({quoted(machine.states)}))"
    return ",\n    ".join([known, *(f"CHECK ({extra})" for extra in machine.extra)])


def triggers(machine: Machine) -> list[str]:
    """Return triggers that refuse what the table does not have, whoever writes.

    The birth trigger also refuses a key that exists, and any other unique column's value that
    exists, which stops `INSERT OR REPLACE`.
    """
    table, column, key = machine.record, machine.column, machine.key
    scope_new = f"{_scoped(machine, 'NEW')} AND " if machine.scope else ""
    scope_old = f"{_scoped(machine, 'OLD')} AND " if machine.scope else ""
    births = quoted(machine.births)
    taken = " OR ".join(f"old.{name} = NEW.{name}" for name in (key, *machine.unique))
    return [
        f"""CREATE TRIGGER {machine.name}_moves BEFORE UPDATE OF {column} ON {table}
WHEN {scope_old}NOT ({_moves(machine)})
BEGIN SELECT RAISE(ABORT, '{machine.name}: no such transition'); END""",
        f"""CREATE TRIGGER {machine.name}_births BEFORE INSERT ON {table}
WHEN {scope_new}(NEW.{column} NOT IN ({births})
    OR EXISTS (SELECT 1 FROM {table} AS old WHERE {taken}))
BEGIN SELECT RAISE(ABORT, '{machine.name}: no such birth'); END""",
        f"""CREATE TRIGGER {machine.name}_keys BEFORE UPDATE OF {key} ON {table}
{_key_guard(machine)}BEGIN SELECT RAISE(ABORT, '{machine.name}: a key never changes'); END""",
    ]


def _moves(machine: Machine) -> str:
    targets: dict[str, list[str]] = {}
    for source, target in sorted(machine.moves):
        targets.setdefault(source, []).append(target)
    return " OR ".join(
        f"(OLD.{machine.column} = '{source}' AND NEW.{machine.column} IN ({quoted(tuple(to))}))"
        for source, to in targets.items()
    )


def _scoped(machine: Machine, side: str) -> str:
    return f"{side}.{machine.scope}"


def _key_guard(machine: Machine) -> str:
    if not machine.scope:
        return ""
    return f"WHEN {_scoped(machine, 'OLD')} OR {_scoped(machine, 'NEW')}\n"
