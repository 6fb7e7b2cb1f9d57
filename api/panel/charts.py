"""Numbers as pictures: bars and lines in SVG whose places are computed here. Pure.

Every picture has its numbers as text beside it, so it says nothing that cannot be read.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo

from store.domain.figures import Times
from supervisor.clock import parse_iso

WIDTH = 480.0
HEIGHT = 96.0
HOURS = 24


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar: its place in the picture, what it stands for, and its number."""

    x: float
    y: float
    width: float
    height: float
    label: str
    value: float


@dataclass(frozen=True, slots=True)
class Hour:
    """Deliveries of one hour: when it began, and how long they took."""

    begin: datetime
    times: Times


def bars(values: Sequence[tuple[str, float | None]]) -> tuple[Bar, ...]:
    """Return a bar a value, the highest of full height; nothing at all is a bar of no height."""
    most = max((value or 0.0 for _, value in values), default=0.0) or 1.0
    step = WIDTH / max(len(values), 1)
    return tuple(
        Bar(
            x=round(place * step + step * 0.1, 1),
            y=round(HEIGHT - HEIGHT * (value or 0.0) / most, 1),
            width=round(step * 0.8, 1),
            height=round(HEIGHT * (value or 0.0) / most, 1),
            label=label,
            value=value or 0.0,
        )
        for place, (label, value) in enumerate(values)
    )


def hours(deliveries: Sequence[tuple[str, float]], now: datetime, zone: tzinfo) -> tuple[Hour, ...]:
    """Return the last hours, each with its deliveries; the present one is the last."""
    present = now.astimezone(zone).replace(minute=0, second=0, microsecond=0)
    begins = [present - timedelta(hours=back) for back in range(HOURS - 1, -1, -1)]
    taken: dict[datetime, list[float]] = {begin: [] for begin in begins}
    for at, seconds in deliveries:
        hour = parse_iso(at).astimezone(zone).replace(minute=0, second=0, microsecond=0)
        if hour in taken:
            taken[hour].append(seconds)
    return tuple(Hour(begin, Times.of(taken[begin])) for begin in begins)
