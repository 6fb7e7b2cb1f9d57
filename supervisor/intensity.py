"""How many restarts a child may need within a sliding window; pure."""

from collections import deque
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Intensity:
    """At most `restarts` restarts in any `seconds`; None restarts means never give up."""

    restarts: int | None
    seconds: float = 60.0

    def __post_init__(self) -> None:
        """Refuse budgets that make no sense."""
        if self.seconds <= 0 or (self.restarts is not None and self.restarts < 0):
            raise ValueError(f"intensity needs restarts >= 0 and seconds > 0: {self}")

    @property
    def unlimited(self) -> bool:
        """Whether this budget can never be exceeded."""
        return self.restarts is None


NEVER_GIVE_UP = Intensity(None)


@dataclass(slots=True)
class RestartWindow:
    """The failures of one child that still count against its budget."""

    intensity: Intensity
    _failures: deque[float] = field(default_factory=deque)

    def record(self, now: float) -> bool:
        """Count a failure at `now` (monotonic seconds); False when the budget is exceeded."""
        if self.intensity.restarts is None:
            return True
        self._failures.append(now)
        while self._failures[0] <= now - self.intensity.seconds:
            self._failures.popleft()
        return len(self._failures) <= self.intensity.restarts
