"""The update queue of a bot: ids, expiry, confirmation and the one parked poll.

Delivery confirms nothing; only a later offset does. Ids are consecutive from a random first one. A
newer poll that has to park takes the place of the older one, which then ends with a conflict.
"""

import json
import random
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import trio

from telegram.sandbox import limits
from telegram.sandbox.clock import SandboxClock
from telegram.sandbox.refusal import Refusal

_CONFLICT = "Conflict: "
TAKEN_OVER = (
    _CONFLICT + "terminated by other getUpdates request; "
    "make sure that only one bot instance is running"
)
WEBHOOK_ACTIVE = (
    _CONFLICT + "can't use getUpdates method while webhook is active; "
    "use deleteWebhook to delete the webhook first"
)
WEBHOOK_SET = _CONFLICT + "terminated by setWebhook request"


@dataclass(frozen=True, slots=True)
class Queued:
    """An update in the queue; `text` is its JSON, which an injected one may break on purpose."""

    id: int
    text: str
    expires: float


@dataclass(slots=True, eq=False)
class _Parked:
    wake: trio.Event = field(default_factory=trio.Event)
    conflict: str = ""


class UpdateQueue:
    """Updates waiting for one bot."""

    def __init__(self, clock: SandboxClock, rng: random.Random) -> None:
        self._clock = clock
        self._rng = rng
        self._items: deque[Queued] = deque()
        self._next_id = self._random_id()
        self._last_added: float | None = None
        self._parked: _Parked | None = None
        self._parking = trio.Event()
        self._polled = (0, float("-inf"))
        self._conflicted = float("-inf")
        self.allowed: frozenset[str] | None = None
        self.webhook_url = ""
        self.slow_repeats = True

    @property
    def next_id(self) -> int:
        """Id that the next update will get."""
        return self._next_id

    def jump(self, next_id: int) -> None:
        """Let the next update have this id, up or down."""
        self._next_id = next_id

    def pending(self) -> int:
        """How many updates wait for confirmation."""
        self._expire()
        return len(self._items)

    def is_polled(self) -> bool:
        """Whether a poll is parked right now."""
        return self._parked is not None

    async def wait_polled(self) -> None:
        """Wait until a poll is parked."""
        while self._parked is None:
            await self._parking.wait()

    def allow(self, kinds: object) -> None:
        """Store `allowed_updates`; anything but a list leaves the earlier setting in force."""
        if not isinstance(kinds, list):
            return
        known = frozenset(each for each in kinds if each in limits.UPDATE_KINDS)
        self.allowed = known or None

    def accepts(self, kind: str) -> bool:
        """Whether updates of this kind are queued at arrival."""
        if self.allowed is None:
            return kind not in limits.DEFAULT_EXCLUDED
        return kind in self.allowed

    def add(self, kind: str, body: dict[str, Any], expires: float) -> int | None:
        """Queue an update; None when its kind is filtered out or it is already too old."""
        if not self.accepts(kind) or expires <= self._clock.now():
            return None
        update_id = self._take_id()
        text = json.dumps({"update_id": update_id, kind: body}, ensure_ascii=False)
        self._push(Queued(update_id, text, expires))
        return update_id

    def inject(self, text: str) -> int:
        """Queue raw text as an update; `{id}` in it becomes the id it has in the queue."""
        update_id = self._take_id()
        expires = self._clock.now() + limits.MESSAGE_RETENTION
        self._push(Queued(update_id, text.replace("{id}", str(update_id)), expires))
        return update_id

    def clear(self) -> None:
        """Forget every pending update."""
        self._items.clear()

    def interrupt(self, description: str) -> None:
        """End the parked poll with a conflict."""
        if self._parked is not None:
            self._parked.conflict = description
            self._parked.wake.set()
            self._parked = None

    async def poll(self, offset: int, limit: int, timeout: int) -> list[Queued]:
        """getUpdates: the updates from `offset` on, waiting up to `timeout` seconds for the first.

        Out-of-range limits and timeouts are clamped. Raises `Refusal` 409 when another poll or a
        webhook takes over.
        """
        if self.webhook_url:
            raise Refusal(409, WEBHOOK_ACTIVE)
        limit = min(max(limit, 1), limits.POLL_LIMIT_MAX)
        timeout = min(max(timeout, 0), limits.POLL_TIMEOUT_MAX)
        limit, timeout = self._slow_down(offset, limit, timeout)
        ready = self._collect(offset, limit)
        if ready or timeout == 0:
            return ready
        return await self._park(offset, limit, timeout)

    def _slow_down(self, offset: int, limit: int, timeout: int) -> tuple[int, int]:
        now = trio.current_time()
        earlier, when = self._polled
        self._polled = (offset, now)
        if self.slow_repeats and offset == earlier:
            if timeout < limits.REPEAT_WINDOW and now < when + limits.REPEAT_WINDOW:
                timeout = int(limits.REPEAT_WINDOW)
            if now < when + limits.REPEAT_SINGLE:
                limit = 1
        return limit, timeout

    async def _park(self, offset: int, limit: int, timeout: int) -> list[Queued]:
        self.interrupt(TAKEN_OVER)
        mine = self._parked = _Parked()
        self._parking.set()
        self._parking = trio.Event()
        try:
            with trio.move_on_after(timeout):
                while not (mine.conflict or self._collect(offset, limit)):
                    await mine.wake.wait()
                    mine.wake = trio.Event()
                if not mine.conflict:
                    await trio.sleep(limits.COALESCE)
        finally:
            if self._parked is mine:
                self._parked = None
        if mine.conflict:
            await self._hold_back()
            raise Refusal(409, mine.conflict)
        return self._collect(offset, limit)

    async def _hold_back(self) -> None:
        """From the second conflict within three seconds on, the answer is held back."""
        now = trio.current_time()
        again = now < self._conflicted + limits.REPEAT_WINDOW
        self._conflicted = now
        if again and self.slow_repeats:
            await trio.sleep(limits.REPEAT_WINDOW)

    def _collect(self, offset: int, limit: int) -> list[Queued]:
        self._expire()
        self._confirm(offset)
        chosen: list[Queued] = []
        size = 0
        for item in islice(self._items, limit):
            size += len(item.text)
            if chosen and size > limits.POLL_BYTES_MAX:
                break
            chosen.append(item)
        return chosen

    def _confirm(self, offset: int) -> None:
        if offset == 0:
            return
        if offset < 0:
            while len(self._items) > -offset:
                self._items.popleft()
            return
        head = self._items[0].id if self._items else self._next_id
        too_far = offset > self._next_id + limits.OFFSET_AHEAD_MAX
        if too_far or offset < head - limits.QUEUE_EVENTS_MAX:
            return
        while self._items and self._items[0].id < offset:
            self._items.popleft()

    def _expire(self) -> None:
        now = self._clock.now()
        if any(item.expires <= now for item in self._items):
            self._items = deque(item for item in self._items if item.expires > now)

    def _take_id(self) -> int:
        now = self._clock.now()
        if self._last_added is not None and now - self._last_added > limits.IDLE_RESET:
            self._next_id = self._random_id()
        self._last_added = now
        taken = self._next_id
        self._next_id += 1
        return taken

    def _push(self, item: Queued) -> None:
        if len(self._items) < limits.QUEUE_EVENTS_MAX:
            self._items.append(item)
        if self._parked is not None:
            self._parked.wake.set()

    def _random_id(self) -> int:
        return self._rng.randrange(limits.FIRST_ID_MIN, limits.FIRST_ID_MAX)


def joined(items: Iterable[Queued]) -> str:
    """The JSON array of an answer, with injected texts just as they are."""
    return "[" + ",".join(item.text for item in items) + "]"
