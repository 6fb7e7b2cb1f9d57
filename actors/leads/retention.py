"""Retention: personal data of leads goes when its time is over.

Works whether or not the group is configured, since data does not wait for settings. Ids of
requests are kept for a month: a form that is sent again later than that is a new request.
"""

from datetime import timedelta

import structlog

from store import lead_queries
from store import messages as m
from store.client import Store
from store.domain.lead_policy import LEAD_KEPT, SPAM_KEPT
from store.domain.machine import Role
from store.lead_messages import PruneLeads
from supervisor.clock import Clock, iso

REQUESTS_KEPT = timedelta(days=30)
WHO = "retention"

log = structlog.get_logger("leads")


class Retention:
    """Erases leads and forgets requests; `state_kept` is how long an unused key works."""

    def __init__(self, store: Store, clock: Clock, state_kept: timedelta) -> None:
        self._store = store
        self._clock = clock
        self._state_kept = state_kept

    async def erase(self) -> None:
        """Erase all leads that were kept long enough."""
        erased = 1
        while erased:
            erased = await self._erase_some()

    async def _erase_some(self) -> int:
        now = self._clock.now()
        spam, others = iso(now - SPAM_KEPT), iso(now - LEAD_KEPT)
        erased = 0
        for lead in await self._store.read(lead_queries.to_erase, spam, others):
            command = m.Pull(
                "lead_card", str(lead), "erase", Role.RETENTION, self._clock.now(), who=WHO
            )
            answer = await self._store.ask(command)
            erased += isinstance(answer, m.Fired)
        if erased:
            log.info("leads.erased", count=erased)
        return erased

    async def prune(self) -> None:
        """Forget ids of old requests, but none while its key may still be used."""
        command = PruneLeads(self._clock.now() - max(self._state_kept, REQUESTS_KEPT))
        while await self._store.ask(command):
            pass
