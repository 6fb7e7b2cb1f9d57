"""Sizes of modules and functions: `python -m tests.architecture.sizes` prints them.

A function's size runs from its `def` line to its last one, decorators and docstring included.
"""

import ast
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tests.architecture.sources import PACKAGES, Source, product


@dataclass(frozen=True, slots=True)
class Size:
    """How many lines a named piece of code has."""

    name: str
    lines: int


def functions(sources: Iterable[Source]) -> list[Size]:
    """Return the size of each function and method."""
    return [
        Size(f"{source.path}:{node.name}", (node.end_lineno or node.lineno) - node.lineno + 1)
        for source in sources
        for node in ast.walk(source.tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]


def modules(sources: Iterable[Source]) -> list[Size]:
    """Return the size of each module."""
    return [Size(source.path, source.lines) for source in sources]


def at(share: float, sizes: Sequence[Size]) -> int:
    """Return the number of lines that so large a share of the pieces does not exceed."""
    ordered = sorted(size.lines for size in sizes)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0


def over(limit: int, sizes: Iterable[Size]) -> list[str]:
    """Return a line for each piece above the limit."""
    return [f"{size.name} has {size.lines} lines" for size in sizes if size.lines > limit]


def report() -> str:
    """Return median, ninetieth percentile and maximum, a line a package."""
    rows = ["package      modules  med/p90/max   functions  med/p90/max"]
    for package in (*PACKAGES, ""):
        chosen = [source for source in product() if source.path.startswith(package)]
        whole, parts = modules(chosen), functions(chosen)
        rows.append(
            f"{package or 'all':12} {len(whole):7}  {_spread(whole):11} {len(parts):11}"
            f"  {_spread(parts)}"
        )
    return "\n".join(rows) + "\n"


def _spread(sizes: Sequence[Size]) -> str:
    return "/".join(str(at(share, sizes)) for share in (0.5, 0.9, 1.0))


if __name__ == "__main__":
    sys.stdout.write(report())
