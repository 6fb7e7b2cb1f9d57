"""The one line on top: can the booth deliver now, and if not, why and what to do. Pure.

The worst reason speaks. Since when it holds is remembered from the first look that found it, or
known from the records themselves.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

from store.domain.conditions import Condition
from store.domain.figures import Queue
from store.domain.policy import expected_wait
from store.domain.records import Maintenance
from store.domain.status import MaintenanceStatus
from store.tablet import Entrance
from supervisor.clock import iso, parse_iso
from supervisor.lifecycle import TreeSnapshot

LATE_MESSAGE = 60.0
"""Seconds after which a message that waits makes the booth slow."""
FAILURES = 3
"""Jobs that failed within `RECENT` seconds before the booth counts as slow."""
RECENT = 900.0


class Level(StrEnum):
    """How the booth does."""

    FINE = "fine"
    SLOW = "slow"
    STOPPED = "stopped"


class Reason(StrEnum):
    """Why it is not fine, by what has to be done about it."""

    FINE = "fine"
    DRAINING = "draining"
    STORE_DOWN = "store_down"
    DISK_FULL = "disk_full"
    TOKEN_REFUSED = "token_refused"  # noqa: S105 - the name of a trouble
    TELEGRAM_UNREACHABLE = "telegram_unreachable"
    POLLER_CONFLICT = "poller_conflict"
    OTHER_TROUBLE = "other_trouble"
    PAUSED_BY_SETTING = "paused_by_setting"
    PAUSED_ITSELF = "paused_itself"
    PAUSED_BY_HAND = "paused_by_hand"
    STARTING = "starting"
    ACTOR_DOWN = "actor_down"
    NO_BOT = "no_bot"
    QUEUE_TOO_LONG = "queue_too_long"
    FAILING = "failing"
    LONG_WAIT = "long_wait"
    LONG_QUEUE = "long_queue"
    MESSAGES_WAIT = "messages_wait"
    HELPER_DOWN = "helper_down"


@dataclass(frozen=True, slots=True)
class Headline:
    """The line: its level, its reason with the values of its sentence, and since when."""

    level: Level
    reason: Reason
    values: Mapping[str, object] = field(default_factory=dict)
    since: str | None = None


@dataclass(frozen=True, slots=True)
class Records:
    """What the database says of the moment."""

    entrance: Entrance
    queue: Queue
    failures: int
    messages: int
    oldest_message: str | None


@dataclass(frozen=True, slots=True)
class Limits:
    """The operator's choices that the line is judged by; durations in seconds."""

    slots: int
    deadline: float
    delay_notice: float


_PAUSES = {
    MaintenanceStatus.ENV: Reason.PAUSED_BY_SETTING,
    MaintenanceStatus.AUTO: Reason.PAUSED_ITSELF,
    MaintenanceStatus.ADMIN: Reason.PAUSED_BY_HAND,
}


class Spells:
    """Since when the present reason has been seen."""

    def __init__(self) -> None:
        self._reason: Reason | None = None
        self._since = ""

    def dated(self, line: Headline, now: str) -> Headline:
        """Return the line with the time since which it holds."""
        if line.reason is not self._reason:
            self._reason, self._since = line.reason, now
        since = line.since or (None if line.reason is Reason.FINE else self._since)
        return Headline(line.level, line.reason, line.values, since)


def judge(
    tree: TreeSnapshot,
    conditions: Mapping[str, str],
    records: Records | None,
    limits: Limits,
    now: datetime,
) -> Headline:
    """Return the line; `records` is None when the database does not answer."""
    if tree.stopping:
        return Headline(Level.STOPPED, Reason.DRAINING)
    if records is None:
        return Headline(Level.STOPPED, Reason.STORE_DOWN)
    return (
        _troubled(conditions)
        or _paused(records.entrance.maintenance)
        or _down(tree)
        or _shut(records.entrance, limits)
        or _slow(records, limits, now)
        or _limping(tree)
        or Headline(Level.FINE, Reason.FINE)
    )


def _troubled(conditions: Mapping[str, str]) -> Headline | None:
    for condition in Condition:
        if condition in conditions:
            return Headline(Level.STOPPED, Reason(condition.value))
    if conditions:
        return Headline(Level.STOPPED, Reason.OTHER_TROUBLE, {"name": min(conditions)})
    return None


def _paused(maintenance: Maintenance) -> Headline | None:
    if not maintenance.paused:
        return None
    return Headline(Level.STOPPED, _PAUSES[maintenance.status], since=maintenance.since)


def _down(tree: TreeSnapshot) -> Headline | None:
    if not tree.booted:
        return Headline(Level.STOPPED, Reason.STARTING)
    down = [path for path, child in tree.walk() if child.critical and not child.is_ready]
    if tree.is_ready or not down:
        return None
    return Headline(Level.STOPPED, Reason.ACTOR_DOWN, {"name": down[-1].partition("/")[2]})


def _shut(entrance: Entrance, limits: Limits) -> Headline | None:
    if entrance.bot_username is None:
        return Headline(Level.STOPPED, Reason.NO_BOT)
    wait = expected_wait(entrance.outlook.ahead, limits.slots, entrance.outlook.typical)
    if wait is not None and wait > limits.deadline:
        return Headline(Level.STOPPED, Reason.QUEUE_TOO_LONG, {"minutes": round(wait / 60)})
    return None


def _slow(records: Records, limits: Limits, now: datetime) -> Headline | None:
    if records.failures >= FAILURES:
        return Headline(
            Level.SLOW, Reason.FAILING, {"count": records.failures, "minutes": round(RECENT / 60)}
        )
    waited = records.queue.waited or 0.0
    if waited > limits.delay_notice:
        since = iso(now - timedelta(seconds=waited - limits.delay_notice))
        return Headline(Level.SLOW, Reason.LONG_WAIT, {"minutes": int(waited // 60)}, since)
    outlook = records.entrance.outlook
    wait = expected_wait(outlook.ahead, limits.slots, outlook.typical)
    if wait is not None and wait > limits.deadline / 2:
        return Headline(Level.SLOW, Reason.LONG_QUEUE, {"minutes": round(wait / 60)})
    oldest = records.oldest_message
    if oldest and (now - parse_iso(oldest)).total_seconds() > LATE_MESSAGE:
        return Headline(Level.SLOW, Reason.MESSAGES_WAIT, {"count": records.messages}, oldest)
    return None


def _limping(tree: TreeSnapshot) -> Headline | None:
    down = [path for path, child in tree.walk() if not child.is_ready]
    ended = {path for path, child in tree.walk() if child.state.value == "finished"}
    for path in down:
        if path not in ended:
            return Headline(Level.SLOW, Reason.HELPER_DOWN, {"name": path.partition("/")[2]})
    return None
