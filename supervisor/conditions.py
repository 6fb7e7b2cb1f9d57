"""Named conditions that keep the program from being ready, raised and cleared by actors.

A condition stands until the one who raised it clears it. Everything here is synchronous and in
memory: after a restart each actor finds out anew.
"""

from collections.abc import Mapping
from types import MappingProxyType


class Conditions:
    """What is wrong just now: a stable name to a short reason without personal data."""

    def __init__(self) -> None:
        self._standing: dict[str, str] = {}

    def set(self, name: str, reason: str) -> bool:
        """Raise a condition, or renew its reason; True when it did not stand before."""
        fresh = name not in self._standing
        self._standing[name] = reason
        return fresh

    def clear(self, name: str) -> bool:
        """Take a condition back; True when it stood."""
        return self._standing.pop(name, None) is not None

    @property
    def standing(self) -> Mapping[str, str]:
        """Return the present conditions, a live view."""
        return MappingProxyType(self._standing)
