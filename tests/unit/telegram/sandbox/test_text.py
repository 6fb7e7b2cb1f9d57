"""Cleaning of texts, titles and names; recognition of emoji."""

import pytest

from telegram.sandbox.emoji import is_emoji
from telegram.sandbox.text import clean_text, clean_title, folded_name, found_entities


def test_controls_become_blanks_and_direction_overrides_vanish() -> None:
    text, _ = clean_text("  a\tb\r\x01c\u202ed\n ", [])

    assert text == "a b cd"


def test_entities_move_with_the_text_that_is_cut_before_them() -> None:
    bold = {"type": "bold", "offset": 3, "length": 5}

    text, entities = clean_text(" \r a\rbc ", [bold])

    assert text == "abc"
    assert entities == [{"type": "bold", "offset": 0, "length": 3}]


def test_text_of_invisible_characters_is_empty() -> None:
    assert clean_text("\u200b \u00a0\u200f", []) == ("", [])


def test_title_is_cut_to_64_without_an_error() -> None:
    assert clean_title("я" * 70, 64) == "я" * 64


def test_title_blanks_are_joined() -> None:
    assert clean_title(" a\u2003 \n\u00a0b ", 64) == "a b"


def test_set_names_fold_case_and_dots() -> None:
    assert folded_name("Ab.c_By_X") == "abc_by_x"


def test_commands_links_and_mentions_are_marked() -> None:
    marks = found_entities("😀 /start@some_bot x https://t.me/a_b. @anna_1")

    assert [(each["type"], each["offset"]) for each in marks] == [
        ("bot_command", 3),
        ("url", 21),
        ("mention", 39),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "😀",
        "❤",
        "❤️",
        "👍🏽",
        "🇺🇿",
        "1️⃣",
        "#⃣",
        "👩\u200d👩\u200d👧",
        "👩🏽\u200d🚀",
        "©",
        "♥",
        "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
    ],
)
def test_one_emoji_is_accepted(text: str) -> None:
    assert is_emoji(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1",
        "a",
        "😀😀",
        " 😀",
        "😀 ",
        "👩👩👧",
        "\U0001faea",
        "\U0001faef",
        "🇽🇽",
        "❤\ufe0f\ufe0f",
        "\u200d",
    ],
)
def test_anything_else_is_refused(text: str) -> None:
    assert not is_emoji(text)
