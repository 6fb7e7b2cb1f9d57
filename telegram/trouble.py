"""How long polling has been in trouble, of which kind, and what follows from it; no waiting here.

Spells end with the first success. The idle poll that a front server drops now and then is no
trouble yet, so a lost connection is told only when it happens again.
"""

from collections import Counter
from collections.abc import Callable
from enum import StrEnum

import structlog

from store.domain.conditions import Condition
from supervisor.backoff import Backoff
from supervisor.conditions import Conditions
from telegram.botapi.errors import ErrorKind, Failed, NotSent, Unknown

REFUSED_SECONDS = 60.0
"""Seconds between tries with a token that was refused: it may be restored."""
PAUSE = Backoff(first=0.2, cap=30.0)

log = structlog.get_logger("poller")


class Trouble(StrEnum):
    """Kinds of failure that ask for different patience."""

    REFUSED = "refused"
    CONFLICT = "conflict"
    FLOODED = "flooded"
    UNREACHABLE = "unreachable"


_KINDS = {
    ErrorKind.UNAUTHORIZED: Trouble.REFUSED,
    ErrorKind.CONFLICT: Trouble.CONFLICT,
    ErrorKind.FLOOD: Trouble.FLOODED,
}
_ALARMS = {
    Trouble.REFUSED: (Condition.TOKEN_REFUSED, 0.0),
    Trouble.CONFLICT: (Condition.POLLER_CONFLICT, 30.0),
    Trouble.UNREACHABLE: (Condition.TELEGRAM_UNREACHABLE, 60.0),
}
"""The condition that a kind raises, and after how many seconds."""


class Troubles:
    """The present spell of failures; times are monotonic seconds."""

    def __init__(self, conditions: Conditions, random: Callable[[], float]) -> None:
        self._conditions = conditions
        self._random = random
        self._since: dict[Trouble, float] = {}
        self._seen: Counter[Trouble] = Counter()
        self._told = False

    @property
    def any(self) -> bool:
        """Whether the last call failed."""
        return bool(self._since)

    @property
    def only_waiting(self) -> bool:
        """Whether a call that does not wait for updates would tell that the trouble is over.

        A conflict shows only to a poll that waits.
        """
        return self.any and Trouble.CONFLICT not in self._since

    def failed(self, how: Failed | Unknown | NotSent, began: float, now: float) -> float:
        """Note a failure of a call that began at `began`; returns seconds to wait."""
        kind = trouble_of(how)
        since = self._since.setdefault(kind, began)
        self._seen[kind] += 1
        if self._seen[kind] == (2 if kind is Trouble.UNREACHABLE else 1):
            log.warning("poller.trouble", kind=str(kind), reason=_reason(how))
            self._told = True
        if kind is not Trouble.UNREACHABLE:
            self._conditions.clear(Condition.TELEGRAM_UNREACHABLE)
        self._alarm(kind, now - since, _reason(how))
        return self._patience(kind, how)

    def over(self) -> None:
        """Note a success."""
        self._since.clear()
        self._seen.clear()
        for condition, _ in _ALARMS.values():
            self._conditions.clear(condition)
        if self._told:
            log.info("poller.recovered")
        self._told = False

    def _alarm(self, kind: Trouble, lasted: float, reason: str) -> None:
        condition, patience = _ALARMS.get(kind, (None, 0.0))
        if condition is not None and lasted >= patience:
            self._conditions.set(condition, reason)

    def _patience(self, kind: Trouble, how: Failed | Unknown | NotSent) -> float:
        if kind is Trouble.REFUSED:
            return REFUSED_SECONDS
        if kind is Trouble.FLOODED and isinstance(how, Failed) and how.retry_after is not None:
            return how.retry_after
        return PAUSE.delay(self._seen[kind], self._random)


def trouble_of(how: Failed | Unknown | NotSent) -> Trouble:
    """Return the kind of a failure; what nobody has listed counts as unreachable."""
    known = _KINDS.get(how.kind) if isinstance(how, Failed) else None
    return known or Trouble.UNREACHABLE


def _reason(how: Failed | Unknown | NotSent) -> str:
    if isinstance(how, Failed):
        return f"{how.code} {how.kind}"
    return how.reason
