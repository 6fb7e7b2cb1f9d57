"""What the web server is handed by the composition root.

The web server holds no state that matters: everything durable is asked of the store, and work
that can hurt the process (decoding a photo) is done behind a port.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from store.client import Store
from store.domain.records import Outfit
from store.files import DataFolder
from supervisor.clock import Clock
from supervisor.conditions import Conditions
from supervisor.lifecycle import TreeSnapshot

PHOTO_BYTES = 20 * 1024 * 1024
"""Largest photo that is taken, in bytes."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """The photo is usable, and its upright, stripped copy was written."""


@dataclass(frozen=True, slots=True)
class Rejected:
    """The photo is not usable.

    `code` is `too_large`, `unsupported_image` or `bad_photo`; `reason` goes with the last and is
    `no_person`, `too_small`, `too_dark`, `too_bright` or `blurred`.
    """

    code: str
    reason: str | None = None


class PhotoInspector(Protocol):
    """Judges an uploaded file where a hostile one cannot hurt this process."""

    async def inspect(self, source: Path, target: Path) -> Accepted | Rejected:
        """Judge `source` and, when it is good, write a JPEG to `target`.

        A file that crashes, stalls or exhausts its decoder is `Rejected`, never an exception. The
        caller makes `target` durable and removes both files. Must end soon after cancellation.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class LeadSettings:
    """How requests from the landing page are taken."""

    origins: tuple[str, ...] = ()
    """Web origins that may post, as browsers name them."""
    rate_per_min: int = 10
    """Requests per address and minute; 0 is no limit."""


@dataclass(frozen=True, slots=True)
class ShownSetting:
    """A setting as the panel shows it: never the value of a secret."""

    name: str
    value: str
    meaning: str


@dataclass(frozen=True, slots=True)
class ShownBreaker:
    """Whether a provider is called now: its phase, the seconds it still rests, and why."""

    provider: str
    phase: str
    rests: float = 0.0
    cause: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelSettings:
    """What the operators' panel needs beside the rest; durations in seconds.

    `restart` has a child of the tree ended and started anew, by its path below the root; False
    when there is none.
    """

    password: str = field(default="", repr=False)
    password_hash: str = field(default="", repr=False)
    """An argon2 hash that goes before the password."""
    viewer_password: str = field(default="", repr=False)
    """Password of those who only look; nobody when empty."""
    timezone: str = "Asia/Tashkent"
    pack_limit: int = 1
    delay_notice: float = 300.0
    shown: tuple[ShownSetting, ...] = ()
    restart: Callable[[str], bool] = lambda _: False
    breakers: Callable[[], tuple[ShownBreaker, ...]] = tuple


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiSettings:
    """The operator's choices that concern the web server; durations in seconds."""

    public_url: str
    kiosk_key: str = field(default="", repr=False)
    """When not empty, kiosk calls need it."""
    session_rate_per_min: int = 60
    """New sessions per address and minute; 0 is no limit."""
    languages: tuple[str, ...] = ("ru", "uz", "en")
    """Offered languages, the default first."""
    worker_slots: int = 2
    job_deadline: float = 900.0
    preview: Callable[[Outfit], Path | None] = lambda _: None
    """Where the picture of an outfit lies."""
    kiosk_timers: Mapping[str, float] = field(default_factory=dict)
    """Lengths of the tablet's timers in seconds, by the names the page knows them under."""
    display_font: Path | None = None
    """Font of the page's headlines; without it the system's serves."""
    samples: Path | None = None
    """Folder of sample stickers for the start screen; None or empty: the outfits' pictures."""
    leads: LeadSettings | None = None
    """None when leads are off: then there is no such call."""
    panel: PanelSettings | None = None
    """None when the panel is off: then there is no such page."""
    linger: float = 0.3
    """How long a stopping server still takes connections, to say that it is draining."""
    grace: float = 2.0
    """How long requests in progress get at a stop."""


@dataclass(frozen=True, slots=True)
class Handles:
    """Everything the routes reach: the store, the photo folder, the inspector, the state of us."""

    store: Store
    folder: DataFolder
    inspector: PhotoInspector
    conditions: Conditions
    tree: Callable[[], TreeSnapshot]
    clock: Clock
    settings: ApiSettings
