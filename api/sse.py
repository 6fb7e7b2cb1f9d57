"""Session views as a stream of server-sent events.

The first view comes at once, then one whenever it differs from the last. A comment every
`HEARTBEAT` seconds keeps proxies and the tablet from taking the stream for dead. The database is
the truth: a lost ring only delays a view until the next heartbeat.
"""

import json
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from types import TracebackType
from typing import Self

import trio
from quart.wrappers.response import ResponseBody

from api.presenters import View, without_estimate
from api.problems import Code, Problem
from store.errors import StoreDown
from store.events import JOBS, Hub, session_topic
from supervisor.hint import Hint

HEARTBEAT = 15.0
MEDIA_TYPE = "text/event-stream"
MOST = 256
"""Streams open at the same time."""

Look = Callable[[], Awaitable[View | None]]


class Streams:
    """All open streams, so that a stopping server can end them."""

    def __init__(self, hub: Hub, most: int = MOST) -> None:
        self._hub = hub
        self._most = most
        self._hints: set[Hint] = set()
        self.closing = False

    def open(self, token: str, look: Look) -> "SessionStream":
        """Make the stream of one session; `look` reads its view, None when it is gone.

        Raises `Problem` when there are too many streams.
        """
        self.admit()
        return SessionStream(self, token, look)

    def close(self) -> None:
        """End every stream, now and from now on."""
        self.closing = True
        for hint in self._hints:
            hint.ring()

    @contextmanager
    def listen(self, token: str) -> Iterator[Hint]:
        """Ring the yielded hint when the session may look different, or the streams close."""
        with self.listen_to(session_topic(token), JOBS) as hint:
            yield hint

    def admit(self) -> None:
        """Raise `Problem` when there are too many streams."""
        if self.closing or len(self._hints) >= self._most:
            raise Problem(Code.UNAVAILABLE, "Too many streams are open.", retry_after=HEARTBEAT)

    @contextmanager
    def listen_to(self, *topics: str) -> Iterator[Hint]:
        """Ring the yielded hint when one of the topics is rung, or the streams close."""
        with self._hub.listen(*topics) as hint:
            self._hints.add(hint)
            try:
                yield hint
            finally:
                self._hints.discard(hint)


class SessionStream(ResponseBody):
    """The body of one stream."""

    def __init__(self, streams: Streams, token: str, look: Look) -> None:
        self._streams = streams
        self._token = token
        self._look = look
        self._listening: AbstractContextManager[Hint] | None = None
        self._hint = Hint()
        self._shown: View | None = None
        self._said_at = 0.0

    async def __aenter__(self) -> Self:
        """Listen, and only then look, so that no change falls between."""
        self._listening = self._streams.listen(self._token)
        self._hint = self._listening.__enter__()
        self._hint.ring()
        self._said_at = trio.current_time()
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc_value: BaseException | None,
        tb: TracebackType | None,
    ) -> None:
        """Stop listening."""
        if self._listening is not None:
            self._listening.__exit__(exc_type, exc_value, tb)

    def __aiter__(self) -> Self:
        """Iterate over the text of the stream."""
        return self

    async def __anext__(self) -> bytes:
        """Wait for the next event or comment; ends when the session is gone or all is closed."""
        while True:
            rung = await self._hint.wait(self._said_at + HEARTBEAT - trio.current_time())
            if self._streams.closing:
                raise StopAsyncIteration
            said = await self._next(rung=rung)
            if said:
                self._said_at = trio.current_time()
                return said

    async def _next(self, *, rung: bool) -> bytes:
        try:
            view = await self._look()
        except StoreDown:
            return b"" if rung else b": the database is away\n\n"
        if view is None:
            raise StopAsyncIteration
        if self._shown is None or without_estimate(view) != without_estimate(self._shown):
            self._shown = view
            text = json.dumps(view, ensure_ascii=False)
            return f"event: session\ndata: {text}\n\n".encode()
        return b"" if rung else b": still here\n\n"
