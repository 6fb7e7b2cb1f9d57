"""No cell of a table is a formula, and every text survives."""

import csv
import io

import pytest

from api.panel.spreadsheet import cell, table


@pytest.mark.parametrize(
    "text", ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "\nx", " =1", "＝1"]
)
def test_what_a_spreadsheet_would_calculate_gets_an_apostrophe(text: str) -> None:
    assert cell(text) == f"'{text}"


@pytest.mark.parametrize("text", ["", "Anna", "1=1", "'x", "a-b", "чапан"])
def test_other_text_is_left_alone(text: str) -> None:
    assert cell(text) == text


def test_nothing_is_an_empty_cell() -> None:
    assert cell(None) == ""


def test_a_table_is_read_back_as_it_was() -> None:
    rows = [("a;b,c", 'say "x"', "two\nlines", 7)]

    written = table(("a", "b", "c", "d"), rows)

    assert written.startswith(b"\xef\xbb\xbf")
    read = list(csv.reader(io.StringIO(written.decode("utf-8-sig"), newline="")))
    assert read == [["a", "b", "c", "d"], ["a;b,c", 'say "x"', "two\nlines", "7"]]
