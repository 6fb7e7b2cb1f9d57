"""What the store answers about leads: commands and their answers."""

from dataclasses import dataclass, field
from datetime import datetime

from store.domain.leads import LeadForm, LeadId
from supervisor.message import Request


@dataclass(frozen=True, slots=True)
class LeadAccepted:
    """A request was taken; `seen` when its id was taken before, `connect_key` opens the bot."""

    lead_id: LeadId
    connect_key: str
    seen: bool


@dataclass(frozen=True, slots=True)
class SubmitLead(Request[LeadAccepted]):
    """Take a request: a new lead, or a repeat of one that the same contact made within a day.

    `request_id` makes it idempotent; `connect_key` is the caller's unguessable key for a connect
    link; `source` is `landing` or `manual`; `by` is who entered a manual one.
    """

    request_id: str
    form: LeadForm = field(repr=False)
    connect_key: str = field(repr=False)
    at: datetime
    ip_hash: str | None = field(default=None, repr=False)
    source: str = "landing"
    by: str | None = None


@dataclass(frozen=True, slots=True)
class CardShown(Request[None]):
    """The card in the group now shows a version."""

    lead_id: LeadId
    version: int


@dataclass(frozen=True, slots=True)
class RemindLead(Request[bool]):
    """Claim the one reminder of a lead; False when it is no longer due."""

    lead_id: LeadId
    at: datetime


@dataclass(frozen=True, slots=True)
class ReminderNotSent(Request[None]):
    """Give a claim back: the reminder did certainly not reach the group."""

    lead_id: LeadId


@dataclass(frozen=True, slots=True)
class BeginPing(Request[bool]):
    """Remember, before a repeat is told, that its end is not known; False when it was told."""

    repeat: int


@dataclass(frozen=True, slots=True)
class AlertLeads(Request[None]):
    """Tell the operators, once for a key, what only they can mend; `text` is Telegram's HTML."""

    key: str
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class PruneLeads(Request[int]):
    """Forget ids of requests that were taken before a time.

    Answers how many rows went; a bounded number goes at once.
    """

    before: datetime


@dataclass(frozen=True, slots=True)
class BeginCard(Request[bool]):
    """Remember, before a card is sent, that its end is not known; False when none is wanted."""

    lead_id: LeadId


@dataclass(frozen=True, slots=True)
class CardNotSent(Request[None]):
    """The card that was begun did certainly not reach the group."""

    lead_id: LeadId


@dataclass(frozen=True, slots=True)
class CardGone(Request[None]):
    """The card's message is gone from the group: it is to be posted anew."""

    lead_id: LeadId


LeadCommand = (
    SubmitLead
    | BeginCard
    | CardNotSent
    | CardShown
    | CardGone
    | BeginPing
    | RemindLead
    | ReminderNotSent
    | AlertLeads
    | PruneLeads
)
