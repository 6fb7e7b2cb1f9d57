"""Bounded mailboxes that outlive the actors reading them.

The composition root makes a mailbox, hands `mailbox.ref` to the senders and names the mailbox in
the spec of the one child that reads it. What stays true:

- An ask ends as a value, as the handler's own error, as `trio.TooSlowError` at its deadline, or as
  `ActorDown` at the moment nobody can answer any more. It never hangs.
- What waits in the mailbox survives a crash of the reader; what the reader had taken does not, and
  its askers learn so at once.
- Answers are set without awaiting. They must be given from the thread of the event loop.
- A full mailbox admits senders in the order of their arrival.
- A reader that is cancelled while it waits has taken nothing.

Errors: `ActorDown` (nobody answers), `MailboxFull` (`tell_nowait` only).
"""

import math
from collections import OrderedDict, deque
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

import trio

from supervisor.deadlines import Deadlines
from supervisor.envelope import ActorDown, Envelope
from supervisor.message import Notice, Request

__all__ = ["ActorDown", "Envelope", "Mailbox", "MailboxFull", "MailboxStatistics", "Ref"]

R = TypeVar("R")
M = TypeVar("M")
DEFAULT_DEADLINE = 5.0


class MailboxFull(Exception):
    """A notice found no room and its sender did not want to wait."""


@dataclass(frozen=True, slots=True)
class MailboxStatistics:
    """Figures of one mailbox; `depth` counts what waits, `in_hand` what was taken unanswered."""

    name: str
    capacity: int
    depth: int
    waiting_senders: int
    in_hand: int
    accepted: int
    taken: int
    closed: bool


class Ref:
    """The sending side of a mailbox: the only thing other actors hold of an actor."""

    __slots__ = ("_mailbox",)

    def __init__(self, mailbox: "Mailbox[Any]") -> None:
        self._mailbox = mailbox

    @property
    def name(self) -> str:
        """Name of the mailbox, for texts."""
        return self._mailbox.name

    async def ask(self, request: Request[R], within: float = DEFAULT_DEADLINE) -> R:
        """Send `request` and wait at most `within` seconds for its answer.

        Raises `trio.TooSlowError` at the deadline, `ActorDown` when nobody will answer, and what
        the handler passed to `Envelope.fail`. After a deadline or a cancellation a request that
        was already admitted may still be carried out.
        """
        mailbox = self._mailbox
        envelope: Envelope[Any] = Envelope(request, mailbox)
        await trio.lowlevel.checkpoint_if_cancelled()
        if not within > 0:
            await trio.lowlevel.checkpoint()
            raise trio.TooSlowError
        mailbox.post(envelope)
        if within < math.inf:
            envelope.line = mailbox.deadlines.add(envelope, within)
        return cast(R, await envelope.outcome())

    async def tell(self, notice: Notice) -> None:
        """Send `notice`, waiting for room; raises `ActorDown` on a closed mailbox."""
        mailbox = self._mailbox
        envelope: Envelope[Any] = Envelope(notice, mailbox)
        await trio.lowlevel.checkpoint()
        if mailbox.post(envelope):
            envelope.admitted()
        else:
            await envelope.outcome()

    def tell_nowait(self, notice: Notice) -> None:
        """Send `notice` now; raises `MailboxFull` without room, `ActorDown` when closed."""
        mailbox = self._mailbox
        if mailbox.is_full and not mailbox.is_closed:
            raise MailboxFull(mailbox.name)
        envelope: Envelope[Any] = Envelope(notice, mailbox)
        mailbox.post(envelope)
        envelope.admitted()

    def statistics(self) -> MailboxStatistics:
        """Return the figures of the mailbox behind this reference."""
        return self._mailbox.statistics()


