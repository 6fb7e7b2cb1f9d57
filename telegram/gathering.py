"""Reads the records that a decision looks at, just before it is made.

Most updates need one read of a person's own records; only what the intent or the person's state
points to is read besides. What is found may have changed by the time the decision is carried out.
"""

from collections.abc import Set
from dataclasses import dataclass, replace
from zoneinfo import ZoneInfo

from store import figures, lead_queries, person_queries, talk_queries
from store.client import Store
from store.domain import cards, outfit_drafts
from store.domain.conversation import BadState, decode
from store.domain.figures import Figures
from store.domain.ids import GuestId, Token, new_token
from store.domain.lead_policy import is_test
from store.domain.leads import LeadId
from store.domain.records import Feedback, MessageMeta, StateData
from store.domain.texts.text import LANGUAGES, nearest
from supervisor.clock import Clock, parse_iso
from telegram.dialogue import feedback, leads, wording
from telegram.dialogue.intents import (
    Command,
    ConfirmPress,
    Consent,
    ForgetLead,
    FormPress,
    Intent,
    LeadPress,
    Person,
    RowPress,
    ShowLead,
    StartToken,
    person_of,
)
from telegram.dialogue.view import Asked, LeadFacts, Rights, View


@dataclass(frozen=True, slots=True)
class Booth:
    """What the settings say that a decision depends on; the first language is the default.

    `photo_hours` and `data_days` are how long a failed job's photo and state data are kept;
    `job_deadline` is when a job has failed, in seconds. `photo_leaves` tells that photos are sent
    to a paid service.
    """

    languages: tuple[str, ...] = LANGUAGES
    lead_admins: Set[int] = frozenset()
    operators: Set[int] = frozenset()
    timezone: str = "Asia/Tashkent"
    photo_hours: float = 24.0
    data_days: float = 7.0
    job_deadline: float = 900.0
    photo_leaves: bool = False


