"""The figures of a day and of the queue as it stands: what operators look at.

Times are ISO 8601 UTC text, spans are seconds, money is US dollars. `None` means that there is
nothing to measure yet, which is not the same as zero.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from store.domain.causes import Cause
from store.domain.records import Maintenance
from store.domain.status import JobStatus, LeadStatus


@dataclass(frozen=True, slots=True)
class Funnel:
    """How far the sessions begun on a day have come, and the jobs that ended on it."""

    started: int = 0
    linked: int = 0
    consented: int = 0
    chosen: int = 0
    photo: int = 0
    delivered: int = 0
    failed: int = 0


@dataclass(frozen=True, slots=True)
class Queue:
    """Jobs that still owe an outcome.

    `waited` is how long the oldest of them has waited, `left` what remains until its deadline:
    below zero when that has passed.
    """

    queued: int = 0
    processing: int = 0
    delivering: int = 0
    waited: float | None = None
    left: float | None = None

    @property
    def active(self) -> int:
        """How many jobs there are in all."""
        return self.queued + self.processing + self.delivering

    def by_status(self) -> dict[JobStatus, int]:
        """Return the counts by status, in the order of a job's life."""
        return {
            JobStatus.QUEUED: self.queued,
            JobStatus.PROCESSING: self.processing,
            JobStatus.DELIVERING: self.delivering,
        }


@dataclass(frozen=True, slots=True)
class Times:
    """From the photo to the link, over `count` deliveries."""

    count: int = 0
    p50: float | None = None
    p95: float | None = None

    @classmethod
    def of(cls, seconds: Sequence[float]) -> "Times":
        """Measure some deliveries."""
        ordered = sorted(seconds)
        return cls(len(ordered), percentile(ordered, 0.5), percentile(ordered, 0.95))


@dataclass(frozen=True, slots=True)
class Spent:
    """What a provider's calls have cost."""

    provider: str
    calls: int
    usd: float


@dataclass(frozen=True, slots=True)
class Opinion:
    """How guests liked their packs: so many scores, and their mean of 1 to 5."""

    count: int = 0
    mean: float | None = None


@dataclass(frozen=True, slots=True)
class Figures:
    """Everything at one moment; `day` is the local date, as in 2026-11-30.

    `recent` are the last deliveries, whenever they were; `leads` are all there are by status,
    `new_leads` those that came on the day.
    """

    day: str
    funnel: Funnel
    queue: Queue
    today: Times
    recent: Times
    failures: tuple[tuple[Cause, int], ...]
    money: tuple[Spent, ...]
    leads: tuple[tuple[LeadStatus, int], ...]
    new_leads: int
    opinion: Opinion
    pause: Maintenance

    @property
    def usd(self) -> float:
        """What the day has cost in all."""
        return sum(each.usd for each in self.money)


def percentile(ordered: Sequence[float], share: float) -> float | None:
    """Return the value that a share of sorted values does not pass (nearest rank)."""
    if not ordered:
        return None
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]
