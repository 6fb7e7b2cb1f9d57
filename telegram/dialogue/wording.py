"""Reads what admins write and press about leads: numbers, statuses, and their own names.

Everything is hostile: a number too long for the database, a status that no button leads to, a
name made of nothing one can see.
"""

import re

from store.domain.fields import clean
from store.domain.leads import LeadId
from store.domain.status import LeadStatus
from telegram.botapi.html import cut
from telegram.botapi.types import User

LABEL_LIMIT = 64
WHOLE_WORDS = frozenset({"тест", "test"})
"""Words after the number that ask for the whole lead to be deleted."""

# Eighteen digits fit an SQLite integer whatever they are.
_NUMBER = r"[1-9][0-9]{0,17}"
_WRITTEN = re.compile(rf"(?:№|#)?\s?({_NUMBER})")
_PRESSED = re.compile(rf"({_NUMBER}):([a-z_]{{1,32}})")


def lead_id(text: str) -> LeadId | None:
    """Read the number of a lead as an admin writes it: `12`, `№12`."""
    found = _WRITTEN.fullmatch(text.strip())
    return LeadId(int(found[1])) if found else None


def to_forget(argument: str) -> tuple[LeadId | None, bool]:
    """Read `12` or `12 тест`: which lead, and whether all of it."""
    words = argument.split()
    if len(words) > 1 and words[-1].casefold() in WHOLE_WORDS:
        return lead_id(" ".join(words[:-1])), True
    return lead_id(argument), False


def status_wanted(data: str) -> tuple[LeadId | None, LeadStatus | None]:
    """Read `<id>:<status>` of a button; `new` is no status that a button leads to."""
    found = _PRESSED.fullmatch(data)
    if found is None:
        return None, None
    known = found[2] in LeadStatus._value2member_map_
    target = LeadStatus(found[2]) if known else None
    return LeadId(int(found[1])), None if target is LeadStatus.NEW else target


def label(user: User) -> str:
    """Return how an admin is named on cards: `@username`, else the first name, else the id."""
    name = clean(f"@{user.username}" if user.username else user.first_name)
    return cut(name, LABEL_LIMIT) or str(user.id)
