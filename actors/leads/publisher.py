"""Cards in the group: posted once, posted again when asked for, edited to the newest state.

What stays true:
- A lead is in doubt (committed) before its card is sent, so a card that may have arrived unseen,
  by a lost answer or a crash, is never followed by a second one that does not say so.
- Edits are of the newest state only; however many changes came, one edit shows them.
- Flood control's own wait goes before every pause of ours and holds the whole group back.
- A card of which we learn that nobody wants it any more is rewritten or loses its buttons.
"""

from datetime import timedelta, tzinfo
from typing import assert_never

import structlog
import trio

from actors.leads.group import Group, Outcome, Posted, flood_seconds, reason_of
from actors.leads.rests import Rests
from store import lead_queries
from store import messages as m
from store.client import Store
from store.domain import cards
from store.domain.lead_policy import UNKNOWN_OUTCOME, publish_pause
from store.domain.leads import Lead, LeadCard, LeadId
from store.domain.machine import Role, Value
from store.domain.outgoing import Say
from store.domain.status import CardStatus
from store.domain.texts import leads as texts
from store.lead_messages import BeginCard, CardGone, CardNotSent, CardShown
from supervisor.clock import Clock, iso
from telegram.asking import insist
from telegram.botapi.errors import ErrorKind, Failed, NotSent, Ok, Result, Unknown
from telegram.botapi.types import Message
from telegram.posting import markup_of

UNKNOWN_SECONDS = 60.0
"""Seconds after a post of unknown fate until the card is posted again."""
LAST_WORD_SECONDS = 1.0
"""Seconds that a cancelled post gets to record where it is."""
_LOST = frozenset({ErrorKind.MESSAGE_GONE, ErrorKind.NOT_EDITABLE, ErrorKind.MIGRATED})
"""Refusals of an edit after which the card is posted anew."""

log = structlog.get_logger("leads")


