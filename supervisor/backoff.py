"""Capped exponential delay with jitter between restarts; pure, randomness is passed in."""

from collections.abc import Callable
from dataclasses import dataclass

_LARGEST_EXPONENT = 64


@dataclass(frozen=True, slots=True)
class Backoff:
    """Delays in seconds: `first`, times `factor` per further failure, never above `cap`.

    The delay is drawn from its upper `jitter` share: with 0.5, between half and the whole. After
    `quiet` seconds of being ready a child's failures are forgotten.
    """

    first: float = 0.1
    cap: float = 30.0
    factor: float = 2.0
    jitter: float = 0.5
    quiet: float = 60.0

    def __post_init__(self) -> None:
        """Refuse delays that make no sense."""
        if not (0 <= self.first <= self.cap and self.factor >= 1 and 0 <= self.jitter <= 1):
            raise ValueError(f"backoff needs 0 <= first <= cap, factor >= 1, jitter 0-1: {self}")

    def delay(self, failures: int, random: Callable[[], float]) -> float:
        """Return the wait after so many failures in a row (1 for the first).

        `random` gives a number from 0 up to 1.
        """
        exponent = min(max(failures - 1, 0), _LARGEST_EXPONENT)
        whole = min(self.cap, self.first * self.factor**exponent)
        return whole * (1 - self.jitter * random())

    def failures_in_a_row(self, before: int, ready_for: float) -> int:
        """Return the count including a new failure, after having been ready so many seconds."""
        return 1 if ready_for >= self.quiet else before + 1
