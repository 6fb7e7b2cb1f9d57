"""One sentence in the three languages of the product.

A text cannot be made without all of them, so the catalog is complete by construction.
"""

from dataclasses import dataclass

LANGUAGES = ("ru", "uz", "en")
DEFAULT = "ru"


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence with `{placeholders}`; markup in it is Telegram's HTML, values are not escaped."""

    ru: str
    uz: str
    en: str

    def of(self, language: str | None, **values: object) -> str:
        """Return the sentence in a language (the default for an unknown one), filled in."""
        match language:
            case "uz":
                chosen = self.uz
            case "en":
                chosen = self.en
            case _:
                chosen = self.ru
        return chosen.format(**values) if values else chosen


def nearest(language: str | None, offered: tuple[str, ...] = LANGUAGES) -> str:
    """Map a language code from outside (`uz-UZ`, `EN`, nothing) to an offered one."""
    word = (language or "").lower().replace("_", "-").split("-")[0]
    return word if word in offered else offered[0]
