"""The machine room: supervision tree, schedules, settings, log of actions, outfits, health."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import trio
from quart.wrappers import Response

from api.panel import listing
from api.panel.desk import Desk, Visit
from store import panel_queries, queries, talk_queries
from store.backup import EVERY, Backup, backups
from store.domain.conditions import REFUSES_GUESTS
from store.errors import StoreError
from supervisor.lifecycle import ChildSnapshot


@dataclass(frozen=True, slots=True)
class Branch:
    """A child of the tree as it is shown; `path` is below the root, `depth` counted from 0."""

    path: str
    depth: int
    child: ChildSnapshot
    up_for: float
    doing_for: float | None


@dataclass(frozen=True, slots=True)
class Work:
    """Something that is done by itself: whose it is, how often, when it was and will be.

    `child` can be restarted to have it done now; times are None when nobody knows.
    """

    name: str
    child: str
    every: float
    last: float | None
    next: float | None


@dataclass(frozen=True, slots=True)
class House:
    """The handlers."""

    desk: Desk

    async def tree(self, visit: Visit) -> Response:
        """Show every child, live."""
        return self.desk.page(visit, "tree.html", branches=self._branches(visit))

    async def schedules(self, visit: Visit) -> Response:
        """Show what is done by itself, and when."""
        made = await trio.to_thread.run_sync(backups, self.desk.handles.folder)
        works = [
            Work(run.work, branch.path, run.every, ago, max(0.0, run.every - ago))
            for branch in self._branches(visit)
            for run in branch.child.runs
            for ago in (max(0.0, visit.monotonic - run.at),)
        ]
        works.append(_backup_work(made, visit.now))
        return self.desk.page(visit, "schedules.html", works=works)

    async def actions(self, visit: Visit) -> Response:
        """Show what the staff did, the newest first."""
        found = await self.desk.handles.store.read(
            panel_queries.actions, action=listing.word("action"), after=listing.word("after")
        )
        return self.desk.page(
            visit,
            "actions.html",
            actions=found.rows,
            onward=listing.onward(found.after),
            given=listing.given(),
        )

    async def settings(self, visit: Visit) -> Response:
        """Show every setting, no secret among them."""
        return self.desk.page(visit, "settings.html", settings=self.desk.settings.shown)

    async def outfits(self, visit: Visit) -> Response:
        """Show the outfits, also hidden ones."""
        found = await self.desk.handles.store.read(talk_queries.outfit_entries)
        return self.desk.page(visit, "outfits.html", outfits=found)

    async def health(self, visit: Visit) -> Response:
        """Show standing troubles, the disk, the database and the backups."""
        folder = self.desk.handles.folder
        made = await trio.to_thread.run_sync(backups, folder)
        free = await trio.to_thread.run_sync(folder.free_bytes)
        size = await trio.to_thread.run_sync(_size, folder.database)
        try:
            bot = await self.desk.handles.store.read(queries.setting, "bot_username")
            store_answers = True
        except StoreError:
            bot, store_answers = None, False
        return self.desk.page(
            visit,
            "health.html",
            conditions=dict(self.desk.handles.conditions.standing),
            refusing=REFUSES_GUESTS,
            backups=made,
            free=free,
            database=size,
            bot=bot,
            store_answers=store_answers,
            tree=self.desk.handles.tree(),
        )

    def _branches(self, visit: Visit) -> tuple[Branch, ...]:
        return tuple(
            Branch(
                path.partition("/")[2],
                path.count("/") - 1,
                child,
                max(0.0, visit.monotonic - child.since),
                None
                if child.doing_since is None
                else max(0.0, visit.monotonic - child.doing_since),
            )
            for path, child in self.desk.handles.tree().walk()
        )


def _size(database: Path) -> int:
    """Return the bytes of the database with what waits in its log."""
    log = database.with_name(database.name + "-wal")
    return sum(path.stat().st_size for path in (database, log) if path.is_file())


def _backup_work(made: tuple[Backup, ...], now: datetime) -> Work:
    every = EVERY.total_seconds()
    if not made:
        return Work("backup", "", every, None, None)
    last = (now - made[0].made_at) / timedelta(seconds=1)
    return Work("backup", "", every, last, max(0.0, every - last))
