"""States of earlier versions: real shapes are carried over, broken ones leave nobody stuck."""

from urllib.parse import quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from store.domain.conversation import State, decode, encode
from store.old_states import LIMIT, convert
from tests.architecture.sources import product


def state_of(stored: str) -> State:
    converted = convert(stored)
    assert converted is not None
    return decode(converted)


def params_of(query: str) -> object:
    return state_of(f"LEAD#add?{query}").params


def test_a_state_in_the_middle_of_a_flow_is_carried_over() -> None:
    stored = "PRODUCTSMANAGEMENT#add?target_field=title&state_data=7&message_meta=42"

    state = state_of(stored)

    params = {"target_field": "title", "state_data": 7, "message_meta": 42}
    assert state == State("PRODUCTSMANAGEMENT", "add", params)
    assert (state.data_row, state.message_row) == (7, 42)


@pytest.mark.parametrize(
    ("query", "params"),
    [
        ("", {}),
        ("title=%D0%9F%D1%80%D0%B8%D0%B2%D0%B5%D1%82", {"title": "Привет"}),
        ("title=a+b%2Bc%26d%3De", {"title": "a b+c&d=e"}),
        ("title=%F0%9F%98%80", {"title": "😀"}),
        ("%D0%B8%D0%BC%D1%8F=x", {"имя": "x"}),
        ("a=", {"a": ""}),
        ("a", {"a": ""}),
        ("a=1=2", {"a": "1=2"}),
        ("&&a=1&", {"a": "1"}),
        ("=x&a=1", {"a": "1"}),
        ("a=1&a=2", {"a": "2"}),
        ("a%5Bb%5D=c&a%5Bd%5D=e", {"a": {"b": "c", "d": "e"}}),
        ("a[b][c]=d", {"a": {"b": {"c": "d"}}}),
        ("a%5B0%5D=x&a%5B1%5D=y", {"a": ["x", "y"]}),
        ("a[]=x&a[]=y", {"a": ["x", "y"]}),
        ("a[5]=x&a[]=y", {"a": {"5": "x", "6": "y"}}),
        ("a[0][n]=x&a[1][n]=y", {"a": [{"n": "x"}, {"n": "y"}]}),
        ("a=1&a[b]=2", {"a": {"b": "2"}}),
        ("a[b=1", {"a[b": "1"}),
        ("a[b]c=1", {"a[b]c": "1"}),
        ("[a]=1&b=2", {"b": "2"}),
        ("a" + "[x]" * 60 + "=1&b=2", {"b": "2"}),
        ("x=100%", {"x": "100"}),
        ("x=%D0", {"x": ""}),
        ("x=%FFa%D0%B1", {"x": "aб"}),
        ("x=%zz", {"x": "%zz"}),
        ("x=a?b#c", {"x": "a?b#c"}),
    ],
)
def test_a_query_is_read_as_it_was_written(query: str, params: object) -> None:
    assert params_of(query) == params


@pytest.mark.parametrize(
    ("query", "params"),
    [
        ("state_data_id=12", {"state_data_id": 12}),
        ("message_meta_id=12", {"message_meta_id": 12}),
        ("product_id=12&step=3&next_step=4", {"product_id": 12, "step": 3, "next_step": 4}),
        ("user_id=5000000000", {"user_id": 5_000_000_000}),
        ("ids[order_id]=5", {"ids": {"order_id": 5}}),
        ("quantity=12&phone=998901234567", {"quantity": "12", "phone": "998901234567"}),
        ("product_id=", {"product_id": ""}),
        ("product_id=12a", {"product_id": "12a"}),
        ("product_id=007", {"product_id": "007"}),
        ("chat_id=-100123", {"chat_id": "-100123"}),
        ("product_id=%D9%A1%D9%A2", {"product_id": "١٢"}),
        ("product_id=" + "9" * 40, {"product_id": "9" * 40}),
    ],
)
def test_numbers_of_rows_become_numbers_and_nothing_else_does(query: str, params: object) -> None:
    assert params_of(query) == params


@pytest.mark.parametrize("stored", ["LEAD#add", "LEAD#add?"])
def test_a_state_without_parameters_is_read(stored: str) -> None:
    assert state_of(stored) == State("LEAD", "add", {})


@pytest.mark.parametrize(
    "stored",
    [
        "",
        "#",
        "LEAD",
        "#add",
        "LEAD#",
        "LEAD#?a=1",
        "?a=1",
        "a b#c",
        "{",
        "null",
        '{"t":1}',
        "\0#x",
    ],
)
def test_what_cannot_be_read_at_all_is_no_state(stored: str) -> None:
    assert convert(stored) is None


def test_a_state_of_today_stays_as_it_is() -> None:
    stored = '{"t": "LEAD",  "m":"add","p":{"a":"x#y?z=1"}}'

    assert convert(stored) == stored


def cut(query: str) -> str:
    """Return a state whose query ends where the old column did."""
    filler = f"LEAD#add?pad={'x' * (LIMIT - len('LEAD#add?pad=&') - len(query))}&"
    stored = filler + query
    assert len(stored) == LIMIT
    return stored


@pytest.mark.parametrize(
    ("tail", "left"),
    [
        ("title=%D0%9F%D1%8", {"title": "П"}),
        ("title=%D0%9F%D1%", {"title": "П"}),
        ("title=%D0%9F%D1", {"title": "П"}),
        ("title=%D0%9F", {"title": "П"}),
        ("title=%F0%9F%98", {"title": ""}),
        ("title=abc", {"title": "abc"}),
        ("title=", {"title": ""}),
        ("targ", {}),
        ("a%5", {}),
        ("state_data=12", {}),
        ("next_step=1", {}),
        ("product_id=12&", {"product_id": 12}),
    ],
)
def test_of_a_state_that_was_cut_all_that_is_certain_is_kept(
    tail: str, left: dict[str, object]
) -> None:
    params = dict(state_of(cut(tail)).params)
    del params["pad"]

    assert params == left


def test_a_long_cyrillic_text_is_kept_as_far_as_it_was_stored() -> None:
    whole = "LEAD#note?state_data=7&text=" + quote_plus("Перезвонить завтра после обеда " * 4)

    state = state_of(whole[:LIMIT])

    assert state.data_row == 7
    assert str(state.params["text"]).startswith("Перезвонить завтра")
    assert "�" not in str(state.params["text"])


@given(st.text(max_size=300))
def test_any_text_is_a_state_of_today_or_none(stored: str) -> None:
    converted = convert(stored)

    if converted is not None:
        decode(converted)


@given(
    st.dictionaries(
        st.from_regex(r"\A[a-z]{1,5}\Z"), st.text(st.characters(exclude_categories=["Cs"]))
    )
)
def test_flat_texts_survive(params: dict[str, str]) -> None:
    query = "&".join(f"{name}={quote_plus(text)}" for name, text in params.items())
    stored = f"T#m?{query}"
    if len(stored) < LIMIT and not any(name.endswith(("step", "_id")) for name in params):
        assert convert(stored) == encode(State("T", "m", params))


def test_nothing_but_the_migration_reads_old_states() -> None:
    readers = [source.path for source in product() if "old_states" in source.text]

    assert readers == ["store/migrations.py"]