class Publisher:
    """One incarnation; `rests` says which cards are left alone for the moment."""

    def __init__(self, store: Store, group: Group, clock: Clock, zone: tzinfo) -> None:
        self.rests = Rests()
        self._store = store
        self._group = group
        self._clock = clock
        self._zone = zone
        self._quiet_until = 0.0

    @property
    def quiet(self) -> bool:
        """Whether flood control asked for silence in the group."""
        return trio.current_time() < self._quiet_until

    def hush(self, result: Failed | Unknown | NotSent) -> None:
        """Keep the silence that flood control asks for, if it does."""
        self._quiet_until = max(
            self._quiet_until, trio.current_time() + (flood_seconds(result) or 0.0)
        )

    async def post(self, lead: Lead) -> None:
        """Post the card of a lead, for the first time or anew."""
        if not await self._store.ask(BeginCard(lead.id)):
            return
        card = await self._store.read(lead_queries.card, lead.id)
        if card is None:
            return
        say = self._rendered(card, maybe_twice=lead.in_doubt)
        result = await self._group.send(say) if say else NotSent("the card cannot be drawn")
        match result:
            case Posted():
                await self._last_word(card, result)
            case Failed() | Unknown() | NotSent():
                self.hush(result)
                await self._not_posted(card.lead, result, doubted=lead.in_doubt)
            case _ as never:
                assert_never(never)

    async def edit(self, lead: Lead) -> None:
        """Bring the card in the group up to date."""
        card = await self._store.read(lead_queries.card, lead.id)
        if card is None or card.lead.chat_id is None or card.lead.message_id is None:
            return
        say = self._rendered(card)
        if say is None:
            self.rests.failed(lead.id, trio.current_time())
            return
        result = await self._group.api.edit_message_text(
            card.lead.chat_id, card.lead.message_id, say.text, markup=markup_of(say.buttons)
        )
        await self._edited(card.lead, card.lead.chat_id, result)

    def _rendered(self, card: LeadCard, *, maybe_twice: bool = False) -> Say | None:
        """Draw a card; one that cannot be drawn must not hold up the others."""
        try:
            return cards.card(
                card, language=self._group.language, zone=self._zone, maybe_twice=maybe_twice
            )
        except Exception as error:  # noqa: BLE001 - see above
            log.error("leads.not_drawn", lead=card.lead.id, error=type(error).__name__)
            return None

    # --- the end of a post

    async def _last_word(self, card: LeadCard, posted: Posted) -> None:
        """Record where a card is; a cancellation gets it done as far as time allows."""
        try:
            await self._posted(card, posted)
        except trio.Cancelled:
            with trio.move_on_after(LAST_WORD_SECONDS, shield=True):
                await self._posted(card, posted)
            raise

    async def _posted(self, card: LeadCard, posted: Posted) -> None:
        lead = card.lead
        trigger = "published" if lead.card is CardStatus.PENDING else "moved"
        answer = await self._place(trigger, card, posted, lead)
        self.rests.over(lead.id)
        if isinstance(answer, m.Fired):
            log.info("leads.posted", lead=lead.id, trigger=trigger)
            return
        await self._overtaken(card, posted)

    async def _overtaken(self, card: LeadCard, posted: Posted) -> None:
        """Settle a card whose lead changed while it was sent: erased, adopted or deleted."""
        now = await insist(lambda: self._store.read(lead_queries.lead, card.lead.id), "lead")
        if now is None:
            await self._blank(card.lead.id, posted)
        elif (now.chat_id, now.message_id) != (posted.chat_id, posted.message_id):
            await self._place("moved", card, posted, now)

    async def _place(self, trigger: str, card: LeadCard, posted: Posted, former: Lead) -> m.Pulled:
        args: dict[str, Value] = {
            "chat_id": posted.chat_id,
            "message_id": posted.message_id,
            "shown": card.lead.card_version,
            "last_repeat": max((repeat.id for repeat in card.repeats), default=0),
            "former_chat": former.chat_id,
            "former_message": former.message_id,
        }
        return await self._pull(card.lead.id, trigger, args)

    async def _blank(self, lead: LeadId, posted: Posted) -> None:
        if posted.message_id is not None:
            text = texts.DELETED.of(self._group.language, lead=lead)
            await self._group.api.edit_message_text(posted.chat_id, posted.message_id, text)

    async def _not_posted(
        self, lead: Lead, result: Failed | Unknown | NotSent, *, doubted: bool
    ) -> None:
        unknown = isinstance(result, Unknown)
        flood = UNKNOWN_SECONDS if unknown else flood_seconds(result)
        log.warning("leads.not_posted", lead=lead.id, reason=reason_of(result))
        if not unknown and not doubted:
            await insist(lambda: self._store.ask(CardNotSent(lead.id)), "CardNotSent")
        if lead.card is not CardStatus.PENDING:
            self.rests.failed(lead.id, trio.current_time(), flood)
            return
        pause = publish_pause(lead.publish_attempts + 1) if flood is None else flood
        next_at = iso(self._clock.now() + timedelta(seconds=pause))
        error = UNKNOWN_OUTCOME if unknown else reason_of(result)
        # Not insisted on: a failure that was counted unseen must not be counted again.
        args: dict[str, Value] = {"next_at": next_at, "error": error}
        await self._store.ask(self._command(lead.id, "publish_failed", args))

    # --- the end of an edit

    async def _edited(self, lead: Lead, chat_id: int, result: Result[Message]) -> None:
        if isinstance(result, Ok) or _is(result, ErrorKind.NOT_MODIFIED):
            self.rests.over(lead.id)
            await self._shown(lead)
            return
        log.warning("leads.not_edited", lead=lead.id, reason=reason_of(result))
        self.hush(result)
        if isinstance(result, Failed) and await self._is_lost(result, chat_id):
            await self._lost(lead, result)
        else:
            self.rests.failed(lead.id, trio.current_time(), flood_seconds(result))

    async def _is_lost(self, result: Failed, chat_id: int) -> bool:
        """Tell whether a card can never be edited again where it is."""
        await self._group.follow(result, chat_id)
        if result.kind is ErrorKind.CHAT_GONE:
            # The present group may let the bot in again; a former one is given up.
            return chat_id != await self._group.chat()
        return result.kind in _LOST

    async def _lost(self, lead: Lead, result: Failed) -> None:
        if not lead.erased:
            await insist(lambda: self._store.ask(CardGone(lead.id)), "CardGone")
            return
        if result.kind is not ErrorKind.MESSAGE_GONE:
            text = texts.ALERT_STAYS.of(self._group.language, lead=lead.id)
            await self._group.alert(f"stays:{lead.id}", text)
        await self._shown(lead)

    async def _shown(self, lead: Lead) -> None:
        shown = CardShown(lead.id, lead.card_version)
        await insist(lambda: self._store.ask(shown), "CardShown")

    async def _pull(self, lead: LeadId, trigger: str, args: dict[str, Value]) -> m.Pulled:
        command = self._command(lead, trigger, args)
        return await insist(lambda: self._store.ask(command), trigger)

    def _command(self, lead: LeadId, trigger: str, args: dict[str, Value]) -> m.Pull:
        return m.Pull("lead_card", str(lead), trigger, Role.PUBLISHER, self._clock.now(), args)


def _is(result: Result[Message] | Outcome, kind: ErrorKind) -> bool:
    return isinstance(result, Failed) and result.kind is kind
