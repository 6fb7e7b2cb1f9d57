"""A small HTTP/1.1 server on trio and h11 that can also misbehave on request.

Each connection is fenced: what goes wrong in one ends that one alone. Nothing here knows
Telegram. It is written on sockets because faults in the middle of an answer cannot be had from a
web framework.
"""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import h11
import trio

from telegram.sandbox import limits

_IDLE_SECONDS = 75.0
_WRITE_SECONDS = 60.0
_LINGER_SECONDS = 1.0
_READ_SIZE = 64 * 1024
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Request:
    """A request with its whole body; `path` is still percent-encoded."""

    method: str
    path: str
    query: str
    content_type: str
    headers: dict[str, str]
    body: bytes


@dataclass(frozen=True, slots=True)
class Response:
    """An answer.

    `cut_body` sends half of the body and drops the connection.
    """

    status: int = 200
    body: bytes = b""
    content_type: str = "application/json"
    headers: tuple[tuple[str, str], ...] = ()
    cut_body: bool = False


class DropConnection(Exception):
    """Raised by a handler to close the connection without an answer."""


class _BodyTooLong(Exception):
    pass


Handler = Callable[[Request], Awaitable[Response]]


@dataclass(slots=True)
class HttpFront:
    """Serves one handler; `crashes` lists what handlers raised, for tests to be empty."""

    handler: Handler
    crashes: list[BaseException] = field(default_factory=list)

    async def serve_connection(self, stream: trio.SocketStream) -> None:
        """Speak HTTP on one connection until either side ends it."""
        try:
            await _Connection(stream, self).run()
            await _linger(stream)
        except (trio.BrokenResourceError, trio.ClosedResourceError, h11.ProtocolError, OSError):
            _log.debug("sandbox connection ended early")
        except Exception as crash:  # noqa: BLE001 - one connection's fault must not end the others
            self.crashes.append(crash)
            _log.exception("sandbox connection failed")
        finally:
            with trio.move_on_after(1, shield=True):
                await trio.aclose_forcefully(stream)


async def _linger(stream: trio.SocketStream) -> None:
    """End our side and read on for a while, so that what the client still sends resets nothing."""
    with trio.move_on_after(_LINGER_SECONDS):
        await stream.send_eof()
        async for _ in stream:
            pass


@dataclass(slots=True)
class _Connection:
    stream: trio.SocketStream
    front: HttpFront
    wire: h11.Connection = field(default_factory=lambda: h11.Connection(h11.SERVER))

    async def run(self) -> None:
        while True:
            try:
                with trio.move_on_after(_IDLE_SECONDS) as idle:
                    request = await self._read_request()
                if idle.cancelled_caught or request is None:
                    return
                response = await self._answer(request)
            except h11.RemoteProtocolError:
                response = Response(400, b"Bad Request", "text/plain")
            except _BodyTooLong:
                response = Response(413, b"Request Entity Too Large", "text/plain")
            except DropConnection:
                return
            if not await self._send(response):
                return

    async def _answer(self, request: Request) -> Response:
        try:
            return await self.front.handler(request)
        except DropConnection:
            raise
        except Exception as crash:  # noqa: BLE001 - answered as a 500 and kept for the tests
            self.front.crashes.append(crash)
            _log.exception("sandbox handler failed")
            body = b'{"ok":false,"error_code":500,"description":"Internal Server Error"}'
            return Response(500, body)

    async def _event(self) -> object:
        while True:
            event = self.wire.next_event()
            if event is not h11.NEED_DATA:
                return event
            if self.wire.they_are_waiting_for_100_continue:
                go_on = h11.InformationalResponse(status_code=100, headers=[])
                await self._write(go_on)
            self.wire.receive_data(await self.stream.receive_some(_READ_SIZE))

    async def _read_request(self) -> Request | None:
        head = await self._event()
        if not isinstance(head, h11.Request):
            return None
        chunks: list[bytes] = []
        size = 0
        while isinstance(event := await self._event(), h11.Data):
            size += len(event.data)
            if size > limits.BODY_MAX:
                raise _BodyTooLong
            chunks.append(bytes(event.data))
        if not isinstance(event, h11.EndOfMessage):
            return None
        return _request(head, b"".join(chunks))

    async def _write(self, *events: h11.Event) -> None:
        data = b"".join(self.wire.send(event) or b"" for event in events)
        with trio.move_on_after(_WRITE_SECONDS) as scope:
            await self.stream.send_all(data)
        if scope.cancelled_caught:
            raise trio.BrokenResourceError("the client stopped reading")

    async def _send(self, response: Response) -> bool:
        """Send an answer; whether the connection can take another request."""
        if self.wire.our_state not in {h11.IDLE, h11.SEND_RESPONSE}:
            return False
        length = str(len(response.body))
        headers = [("Content-Type", response.content_type), ("Content-Length", length)]
        head = h11.Response(status_code=response.status, headers=[*headers, *response.headers])
        if response.cut_body:
            half = response.body[: len(response.body) // 2]
            await self._write(head, h11.Data(data=half))
            return False
        await self._write(head, h11.Data(data=response.body), h11.EndOfMessage())
        return self._reset()

    def _reset(self) -> bool:
        if self.wire.our_state is h11.DONE and self.wire.their_state is h11.DONE:
            self.wire.start_next_cycle()
            return True
        return False


def _request(head: h11.Request, body: bytes) -> Request:
    headers = {key.decode("latin-1"): value.decode("latin-1") for key, value in head.headers}
    target = head.target.decode("latin-1")
    path, _, query = target.partition("?")
    return Request(
        head.method.decode(), path, query, headers.get("content-type", ""), headers, body
    )
