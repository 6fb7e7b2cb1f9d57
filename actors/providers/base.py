"""The protocols of those who make pictures, and the errors that stop a pack.

An artist makes one picture; a maker of packs turns a photo and an outfit into the stickers of a
pack, one position at a time. Neither touches a job or a chat. How one call ended is a value
(`results`); what stops a pack is an error:

    ProviderError
    ├── TryAgain     this attempt failed, another may succeed
    ├── Hopeless     no further attempt with this photo and outfit can succeed
    ├── NobodyLeft   no artist made the picture; what each of them said
    └── NotOurs      the job is no longer held by the order's owner
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from actors.providers.results import DescribeResult, DrawResult
from store.domain.calls import CallKind


class ProviderError(Exception):
    """Base of what a maker of packs may raise; the text has no personal data."""


class TryAgain(ProviderError):
    """Transient: a broken worker, a busy service."""


class Hopeless(ProviderError):
    """Permanent for this photo and outfit."""


class NotOurs(ProviderError):
    """The job was failed, reset or taken over while it was worked on."""


class Cause(StrEnum):
    """Why an artist made no picture: the verdict of its last call, or what forbade a call."""

    REFUSED = "refused"
    NO_FUNDS = "no_funds"
    RATE = "rate"
    TRANSIENT = "transient"
    BAD_REQUEST = "bad_request"
    MODEL_GONE = "model_gone"
    AUTH = "auth"
    UNKNOWN = "unknown"
    TOO_DEAR = "too_dear"
    SPOILED = "spoiled"


@dataclass(frozen=True, slots=True)
class Failing:
    """One artist that made no picture; `reason` is a code."""

    artist: str
    cause: Cause
    reason: str


class NobodyLeft(ProviderError):
    """Every artist of the chain was asked or could not be asked."""

    def __init__(self, failing: tuple[Failing, ...]) -> None:
        super().__init__("; ".join(f"{f.artist}: {f.cause} ({f.reason})" for f in failing))
        self.failing = failing


class RenderMode(StrEnum):
    """How a sticker was made."""

    FIGURE = "figure"
    COMPOSITE = "composite"
    COMPOSITE_FALLBACK = "composite_fallback"


class Ground(StrEnum):
    """What is behind the figure in an artist's pictures."""

    ALPHA = "alpha"
    KEY = "key"


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be made: the selfie, the outfit's folder, the language, a folder to work in.

    `owner` holds the job; `created_at` is when the job's clock began, as stored.
    """

    job: str
    owner: str
    created_at: str
    photo: Path
    outfit: Path
    language: str
    work: Path


@dataclass(frozen=True, slots=True)
class Picture:
    """One finished sticker: a file that Telegram accepts, its emoji, who made it and how."""

    path: Path
    emoji: str
    provider: str
    render_mode: str


async def _unnamed(_: str) -> None:
    """Nobody wants to know the id of the request."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A picture that an artist is shown; `mime` is what the bytes are."""

    content: bytes = field(repr=False)
    mime: str


@dataclass(frozen=True, slots=True)
class PictureOrder:
    """One picture: for which position of which pack, in which words, after which references.

    `named` is told the service's own id of the request as soon as it is known.
    """

    order: Order
    position: int
    prompt: str = field(default="", repr=False)
    references: tuple[Reference, ...] = ()
    named: Callable[[str], Awaitable[None]] = _unnamed


class Artist(Protocol):
    """Makes one picture a call; safe to be used by several packs at once."""

    @property
    def name(self) -> str:
        """The name in settings, in the books and in `jobs.provider_used`."""
        ...

    async def draw(self, picture: PictureOrder) -> DrawResult:
        """Make a picture. Leaves no file and no call behind when it is cancelled."""
        ...

    async def aclose(self) -> None:
        """Close connections; later calls fail."""
        ...


class PaidArtist(Artist, Protocol):
    """An artist whose calls cost money and are written down."""

    @property
    def model(self) -> str:
        """The id of the model that draws."""
        ...

    @property
    def ground(self) -> Ground:
        """What is behind the figure in its pictures."""
        ...

    def reserve(self, kind: CallKind) -> float:
        """Return what a call is expected to cost at most, in US dollars."""
        ...


class Describer(PaidArtist, Protocol):
    """A paid artist who can also say what a guest looks like."""

    @property
    def looker(self) -> str:
        """The id of the model that looks."""
        ...

    async def describe(self, photo: Reference, question: str) -> DescribeResult:
        """Have a question about a photo answered in JSON."""
        ...


class Pack(Protocol):
    """The pictures of one order in the making."""

    async def make(self, position: int) -> Picture:
        """Make the sticker of a position, from 0; raises `ProviderError`."""
        ...


class PackMaker(Protocol):
    """Makes the pictures of packs; safe to be used by several slots at once."""

    async def prepare(self, order: Order) -> Pack:
        """Do once what all positions need; raises `ProviderError`."""
        ...

    async def sheet(self, pictures: tuple[Path, ...], target: Path) -> None:
        """Lay all stickers out on one picture for people; raises `ProviderError`."""
        ...
