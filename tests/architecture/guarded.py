"""Ways round the guarded UPDATE that a syntax tree shows.

A status changes by a statement compiled in `store/sql.py` alone. sqlite-utils' shortcuts and
`REPLACE` pass by the guards; the database's triggers stop them, and these checks stop the code.
"""

import ast
import re
from collections.abc import Iterator

from store.domain.transitions import MACHINES
from tests.architecture.sources import Source

COMPILER = "store/sql.py"
RECORDS = sorted({machine.record for machine in MACHINES})
_REPLACE = re.compile(r"\b(INSERT\s+OR\s+REPLACE|REPLACE\s+INTO)\b", re.IGNORECASE)
_STATUS = re.compile(
    rf"\bUPDATE\s+({'|'.join(RECORDS)})\s+SET\b((?!\bWHERE\b)[^;])*\bstatus\s*=", re.IGNORECASE
)


def shortcuts(source: Source) -> list[str]:
    """Return a line for each way round the guards in one module."""
    return [f"{source.path}:{line}: {what}" for line, what in sorted(_found(source))]


def _found(source: Source) -> Iterator[tuple[int, str]]:
    prose = _free_strings(source.tree)
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            what = _shortcut(node.func, {keyword.arg for keyword in node.keywords})
            if what:
                yield node.lineno, what
        elif (
            isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose
        ):
            if _REPLACE.search(node.value):
                yield node.lineno, "REPLACE in SQL"
            if source.path != COMPILER and _STATUS.search(node.value):
                yield node.lineno, "a hand-written status change"


def _free_strings(tree: ast.Module) -> set[int]:
    """Return the identities of strings that are statements of their own: docstrings."""
    return {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}


def _shortcut(called: ast.Attribute, keywords: set[str | None]) -> str | None:
    if called.attr in {"upsert", "upsert_all"}:
        return called.attr
    if called.attr in {"insert", "insert_all"} and "replace" in keywords:
        return "insert with replace"
    if called.attr == "update" and _is_table(called.value):
        return "update of a table"
    return None


def _is_table(node: ast.expr) -> bool:
    """Say whether an expression is `db[...]` or `db.table(...)`."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Attribute) and node.func.attr == "table"
    return isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant)
