"""What `/metrics` shows: gathered when asked, counted once.

The history in the database is the source of events; only answers of the web server are counted
here. Two looks at once wait for each other, so no event is counted twice.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from importlib.metadata import version

import trio

from api import metric_families as f
from api.metric_families import Family, Sample
from api.ports import Handles
from store import gauges
from store.backup import backups
from store.domain.causes import Cause
from store.domain.conditions import Condition
from store.domain.status import ACTIVE_JOB, MaintenanceStatus
from store.domain.transitions import MACHINES
from store.gauges import Happened, Marks, Standing

OUTCOMES = ("done", "failed")


class Metrics:
    """Totals since the start of the program."""

    def __init__(self, handles: Handles) -> None:
        self._handles = handles
        self._started = handles.clock.now()
        self._marks: Marks | None = None
        self._lock = trio.Lock()
        self._requests: Counter[tuple[str, str, str]] = Counter()
        self._total = Happened(Marks(0, 0))
        self._buckets = [0] * (len(f.BUCKETS) + 1)
        self._delivery_seconds = 0.0

    def note(self, method: str, route: str, status: int) -> None:
        """Count an answer; `route` is a rule of ours, never an address."""
        self._requests[method, route, f"{status // 100}xx"] += 1

    async def page(self) -> str:
        """Return the page; raises `StoreDown`."""
        h = self._handles
        async with self._lock:
            if self._marks is None:
                self._marks = await h.store.read(gauges.marks_at, self._started)
            now = h.clock.now()
            new = await h.store.read(gauges.happened, self._marks, now)
            self._marks = new.marks
            self._add(new)
        standing = await h.store.read(gauges.standing, now)
        free, age = await trio.to_thread.run_sync(self._disk)
        return f.text((*self._program(), *self._now(standing, free, age), *self._events()))

    def _disk(self) -> tuple[int, float | None]:
        folder, found = self._handles.folder, backups(self._handles.folder)
        now = self._handles.clock.now()
        age = (now - found[0].made_at).total_seconds() if found else None
        return folder.free_bytes(), age

    def _add(self, new: Happened) -> None:
        total = self._total
        total.transitions.update(new.transitions)
        total.outcomes.update(new.outcomes)
        total.failures.update(new.failures)
        total.calls.update(new.calls)
        total.slot_seconds += new.slot_seconds
        for provider, usd in new.usd.items():
            total.usd[provider] = total.usd.get(provider, 0.0) + usd
        for seconds in new.deliveries:
            self._buckets[bisect_left(f.BUCKETS, seconds)] += 1
            self._delivery_seconds += seconds

    def _program(self) -> Iterator[tuple[Family, Iterable[Sample]]]:
        yield f.BUILD, [Sample({"version": version("stickerbooth")}, 1)]
        yield f.START, [Sample({}, self._started.timestamp())]
        children = list(self._handles.tree().walk())
        yield f.CHILD_READY, [Sample({"child": path}, c.is_ready) for path, c in children]
        yield f.RESTARTS, [Sample({"child": path}, c.restarts) for path, c in children]
        yield f.MAILBOX, [Sample({"child": path}, c.mailbox_depth) for path, c in children]
        standing = self._handles.conditions.standing
        yield f.CONDITIONS, [Sample({"condition": str(c)}, c in standing) for c in Condition]
        yield (
            f.REQUESTS,
            [
                Sample({"method": method, "route": route, "status": status}, count)
                for (method, route, status), count in sorted(self._requests.items())
            ],
        )

    def _now(
        self, s: Standing, free: int, age: float | None
    ) -> Iterator[tuple[Family, Iterable[Sample]]]:
        yield f.JOBS, [Sample({"status": str(one)}, s.jobs.get(one, 0)) for one in ACTIVE_JOB]
        yield f.OLDEST_JOB, [Sample({}, s.oldest_job or 0.0)]
        yield f.OUTBOX, [Sample({}, s.outbox)]
        yield f.OLDEST_MESSAGE, [Sample({}, s.oldest_message or 0.0)]
        yield f.INBOX, [Sample({}, s.inbox)]
        yield f.PAUSED, [Sample({"status": str(one)}, one is s.pause) for one in MaintenanceStatus]
        yield f.DISK, [Sample({}, free)]
        yield f.BACKUP, [] if age is None else [Sample({}, age)]

    def _events(self) -> Iterator[tuple[Family, Iterable[Sample]]]:
        total = self._total
        yield f.OUTCOMES, [Sample({"outcome": one}, total.outcomes[one]) for one in OUTCOMES]
        yield f.FAILURES, [Sample({"cause": str(one)}, total.failures[one]) for one in Cause]
        yield f.DELIVERY, list(self._histogram())
        yield f.SLOT_SECONDS, [Sample({}, total.slot_seconds)]
        yield (
            f.TRANSITIONS,
            [
                Sample(
                    {"machine": machine, "trigger": trigger}, total.transitions[machine, trigger]
                )
                for machine, trigger in _edges()
            ],
        )
        yield (
            f.CALLS,
            [
                Sample({"provider": provider, "verdict": verdict}, count)
                for (provider, verdict), count in sorted(total.calls.items())
            ],
        )
        yield f.USD, [Sample({"provider": one}, usd) for one, usd in sorted(total.usd.items())]

    def _histogram(self) -> Iterator[Sample]:
        below = 0
        for bound, count in zip((*f.BUCKETS, "+Inf"), self._buckets, strict=True):
            below += count
            yield Sample({"le": str(bound)}, below, "_bucket")
        yield Sample({}, self._delivery_seconds, "_sum")
        yield Sample({}, below, "_count")


def _edges() -> list[tuple[str, str]]:
    return sorted({(machine.name, edge.trigger) for machine in MACHINES for edge in machine.edges})
