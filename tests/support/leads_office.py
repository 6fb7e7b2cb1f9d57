"""The leads actor against a real store and a group in the sandbox, over real sockets, in one loop.

The wall clock follows the loop's, so a jumping test clock moves both. It starts on a Thursday at
12:00 in Tashkent.
"""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import trio

from actors.leads.actor import LeadsSettings, child
from store import lead_queries
from store import messages as m
from store.client import Store
from store.domain.leads import Lead, LeadForm, LeadId
from store.domain.machine import Role
from store.events import LEADS
from store.lead_messages import LeadAccepted, SubmitLead
from store.steps import Step
from supervisor.child import ChildContext, ChildSpec
from supervisor.clock import FixedClock, iso
from telegram.botapi.client import BotApi
from telegram.sandbox.model import Chat, ChatKind, Message, Person
from telegram.sandbox.server import Sandbox, open_sandbox
from tests.support.stores import RunningStore, running_store
from tests.unit.telegram.bot import Away

THURSDAY_NOON = datetime(2026, 1, 15, 7, 0, tzinfo=UTC)
LONG = 100_000.0
STEP = 30.0
"""Seconds between looks: each jump of the clock costs real time."""
_requests = count(1)


@dataclass
class Work:
    """An incarnation of the actor: ask it to stop, or kill it."""

    context: ChildContext
    scope: trio.CancelScope = field(default_factory=trio.CancelScope)
    ended: trio.Event = field(default_factory=trio.Event)

    async def stop(self) -> None:
        """Ask for an ordered end and wait for it."""
        self.context.request_stop()
        await self.ended.wait()

    async def kill(self) -> None:
        """Cancel the actor where it stands."""
        self.scope.cancel()
        await self.ended.wait()