class Mailbox(Generic[M]):
    """The receiving side: one reading child, many senders; `M` is what the reader matches on."""

    def __init__(self, name: str, capacity: int = 1024) -> None:
        if capacity < 1:
            raise ValueError(f"mailbox {name}: capacity must be at least 1, not {capacity}")
        self.name = name
        self.capacity = capacity
        self.ref = Ref(self)
        self._queue: deque[Envelope[M]] = deque()
        self._outside: OrderedDict[Envelope[M], None] = OrderedDict()
        self._in_hand: set[Envelope[M]] = set()
        self._readers: OrderedDict[trio.lowlevel.Task, None] = OrderedDict()
        self.deadlines = Deadlines()
        self._closed = False
        self._accepted = 0
        self._taken = 0

    @property
    def is_closed(self) -> bool:
        """Whether asks are refused at once."""
        return self._closed

    @property
    def is_full(self) -> bool:
        """Whether a sender would have to wait."""
        return len(self._queue) >= self.capacity or bool(self._outside)

    async def receive(self) -> Envelope[M]:
        """Wait for the next message."""
        return (await self.take(1))[0]

    async def take(self, at_most: int) -> list[Envelope[M]]:
        """Wait for one message, then return it with those already waiting, `at_most` in all."""
        if self._queue:
            await trio.lowlevel.checkpoint()
        while not self._queue:
            await self._wait_message()
        queue = self._queue
        count = min(at_most, len(queue))
        batch = [queue.popleft() for _ in range(count)]
        self._in_hand.update([envelope for envelope in batch if envelope.open])
        self._taken += count
        if self._outside:
            self._admit()
        return batch

    def drop_in_hand(self) -> None:
        """Answer `ActorDown` for what was taken and not answered; the reader is gone."""
        for envelope in tuple(self._in_hand):
            envelope.close()

    def close(self) -> None:
        """Refuse everything from now on: present and later asks get `ActorDown`."""
        self._closed = True
        self.drop_in_hand()
        waiting = [*self._queue, *self._outside]
        self._queue.clear()
        self._outside.clear()
        for envelope in waiting:
            envelope.close()

    def reopen(self) -> None:
        """Accept messages again: a new reader is being started."""
        self._closed = False

    def statistics(self) -> MailboxStatistics:
        """Return the present figures."""
        return MailboxStatistics(
            name=self.name,
            capacity=self.capacity,
            depth=len(self._queue),
            waiting_senders=len(self._outside),
            in_hand=len(self._in_hand),
            accepted=self._accepted,
            taken=self._taken,
            closed=self._closed,
        )

    def post(self, envelope: Envelope[M]) -> bool:
        """Queue the envelope; False when it has to stay outside until there is room."""
        if self._closed:
            raise ActorDown(self.name)
        if len(self._queue) >= self.capacity or self._outside:
            self._outside[envelope] = None
            return False
        self._queue.append(envelope)
        self._accepted += 1
        if self._readers:
            self._wake_reader()
        return True

    def withdraw(self, envelope: Envelope[Any]) -> None:
        """Forget an envelope whose sender left before there was room."""
        self._outside.pop(envelope, None)

    def settled(self, envelope: Envelope[Any]) -> None:
        """Forget an envelope in hand: it has been answered."""
        self._in_hand.discard(envelope)

    def _admit(self) -> None:
        while self._outside and len(self._queue) < self.capacity:
            envelope, _ = self._outside.popitem(last=False)
            self._queue.append(envelope)
            self._accepted += 1
            if isinstance(envelope.message, Notice):
                envelope.admitted()
            if self._readers:
                self._wake_reader()

    def _wake_reader(self) -> None:
        task, _ = self._readers.popitem(last=False)
        trio.lowlevel.reschedule(task)

    async def _wait_message(self) -> None:
        task = trio.lowlevel.current_task()
        self._readers[task] = None

        def leave(_raise_cancel: object) -> trio.lowlevel.Abort:
            del self._readers[task]
            return trio.lowlevel.Abort.SUCCEEDED

        await trio.lowlevel.wait_task_rescheduled(leave)