class Gatherer:
    """Makes views for decisions."""

    def __init__(self, store: Store, clock: Clock, booth: Booth) -> None:
        self._store = store
        self._clock = clock
        self._booth = booth
        self._zone = ZoneInfo(booth.timezone)

    async def view(self, intent: Intent, bot_username: str | None) -> View | None:
        """Return what a decision about the intent looks at; None when it needs nothing."""
        person = person_of(intent)
        if person is None:
            return None
        token = _session_of(intent)
        records = await self._store.read(person_queries.person_records, person.id, token)
        rights = Rights(
            person.id in self._booth.operators, person.id in self._booth.lead_admins, records.role
        )
        view = View(
            records.guest.person.language or nearest(person.language_code, self._booth.languages),
            records.guest.guest,
            records.guest.session,
            records.guest.maintenance,
            records.guest.in_progress,
            offered=self._booth.languages,
            rights=rights,
            bot_username=bot_username,
            photo_hours=self._booth.photo_hours,
            data_days=self._booth.data_days,
            photo_leaves=self._booth.photo_leaves,
            fresh_key=new_token(),
            spare_key=new_token(),
            run=new_token()[:4],
            zone=self._zone,
        )
        view = _with_state(view, records.guest.person.state)
        return await self._more(intent, person, view)

    async def _more(self, intent: Intent, person: Person, view: View) -> View:
        """Add what the intent or the state points to."""
        view = replace(
            view,
            leads=await self._lead_facts(intent, view),
            data=await self._collected(view),
            opened=await self._opened(intent, view),
            question=await self._question(intent, view),
            feedback=await self._feedback(intent),
            figures=await self._figures(intent, view),
        )
        if isinstance(intent, ConfirmPress):
            view = await self._with_question(intent, view)
        if view.rights.operator and person.chat_id == person.id:
            view = replace(
                view,
                outfits=await self._store.read(talk_queries.outfit_entries),
                staff=await self._store.read(talk_queries.staff),
            )
        return view

    async def _with_question(self, intent: ConfirmPress, view: View) -> View:
        found = await self._store.read(talk_queries.confirmation, intent.row)
        if found is None:
            return view
        user, action, record, asked_at = found
        asked = Asked(GuestId(user), action, record, self._clock.now() - parse_iso(asked_at))
        lead_id = leads.lead_asked_about(asked)
        facts = view.leads if lead_id is None else await self._lead(lead_id, view.leads)
        return replace(view, asked=asked, leads=facts)

    async def _lead_facts(self, intent: Intent, view: View) -> LeadFacts:
        facts = LeadFacts(card_language=self._booth.languages[0])
        match intent:
            case LeadPress(lead_id=lead_id) | ForgetLead(lead_id=lead_id):
                return await self._lead(lead_id, facts)
            case ShowLead(lead_id=lead_id):
                facts = await self._lead(lead_id, facts)
                return await self._with_card(lead_id, facts, view)
            case Command(name="note", argument=argument):
                return await self._lead(wording.lead_id(" ".join(argument.split()[:1])), facts)
            case StartToken(token=token) if token is not None and view.session is None:
                # A session's token is never a connect key, so only what is no session is looked up.
                return replace(facts, connects=await self._connects(token))
            case _:
                return facts

    async def _lead(self, lead_id: LeadId | None, facts: LeadFacts) -> LeadFacts:
        if lead_id is None:
            return facts
        found = await self._store.read(lead_queries.lead, lead_id)
        test = found is not None and is_test(found.name or "", found.comment or "")
        return replace(facts, lead=found, is_test=test)

    async def _with_card(self, lead_id: LeadId | None, facts: LeadFacts, view: View) -> LeadFacts:
        """Add the card's text for somebody who may look at it, but not have it posted."""
        if lead_id is None or view.rights.leads or not view.rights.sees_leads:
            return facts
        card = await self._store.read(lead_queries.card, lead_id)
        if card is None:
            return facts
        shown = cards.card(card, language=view.language, zone=self._zone)
        return replace(facts, card=shown.text)

    async def _connects(self, payload: str) -> bool:
        if await self._store.read(lead_queries.connect_key_lead, payload) is not None:
            return True
        return await self._store.read(lead_queries.connect_key_known, payload)

    async def _collected(self, view: View) -> StateData | None:
        """Return the row of collected data that the state points to."""
        row = view.state.data_row if view.state is not None else None
        return None if row is None else await self._store.read(talk_queries.state_data, row)

    async def _question(self, intent: Intent, view: View) -> MessageMeta | None:
        """Return the reference to the open question for whoever pressed a button of a form."""
        row = view.state.message_row if view.state is not None else None
        if row is None or not isinstance(intent, FormPress):
            return None
        return await self._store.read(talk_queries.message_meta, row)

    async def _opened(self, intent: Intent, view: View) -> StateData | None:
        """Return the row of collected data that a button or a link points to."""
        match intent:
            case RowPress(word=outfit_drafts.BUTTON, row=row):
                return await self._store.read(talk_queries.state_data, row)
            case StartToken(token=token) if token is not None and view.session is None:
                return await self._store.read(talk_queries.state_data_by_key, token)
            case _:
                return None

    async def _feedback(self, intent: Intent) -> Feedback | None:
        if not isinstance(intent, RowPress) or intent.word not in feedback.PRESSES:
            return None
        return await self._store.read(talk_queries.feedback, intent.row)

    async def _figures(self, intent: Intent, view: View) -> Figures | None:
        if not isinstance(intent, Command) or intent.name != "stats" or not view.rights.operator:
            return None
        now = self._clock.now()
        day = figures.day_of(now, self._zone)
        return await self._store.read(figures.figures, day, now, self._booth.job_deadline)


def _session_of(intent: Intent) -> Token | None:
    match intent:
        case StartToken(token=token) | Consent(token=token):
            return token
        case _:
            return None


def _with_state(view: View, stored: str | None) -> View:
    if stored is None:
        return view
    try:
        return replace(view, state=decode(stored))
    except BadState:
        return replace(view, stuck=True)
