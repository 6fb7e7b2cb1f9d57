"""Numbers and times that rules depend on: parsed settings as the engine needs them.

Durations are seconds and may be fractions. Everything here is pure: the present is a parameter.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

FREE_RETURNS = 2
"""Returns to the queue at a stop that cost a job no attempt (specification of behaviour)."""

PACK_SIZE = 10
"""Stickers in a pack."""

OUTLOOK_DELIVERIES = 20
"""How many recent deliveries the expected wait is judged by."""

FEEDBACK_AFTER = 20.0
"""Seconds after its link was sent until a guest is asked how they like the pack."""

FEEDBACK_WITHIN = 3600.0
"""Seconds after which nobody is asked any more: the question would come out of nowhere."""

SCORES = (1, 2, 3, 4, 5)
"""What a guest may give a pack."""

RATE_BUTTON = "rate"
"""How the data of a button with a score begins."""


@dataclass(frozen=True, slots=True)
class Policy:
    """The operator's choices that decide transitions."""

    pack_limit: int = 1
    max_attempts: int = 2
    retry_delay: float = 10.0
    delay_notice: float = 300.0
    job_deadline: float = 900.0
    photo_retention: float = 24 * 3600.0

    def overdue(self, now: datetime) -> datetime:
        """Return the latest creation time whose delivery deadline has passed."""
        return now - timedelta(seconds=self.job_deadline)

    def delayed(self, now: datetime) -> datetime:
        """Return the latest creation time whose guest should hear of the delay."""
        return now - timedelta(seconds=self.delay_notice)

    def retry_at(self, now: datetime) -> datetime:
        """Return when a job whose attempt just failed may be claimed again."""
        return now + timedelta(seconds=self.retry_delay)

    def photo_kept_from(self, now: datetime) -> datetime:
        """Return the latest failure time whose selfie must go."""
        return now - timedelta(seconds=self.photo_retention)


def expected_wait(ahead: int, slots: int, typical: float | None) -> float | None:
    """Return the seconds until a new job would be delivered, or None without history.

    `ahead` jobs share `slots`; `typical` is the median time of recent deliveries, in seconds.
    """
    if typical is None:
        return None
    return (ahead // max(slots, 1) + 1) * typical
