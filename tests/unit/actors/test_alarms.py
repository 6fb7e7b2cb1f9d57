"""A trouble that stands is told once; one that mends itself is not."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import trio
from trio.testing import MockClock

from actors import alarms
from actors.alarms import Alarms
from store.alert_messages import Alarm
from store.client import PATIENCE, Store
from store.domain.conditions import Condition
from store.domain.machine import Role
from store.errors import StoreDown
from supervisor.child import ChildContext
from supervisor.clock import FixedClock
from supervisor.conditions import Conditions
from supervisor.message import Request
from tests.support.stores import RunningStore, running_store


class Away(Store):
    """A store that fails alarms so many times."""

    def __init__(self, store: Store, times: int) -> None:
        self.store, self.left, self.hub = store, times, store.hub

    async def ask(self, command: Request[Any], within: float = PATIENCE) -> Any:
        if isinstance(command, Alarm) and self.left:
            self.left -= 1
            raise StoreDown("away")
        return await self.store.ask(command, within)

    async def read(self, query: Any, *args: Any, **kwargs: Any) -> Any:
        return await self.store.read(query, *args, **kwargs)


class Tower:
    def __init__(self, running: RunningStore, away: int) -> None:
        self.running = running
        self.conditions = Conditions()
        self.alarms = Alarms(Away(running.store, away), self.conditions, running.clock)

    async def after(self, seconds: float) -> None:
        """Look every five seconds for so long."""
        for _ in range(int(seconds / 5)):
            self.running.clock.advance(5)
            await self.alarms.look()

    async def said(self) -> list[str]:
        found = await self.running.store.read(
            lambda c: c.execute("SELECT payload FROM outbox WHERE kind = 'alert'").fetchall()
        )
        return [row[0] for row in found]


@asynccontextmanager
async def tower(folder: Path, away: int = 0) -> AsyncIterator[Tower]:
    async with running_store(folder, clock=FixedClock()) as running:
        made = Tower(running, away)
        await made.alarms.look()
        yield made


async def test_a_trouble_that_mends_itself_wakes_nobody(tmp_path: Path) -> None:
    async with tower(tmp_path) as t:
        t.conditions.set(Condition.POLLER_CONFLICT, "409")
        await t.after(50)
        t.conditions.clear(Condition.POLLER_CONFLICT)
        await t.after(60)

        assert await t.said() == []


async def test_a_trouble_that_stands_is_told_once_and_once_when_it_is_over(
    tmp_path: Path,
) -> None:
    async with tower(tmp_path) as t:
        t.conditions.set(Condition.DISK_FULL, "10 MiB left")
        await t.after(300)
        standing = await t.said()
        t.conditions.clear(Condition.DISK_FULL)
        await t.after(10)

        assert len(standing) == 1
        assert "🚨" in standing[0]
        assert len(await t.said()) == 2
        assert "✅" in (await t.said())[1]


async def test_what_telegram_could_not_carry_is_told_when_it_is_over(tmp_path: Path) -> None:
    async with tower(tmp_path) as t:
        t.conditions.set(Condition.TELEGRAM_UNREACHABLE, "timeout")
        await t.after(300)
        during = await t.said()
        t.conditions.clear(Condition.TELEGRAM_UNREACHABLE)
        await t.after(5)

        assert during == []
        assert len(await t.said()) == 1


async def test_what_the_store_could_not_take_is_told_later(tmp_path: Path) -> None:
    async with tower(tmp_path, away=4) as t:
        t.conditions.set(Condition.STORE_DOWN, "x")
        await t.after(75)
        t.conditions.clear(Condition.STORE_DOWN)
        await t.after(30)

        assert len(await t.said()) == 1


async def test_counted_failures_are_told_when_their_minute_is_over(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    async with running_store(tmp_path, clock=FixedClock(follow=True)) as running:
        context = ChildContext("alarms")
        async with trio.open_nursery() as nursery:
            spec = alarms.child(running.store, Conditions(), running.clock)
            nursery.start_soon(spec.start, context)
            for guest in (1, 2, 3):
                job = await running.job(guest)
                await running.pull("job", job.id, "fail_by_hand", Role.ADMIN, error="x")
            await trio.sleep(70)
            context.request_stop()

        found = await running.store.read(
            lambda c: c.execute("SELECT count(*) FROM outbox WHERE kind = 'alert'").fetchall()
        )
    assert found == [(2,)]
