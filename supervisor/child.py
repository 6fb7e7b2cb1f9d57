"""Child specs as data, and the context a running child is handed.

A child is started by calling `ChildSpec.start` anew for each incarnation, so state made inside is
fresh. It calls `context.ready()` once it can do its work, and returns soon after
`context.stop_requested` is set. Only its supervisor cancels it, after the grace.
"""

import math
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

import trio

from supervisor.backoff import Backoff
from supervisor.intensity import Intensity
from supervisor.lifecycle import Observer, Redact, Run, TreeSnapshot
from supervisor.mailbox import Mailbox


class Restart(StrEnum):
    """When an ended child is started again, in OTP's terms."""

    PERMANENT = "permanent"
    """Always."""
    TRANSIENT = "transient"
    """Only after a failure; returning is a normal end."""
    TEMPORARY = "temporary"
    """Never."""


class Subtree(Protocol):
    """A supervisor running as a child, as seen by its parent."""

    def snapshot(self) -> TreeSnapshot:
        """Return the state of everything below."""
        ...

    def hurry(self, seconds: float) -> None:
        """Shorten every remaining wait of a stop to so many seconds."""
        ...

    def request_restart(self, path: str) -> bool:
        """Have a child below end and start anew; False when there is none of this path."""
        ...

    def close_mailboxes(self) -> None:
        """Close the mailboxes of everything below; it will not be started again."""
        ...


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What nested supervisors inherit: who hears events, how texts are redacted, randomness."""

    path: str
    observer: Observer
    redact: Redact
    random: Callable[[], float]
    draining: trio.Event


class ChildContext:
    """What one incarnation of a child knows of its supervisor.

    Can be made without a supervisor in tests: `ChildContext("name")`.
    """

    def __init__(
        self,
        name: str,
        incarnation: int = 1,
        *,
        surroundings: Surroundings | None = None,
        on_ready: Callable[[], None] | None = None,
    ) -> None:
        """Prepare the context of incarnation number `incarnation`, counted from 1."""
        self.name = name
        self.incarnation = incarnation
        self.surroundings = surroundings
        self.stop_requested = trio.Event()
        self.draining = surroundings.draining if surroundings else trio.Event()
        """Set as soon as the whole tree is to stop, before this child is asked to."""
        self.doing_now = ""
        self.doing_since: float | None = None
        self.subtree: Subtree | None = None
        self.runs: dict[str, Run] = {}
        self._ready = trio.Event()
        self._on_ready = on_ready

    @property
    def is_ready(self) -> bool:
        """Whether `ready` was called."""
        return self._ready.is_set()

    @property
    def stopping(self) -> bool:
        """Whether the child was asked to stop."""
        return self.stop_requested.is_set()

    def ready(self) -> None:
        """Declare that the child can do its work; the next child may start."""
        if not self._ready.is_set():
            self._ready.set()
            if self._on_ready is not None:
                self._on_ready()

    async def wait_ready(self) -> None:
        """Wait until `ready` is called."""
        await self._ready.wait()

    def doing(self, text: str) -> None:
        """Publish what the child does now, for the tree snapshot; no personal data."""
        self.doing_now = text
        self.doing_since = trio.current_time()

    def ran(self, work: str, every: float) -> None:
        """Publish that a run of regular work has just ended, for the tree snapshot."""
        self.runs[work] = Run(work, every, trio.current_time())

    def request_stop(self) -> None:
        """Ask the child to return; called by the supervisor and by tests."""
        self.stop_requested.set()


Start = Callable[[ChildContext], Awaitable[None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildSpec:
    """How to start a child, when to restart it, and how long to wait for it. Times in seconds."""

    name: str
    start: Start
    restart: Restart = Restart.PERMANENT
    start_timeout: float = 10.0
    stop_grace: float = 5.0
    critical: bool = True
    """Whether the supervisor gives up with this child; if not, the child alone stays down."""
    mailboxes: tuple[Mailbox[Any], ...] = ()
    """The mailboxes this child alone reads."""
    intensity: Intensity | None = None
    """Its own restart budget; None takes the supervisor's; `NEVER_GIVE_UP` has no end."""
    backoff: Backoff = field(default_factory=Backoff)

    def __post_init__(self) -> None:
        """Refuse names and times that make no sense."""
        if not self.name or "/" in self.name:
            raise ValueError(f"a child needs a name without a slash, not {self.name!r}")
        for what, value in (("start_timeout", self.start_timeout), ("grace", self.stop_grace)):
            if math.isnan(value) or value < 0:
                raise ValueError(f"child {self.name}: {what} must be 0 or more, not {value}")
