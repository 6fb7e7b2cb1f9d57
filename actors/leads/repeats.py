"""Repeated contacts: the card is rewritten first, then a ping replies to it, once.

What stays true:
- A ping is in doubt (committed) before it is sent. One of unknown fate counts as told, also after
  a crash: the card shows the repeat anyway, and a second ping would be a lie.
- Failures that certainly did nothing are counted by the table, which gives up at the fifth.
"""

from datetime import timedelta

import structlog
import trio

from actors.leads.group import Group, Posted, flood_seconds, reason_of
from actors.leads.publisher import Publisher
from store import lead_queries
from store import messages as m
from store.client import Store
from store.domain import cards
from store.domain.lead_policy import UNKNOWN_OUTCOME, publish_pause
from store.domain.leads import Lead, LeadRepeat
from store.domain.machine import Role, Value
from store.domain.status import CardStatus
from store.lead_messages import BeginPing
from supervisor.clock import Clock, iso
from telegram.asking import insist
from telegram.botapi.errors import Failed, NotSent, Unknown

log = structlog.get_logger("leads")


class Repeats:
    """One incarnation."""

    def __init__(self, store: Store, group: Group, publisher: Publisher, clock: Clock) -> None:
        self._store = store
        self._group = group
        self._publisher = publisher
        self._clock = clock

    async def recover(self) -> None:
        """Count as told what a dead program was about to tell."""
        for repeat in await self._store.read(lead_queries.pings_in_doubt):
            await self._told(repeat, UNKNOWN_OUTCOME)

    async def tell(self, repeat: LeadRepeat) -> None:
        """Tell the group that a person came again, once the card says so."""
        lead = await self._store.read(lead_queries.lead, repeat.lead_id)
        if lead is None or lead.card is not CardStatus.PUBLISHED or lead.repost:
            return  # it changed since, and another look will find what is left to do
        if lead.card_shown < lead.card_version:
            await self._wait_for_card(lead, repeat)
        elif await self._store.ask(BeginPing(repeat.id)):
            await self._ping(lead, repeat)

    async def _wait_for_card(self, lead: Lead, repeat: LeadRepeat) -> None:
        """A card that cannot be rewritten counts as a failure; one that was not yet does not."""
        rest = self._publisher.rests.remaining(lead.id, trio.current_time())
        if rest is not None:
            await self._failed(repeat, "the card cannot be rewritten", rest)

    async def _ping(self, lead: Lead, repeat: LeadRepeat) -> None:
        say = cards.ping(lead.id, language=self._group.language)
        result = await self._group.send(say, chat=lead.chat_id, reply_to=lead.message_id)
        match result:
            case Posted():
                log.info("leads.told", lead=lead.id, repeat=repeat.id)
                await self._told(repeat.id, None)
            case Unknown():
                log.warning("leads.maybe_told", lead=lead.id, repeat=repeat.id)
                await self._told(repeat.id, UNKNOWN_OUTCOME)
            case Failed() | NotSent():
                self._publisher.hush(result)
                log.warning("leads.not_told", lead=lead.id, reason=reason_of(result))
                await self._failed(repeat, reason_of(result), flood_seconds(result))

    async def _failed(self, repeat: LeadRepeat, error: str, seconds: float | None) -> None:
        pause = publish_pause(repeat.notify_attempts + 1) if seconds is None else seconds
        next_at = iso(self._clock.now() + timedelta(seconds=pause))
        # Not insisted on: a failure that was counted unseen must not be counted again.
        await self._store.ask(
            self._command(repeat.id, "notify_failed", {"next_at": next_at, "error": error})
        )

    async def _told(self, repeat: int, error: str | None) -> None:
        command = self._command(repeat, "notified", {"error": error})
        await insist(lambda: self._store.ask(command), "notified")

    def _command(self, repeat: int, trigger: str, args: dict[str, Value]) -> m.Pull:
        return m.Pull("lead_repeat", str(repeat), trigger, Role.PUBLISHER, self._clock.now(), args)
