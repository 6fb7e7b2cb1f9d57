"""The conversation state: types survive, rows are pointed to, nothing hostile is taken for one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from store.domain.conversation import BadState, State, decode, encode

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=10)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=5,
)


@given(TEXTS.filter(bool), TEXTS, st.dictionaries(TEXTS, VALUES, max_size=3))
def test_parameters_keep_their_types(subject: str, method: str, params: dict[str, object]) -> None:
    state = State(subject, method, params)

    assert decode(encode(state)) == state


def test_a_state_is_stored_under_short_names_and_readable() -> None:
    assert encode(State("LEAD", "add", {"имя": 7})) == '{"t":"LEAD","m":"add","p":{"имя":7}}'


@pytest.mark.parametrize(
    "stored",
    [
        "",
        "LEAD#add?a=1",
        "null",
        "[]",
        "{}",
        '{"t":"","m":"x","p":{}}',
        '{"t":"a","m":null,"p":{}}',
        '{"t":"a","m":"b","p":[]}',
        "[" * 100_000,
    ],
)
def test_anything_else_is_no_state_and_is_not_quoted(stored: str) -> None:
    with pytest.raises(BadState) as caught:
        decode(stored)

    assert not stored or stored not in str(caught.value)


def test_the_summary_and_the_repr_hold_no_parameters() -> None:
    state = State("LEAD", "add", {"name": "Анна"})

    assert state.summary == "LEAD#add"
    assert "Анна" not in repr(state)


@pytest.mark.parametrize(
    ("params", "data", "message"),
    [
        ({"state_data": 7, "message_meta": 42}, 7, 42),
        ({"state_data_id": 7, "message_meta_id": 42}, 7, 42),
        ({"state_data": 1, "state_data_id": 2}, 1, None),
        ({"state_data": "7", "message_meta": True}, None, None),
        ({}, None, None),
    ],
)
def test_parameters_point_to_rows_by_number_only(
    params: dict[str, object], data: int | None, message: int | None
) -> None:
    state = State("LEAD", "add", params)

    assert (state.data_row, state.message_row) == (data, message)
