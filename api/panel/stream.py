"""The board as a stream of server-sent events: what changed, so that open pages look again.

The database is looked at when something rings and every few seconds besides. A stream ends with
the login it belongs to, and does not keep it alive.
"""

import json
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Any, Self

import trio
from quart.wrappers.response import ResponseBody

from api.sse import HEARTBEAT, Streams
from store.errors import StoreError
from store.events import JOBS, LEADS, MAINTENANCE
from supervisor.hint import Hint

PAUSE = 1.0
"""Seconds between two looks, however much rings."""
LOOK_EVERY = 5.0

Look = Callable[[], Awaitable[dict[str, Any] | None]]
"""Reads the board; None when the login is over."""


class BoardStream(ResponseBody):
    """The body of one stream."""

    def __init__(self, streams: Streams, look: Look) -> None:
        self._streams = streams
        self._look = look
        self._listening: AbstractContextManager[Hint] | None = None
        self._hint = Hint()
        self._shown: dict[str, Any] | None = None
        self._said_at = 0.0
        self._first = True

    async def __aenter__(self) -> Self:
        """Listen, and only then look, so that no change falls between."""
        self._listening = self._streams.listen_to(JOBS, MAINTENANCE, LEADS)
        self._hint = self._listening.__enter__()
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
        """Wait for the next change or comment; ends with the login or when all is closed."""
        while True:
            if not self._first:
                await trio.sleep(PAUSE)
                await self._hint.wait(LOOK_EVERY - PAUSE)
            self._first = False
            if self._streams.closing:
                raise StopAsyncIteration
            said = await self._next()
            if said:
                self._said_at = trio.current_time()
                return said

    async def _next(self) -> bytes:
        late = trio.current_time() - self._said_at >= HEARTBEAT
        try:
            board = await self._look()
        except StoreError:
            return b": the database is away\n\n" if late else b""
        if board is None:
            raise StopAsyncIteration
        if board != self._shown:
            self._shown = board
            return f"event: board\ndata: {json.dumps(board, ensure_ascii=False)}\n\n".encode()
        return b": still here\n\n" if late else b""
