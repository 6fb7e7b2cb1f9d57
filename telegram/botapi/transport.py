"""One httpx client for one purpose, with a limit on calls, a deadline round each, and a fence.

What stays true:
- A failure before the first byte of the request left is `NotSent`, any later one is `Unknown`.
  httpcore's trace tells which; exception types alone do not.
- No exception of httpx leaves, because it can carry the URL and the URL holds the token.
- Calls in flight never exceed the pool's connections, so a `PoolTimeout` can only mean that the
  pool lost connections to cancelled requests (seen in httpx); the client is then replaced. Calls
  still in flight on the old client finish there before it is closed.
- An answer is read up to a limit and no further.
"""

import ssl
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Self

import httpx
import trio

from telegram.botapi.answers import Reply
from telegram.botapi.errors import NotSent, Unknown

MAX_ANSWER = 16 * 1024 * 1024
CONNECT_SECONDS = 10.0
POOL_SECONDS = 5.0
# The cloud front is reported to drop a connection about 39 s after it opened, idle or not.
KEEPALIVE_SECONDS = 20.0
_CLOSE_SECONDS = 2.0
_SENDING = "http11.send_request_headers.started"


@dataclass(frozen=True, slots=True)
class Upload:
    """A file part of a multipart request; `filename` is ours, never a guest's."""

    filename: str
    content: bytes = field(repr=False)
    mime: str


@dataclass(frozen=True, slots=True)
class Call:
    """One request: the URL (secret), a JSON body or form fields with uploads, and its bounds.

    `seconds` is the deadline from the moment the call has its place in the pool; `headers` may hold
    a key, so they are never shown.
    """

    url: httpx.URL = field(repr=False)
    seconds: float
    body: bytes | None = field(default=None, repr=False)
    fields: Mapping[str, str] = field(default_factory=dict, repr=False)
    uploads: Mapping[str, Upload] = field(default_factory=dict)
    method: str = "POST"
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    limit: int = MAX_ANSWER


class Transport:
    """Sends calls over reused connections, at most `connections` at a time."""

    def __init__(
        self, connections: int, tls: ssl.SSLContext, pool_seconds: float = POOL_SECONDS
    ) -> None:
        if connections < 1:
            raise ValueError("connections: at least 1 is needed")
        self._places = trio.CapacityLimiter(connections)
        self._fresh = partial(_Pool, connections, tls, pool_seconds)
        self._pool = self._fresh()
        self._closed = False

    async def send(self, call: Call) -> Reply | Unknown | NotSent:
        """The reply to `call`, or why there is none."""
        with trio.move_on_after(call.seconds) as waiting:
            await self._places.acquire()
        if waiting.cancelled_caught:
            return NotSent("no free place among the calls in flight")
        try:
            return await self._send_placed(call)
        finally:
            self._places.release()

    async def aclose(self) -> None:
        """Refuses further calls and closes all connections; calls in flight end in `Unknown`."""
        self._closed = True
        await self._pool.close()

    async def _send_placed(self, call: Call) -> Reply | Unknown | NotSent:
        if self._closed:
            return NotSent("the client is closed")
        pool, progress = self._pool, _Progress()
        try:
            with trio.move_on_after(call.seconds):
                return await pool.exchange(call, progress)
            return progress.verdict("no answer within the deadline")
        except httpx.PoolTimeout:
            self._replace(pool)
            return NotSent("PoolTimeout")
        except _TooLarge:
            return Unknown(f"answer over {call.limit} bytes")
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, OSError) as error:
            # Its text may be empty or hold the URL; the class says enough.
            return progress.verdict(type(error).__name__)
        finally:
            await pool.leave_if_retired()

    def _replace(self, worn: "_Pool") -> None:
        if self._pool is worn and not self._closed:
            worn.retired = True
            self._pool = self._fresh()


class _TooLarge(Exception):
    """The answer exceeds its limit."""


class _Progress:
    """Whether any byte of the request may have left."""

    __slots__ = ("sent",)

    def __init__(self) -> None:
        self.sent = False

    async def note(self, event: str, _details: object) -> None:
        if event == _SENDING:
            self.sent = True

    def verdict(self, reason: str) -> Unknown | NotSent:
        return Unknown(reason) if self.sent else NotSent(reason)


class _Pool:
    """An httpx client and the number of calls that still use it."""

    def __init__(self, connections: int, tls: ssl.SSLContext, pool_seconds: float) -> None:
        self.retired = False
        self._in_flight = 0
        self._client = httpx.AsyncClient(
            verify=tls,
            trust_env=False,
            http2=False,
            follow_redirects=False,
            headers={"Accept-Encoding": "identity", "User-Agent": "stickerbooth"},
            # Only the outer deadline bounds reading: the server may sit on a send for a minute.
            timeout=httpx.Timeout(None, connect=CONNECT_SECONDS, pool=pool_seconds),
            limits=httpx.Limits(
                max_connections=connections,
                max_keepalive_connections=connections,
                keepalive_expiry=KEEPALIVE_SECONDS,
            ),
        )

    async def exchange(self, call: Call, progress: _Progress) -> Reply:
        self._in_flight += 1
        try:
            response = await self._client.send(self._request(call, progress), stream=True)
            try:
                body = await _read(response, call.limit)
            finally:
                await response.aclose()
            return Reply(
                response.status_code,
                body,
                response.headers.get("Retry-After"),
                dict(response.headers),
            )
        finally:
            self._in_flight -= 1

    async def leave_if_retired(self) -> None:
        if self.retired and self._in_flight == 0:
            await self.close()

    async def close(self) -> None:
        with trio.move_on_after(_CLOSE_SECONDS, shield=True), suppress(httpx.HTTPError, OSError):
            await self._client.aclose()

    def _request(self, call: Call, progress: _Progress) -> httpx.Request:
        trace = {"trace": progress.note}
        if call.uploads:
            files = {n: (u.filename, u.content, u.mime) for n, u in call.uploads.items()}
            request = self._client.build_request(
                call.method, call.url, data=dict(call.fields), files=files, extensions=trace
            )
        else:
            kind = {} if call.body is None else {"Content-Type": "application/json"}
            headers = {**kind, **call.headers}
            request = self._client.build_request(
                call.method, call.url, content=call.body, headers=headers, extensions=trace
            )
        request.stream = _Whole(request.read())
        return request


class _Whole(httpx.AsyncByteStream):
    """A body in one piece. httpx's own bodies are generators, which a cancelled call abandons."""

    def __init__(self, content: bytes) -> None:
        self._content = content

    def __aiter__(self) -> AsyncIterator[bytes]:
        return _Once(self._content)


class _Once:
    """Yields the bytes once, without being a generator."""

    __slots__ = ("_left",)

    def __init__(self, content: bytes) -> None:
        self._left: bytes | None = content

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> bytes:
        content, self._left = self._left, None
        if content is None:
            raise StopAsyncIteration
        return content


async def _read(response: httpx.Response, limit: int) -> bytes:
    declared = response.headers.get("Content-Length", "")
    if declared.isdecimal() and int(declared[:20]) > limit:
        raise _TooLarge
    body = bytearray()
    try:
        async for chunk in response.aiter_raw():
            if len(body) <= limit:
                body += chunk
            if len(body) > limit:
                # Leaving the loop would abandon httpx's nested generators, which trio reports as
                # a warning; a closed connection ends them from the inside at the next read.
                await response.aclose()
    except (httpx.HTTPError, httpx.StreamError):
        if len(body) <= limit:
            raise
    if len(body) > limit:
        raise _TooLarge
    return bytes(body)
