"""Leads as values, with times as ISO 8601 UTC text as stored.

Personal fields are None once the lead is erased; `repr` never shows them.
"""

from dataclasses import dataclass, field
from typing import NewType

from store.domain.status import CardStatus, LeadStatus

LeadId = NewType("LeadId", int)
UTM = ("utm_source", "utm_medium", "utm_campaign", "utm_content", "utm_term")


@dataclass(frozen=True, slots=True)
class Lead:
    """One request for a booking.

    `card_version` counts the wanted states of the card and `card_shown` is the last one that was
    posted, so any number of changes is one edit; with `repost` the card is to be posted anew.
    `connected_user` is the person's Telegram id once they opened the connect link. `in_doubt`
    says that the end of sending a card is not known, so the group may have one we do not know.
    """

    id: LeadId
    status: LeadStatus
    card: CardStatus
    name: str | None = field(repr=False)
    telegram: str | None = field(repr=False)
    phone: str | None = field(repr=False)
    comment: str | None = field(repr=False)
    locale: str | None
    source: str
    utm_source: str | None
    utm_medium: str | None
    utm_campaign: str | None
    utm_content: str | None
    utm_term: str | None
    created_at: str
    status_changed_at: str | None
    status_changed_by: str | None
    chat_id: int | None
    message_id: int | None
    published_at: str | None
    publish_attempts: int
    next_publish_at: str
    publish_error: str | None
    card_version: int
    card_shown: int
    repost: bool
    reminded_at: str | None
    erased_at: str | None
    connected_user: int | None = field(repr=False)
    connected_username: str | None = field(repr=False)
    in_doubt: bool = False

    @property
    def erased(self) -> bool:
        """Whether the personal data is gone and the status frozen."""
        return self.erased_at is not None


@dataclass(frozen=True, slots=True)
class LeadRepeat:
    """The same contact again: when, and only the fields that changed."""

    id: int
    lead_id: LeadId
    created_at: str
    changed: dict[str, str] = field(repr=False)
    notify_attempts: int


@dataclass(frozen=True, slots=True)
class LeadNote:
    """What an admin wrote on a lead, when, and who; the text is None once the lead is erased."""

    id: int
    lead_id: LeadId
    by: str
    at: str
    text: str | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class LeadCard:
    """Everything a card shows; repeats and notes come oldest first.

    `entered_by` is who typed a manual lead in, None when it is not known.
    """

    lead: Lead
    repeats: tuple[LeadRepeat, ...]
    notes: tuple[LeadNote, ...] = ()
    entered_by: str | None = None


@dataclass(frozen=True, slots=True)
class LeadForm:
    """The accepted fields of a request: cleaned, normalised, limited."""

    name: str = field(repr=False)
    telegram: str | None = field(default=None, repr=False)
    phone: str | None = field(default=None, repr=False)
    comment: str | None = field(default=None, repr=False)
    locale: str | None = None
    utm: dict[str, str] = field(default_factory=dict)