@dataclass
class Office:
    """Store, sandbox, group, and the actor on demand."""

    sandbox: Sandbox
    api: BotApi
    booth: RunningStore
    clock: FixedClock
    nursery: trio.Nursery
    boss: Person
    group: Chat
    settings: LeadsSettings
    instead: Store | None = None

    @property
    def store(self) -> Store:
        """The store, or what a test put in its place."""
        return self.instead or self.booth.store

    async def start(self, **changes: Any) -> Work:
        """Start the actor; `changes` are settings."""
        given = {name: getattr(self.settings, name) for name in LeadsSettings.__slots__}
        return await self.run(
            child(self.store, self.api, self.clock, LeadsSettings(**{**given, **changes}))
        )

    async def run(self, spec: ChildSpec) -> Work:
        """Start any child."""
        work = Work(ChildContext(spec.name))

        async def run() -> None:
            with work.scope:
                await spec.start(work.context)
            work.ended.set()

        self.nursery.start_soon(run)
        await work.context.wait_ready()
        return work

    async def submit(self, **fields: Any) -> LeadId:
        """Hand a request in as the landing page does."""
        form = LeadForm(**{"name": "Анна", "phone": "+998901234567", **fields})
        accepted = await self.submitted(form)
        return accepted.lead_id

    async def submitted(self, form: LeadForm, request: str | None = None) -> LeadAccepted:
        """Hand a form in."""
        number = next(_requests)
        command = SubmitLead(
            request or f"request-{number}", form, f"key-{number}", self.clock.now()
        )
        return await self.booth.store.ask(command)

    async def press(self, lead: LeadId, status: str, who: str = "@boss") -> m.Pulled:
        """Set a status as an admin's button does."""
        command = m.Pull("lead", str(lead), status, Role.LEAD_ADMIN, self.clock.now(), who=who)
        return await self.booth.store.ask(command)

    async def step(self, step: Step) -> None:
        """Have a step carried out as an admin's update would."""
        update, now = next(_requests), self.clock.now()
        await self.booth.store.ask(m.StoreUpdates(((update, "{}"),), update + 1, now))
        assert await self.booth.store.ask(m.FinishUpdate(update, (step,), now))

    async def pull_card(self, lead: LeadId, trigger: str, **args: Any) -> m.Pulled:
        """Pull a trigger of the card as an admin does."""
        now = self.clock.now()
        return await self.booth.store.ask(
            m.Pull("lead_card", str(lead), trigger, Role.LEAD_ADMIN, now, args, who="@boss")
        )

    async def publish_failed(self, lead: LeadId) -> None:
        """Count a failure of posting that is over at once."""
        args = {"next_at": iso(self.clock.now()), "error": "400 unknown"}
        await self.booth.store.ask(
            m.Pull("lead_card", str(lead), "publish_failed", Role.PUBLISHER, self.clock.now(), args)
        )

    async def lead(self, lead: LeadId) -> Lead:
        """Read a lead."""
        found = await self.booth.store.read(lead_queries.lead, lead)
        assert found is not None
        return found

    async def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """Read from the database."""
        return await self.booth.store.read(lambda c: c.execute(query, values).fetchall())

    async def becomes(self, lead: LeadId, holds: Callable[[Lead], bool]) -> Lead:
        """Wait until something about a lead holds."""
        with self.booth.store.hub.listen(LEADS) as hint, trio.fail_after(LONG):
            while not holds(found := await self.lead(lead)):
                await hint.wait(STEP)
            return found

    async def shown(self, lead: LeadId) -> Message:
        """Wait until the group shows the newest state of a lead; returns the card."""
        found = await self.becomes(
            lead,
            lambda now: (
                now.message_id is not None and now.card_shown >= now.card_version and not now.repost
            ),
        )
        assert found.chat_id is not None
        assert found.message_id is not None
        return self.sandbox.world.chats[found.chat_id].messages[found.message_id]

    async def told(self) -> None:
        """Wait until no repeat is left to be told."""
        with self.booth.store.hub.listen(LEADS) as hint, trio.fail_after(LONG):
            while await self.rows("SELECT 1 FROM lead_repeats WHERE status = 'pending'"):
                await hint.wait(STEP)

    def messages(self, chat: Chat | None = None) -> list[Message]:
        """What the bot has said in the group, oldest first."""
        bot = self.sandbox.world.bot.id
        return [each for each in (chat or self.group).messages.values() if each.sender.id == bot]

    def texts(self, chat: Chat | None = None) -> list[str]:
        """The texts of what the bot has said in the group."""
        return [str(each.content["text"]) for each in self.messages(chat)]

    def live_cards(self, chat: Chat | None = None) -> list[Message]:
        """Messages with buttons."""
        return [each for each in self.messages(chat) if each.markup]

    def sent(self) -> int:
        """How many messages were asked for."""
        return self.sandbox.calls.counts["sendmessage"]

    def store_fails(
        self, kind: type, error: Exception, times: int = 1, *, late: bool = False
    ) -> None:
        """Let asks of a kind fail from the next start on, so many times."""
        self.instead = Away(self.booth.store, kind, error, times, late=late)


def text_of(message: Message) -> str:
    """The text of a message."""
    return str(message.content["text"])


def buttons_of(message: Message) -> list[str]:
    """The data of a message's buttons."""
    rows = (message.markup or {}).get("inline_keyboard", [])
    return [button["callback_data"] for row in rows for button in row]


@asynccontextmanager
async def office(
    folder: Path,
    *,
    start: datetime = THURSDAY_NOON,
    kind: ChatKind = ChatKind.SUPERGROUP,
    topics: dict[int, str] | None = None,
    **settings: Any,
) -> AsyncIterator[Office]:
    """Run store and sandbox until the block ends, then end every actor at once."""
    clock = FixedClock(start, follow=True)
    async with (
        open_sandbox(Sandbox(seed=1)) as sandbox,
        running_store(folder, clock=clock) as booth,
    ):
        boss = sandbox.world.add_person("Boss")
        group = sandbox.world.add_group("Leads", [boss], kind=kind, forum=topics is not None)
        group.topics = topics
        usual = LeadsSettings(
            chat_id=group.id,
            thread_id=None,
            poll=2.0,
            timezone="Asia/Tashkent",
            language="ru",
            state_kept=timedelta(days=7),
        )
        given = {name: getattr(usual, name) for name in LeadsSettings.__slots__}
        api = BotApi(sandbox.token, sandbox.base_url)
        async with trio.open_nursery() as nursery:
            chosen = LeadsSettings(**{**given, **settings})
            yield Office(sandbox, api, booth, clock, nursery, boss, group, chosen)
            nursery.cancel_scope.cancel()
        with trio.CancelScope(shield=True):
            await api.aclose()
