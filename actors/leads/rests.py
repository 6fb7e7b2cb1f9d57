"""How long a lead is left alone after its card could not be edited or posted again.

In memory only: after a restart everything is tried at once. Times are the event loop's seconds.
"""

from dataclasses import dataclass, field

from store.domain.lead_policy import publish_pause
from store.domain.leads import LeadId


@dataclass(slots=True)
class _Rest:
    failures: int
    until: float


@dataclass(slots=True)
class Rests:
    """Which leads rest until when."""

    _rests: dict[LeadId, _Rest] = field(default_factory=dict)

    def failed(self, lead: LeadId, now: float, seconds: float | None = None) -> None:
        """Let a lead rest: for so many seconds, else the longer the more often it failed."""
        before = self._rests.get(lead)
        failures = (before.failures if before else 0) + 1
        pause = publish_pause(failures) if seconds is None else seconds
        self._rests[lead] = _Rest(failures, now + pause)

    def over(self, lead: LeadId) -> None:
        """Forget the failures of a lead."""
        self._rests.pop(lead, None)

    def resting(self, now: float) -> tuple[LeadId, ...]:
        """Return the leads that rest."""
        return tuple(lead for lead, rest in self._rests.items() if rest.until > now)

    def remaining(self, lead: LeadId, now: float) -> float | None:
        """Return the seconds that a lead has still to rest; None when it does not."""
        rest = self._rests.get(lead)
        return rest.until - now if rest and rest.until > now else None
