"""A message on its way through a mailbox, with the reply slot of its sender.

The slot is set without awaiting and from the thread of the event loop. It is set once: an answer
after the first, or to a sender that has left, is dropped. Readers use `message`, `answer`, `fail`
and the context manager; the rest is for the mailbox and its references.
"""

from types import TracebackType
from typing import Any, Generic, Protocol, Self, TypeVar

import trio

from supervisor.deadlines import Line

M = TypeVar("M")


class ActorDown(Exception):
    """The receiver crashed on the request, dropped it unanswered, or has stopped for good."""


class Carrier(Protocol):
    """The mailbox, as its envelopes see it."""

    def withdraw(self, envelope: "Envelope[Any]") -> None:
        """Forget an envelope that has not been admitted yet: its sender has left."""
        ...

    def settled(self, envelope: "Envelope[Any]") -> None:
        """Forget an envelope in hand: it has been answered."""
        ...


class Envelope(Generic[M]):
    """One message, and who waits for its answer.

    As a context manager it answers with `ActorDown` when the block ends without an answer.
    """

    __slots__ = ("_carrier", "_error", "_task", "_timed_out", "_value", "line", "message", "open")

    def __init__(self, message: M, carrier: Carrier) -> None:
        """Seal `message`; only references do this."""
        self.message = message
        self.open = True
        """Whether an answer is still expected."""
        self.line: Line | None = None
        """The line of deadlines the sender waits in."""
        self._carrier = carrier
        self._task: trio.lowlevel.Task | None = None
        self._timed_out = False
        self._value: Any = None
        self._error: BaseException | None = None

    @property
    def abandoned(self) -> bool:
        """Whether nobody waits for the answer: a notice, or an asker that has left."""
        return self._task is None

    def answer(self, value: Any) -> None:
        """Give the asker its value; never waits."""
        if self.open:
            self._value = value
            self._settle()

    def fail(self, error: BaseException) -> None:
        """Raise `error` in the asker; never waits. One error object serves one asker."""
        if self.open:
            self._error = error
            self._settle()

    def close(self) -> None:
        """Finish with the message; an unanswered asker gets `ActorDown`."""
        if self.open:
            self.fail(ActorDown(type(self.message).__name__))

    def __enter__(self) -> Self:
        """Begin the handling of the message."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the handling of the message, answered or not."""
        self.close()

    async def outcome(self) -> Any:
        """Sleep until answered, or admitted in the case of a notice; return or raise the answer."""
        self._task = trio.lowlevel.current_task()
        await trio.lowlevel.wait_task_rescheduled(self._leave)
        if self._timed_out:
            raise trio.TooSlowError
        if self._error is not None:
            raise self._error
        return self._value

    def admitted(self) -> None:
        """End a notice's wait: from here on nobody waits for this envelope."""
        self.open = False
        self._wake()

    def expire(self) -> None:
        """End the asker's wait at its deadline; only the timer does this."""
        self._timed_out = True
        self._carrier.withdraw(self)
        self._wake()

    def _settle(self) -> None:
        self.open = False
        self._carrier.settled(self)
        self._wake()

    def _wake(self) -> None:
        task = self._task
        if task is not None:
            self._task = None
            if self.line is not None:
                self.line.pop(self, None)
            trio.lowlevel.reschedule(task)

    def _leave(self, _raise_cancel: object) -> trio.lowlevel.Abort:
        self._task = None
        if self.line is not None:
            self.line.pop(self, None)
        self._carrier.withdraw(self)
        return trio.lowlevel.Abort.SUCCEEDED
