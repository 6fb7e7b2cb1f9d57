"""The records that a decision about a guest looks at, read just before it.

They may have changed by the time the decision is carried out: what must be true is guarded by the
transition, and the view only chooses words.
"""

from dataclasses import dataclass

from store.domain.ids import GuestId
from store.domain.records import Guest, Maintenance, Session
from store.domain.status import MaintenanceStatus


@dataclass(frozen=True, slots=True)
class View:
    """What is known of a guest and of the session a message speaks of.

    `language` is the one the guest is spoken to in; `in_progress` tells that a pack is owed.
    """

    language: str
    guest: Guest
    session: Session | None
    maintenance: Maintenance
    in_progress: bool

    @property
    def operators_words(self) -> str | None:
        """The text an operator gave for the pause; one that the program wrote is not for guests."""
        by_hand = self.maintenance.status is MaintenanceStatus.ADMIN
        return self.maintenance.text if by_hand else None

    def is_mine(self, person: GuestId) -> bool:
        """Whether the session belongs to this person."""
        return self.session is not None and self.session.telegram_user_id == person
