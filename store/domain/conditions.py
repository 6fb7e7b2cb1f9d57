"""Names of the conditions under which the booth cannot do its work."""

from enum import StrEnum


class Condition(StrEnum):
    """A standing trouble; those in `REFUSES_GUESTS` also keep new guests away."""

    POLLER_CONFLICT = "poller_conflict"
    TOKEN_REFUSED = "token_refused"  # noqa: S105 - the name of a trouble
    TELEGRAM_UNREACHABLE = "telegram_unreachable"
    DISK_FULL = "disk_full"
    STORE_DOWN = "store_down"


REFUSES_GUESTS = frozenset(
    {
        Condition.TOKEN_REFUSED,
        Condition.TELEGRAM_UNREACHABLE,
        Condition.DISK_FULL,
        Condition.STORE_DOWN,
    }
)
