"""Reply keys: whichever language a key was shown in, it means one thing."""

from itertools import combinations

import pytest

from store.domain.texts import talk
from store.domain.texts.text import LANGUAGES
from telegram.dialogue import menu
from telegram.dialogue.buses import COMMANDS
from telegram.dialogue.view import Rights
from tests.support.turns import a_view

LABELS = {
    name: {text.of(spoken) for spoken in LANGUAGES}
    for name, text in (*menu.KEYS.items(), ("cancel", talk.KEY_CANCEL))
}


@pytest.mark.parametrize(("one", "other"), list(combinations(LABELS, 2)))
def test_no_two_keys_share_a_label_in_any_language(one: str, other: str) -> None:
    assert LABELS[one].isdisjoint(LABELS[other])


@pytest.mark.parametrize("name", list(menu.KEYS))
def test_a_key_stands_for_its_command_in_every_language(name: str) -> None:
    assert {menu.command_of(f" {label} ") for label in LABELS[name]} == {name}
    assert name == "help" or name in COMMANDS


@pytest.mark.parametrize("label", sorted(LABELS["cancel"]))
def test_the_cancel_key_cancels_in_every_language_and_is_no_command(label: str) -> None:
    assert menu.is_cancel(label)
    assert menu.command_of(label) is None


@pytest.mark.parametrize("text", [None, "", "привет", "/help"])
def test_other_words_are_no_key(text: str | None) -> None:
    assert menu.command_of(text) is None
    assert not menu.is_cancel(text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_keyboard_has_only_known_keys_and_those_that_the_rights_give(language: str) -> None:
    guest, boss = Rights(), Rights(operator=True, leads_by_setting=True)

    keys = [
        {
            menu.command_of(label)
            for row in menu.main(a_view(language, rights=r)).rows
            for label in row
        }
        for r in (guest, boss)
    ]

    assert keys == [{"mypack", "help", "language"}, set(menu.KEYS)]
