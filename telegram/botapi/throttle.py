"""Paces calls the way Telegram asks for, and sits out its flood waits.

Limits (core.telegram.org/bots/faq): about one message a second in a chat with short bursts, 20 a
minute in a group, 30 a second over all chats. A key is a chat id, or a method name for calls that
belong to no chat. A flood wait holds its own key and no other. Turns of one key are given in the
order of asking; a cancelled waiter wastes its turn, which only errs on the slow side.
"""

from collections import deque
from dataclasses import dataclass, field
from typing import TypeAlias

import trio

CHAT_INTERVAL = 1.0
CHAT_BURST = 5
GROUP_CALLS, GROUP_WINDOW = 20, 60.0
OVERALL_CALLS, OVERALL_WINDOW = 30, 1.0
LONGEST_WAIT = 60.0
# A call exactly at the end of a flood wait has been seen to meet the next one.
HOLD_MARGIN = 0.5
_LANES_BEFORE_SWEEP = 1024

Key: TypeAlias = int | str


@dataclass(frozen=True, slots=True)
class HeldBack:
    """No turn was given, because a flood wait lasts `seconds` more."""

    seconds: float


class Throttle:
    """Turns for calls; times are trio's clock, waits in seconds."""

    def __init__(self) -> None:
        self._lanes: dict[Key, _Lane] = {}
        self._overall = _Window(OVERALL_CALLS, OVERALL_WINDOW)
        self._sweep_at = _LANES_BEFORE_SWEEP

    async def turn(self, key: Key, *, counts: bool = True) -> HeldBack | None:
        """Returns None when `key` may call now; `counts=False` skips the chat's own pace.

        Methods have no pace of their own, only flood waits and the overall pace.

        A flood wait of more than `LONGEST_WAIT` answers `HeldBack` at once.
        """
        while True:
            lane = self._lane(key)
            held = lane.held_until - trio.current_time()
            if held > LONGEST_WAIT:
                return HeldBack(held)
            paced = counts and isinstance(key, int)
            at = lane.reserve(trio.current_time()) if paced else lane.held_until
            await _sleep_until(at)
            if lane.held_until <= trio.current_time():
                break
        await _sleep_until(self._overall.reserve(trio.current_time()))
        return None

    def hold(self, key: Key, seconds: float) -> None:
        """No more turns for `key` until `seconds` from now; a longer hold stays."""
        self._lane(key).hold(trio.current_time() + seconds + HOLD_MARGIN)

    def ready_in(self, key: Key) -> float:
        """Seconds until `key` could have its next turn, 0 when now."""
        now = trio.current_time()
        lane = self._lanes.get(key)
        return 0.0 if lane is None else max(lane.next_at(now) - now, 0.0)

    def _lane(self, key: Key) -> "_Lane":
        lane = self._lanes.get(key)
        if lane is None:
            self._sweep()
            lane = self._lanes[key] = _Lane(_Window(GROUP_CALLS, GROUP_WINDOW), is_group(key))
        return lane

    def _sweep(self) -> None:
        if len(self._lanes) < self._sweep_at:
            return
        now = trio.current_time()
        self._lanes = {key: lane for key, lane in self._lanes.items() if not lane.is_idle(now)}
        self._sweep_at = max(_LANES_BEFORE_SWEEP, 2 * len(self._lanes))


def is_group(key: Key) -> bool:
    """Whether `key` is a group or channel: their ids are negative."""
    return isinstance(key, int) and key < 0


class _Window:
    """At most `calls` within any `seconds`: each call waits for the one `calls` before it."""

    __slots__ = ("_seconds", "_times")

    def __init__(self, calls: int, seconds: float) -> None:
        self._times: deque[float] = deque(maxlen=calls)
        self._seconds = seconds

    def next_at(self, now: float) -> float:
        if len(self._times) < (self._times.maxlen or 0):
            return now
        return max(now, self._times[0] + self._seconds)

    def take(self, at: float) -> None:
        self._times.append(at)

    def reserve(self, now: float) -> float:
        at = self.next_at(now)
        self.take(at)
        return at

    def is_idle(self, now: float) -> bool:
        return not self._times or self._times[-1] + self._seconds <= now


@dataclass(slots=True)
class _Lane:
    """The pace of one key: `paid_until` runs ahead of the clock by what was used of the burst."""

    window: _Window
    grouped: bool
    paid_until: float = field(default=0.0)
    held_until: float = field(default=-1.0)

    def next_at(self, now: float) -> float:
        burst = self.paid_until - (CHAT_BURST - 1) * CHAT_INTERVAL
        at = max(now, burst, self.held_until)
        return max(at, self.window.next_at(now)) if self.grouped else at

    def reserve(self, now: float) -> float:
        at = self.next_at(now)
        self.paid_until = max(self.paid_until, at) + CHAT_INTERVAL
        if self.grouped:
            self.window.take(at)
        return at

    def hold(self, until: float) -> None:
        if until <= self.held_until:
            return
        self.held_until = until
        # The burst is spent, so that those who waited come out one by one.
        self.paid_until = max(self.paid_until, until + (CHAT_BURST - 1) * CHAT_INTERVAL)

    def is_idle(self, now: float) -> bool:
        return max(self.paid_until, self.held_until) <= now and self.window.is_idle(now)


async def _sleep_until(at: float) -> None:
    if at > trio.current_time():
        await trio.sleep_until(at)
