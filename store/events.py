"""Topics that are rung after a commit: hints that something changed, never the change itself.

Losing a ring costs time, not correctness: whoever listens reads the database.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from supervisor.hint import Hint

QUEUE = "queue"
"""A job became claimable."""
DELIVERING = "delivering"
"""A set was created and waits for its check."""
DONE = "done"
"""A job was delivered, so its selfie may go."""
OUTBOX = "outbox"
"""A message waits to be sent."""
INBOX = "inbox"
"""An update waits to be handled."""
MAINTENANCE = "maintenance"
"""The pause switch moved."""
LEADS = "leads"
"""Some lead or repeat changed."""
JOBS = "jobs"
"""Some job changed."""
DRAFTS = "drafts"
"""The art of a draft waits to be fetched and checked."""
ERASED = "erased"
"""Rows are gone whose files are still there."""
STAFF = "staff"
"""Somebody was added to the staff, changed or removed."""


def session_topic(token: str) -> str:
    """Return the topic of one session and its job."""
    return f"session:{token}"


class Hub:
    """Who listens to which topic; each listener is one conflated hint."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[Hint]] = {}

    @contextmanager
    def listen(self, *topics: str) -> Iterator[Hint]:
        """Ring the yielded hint whenever one of the topics is published."""
        hint = Hint()
        for topic in topics:
            self._listeners.setdefault(topic, set()).add(hint)
        try:
            yield hint
        finally:
            for topic in topics:
                self._forget(topic, hint)

    def publish(self, topics: Iterable[str]) -> None:
        """Ring everybody who listens to one of the topics; never waits."""
        for topic in topics:
            for hint in self._listeners.get(topic, ()):
                hint.ring()

    def statistics(self) -> dict[str, int]:
        """Return how many topics and listeners there are."""
        return {
            "topics": len(self._listeners),
            "listeners": sum(len(hints) for hints in self._listeners.values()),
        }

    def _forget(self, topic: str, hint: Hint) -> None:
        hints = self._listeners[topic]
        hints.discard(hint)
        if not hints:
            del self._listeners[topic]
