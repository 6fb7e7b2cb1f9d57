"""The board: what stands where just now, read at once, for the first page and for the stream."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from api.panel.desk import Desk
from api.panel.headline import RECENT, Headline, Records, judge
from store import figures, panel_queries, tablet
from store.domain.status import SessionStatus
from store.driver import Connection
from store.errors import StoreError
from supervisor.clock import iso
from supervisor.lifecycle import TreeSnapshot

OPEN_FOR = timedelta(hours=2)
"""A session that was begun earlier is nobody's any more, whatever its status."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A worker slot: what it does and for how many seconds; None when it is not up."""

    name: str
    state: str
    doing: str
    seconds: float | None

    @property
    def busy(self) -> bool:
        """Whether it makes a pack."""
        return bool(self.doing) and not self.doing.startswith("waiting")


@dataclass(frozen=True, slots=True)
class Board:
    """What the board shows."""

    line: Headline
    records: Records | None
    sessions: Mapping[SessionStatus, int]
    slots: tuple[Slot, ...]

    def as_json(self) -> dict[str, Any]:
        """Return what the stream says of it; times that only pass are left out."""
        jobs = self.records.queue.by_status() if self.records else {}
        return {
            "level": self.line.level.value,
            "reason": self.line.reason.value,
            "since": self.line.since,
            "jobs": {status.value: count for status, count in jobs.items()},
            "sessions": {status.value: count for status, count in self.sessions.items()},
            "slots": [{"name": slot.name, "doing": slot.doing} for slot in self.slots],
        }


@dataclass(frozen=True, slots=True)
class Moment:
    """What the database holds of the moment."""

    records: Records
    sessions: Mapping[SessionStatus, int]


def moment(connection: Connection, now: datetime, deadline: float) -> Moment:
    """Read the moment; each look is a range of an index."""
    messages, oldest = panel_queries.waiting_outbox(connection)
    records = Records(
        entrance=tablet.entrance(connection),
        queue=figures.queue(connection, now, deadline),
        failures=panel_queries.failures(connection, iso(now - timedelta(seconds=RECENT))),
        messages=messages,
        oldest_message=oldest,
    )
    return Moment(records, panel_queries.open_sessions(connection, iso(now - OPEN_FOR)))


async def board(desk: Desk) -> Board:
    """Return the board as it stands; a database that does not answer is on it too."""
    now = desk.handles.clock.now()
    tree = desk.handles.tree()
    try:
        found = await desk.handles.store.read(moment, now, desk.limits.deadline)
        records, sessions = found.records, found.sessions
    except StoreError:
        records, sessions = None, {}
    line = judge(tree, desk.handles.conditions.standing, records, desk.limits, now)
    line = desk.memory.spells.dated(line, iso(now))
    return Board(line, records, sessions, slots(tree, desk.handles.clock.monotonic()))


def slots(tree: TreeSnapshot, now: float) -> tuple[Slot, ...]:
    """Return the worker slots of the tree."""
    found = [child for path, child in tree.walk() if "/pool/" in path]
    return tuple(
        Slot(
            child.name,
            child.state.value,
            child.doing,
            None if child.doing_since is None else max(0.0, now - child.doing_since),
        )
        for child in found
    )
