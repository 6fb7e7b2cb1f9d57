"""Identifiers: random where strangers could guess, pure where they must repeat."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from store.domain import ids
from store.domain.ids import JobId

NAMES = st.tuples(st.sampled_from(["a" * 16, "b" * 16]), st.integers(0, 99), st.integers(0, 99))


def test_a_token_fits_a_deep_link_and_does_not_repeat() -> None:
    tokens = {ids.new_token() for _ in range(1000)}

    assert len(tokens) == 1000
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{22}", token) for token in tokens)


def test_a_job_id_is_letters_and_digits_and_does_not_repeat() -> None:
    jobs = {ids.new_job_id() for _ in range(1000)}

    assert len(jobs) == 1000
    assert all(re.fullmatch(r"[a-z0-9]{16}", job) for job in jobs)


@given(NAMES, NAMES)
def test_a_pack_name_is_a_pure_function_that_tells_its_inputs_apart(
    one: tuple[str, int, int], other: tuple[str, int, int]
) -> None:
    def name(of: tuple[str, int, int]) -> str:
        return ids.pack_name(JobId(of[0]), of[1], "stickers_bot", of[2])

    assert (name(one) == name(other)) is (one == other)


@given(NAMES)
def test_a_pack_name_is_one_that_telegram_takes(of: tuple[str, int, int]) -> None:
    name = ids.pack_name(JobId(of[0]), of[1], "a" * 32, of[2])

    assert re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name)
    assert name.endswith("_by_" + "a" * 32)
    assert len(name) <= 64


def test_a_pack_name_that_would_be_cut_is_refused() -> None:
    with pytest.raises(ValueError, match="longer"):
        ids.pack_name(JobId("a" * 16), 0, "b" * 44)


def test_links_are_those_of_telegram() -> None:
    assert ids.pack_link("x_by_bot") == "https://t.me/addstickers/x_by_bot"
    assert ids.deep_link("bot", "payload") == "https://t.me/bot?start=payload"
