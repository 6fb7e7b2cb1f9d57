"""The line on top: the worst reason speaks, and says since when."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from api.panel.headline import Level, Limits, Reason, Records, Spells, judge
from store.domain.figures import Queue
from store.domain.records import Maintenance, Outlook
from store.domain.status import MaintenanceStatus
from store.tablet import Entrance
from supervisor.clock import iso
from supervisor.lifecycle import ChildSnapshot, ChildState, TreeSnapshot

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
LIMITS = Limits(slots=2, deadline=900.0, delay_notice=300.0)
OFF = Maintenance(MaintenanceStatus.OFF, None, None)


def records(
    pause: Maintenance = OFF, outlook: Outlook | None = None, bot: str | None = "b", **more: Any
) -> Records:
    """Return what a calm database says, with changes."""
    entrance = Entrance(pause, outlook or Outlook(0, 60.0), bot)
    calm = Records(entrance, Queue(), failures=0, messages=0, oldest_message=None)
    return replace(calm, **more)


def child(name: str, state: ChildState = ChildState.READY, *, critical: bool = True) -> Any:
    """Return a child at a moment."""
    return ChildSnapshot(name, state, 0.0, 1, 0, critical, None, 0, "", None)


def tree(*children: ChildSnapshot, **more: Any) -> TreeSnapshot:
    """Return a tree that is up, with changes."""
    calm = TreeSnapshot("root", "one_for_one", stopping=False, booted=True, children=children)
    return replace(calm, **more)


UP = tree(child("store"))
BACKOFF = ChildState.BACKOFF
PAUSED = {
    status: records(Maintenance(status, "x", "2026-11-30T11:00:00.000000Z"))
    for status in MaintenanceStatus
}
CASES = [
    (UP, {}, records(), Level.FINE, Reason.FINE),
    (tree(stopping=True), {}, records(), Level.STOPPED, Reason.DRAINING),
    (UP, {}, None, Level.STOPPED, Reason.STORE_DOWN),
    (UP, {"disk_full": "x"}, records(), Level.STOPPED, Reason.DISK_FULL),
    (UP, {"new_trouble": "x"}, records(), Level.STOPPED, Reason.OTHER_TROUBLE),
    (UP, {}, PAUSED[MaintenanceStatus.ENV], Level.STOPPED, Reason.PAUSED_BY_SETTING),
    (UP, {}, PAUSED[MaintenanceStatus.AUTO], Level.STOPPED, Reason.PAUSED_ITSELF),
    (UP, {}, PAUSED[MaintenanceStatus.ADMIN], Level.STOPPED, Reason.PAUSED_BY_HAND),
    (tree(booted=False), {}, records(), Level.STOPPED, Reason.STARTING),
    (tree(child("pool", BACKOFF)), {}, records(), Level.STOPPED, Reason.ACTOR_DOWN),
    (UP, {}, records(bot=None), Level.STOPPED, Reason.NO_BOT),
    (UP, {}, records(outlook=Outlook(40, 60.0)), Level.STOPPED, Reason.QUEUE_TOO_LONG),
    (UP, {}, records(outlook=Outlook(400, None)), Level.FINE, Reason.FINE),
    (UP, {}, records(failures=3), Level.SLOW, Reason.FAILING),
    (UP, {}, records(queue=Queue(waited=301.0)), Level.SLOW, Reason.LONG_WAIT),
    (UP, {}, records(outlook=Outlook(16, 60.0)), Level.SLOW, Reason.LONG_QUEUE),
    (
        UP,
        {},
        records(messages=4, oldest_message=iso(NOW - timedelta(seconds=61))),
        Level.SLOW,
        Reason.MESSAGES_WAIT,
    ),
    (
        tree(child("store"), child("drafts", BACKOFF, critical=False)),
        {},
        records(),
        Level.SLOW,
        Reason.HELPER_DOWN,
    ),
    (tree(child("installation", ChildState.FINISHED)), {}, records(), Level.FINE, Reason.FINE),
]


@pytest.mark.parametrize(("its_tree", "conditions", "found", "level", "reason"), CASES)
def test_the_worst_reason_speaks(
    its_tree: TreeSnapshot,
    conditions: dict[str, str],
    found: Records | None,
    level: Level,
    reason: Reason,
) -> None:
    line = judge(its_tree, conditions, found, LIMITS, NOW)

    assert (line.level, line.reason) == (level, reason)


def test_every_reason_is_met_or_named_like_its_condition() -> None:
    met = {reason for *_, reason in CASES}

    assert set(Reason) - met == {
        Reason.TOKEN_REFUSED,
        Reason.TELEGRAM_UNREACHABLE,
        Reason.POLLER_CONFLICT,
    }


def test_a_pause_says_since_when_the_switch_was_moved() -> None:
    line = judge(UP, {}, PAUSED[MaintenanceStatus.ADMIN], LIMITS, NOW)

    assert Spells().dated(line, iso(NOW)).since == "2026-11-30T11:00:00.000000Z"


def test_a_long_wait_is_dated_from_when_it_became_one() -> None:
    line = judge(UP, {}, records(queue=Queue(waited=360.0)), LIMITS, NOW)

    assert line.since == iso(NOW - timedelta(seconds=60))


def test_a_trouble_keeps_its_time_until_another_comes() -> None:
    spells = Spells()
    full = judge(UP, {"disk_full": "x"}, records(), LIMITS, NOW)
    down = judge(UP, {}, None, LIMITS, NOW)

    first = spells.dated(full, "1").since
    later = spells.dated(full, "2").since
    other = spells.dated(down, "3").since

    assert (first, later, other) == ("1", "1", "3")
