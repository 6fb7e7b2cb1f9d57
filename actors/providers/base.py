"""The protocol of those who make pictures, and the ways in which they can fail.

A provider turns a photo and an outfit into the stickers of a pack, one position at a time. It
touches no job and no chat. Its errors say whether another attempt can help:

    ProviderError
    ├── TryAgain     this attempt failed, another may succeed
    └── Hopeless     no further attempt with this photo and outfit can succeed
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol


class ProviderError(Exception):
    """Base of what a provider may raise; the text has no personal data."""


class TryAgain(ProviderError):
    """Transient: a broken worker, a busy service."""


class Hopeless(ProviderError):
    """Permanent for this photo and outfit."""


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be made: the selfie, the outfit's folder, the language, a folder to work in."""

    job: str
    photo: Path
    outfit: Path
    language: str
    work: Path


@dataclass(frozen=True, slots=True)
class Picture:
    """One finished sticker: a file that Telegram accepts, and its emoji."""

    path: Path
    emoji: str


class ImageProvider(Protocol):
    """Makes pictures; safe to be used by several slots at once."""

    @property
    def name(self) -> str:
        """The name in settings, in `jobs.provider_used` and on the panel."""
        ...

    @property
    def render_mode(self) -> str:
        """The word for `jobs.render_mode`."""
        ...

    async def prepare(self, order: Order) -> None:
        """Do once what all positions need; raises `ProviderError`."""
        ...

    async def make(self, order: Order, position: int) -> Picture:
        """Make the sticker of a position, from 0; raises `ProviderError`."""
        ...

    async def sheet(self, pictures: tuple[Picture, ...], target: Path) -> None:
        """Lay all stickers out on one picture for people; raises `ProviderError`."""
        ...
