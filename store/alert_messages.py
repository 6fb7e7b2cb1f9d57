"""What the store answers about alerts: what stands too long, what was counted, what failed."""

from dataclasses import dataclass
from datetime import datetime

from store.domain.conditions import Condition
from supervisor.message import Request


@dataclass(frozen=True, slots=True)
class Alarm(Request[None]):
    """Tell the operators, once for a spell, that a condition stands, or that it is over.

    `since` names the spell; `lasted` is how many seconds it took, None while it stands.
    """

    condition: Condition
    since: str
    lasted: float | None
    at: datetime


@dataclass(frozen=True, slots=True)
class TellFailures(Request[int]):
    """Tell of the failures that were counted and whose minute is over; answers how many alerts."""

    at: datetime


@dataclass(frozen=True, slots=True)
class AlertBackup(Request[None]):
    """Tell the operators, once a day, that no backup could be made; `reason` is one line."""

    reason: str
    at: datetime


AlertCommand = Alarm | TellFailures | AlertBackup
"""Commands about alerts."""
