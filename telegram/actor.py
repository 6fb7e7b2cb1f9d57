"""The dialogue actor: takes updates from the inbox, decides, and has the store carry it out.

What stays true:
- One person's updates are handled one at a time and in order; many persons at once.
- An update is finished in the transaction that stores its effects, so a crash or a dead store
  costs time and never an update, and no update takes effect twice.
- An update that cannot be read or handled is put aside with the class of the error only, and
  stops nobody else's.
"""

import json
from collections import deque
from dataclasses import dataclass, field

import structlog
import trio

from store import queries
from store.client import Store
from store.domain.records import InboxUpdate
from store.events import INBOX
from store.messages import FinishUpdate, QuarantineUpdate
from store.steps import Steps
from supervisor.child import ChildContext, ChildSpec
from supervisor.clock import Clock
from supervisor.hint import Hint
from supervisor.intensity import NEVER_GIVE_UP
from telegram.asking import STORE_AWAY, insist
from telegram.botapi.types import Update
from telegram.dialogue.buses import KNOWN
from telegram.dialogue.decide import decide
from telegram.dialogue.reading import actor_of, intent_of
from telegram.gathering import Booth, Gatherer

AT_ONCE = 16
"""Persons spoken with at the same time."""
BATCH = 500
LOOK_SECONDS = 2.0
"""Seconds after which the inbox is looked at without a ring."""
BACKLOG_SECONDS = 0.02
"""Seconds between looks while there is more than a batch."""

ANY_BOOTH = Booth()

log = structlog.get_logger("dialogue")


@dataclass(slots=True)
class _Waiting:
    """Updates taken from the inbox and not finished: by person, and all their ids."""

    by_person: dict[int, deque[Update]] = field(default_factory=dict)
    ids: set[int] = field(default_factory=set)


class DialogueActor:
    """One incarnation of the actor."""

    def __init__(self, store: Store, clock: Clock, booth: Booth) -> None:
        self._store = store
        self._clock = clock
        self._gatherer = Gatherer(store, clock, booth)
        self._waiting = _Waiting()
        self._places = trio.CapacityLimiter(AT_ONCE)
        self._bot_username: str | None = None

    async def run(self, context: ChildContext) -> None:
        """Handle updates until asked to stop; those in hand are finished first."""
        with self._store.hub.listen(INBOX) as hint:
            context.ready()
            async with trio.open_nursery() as nursery:
                nursery.start_soon(_ring_at_stop, context, hint)
                while not context.stopping:
                    await hint.wait(await self._look(context, nursery))

    async def _look(self, context: ChildContext, nursery: trio.Nursery) -> float:
        """Take what is new; returns seconds to the next look, few when more lies behind."""
        try:
            self._bot_username = await self._store.read(queries.setting, "bot_username")
            found = await self._store.read(queries.new_updates, BATCH)
        except STORE_AWAY as error:
            log.warning("dialogue.store_away", error=type(error).__name__)
            return LOOK_SECONDS
        fresh = [row for row in found if row.update_id not in self._waiting.ids]
        for row in fresh:
            await self._take(row, context, nursery)
        context.doing(f"{len(self._waiting.ids)} updates in hand")
        return BACKLOG_SECONDS if len(found) == BATCH else LOOK_SECONDS

    async def _take(self, row: InboxUpdate, context: ChildContext, nursery: trio.Nursery) -> None:
        try:
            update = _parse(row)
        except (ValueError, RecursionError) as error:
            await self._put_aside(row.update_id, error)
            return
        self._waiting.ids.add(row.update_id)
        queue = self._waiting.by_person.setdefault(actor_of(update), deque())
        queue.append(update)
        if len(queue) == 1:
            nursery.start_soon(self._serve, actor_of(update), context)

    async def _serve(self, person: int, context: ChildContext) -> None:
        """Handle what one person sent, the first of the queue first, until nothing is left."""
        queue = self._waiting.by_person[person]
        while queue and not context.stopping:
            async with self._places:
                await insist(lambda: self._handle(queue[0]), "FinishUpdate")
            self._waiting.ids.discard(queue.popleft().update_id)
        del self._waiting.by_person[person]

    async def _handle(self, update: Update) -> None:
        try:
            steps = await self._decide(update)
            await self._store.ask(FinishUpdate(update.update_id, steps, self._clock.now()))
        except STORE_AWAY:
            raise
        except Exception as error:  # noqa: BLE001 - one bad update must not stop the others
            await self._put_aside(update.update_id, error)

    async def _decide(self, update: Update) -> Steps:
        intent = intent_of(update, self._bot_username, KNOWN)
        view = await self._gatherer.view(intent, self._bot_username)
        return () if view is None else decide(intent, view)

    async def _put_aside(self, update_id: int, error: Exception) -> None:
        # The text of the error may quote what a person wrote; its class may not.
        kind = type(error).__name__
        log.error("dialogue.quarantined", update_id=update_id, error=kind)
        command = QuarantineUpdate(update_id, kind, self._clock.now())
        await insist(lambda: self._store.ask(command), "QuarantineUpdate")


def _parse(row: InboxUpdate) -> Update:
    """Read a raw update; raises ValueError (of which `Malformed` is one) or RecursionError."""
    raw: object = json.loads(row.raw)
    update = Update.parse(raw)
    if update.update_id != row.update_id:
        raise ValueError("the update does not carry the id it was stored under")
    return update


async def _ring_at_stop(context: ChildContext, hint: Hint) -> None:
    await context.stop_requested.wait()
    hint.ring()


def child(*, store: Store, clock: Clock, booth: Booth = ANY_BOOTH) -> ChildSpec:
    """Describe the dialogue as a child."""

    async def start(context: ChildContext) -> None:
        await DialogueActor(store, clock, booth).run(context)

    return ChildSpec(name="dialogue", start=start, intensity=NEVER_GIVE_UP)
