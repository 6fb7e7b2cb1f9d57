"""A breaker: when a provider may be called, as a function of how its calls ended.

Pure: time is a parameter, in seconds of any clock that does not go back. Closed lets every call
through; open lets none through until its time is over; half open lets one through, whose end
closes or opens it again. Which ends open it, and for how long, is the table `TRIPS`.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from store.domain.calls import Verdict


class Phase(StrEnum):
    """The state of a breaker at a time."""

    CLOSED = "closed"
    OPEN = "open"
    HALF_OPEN = "half_open"


@dataclass(frozen=True, slots=True)
class Trip:
    """After how many failures in a row a breaker opens, and for how long at first and at most."""

    after: int
    first: float
    longest: float


TRIPS = {
    Verdict.NO_FUNDS: Trip(1, 300.0, 300.0),
    Verdict.AUTH: Trip(1, 300.0, 900.0),
    Verdict.MODEL_GONE: Trip(1, 600.0, 3600.0),
    Verdict.BAD_REQUEST: Trip(3, 60.0, 600.0),
    Verdict.RATE: Trip(1, 5.0, 120.0),
    Verdict.TRANSIENT: Trip(3, 20.0, 300.0),
    Verdict.UNKNOWN: Trip(3, 20.0, 300.0),
}
"""Verdicts that count against a provider; the others show that it works."""

LONGEST_WAIT = 3600.0
"""Seconds for which a service can ask us at most to stay away."""


@dataclass(frozen=True, slots=True)
class Breaker:
    """What is remembered: failures in a row, openings in a row, open until when, and why."""

    failures: int = 0
    openings: int = 0
    until: float | None = None
    cause: Verdict | None = None
    reason: str = ""
    probing: bool = False

    def phase(self, now: float) -> Phase:
        """Return the state at a time."""
        if self.until is None:
            return Phase.CLOSED
        return Phase.OPEN if now < self.until else Phase.HALF_OPEN

    def allows(self, now: float) -> bool:
        """Whether a call may be made."""
        match self.phase(now):
            case Phase.CLOSED:
                return True
            case Phase.OPEN:
                return False
            case Phase.HALF_OPEN:
                return not self.probing

    def begun(self, now: float) -> "Breaker":
        """A call is being made; half open, it is the only one."""
        return replace(self, probing=self.phase(now) is Phase.HALF_OPEN)

    def abandoned(self) -> "Breaker":
        """A call was cancelled, which says nothing about the provider."""
        return replace(self, probing=False)

    def ended(
        self, verdict: Verdict, now: float, *, reason: str = "", retry_after: float | None = None
    ) -> "Breaker":
        """A call ended."""
        trip = TRIPS.get(verdict)
        if trip is None:
            return Breaker()
        failures = self.failures + 1
        noted = replace(self, failures=failures, cause=verdict, reason=reason, probing=False)
        if self.until is None and failures < trip.after:
            return noted
        if self.phase(now) is Phase.OPEN:
            return self._longer(noted, now, retry_after)
        seconds = min(trip.first * 2**self.openings, trip.longest)
        if retry_after is not None:
            seconds = min(max(retry_after, 0.0), LONGEST_WAIT)
        return replace(noted, until=now + seconds, openings=min(self.openings + 1, 16))

    def pardoned(self, now: float) -> "Breaker":
        """The next call is a probe, whatever is left of the time."""
        return self if self.until is None else replace(self, until=min(self.until, now))

    def _longer(self, noted: "Breaker", now: float, retry_after: float | None) -> "Breaker":
        """A call that was under way when the breaker opened changes nothing but a longer wait."""
        asked = now + min(max(retry_after or 0.0, 0.0), LONGEST_WAIT)
        return replace(
            noted, cause=self.cause, reason=self.reason, until=max(self.until or 0, asked)
        )
