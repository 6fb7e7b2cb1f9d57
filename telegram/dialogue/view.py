"""The records that a decision about a guest looks at, read just before it.

They may have changed by the time the decision is carried out: what must be true is guarded by the
transition, and the view only chooses words.
"""

from dataclasses import dataclass, field
from datetime import UTC, timedelta, tzinfo

from store.domain.conversation import State
from store.domain.figures import Figures
from store.domain.ids import GuestId
from store.domain.leads import Lead
from store.domain.records import (
    Feedback,
    Guest,
    Maintenance,
    MessageMeta,
    OutfitEntry,
    Session,
    StaffMember,
    StaffRole,
    StateData,
)
from store.domain.status import MaintenanceStatus
from store.domain.texts.text import DEFAULT, LANGUAGES


@dataclass(frozen=True, slots=True)
class Asked:
    """Who was asked to confirm what on which record, and how long ago."""

    user: GuestId
    action: str
    record: str
    age: timedelta


@dataclass(frozen=True, slots=True)
class Rights:
    """What a person may do: manage the booth, handle leads; `staff` is a role given at run time."""

    operator: bool = False
    leads_by_setting: bool = False
    staff: StaffRole | None = None

    @property
    def leads(self) -> bool:
        """Whether they may handle leads; the one place where this is decided."""
        return self.leads_by_setting or self.staff is StaffRole.LEAD_ADMIN

    @property
    def sees_leads(self) -> bool:
        """Whether they may look at a lead's card."""
        return self.leads or self.staff is StaffRole.VIEWER


def anybody(_rights: Rights) -> bool:
    """Whether somebody may do what everybody may."""
    return True


def operators(rights: Rights) -> bool:
    """Whether somebody may manage the booth."""
    return rights.operator


def lead_admins(rights: Rights) -> bool:
    """Whether somebody may handle leads."""
    return rights.leads


@dataclass(frozen=True, slots=True)
class LeadFacts:
    """What decisions about leads look at besides.

    `is_test` tells that the lead may be deleted whole; `card` is what its card shows, as HTML;
    `connects` that a link's payload is or was a connect key; `card_language` is the one that cards
    in the group speak.
    """

    lead: Lead | None = None
    is_test: bool = False
    card: str | None = field(default=None, repr=False)
    connects: bool = False
    card_language: str = DEFAULT


@dataclass(frozen=True, slots=True)
class View:
    """What is known of a guest and of the session a message speaks of.

    `language` is the one the guest is spoken to in, `offered` are all there are; `in_progress`
    tells that a pack is owed. `state` is what the person is in the middle of, `stuck` that what is
    stored of it cannot be read. `data` is the row that the state points to, `opened` the one that
    the pressed button or the opened link does; `question` refers to the message with the open
    question when a button of a form was pressed. `photo_hours` and `data_days` say how long a
    failed job's photo and state data are kept. `fresh_key` and `spare_key` are random, for what
    needs a name that nobody can guess; `run` is four random letters that tell one form from
    another. `photo_leaves` tells that photos are sent to a paid service.
    `figures` are there for who asked for them; `zone` is where the booth stands.
    """

    language: str
    guest: Guest
    session: Session | None
    maintenance: Maintenance
    in_progress: bool
    leads: LeadFacts = LeadFacts()
    offered: tuple[str, ...] = LANGUAGES
    rights: Rights = Rights()
    state: State | None = None
    stuck: bool = False
    data: StateData | None = None
    opened: StateData | None = None
    question: MessageMeta | None = None
    asked: Asked | None = None
    outfits: tuple[OutfitEntry, ...] = ()
    staff: tuple[StaffMember, ...] = ()
    feedback: Feedback | None = None
    bot_username: str | None = None
    photo_hours: float = 24.0
    data_days: float = 7.0
    photo_leaves: bool = False
    fresh_key: str = field(default="", repr=False)
    spare_key: str = field(default="", repr=False)
    run: str = "0000"
    figures: Figures | None = field(default=None, repr=False)
    zone: tzinfo = UTC

    @property
    def operators_words(self) -> str | None:
        """The text an operator gave for the pause; one that the program wrote is not for guests."""
        by_hand = self.maintenance.status is MaintenanceStatus.ADMIN
        return self.maintenance.text if by_hand else None

    def is_mine(self, person: GuestId) -> bool:
        """Whether the session belongs to this person."""
        return self.session is not None and self.session.telegram_user_id == person
