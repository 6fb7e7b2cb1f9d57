"""Numbers and times of leads, pure: the present and the zone are parameters.

All figures are the specification's.
"""

from datetime import datetime, timedelta, tzinfo

PUBLISH_PAUSES = (5.0, 15.0, 60.0, 300.0, 900.0)
"""Seconds before the next try after the first, second, ... failure; the last repeats."""
ALERT_FROM = 5
"""From this failure on the operators are alerted."""
UNKNOWN_OUTCOME = "unknown outcome"
"""Error of what may have reached the group and may not."""
MOST_PINGS = 5
"""Failures after which a repeat is no longer told."""
REPEAT_WINDOW = timedelta(hours=24)
REMIND_AFTER = timedelta(hours=2)
WORK_BEGINS, WORK_ENDS = 9, 21
"""Working hours, Monday to Friday, local time."""
SATURDAY = 5
SPAM_KEPT = timedelta(days=30)
LEAD_KEPT = timedelta(days=365)
TEST_WORDS = ("тест", "test")
"""Only a lead with one of these in its name or comment may be deleted whole."""


def publish_pause(failures: int) -> float:
    """Return the seconds before the next try after so many failures, counted from 1."""
    return PUBLISH_PAUSES[min(max(failures, 1), len(PUBLISH_PAUSES)) - 1]


def is_working_time(now: datetime, zone: tzinfo) -> bool:
    """Tell whether admins may be reminded at this moment."""
    local = now.astimezone(zone)
    return local.weekday() < SATURDAY and WORK_BEGINS <= local.hour < WORK_ENDS


def reminder_cutoff(now: datetime, zone: tzinfo) -> datetime | None:
    """Return the latest creation time of leads to remind of now; None outside working time."""
    return now - REMIND_AFTER if is_working_time(now, zone) else None


def is_test(*texts: str) -> bool:
    """Tell whether a lead is a test, by its name and comment."""
    return any(word in text.casefold() for word in TEST_WORDS for text in texts)
