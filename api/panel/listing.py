"""Filters and pages of lists, read from the address and written back into it.

What an address says that makes no sense leaves the matter open, so a link never fails.
"""

from collections.abc import Mapping
from datetime import date, datetime, time, timedelta, tzinfo
from enum import StrEnum
from typing import TypeVar
from urllib.parse import urlencode

from quart import request

from supervisor.clock import iso

E = TypeVar("E", bound=StrEnum)

WORD = 100
"""Characters of a filter that are looked at."""


def one_of(kind: type[E], name: str) -> E | None:
    """Return a filter that is one of a closed set of words."""
    given = request.args.get(name, "")
    return kind(given) if given in kind._value2member_map_ else None


def word(name: str) -> str | None:
    """Return a filter that is any word."""
    return request.args.get(name, "").strip()[:WORD] or None


def number(name: str) -> int | None:
    """Return a filter that is a whole number, as Telegram's are."""
    given = request.args.get(name, "").strip()
    plain = given.isascii() and given.isdecimal() and len(given) <= 18
    return int(given) if plain else None


def day(name: str, zone: tzinfo) -> tuple[str, str] | None:
    """Return from and until when a local day lasts."""
    try:
        chosen = date.fromisoformat(request.args.get(name, ""))
        begin = datetime.combine(chosen, time(), tzinfo=zone)
        return iso(begin), iso(begin + timedelta(days=1))
    except (ValueError, OverflowError):
        return None


def given() -> Mapping[str, str]:
    """Return the filters as the address has them, for the form to show."""
    return {name: value[:WORD] for name, value in request.args.items()}


def onward(after: str | None) -> str | None:
    """Return the address of the next page of the same list; None at its end."""
    if after is None:
        return None
    kept = {name: value for name, value in given().items() if name not in {"after", "lang"}}
    return f"{request.path}?{urlencode({**kept, 'after': after})}"
