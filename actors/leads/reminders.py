"""Reminders: once for a lead that is still new after two hours, in working time only.

The reminder is claimed before it is sent, so a crash may cost one and never makes two; a claim is
given back when the message certainly did not arrive.
"""

from datetime import tzinfo

import structlog

from actors.leads.group import Group, Posted, reason_of
from store import lead_queries
from store.client import Store
from store.domain import cards
from store.domain.lead_policy import reminder_cutoff
from store.domain.leads import Lead
from store.lead_messages import ReminderNotSent, RemindLead
from supervisor.clock import Clock, iso
from telegram.asking import insist
from telegram.botapi.errors import Unknown

log = structlog.get_logger("leads")


class Reminders:
    """Reminds the group; working hours are those of `zone`."""

    def __init__(self, store: Store, group: Group, clock: Clock, zone: tzinfo) -> None:
        self._store = store
        self._group = group
        self._clock = clock
        self._zone = zone

    async def look(self) -> None:
        """Remind of every lead that is due; the first failure ends the look."""
        cutoff = reminder_cutoff(self._clock.now(), self._zone)
        if cutoff is None:
            return
        for lead in await self._store.read(lead_queries.to_remind, iso(cutoff)):
            if not await self._group.turn():
                return
            claim = RemindLead(lead.id, self._clock.now())
            if await self._store.ask(claim) and not await self._sent(lead):
                return

    async def _sent(self, lead: Lead) -> bool:
        say = cards.reminder(lead.id, language=self._group.language)
        result = await self._group.send(say, chat=lead.chat_id, reply_to=lead.message_id)
        if isinstance(result, Posted | Unknown):
            log.info("leads.reminded", lead=lead.id)
            return True
        log.warning("leads.not_reminded", lead=lead.id, reason=reason_of(result))
        await insist(lambda: self._store.ask(ReminderNotSent(lead.id)), "ReminderNotSent")
        return False
