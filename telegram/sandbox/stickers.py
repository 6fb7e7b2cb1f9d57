"""Sticker sets of the imitated service.

A set is found whatever the case of its name and dots in it. What getStickerSet shows can lag behind
(`lag`), and a deleted name stays taken for a while (`name_memory`); both are switches for tests.
"""

from dataclasses import dataclass, field
from typing import Any

from telegram.sandbox import limits
from telegram.sandbox.clock import SandboxClock
from telegram.sandbox.files import StoredFile
from telegram.sandbox.refusal import bad_request
from telegram.sandbox.text import folded_name


@dataclass(slots=True)
class Entry:
    """A sticker in a set; `file` has the id it has inside the set."""

    file: StoredFile
    emoji: list[str]
    keywords: list[str] = field(default_factory=list)


@dataclass(slots=True)
class StickerSet:
    """A set and its owner."""

    name: str
    title: str
    sticker_type: str
    owner: int
    entries: list[Entry] = field(default_factory=list)

    def capacity(self) -> int:
        """How many stickers fit."""
        emoji = self.sticker_type == "custom_emoji"
        return limits.STICKERS_IN_EMOJI_SET if emoji else limits.STICKERS_IN_SET

    def as_json(self) -> dict[str, Any]:
        """The `StickerSet` object of the API."""
        return {
            "name": self.name,
            "title": self.title,
            "sticker_type": self.sticker_type,
            "stickers": [
                sticker_json(each.file, self.sticker_type, each.emoji[0], self.name)
                for each in self.entries
            ],
        }


def sticker_json(
    file: StoredFile, sticker_type: str = "regular", emoji: str = "", set_name: str = ""
) -> dict[str, Any]:
    """A `Sticker` object of the API."""
    answer = file.file_json() | {
        "type": sticker_type,
        "width": file.width,
        "height": file.height,
        "is_animated": file.sticker_format == "animated",
        "is_video": file.sticker_format == "video",
    }
    if emoji:
        answer["emoji"] = emoji
    if set_name:
        answer["set_name"] = set_name
    return answer


class Shelf:
    """All sticker sets."""

    def __init__(self, clock: SandboxClock) -> None:
        self._clock = clock
        self.sets: dict[str, StickerSet] = {}
        self._gone: dict[str, float] = {}
        self._seen: dict[str, list[tuple[float, dict[str, Any] | None]]] = {}
        self.lag = 0.0
        self.name_memory = limits.NAME_MEMORY

    def is_taken(self, name: str) -> bool:
        """Whether a new set may not have this name."""
        key = folded_name(name)
        deleted = self._gone.get(key)
        remembered = deleted is not None and self._clock.now() < deleted + self.name_memory
        return key in self.sets or remembered

    def put(self, new: StickerSet) -> None:
        """Add a set whose name is free."""
        self.sets[folded_name(new.name)] = new
        self.touch(new)

    def find(self, name: str) -> StickerSet:
        """The set as it is now; raises `Refusal` STICKERSET_INVALID."""
        found = self.sets.get(folded_name(name))
        if found is None:
            raise bad_request("STICKERSET_INVALID")
        return found

    def shown(self, name: str) -> dict[str, Any]:
        """The set as getStickerSet shows it, up to `lag` seconds old."""
        if self.lag <= 0:
            return self.find(name).as_json()
        horizon = self._clock.now() - self.lag
        versions = self._seen.get(folded_name(name), [])
        visible = [version for when, version in versions if when <= horizon]
        if not visible or visible[-1] is None:
            raise bad_request("STICKERSET_INVALID")
        return visible[-1]

    def touch(self, changed: StickerSet) -> None:
        """Note that a set has changed."""
        history = self._seen.setdefault(folded_name(changed.name), [])
        history.append((self._clock.now(), changed.as_json()))

    def delete(self, name: str) -> None:
        """Delete a set; its name stays taken for a while."""
        self.find(name)
        key = folded_name(name)
        del self.sets[key]
        self._gone[key] = self._clock.now()
        self._seen.setdefault(key, []).append((self._clock.now(), None))

    def holding(self, file_id: str) -> tuple[StickerSet, int]:
        """The set and position of a sticker, by its id inside the set; raises `Refusal`."""
        for each in self.sets.values():
            for position, entry in enumerate(each.entries):
                if entry.file.file_id == file_id:
                    return each, position
        raise bad_request("STICKER_INVALID")
