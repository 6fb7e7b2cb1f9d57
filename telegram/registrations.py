"""Which lists of commands are to be registered for whom, and which calls that takes; pure.

Each list is registered for every offered language, and without a language for all other people, in
the booth's first one. A more specific scope hides the wider one's list, so a person's own list
repeats what everybody is offered.
Scopes and their precedence: Bot API reference 10.1, BotCommandScope.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass

from store.domain.records import StaffMember, StaffRole
from telegram.dialogue.buses import ENTRIES, Audience, Entry
from telegram.gathering import Booth

IN_DOUBT = ""
"""Digest of a list that may be with Telegram, but perhaps is not the one wanted."""
_EVERYBODY = "all_private_chats"


@dataclass(frozen=True, slots=True)
class Scope:
    """Who sees a list: one chat, or every private chat when there is no id."""

    chat_id: int | None = None

    def __str__(self) -> str:
        """Return the name under which it is remembered."""
        return _EVERYBODY if self.chat_id is None else f"chat:{self.chat_id}"

    def to_json(self) -> Mapping[str, object]:
        """Return the `BotCommandScope`."""
        if self.chat_id is None:
            return {"type": _EVERYBODY}
        return {"type": "chat", "chat_id": self.chat_id}


@dataclass(frozen=True, slots=True)
class Registration:
    """A list of (command, description) for a scope and a language; none of them: no list.

    Without a `language_code` it is for people whose language has no list of its own.
    """

    scope: Scope
    language_code: str
    commands: tuple[tuple[str, str], ...] = ()

    @property
    def key(self) -> str:
        """The name under which it is remembered; `removal` reads it."""
        return f"{self.scope}/{self.language_code}"


def plan(
    booth: Booth, staff: Iterable[StaffMember] = (), group: int | None = None
) -> tuple[Registration, ...]:
    """Return every list that is to be registered; `group` is the chat of leads."""
    admins: set[int] = {
        each.telegram_user_id for each in staff if each.role is StaffRole.LEAD_ADMIN
    }
    admins |= booth.lead_admins
    lists: dict[Scope, tuple[Entry, ...]] = {Scope(): _offered_to({Audience.GUESTS})}
    if group is not None:
        lists[Scope(group)] = tuple(entry for entry in ENTRIES if entry.in_group)
    viewers: set[int] = {each.telegram_user_id for each in staff if each.role is StaffRole.VIEWER}
    for person in sorted(admins | viewers | booth.operators):
        audiences = {Audience.GUESTS}
        audiences |= {Audience.LEAD_ADMINS} if person in admins else set()
        audiences |= {Audience.OPERATORS} if person in booth.operators else set()
        seen = {"stickers_lead"} if person in viewers else set()
        lists[Scope(person)] = _offered_to(audiences, seen)
    return tuple(
        Registration(scope, code, tuple((e.name, e.about.of(language)) for e in entries))
        for scope, entries in lists.items()
        for code, language in (("", booth.languages[0]), *((one, one) for one in booth.languages))
    )


def changes(
    planned: Iterable[Registration], registered: Mapping[str, str], bot: str
) -> tuple[Registration, ...]:
    """Return what is to be set, then (without commands) what is to be deleted."""
    wanted = {each.key: each for each in planned}
    differing = tuple(
        each for key, each in wanted.items() if registered.get(key) != digest(each, bot)
    )
    return differing + tuple(removal(key) for key in registered if key not in wanted)


def digest(registration: Registration, bot: str) -> str:
    """Return what tells whether a list has changed; another bot knows nothing of ours."""
    text = json.dumps([bot, registration.commands])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def removal(key: str) -> Registration:
    """Return the deletion of a list that is remembered; raises ValueError for what is no key."""
    scope, _, code = key.partition("/")
    if scope == _EVERYBODY:
        return Registration(Scope(), code)
    return Registration(Scope(int(scope.removeprefix("chat:"))), code)


def _offered_to(audiences: Set[Audience], besides: Set[str] = frozenset()) -> tuple[Entry, ...]:
    return tuple(entry for entry in ENTRIES if entry.audience in audiences or entry.name in besides)
