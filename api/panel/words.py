"""The panel's texts by name, in one language, and times and spans as people read them."""

from collections.abc import Mapping
from datetime import tzinfo
from enum import StrEnum
from functools import cache

from store.domain.texts import panel, panel_actions, panel_pages, panel_words
from store.domain.texts.text import Text
from supervisor.clock import parse_iso

MODULES = (panel, panel_pages, panel_actions, panel_words)
NOTHING = "—"


@cache
def catalog() -> Mapping[str, Text]:
    """Return every text of the panel; one of a table is named `table.key`."""
    found: dict[str, Text] = {}
    for module in MODULES:
        for name, value in vars(module).items():
            if isinstance(value, Text):
                found[name.lower()] = value
            elif isinstance(value, dict) and not name.startswith("_"):
                found |= {f"{name.lower()}.{key}": text for key, text in value.items()}
    return found


class Words:
    """What a page says, in a language and a time zone."""

    def __init__(self, language: str, zone: tzinfo) -> None:
        self.language = language
        self._zone = zone

    def __call__(self, name: str, /, **values: object) -> str:
        """Return a text by its name; raises KeyError for one there is not."""
        return catalog()[name].of(self.language, **values)

    def named(self, table: str, key: StrEnum | str | None) -> str:
        """Return the name of one of a table's words, or the word itself when it has none."""
        if key is None:
            return NOTHING
        text = catalog().get(f"{table}.{key}")
        return text.of(self.language) if text else str(key)

    def moment(self, at: str | None) -> str:
        """Return a stored time in the zone of the event, as in 30.11 17:45:03."""
        return (
            NOTHING
            if at is None
            else parse_iso(at).astimezone(self._zone).strftime("%d.%m %H:%M:%S")
        )

    def clock(self, at: str | None) -> str:
        """Return only the time of day."""
        return NOTHING if at is None else parse_iso(at).astimezone(self._zone).strftime("%H:%M")


def span(seconds: float | None) -> str:
    """Return a span as on a stop watch: 0:07, 12:05, 1:02:30; one before zero with a minus."""
    if seconds is None:
        return NOTHING
    whole = abs(int(seconds))
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    text = f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
    return f"−{text}" if seconds <= -1 else text


def money(usd: float | None) -> str:
    """Return dollars, with the fractions of a cent that calls cost."""
    return NOTHING if usd is None else f"${usd:.4f}" if 0 < usd < 0.1 else f"${usd:.2f}"


def size(count: float) -> str:
    """Return bytes in the unit that leaves few digits."""
    for unit in ("B", "KiB", "MiB"):
        if count < 1024:
            return f"{count:.0f} {unit}"
        count /= 1024
    return f"{count:.1f} GiB"
