"""What a supervisor says about its children: events as they happen, and snapshots of the tree.

Both are values without references into the running tree. Failure texts are one line and short, and
have passed the supervisor's redaction.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

_SHORT = 200

Redact = Callable[[str], str]


class EventKind(StrEnum):
    """What happened to a child."""

    STARTED = "started"
    READY = "ready"
    FINISHED = "finished"
    """Returned on its own and is not restarted."""
    FAILED = "failed"
    RESTARTING = "restarting"
    STOPPING = "stopping"
    STOPPED = "stopped"
    CANCELLED = "cancelled"
    """Did not stop within its grace; the detail says why it was to stop."""
    UNRESPONSIVE = "unresponsive"
    """Did not even end when cancelled."""
    GAVE_UP = "gave_up"


class ChildState(StrEnum):
    """Where a child is in its life."""

    WAITING = "waiting"
    """Not started yet: an earlier child is not ready."""
    STARTING = "starting"
    READY = "ready"
    BACKOFF = "backoff"
    STOPPING = "stopping"
    STOPPED = "stopped"
    FINISHED = "finished"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a child ended: class of the error, and its text in short."""

    kind: str
    text: str

    def __str__(self) -> str:
        """Return both as one sentence part."""
        return f"{self.kind}: {self.text}" if self.text else self.kind


@dataclass(frozen=True, slots=True)
class LifecycleEvent:
    """One thing that happened; `path` is the child's, as in root/pool/slot-1."""

    kind: EventKind
    path: str
    incarnation: int
    detail: str = ""
    delay: float | None = None
    """Seconds until the next start, of RESTARTING."""


@dataclass(frozen=True, slots=True)
class Run:
    """The last run of something that a child does by itself, every so many seconds."""

    work: str
    every: float
    at: float


@dataclass(frozen=True, slots=True)
class ChildSnapshot:
    """One child at one moment. Times are seconds of the event loop's clock."""

    name: str
    state: ChildState
    since: float
    incarnation: int
    restarts: int
    critical: bool
    last_failure: Failure | None
    mailbox_depth: int
    doing: str
    doing_since: float | None
    subtree: "TreeSnapshot | None" = None
    runs: tuple[Run, ...] = ()

    @property
    def is_ready(self) -> bool:
        """Whether the child, and everything critical below it, is ready."""
        subtree_ready = self.subtree is None or self.subtree.is_ready
        return self.state is ChildState.READY and subtree_ready


@dataclass(frozen=True, slots=True)
class TreeSnapshot:
    """A supervisor and its children at one moment."""

    name: str
    strategy: str
    stopping: bool
    booted: bool
    """Whether every child has come up once."""
    children: tuple[ChildSnapshot, ...]

    @property
    def is_ready(self) -> bool:
        """Whether it runs and every critical child is ready, or has ended as it should."""
        fine = (
            child.is_ready or child.state is ChildState.FINISHED or not child.critical
            for child in self.children
        )
        return self.booted and not self.stopping and all(fine)

    def walk(self, prefix: str = "") -> Iterator[tuple[str, ChildSnapshot]]:
        """Yield every child with its path, depth first, in start order."""
        here = f"{prefix}{self.name}"
        for child in self.children:
            yield f"{here}/{child.name}", child
            if child.subtree is not None:
                yield from child.subtree.walk(f"{here}/")


class Observer(Protocol):
    """Who hears lifecycle events; must return at once."""

    def __call__(self, event: LifecycleEvent, /) -> None:
        """Take note of the event."""
        ...


def describe(error: BaseException, redact: Redact) -> Failure:
    """Return class and short redacted text of an error; looks into groups of one."""
    while isinstance(error, BaseExceptionGroup) and len(error.exceptions) == 1:
        error = error.exceptions[0]
    first_line = (redact(str(error)).splitlines() or [""])[0]
    return Failure(type(error).__name__, first_line[:_SHORT])
