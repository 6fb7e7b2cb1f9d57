"""Every text of every module, in every language, with the same placeholders and sound markup."""

import importlib
import pkgutil
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from string import Formatter

import pytest

from store.domain import texts
from store.domain.texts import bot
from store.domain.texts.plural import Counted
from store.domain.texts.text import LANGUAGES, Text, nearest

MODULES = [found.name for found in pkgutil.iter_modules(texts.__path__)]
FORMATS = frozenset({"b", "i", "u", "s", "code", "pre", "a"})
"""Tags of Telegram's HTML that a text may have."""


def texts_in(name: str, value: object) -> Iterator[tuple[str, Text]]:
    """Find the texts of a constant, in mappings too; of what counts, each form is one."""
    match value:
        case Text():
            yield name, value
        case Counted(ru, uz, en):
            for place, russian in enumerate(ru):
                yield f"{name}[{place}]", Text(russian, uz, en[min(place, 1)])
        case dict():
            for key, inner in value.items():
                yield from texts_in(f"{name}.{key}", inner)


TEXTS = {
    found: text
    for module in MODULES
    for name, value in vars(importlib.import_module(f"store.domain.texts.{module}")).items()
    for found, text in texts_in(f"{module}.{name}", value)
}


class Tags(HTMLParser):
    """Follows the tags of a sentence."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag


def tags(sentence: str) -> list[str]:
    """Return the tags of a sentence, each of which is closed and known."""
    parser = Tags()
    parser.feed(sentence)
    parser.close()
    assert parser.open == []
    assert set(parser.seen) <= FORMATS
    return sorted(parser.seen)


def fields(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def test_texts_are_found() -> None:
    assert {"bot.LINK", "me.DAYS[0]", "staff.ROLES.viewer", "forms.GOT.voice"} <= set(TEXTS)


@pytest.mark.parametrize("name", list(TEXTS))
def test_a_text_is_complete_in_every_language(name: str) -> None:
    sentences = [getattr(TEXTS[name], language) for language in LANGUAGES]

    assert all(sentence.strip() for sentence in sentences)
    assert len({frozenset(fields(sentence)) for sentence in sentences}) == 1


@pytest.mark.parametrize("name", list(TEXTS))
def test_tags_are_balanced_and_the_same_in_every_language(name: str) -> None:
    found = [tags(getattr(TEXTS[name], language)) for language in LANGUAGES]

    assert found == [found[0]] * len(LANGUAGES)


@pytest.mark.parametrize("name", list(TEXTS))
def test_uzbek_letters_and_english_apostrophes_are_typed_one_way(name: str) -> None:
    text = TEXTS[name]

    assert not re.search("[oOgG]['’`ʻʼ]", text.uz)
    assert "'" not in text.uz + text.en


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
