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
from collections.abc import Set
from dataclasses import dataclass, field, replace

import structlog
import trio

from store import lead_queries, queries
from store.client import Store
from store.domain.ids import GuestId, new_token
from store.domain.lead_policy import is_test
from store.domain.records import InboxUpdate
from store.domain.texts.text import LANGUAGES, nearest
from store.events import INBOX
from store.messages import FinishUpdate, QuarantineUpdate
from store.steps import Step
from supervisor.child import ChildContext, ChildSpec
from supervisor.clock import Clock, parse_iso
from supervisor.hint import Hint
from supervisor.intensity import NEVER_GIVE_UP
from telegram.asking import STORE_AWAY, insist
from telegram.botapi.types import Update
from telegram.dialogue import leads
from telegram.dialogue.decide import concerns, decide
from telegram.dialogue.intents import Intent, Person, actor_of, intent_of
from telegram.dialogue.view import Asked, LeadFacts, View

AT_ONCE = 16
"""Persons spoken with at the same time."""
BATCH = 500
LOOK_SECONDS = 2.0
"""Seconds after which the inbox is looked at without a ring."""
BACKLOG_SECONDS = 0.02
"""Seconds between looks while there is more than a batch."""

log = structlog.get_logger("dialogue")


@dataclass(slots=True)
class _Waiting:
    """Updates taken from the inbox and not finished: by person, and all their ids."""

    by_person: dict[int, deque[Update]] = field(default_factory=dict)
    ids: set[int] = field(default_factory=set)


class DialogueActor:
    """One incarnation of the actor; `languages` are those offered, the default first."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        languages: tuple[str, ...],
        lead_admins: Set[int] = frozenset(),
    ) -> None:
        self._store = store
        self._clock = clock
        self._languages = languages
        self._lead_admins = lead_admins
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

    async def _decide(self, update: Update) -> tuple[Step, ...]:
        intent = intent_of(update, self._bot_username)
        concerned = concerns(intent)
        if concerned is None:
            return ()
        person, token = concerned
        records = await self._store.read(queries.guest_records, person.id, token)
        view = _view(person, records, self._languages)
        return decide(intent, replace(view, leads=await self._lead_facts(intent, person, view)))

    async def _lead_facts(self, intent: Intent, person: Person, view: View) -> LeadFacts:
        """Read what a decision needs to know of leads, which for most is nothing."""
        wanted = leads.wanted(intent)
        if wanted is None:
            return view.leads
        asked = await self._asked(wanted.question) if wanted.question else None
        lead_id = leads.lead_asked_about(asked) if asked else wanted.lead_id
        found = await self._store.read(lead_queries.lead, lead_id) if lead_id else None
        # A session's token is never a connect key, so only what is no session is looked up.
        payload = wanted.payload if view.session is None else None
        return LeadFacts(
            allowed=leads.is_lead_admin(person.id, self._lead_admins),
            lead=found,
            is_test=found is not None and is_test(found.name or "", found.comment or ""),
            asked=asked,
            connects=payload is not None and await self._connects(payload),
            fresh_key=new_token(),
            card_language=self._languages[0],
        )

    async def _asked(self, key: str) -> Asked | None:
        found = await self._store.read(lead_queries.confirmation, key)
        if found is None:
            return None
        user, action, record, asked_at = found
        return Asked(GuestId(user), action, record, self._clock.now() - parse_iso(asked_at))

    async def _connects(self, payload: str) -> bool:
        if await self._store.read(lead_queries.connect_key_lead, payload) is not None:
            return True
        return await self._store.read(lead_queries.connect_key_known, payload)

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


def _view(person: Person, records: queries.GuestRecords, languages: tuple[str, ...]) -> View:
    spoken = records.person.language or nearest(person.language_code, languages)
    return View(spoken, records.guest, records.session, records.maintenance, records.in_progress)


async def _ring_at_stop(context: ChildContext, hint: Hint) -> None:
    await context.stop_requested.wait()
    hint.ring()


def child(
    *,
    store: Store,
    clock: Clock,
    languages: tuple[str, ...] = LANGUAGES,
    lead_admins: Set[int] = frozenset(),
) -> ChildSpec:
    """Describe the dialogue as a child; `lead_admins` are the Telegram ids that handle leads."""

    async def start(context: ChildContext) -> None:
        await DialogueActor(store, clock, languages, lead_admins).run(context)

    return ChildSpec(name="dialogue", start=start, intensity=NEVER_GIVE_UP)
