"""The leads actor: looks at the database when it is rung and at intervals, and acts on what is due.

Cards, reminders and retention go on side by side, so that none waits for another's flood control.
Without a group only retention is at work. No new message is begun after a stop request.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from zoneinfo import ZoneInfo

import structlog
import trio

from actors.leads.group import Group
from actors.leads.publisher import Publisher
from actors.leads.reminders import Reminders
from actors.leads.repeats import Repeats
from actors.leads.retention import Retention
from store import lead_queries
from store.client import Store
from store.errors import CommandFailed
from store.events import LEADS
from supervisor.child import ChildContext, ChildSpec
from supervisor.clock import Clock, iso
from supervisor.intensity import NEVER_GIVE_UP
from supervisor.periodic import every
from telegram.asking import STORE_AWAY, insist
from telegram.botapi.client import BotApi

REMIND_SECONDS = 60.0
ERASE_SECONDS = 60.0
PRUNE_SECONDS = 3600.0

log = structlog.get_logger("leads")


@dataclass(frozen=True, slots=True)
class LeadsSettings:
    """What an operator sets for leads; without a chat they are off. Seconds where not said."""

    chat_id: int | None
    thread_id: int | None
    poll: float
    timezone: str
    language: str
    state_kept: timedelta


class LeadsActor:
    """One incarnation."""

    def __init__(self, store: Store, api: BotApi, clock: Clock, settings: LeadsSettings) -> None:
        self._store = store
        self._api = api
        self._clock = clock
        self._settings = settings

    async def run(self, context: ChildContext) -> None:
        """Work until asked to stop; what is being sent then is finished."""
        s = self._settings
        retention = Retention(self._store, self._clock, s.state_kept)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_again, ERASE_SECONDS, retention.erase, context)
            nursery.start_soon(_again, PRUNE_SECONDS, retention.prune, context)
            if s.chat_id is not None:
                group = self._group(s.chat_id, context)
                reminders = Reminders(self._store, group, self._clock, ZoneInfo(s.timezone))
                nursery.start_soon(_again, REMIND_SECONDS, reminders.look, context)
                nursery.start_soon(self._publish, group, context)
            context.ready()

    def _group(self, chat_id: int, context: ChildContext) -> Group:
        s = self._settings
        return Group(
            self._store,
            self._api,
            self._clock,
            chat_id=chat_id,
            thread_id=s.thread_id,
            language=s.language,
            stop=context.stop_requested,
        )

    async def _publish(self, group: Group, context: ChildContext) -> None:
        zone = ZoneInfo(self._settings.timezone)
        publisher = Publisher(self._store, group, self._clock, zone)
        repeats = Repeats(self._store, group, publisher, self._clock)
        await insist(repeats.recover, "recover")
        look = _Look(self._store, self._clock, publisher, repeats, group)
        with self._store.hub.listen(LEADS) as hint:

            async def turn() -> None:
                await _fenced(look.run)
                context.ran("group", self._settings.poll)

            await every(self._settings.poll, turn, hint=hint, until=context.stop_requested)


@dataclass(frozen=True, slots=True)
class _Look:
    """One look at everything the group is owed: new cards, cards again, edits, then pings."""

    store: Store
    clock: Clock
    publisher: Publisher
    repeats: Repeats
    group: Group

    async def run(self) -> None:
        """Do what is due; ends early when a stop or flood control asks for it."""
        publisher = self.publisher
        await self._each(await self.store.read(lead_queries.to_post, self._now()), publisher.post)
        again = await self.store.read(lead_queries.to_repost, self._resting())
        await self._each(again, publisher.post)
        await self._each(
            await self.store.read(lead_queries.to_edit, self._resting()), publisher.edit
        )
        await self._each(
            await self.store.read(lead_queries.to_tell, self._now()), self.repeats.tell
        )

    async def _each(self, found: tuple[object, ...], act: Callable[..., Awaitable[None]]) -> None:
        for one in found:
            if self.publisher.quiet or not await self.group.turn():
                return
            await act(one)

    def _now(self) -> str:
        return iso(self.clock.now())

    def _resting(self) -> tuple[int, ...]:
        return self.publisher.rests.resting(trio.current_time())


async def _again(
    seconds: float, work: Callable[[], Awaitable[None]], context: ChildContext
) -> None:
    await every(seconds, lambda: _fenced(work), until=context.stop_requested)


async def _fenced(work: Callable[[], Awaitable[None]]) -> None:
    """Put off what the store cannot do now; the next turn finds it again."""
    try:
        await work()
    except (*STORE_AWAY, CommandFailed) as error:
        log.warning("leads.postponed", error=type(error).__name__)


def child(store: Store, api: BotApi, clock: Clock, settings: LeadsSettings) -> ChildSpec:
    """Describe the actor as a child; the booth goes on without it."""

    async def start(context: ChildContext) -> None:
        await LeadsActor(store, api, clock, settings).run(context)

    return ChildSpec(name="leads", start=start, critical=False, intensity=NEVER_GIVE_UP)
