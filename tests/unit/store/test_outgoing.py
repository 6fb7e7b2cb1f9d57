"""Bodies of messages survive the database, and buttons obey Telegram's limits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from store.domain.outgoing import (
    Answer,
    Body,
    Button,
    Delete,
    Edit,
    Keys,
    Say,
    ShowSticker,
    decode,
    encode,
)

WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
BUTTONS = st.builds(Button, WORDS, data=st.text("ab", min_size=1, max_size=64)) | st.builds(
    Button, WORDS, url=st.just("https://t.me/x")
)
ROWS = st.lists(st.lists(BUTTONS, max_size=2).map(tuple), max_size=2).map(tuple)
BODIES = (
    st.builds(Say, WORDS, ROWS)
    | st.builds(Say, WORDS, keys=st.builds(Keys, st.lists(st.tuples(WORDS)).map(tuple), WORDS))
    | st.builds(ShowSticker, WORDS, ROWS)
    | st.builds(Edit, st.none() | st.integers(), WORDS, ROWS)
    | st.builds(Delete, st.none() | st.integers())
    | st.builds(Answer, WORDS, WORDS, st.booleans())
)


@given(BODIES)
def test_reading_back_gives_what_was_written(body: Body) -> None:
    assert decode(*encode(body)) == body


def test_a_message_stored_by_an_earlier_version_is_still_read() -> None:
    """Rows wait in the outbox while a new version starts, so fields may only be added."""
    stored = '{"text": "Привет", "buttons": [[{"text": "да", "data": "y", "url": null}]]}'

    assert decode("say", stored) == Say("Привет", ((Button("да", data="y"),),))


@pytest.mark.parametrize("data", ["", "x" * 65, "ж" * 33])
def test_button_data_outside_one_to_sixty_four_bytes_is_refused(data: str) -> None:
    with pytest.raises(ValueError, match="64 bytes"):
        Button("text", data=data)


@pytest.mark.parametrize(("data", "url"), [(None, None), ("a", "https://t.me")])
def test_a_button_does_exactly_one_thing(data: str | None, url: str | None) -> None:
    with pytest.raises(ValueError, match="either"):
        Button("text", data=data, url=url)


def test_a_message_has_buttons_or_changes_the_keyboard_but_not_both() -> None:
    with pytest.raises(ValueError, match="not both"):
        Say("text", ((Button("text", data="x"),),), keys=Keys())


@pytest.mark.parametrize("stored", [("shout", "{}"), ("say", '{"text": 1, "more": 2}')])
def test_what_was_never_written_is_not_read(stored: tuple[str, str]) -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        decode(*stored)
