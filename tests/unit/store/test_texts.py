"""Every text of every module, in every language, with the same placeholders and sound markup."""

import importlib
import pkgutil
import re
from string import Formatter

import pytest

from store.domain import texts
from store.domain.texts import bot
from store.domain.texts.text import LANGUAGES, Text, nearest

MODULES = [found.name for found in pkgutil.iter_modules(texts.__path__)]
TEXTS = {
    f"{module}.{name}": value
    for module in MODULES
    for name, value in vars(importlib.import_module(f"store.domain.texts.{module}")).items()
    if isinstance(value, Text)
}


def fields(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def test_texts_are_found() -> None:
    assert "bot.LINK" in TEXTS


@pytest.mark.parametrize("name", list(TEXTS))
def test_a_text_is_complete_in_every_language(name: str) -> None:
    sentences = [getattr(TEXTS[name], language) for language in LANGUAGES]

    assert all(sentence.strip() for sentence in sentences)
    assert len({frozenset(fields(sentence)) for sentence in sentences}) == 1
    assert len({tuple(sorted(re.findall(r"</?\w+", s))) for s in sentences}) == 1


@pytest.mark.parametrize("name", list(TEXTS))
def test_a_text_can_be_filled_in(name: str) -> None:
    for language in LANGUAGES:
        values = dict.fromkeys(fields(TEXTS[name].ru), "X")
        assert "{" not in TEXTS[name].of(language, **values)


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        (bot.CLOSED, "Сессия закрыта, нажми «СТАРТ» на планшете."),
        (bot.IN_PROGRESS, "Твой набор уже готовится ⏳…"),
        (bot.DELAYED, "Дорабатываем детали твоего набора ✨ Скоро пришлю!"),
        (bot.AGREE, "✅ Согласен"),
    ],
)
def test_the_sentences_of_the_specification_are_quoted_exactly(text: Text, quoted: str) -> None:
    assert text.ru == quoted


@pytest.mark.parametrize(
    ("language", "said"), [("ru", "ru"), ("uz", "uz"), ("en", "en"), ("fr", "ru"), (None, "ru")]
)
def test_an_unknown_language_is_spoken_to_in_the_default(language: str | None, said: str) -> None:
    assert Text(ru="ru", uz="uz", en="en").of(language) == said


@pytest.mark.parametrize(
    ("code", "language"),
    [("uz-UZ", "uz"), ("EN", "en"), ("en_US", "en"), ("fr", "ru"), ("", "ru"), (None, "ru")],
)
def test_a_code_from_outside_is_mapped_to_an_offered_language(
    code: str | None, language: str
) -> None:
    assert nearest(code) == language


def test_the_first_offered_language_is_the_default() -> None:
    assert nearest("fr", ("en", "uz")) == "en"
