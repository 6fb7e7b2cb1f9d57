"""Taps for tests: an actor emits facts into a probe, which is silent until somebody listens.

Emitting never waits and costs next to nothing without a listener, so probes stay in production.
"""

import math
from typing import Generic, TypeVar

import trio

T = TypeVar("T")


class Probe(Generic[T]):
    """One kind of fact an actor makes observable."""

    def __init__(self) -> None:
        """Start silent."""
        self._listeners: list[trio.MemorySendChannel[T]] = []

    def emit(self, fact: T) -> None:
        """Hand `fact` to everybody who listens; never waits."""
        for listener in tuple(self._listeners):
            try:
                listener.send_nowait(fact)
            except trio.BrokenResourceError:
                self._listeners.remove(listener)

    def listen(self) -> trio.MemoryReceiveChannel[T]:
        """Return a channel of all facts emitted from now on; closing it ends listening."""
        send, receive = trio.open_memory_channel[T](math.inf)
        self._listeners.append(send)
        return receive
