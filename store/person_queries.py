"""The one read behind every update: what is known of the person who sent it."""

from dataclasses import dataclass

from store import queries, talk_queries
from store.domain.ids import GuestId
from store.domain.records import StaffRole
from store.driver import Connection


@dataclass(frozen=True, slots=True)
class PersonRecords:
    """A person as a guest, and their role when they are staff."""

    guest: queries.GuestRecords
    role: StaffRole | None


def person_records(connection: Connection, user: GuestId, token: str | None) -> PersonRecords:
    """Return what is known of a person and of the session with this token."""
    return PersonRecords(
        queries.guest_records(connection, user, token), talk_queries.staff_role(connection, user)
    )
