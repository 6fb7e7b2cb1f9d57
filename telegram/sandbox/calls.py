"""Log of every method call with decoded fields, file sizes and outcome.

The token is never in it. The newest `limit` calls are kept.
"""

from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import trio

from telegram.sandbox.params import Call


@dataclass(slots=True)
class Record:
    """One call; `outcome` is `ok`, an error description, or how the connection was cut."""

    number: int
    method: str
    fields: dict[str, Any]
    files: dict[str, int]
    time: float
    status: int = 0
    outcome: str = "running"

    def as_json(self) -> dict[str, Any]:
        """The record for the control API."""
        return {
            "number": self.number,
            "method": self.method,
            "fields": self.fields,
            "files": self.files,
            "time": self.time,
            "status": self.status,
            "outcome": self.outcome,
        }


@dataclass(slots=True)
class CallLog:
    """Calls in order of arrival."""

    limit: int = 100_000
    records: deque[Record] = field(default_factory=deque)
    counts: Counter[str] = field(default_factory=Counter)
    _number: int = 0
    _news: trio.Event = field(default_factory=trio.Event)

    def open(self, name: str, call: Call, time: float) -> Record:
        """Note that a call has arrived; `name` is its lower-case method."""
        self._number += 1
        sizes = {part: len(upload.data) for part, upload in call.files.items()}
        record = Record(self._number, name, dict(call.fields), sizes, time)
        self.records.append(record)
        self.counts[name] += 1
        if len(self.records) > self.limit:
            self.records.popleft()
        self._tell()
        return record

    def close(self, record: Record, status: int, outcome: str) -> None:
        """Note how a call ended."""
        record.status, record.outcome = status, outcome
        self._tell()

    def of(self, method: str) -> list[Record]:
        """Calls of one method, in any letter case."""
        return [each for each in self.records if each.method == method.lower()]

    async def wait_until(self, holds: Callable[[], bool]) -> None:
        """Wait until a condition about the calls holds; it is asked after every change."""
        while not holds():
            await self._news.wait()

    def _tell(self) -> None:
        self._news.set()
        self._news = trio.Event()
