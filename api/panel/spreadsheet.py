"""Tables for a spreadsheet, in which nothing that strangers wrote becomes a formula.

A cell that a spreadsheet would take for one gets an apostrophe in front (OWASP, CSV injection).
"""

import csv
import io
from collections.abc import Iterable, Sequence

FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""How a cell begins that some spreadsheet calculates; full-width signs count as well."""
MARK = "\ufeff"
"""Tells a spreadsheet that the text is UTF-8."""


def table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    """Return rows under their names of columns, as CSV (RFC 4180)."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n", quoting=csv.QUOTE_ALL)
    writer.writerow(columns)
    writer.writerows([cell(value) for value in row] for row in rows)
    return (MARK + text.getvalue()).encode()


def cell(value: object) -> str:
    """Return a value as the text of a harmless cell."""
    text = "" if value is None else str(value)
    return f"'{text}" if text.lstrip(" \u00a0").startswith(FORMULAS) else text
