"""Sentences that count something, with the right form of the counted word in each language.

Russian has three forms: one (1, 21), few (2-4, 22-24), many (0, 5-20, 11-14, fractions take few);
English has two; Uzbek leaves a counted word as it is (CLDR plural rules).
"""

from dataclasses import dataclass

from store.domain.texts.text import Text


@dataclass(frozen=True, slots=True)
class Counted:
    """A sentence with `{count}`: one form for each grammatical number of each language."""

    ru: tuple[str, str, str]
    uz: str
    en: tuple[str, str]

    def of(self, language: str | None, count: float, **values: object) -> str:
        """Return the sentence in a language for a number, filled in."""
        chosen = Text(self.ru[_russian(count)], self.uz, self.en[0 if count == 1 else 1])
        return chosen.of(language, count=_plain(count), **values)


def _russian(count: float) -> int:
    if count != int(count):
        return 1
    last, two = int(count) % 10, int(count) % 100
    if last == 1 and two != 11:
        return 0
    return 1 if last in {2, 3, 4} and two not in {12, 13, 14} else 2


def _plain(count: float) -> str:
    return f"{count:g}"
