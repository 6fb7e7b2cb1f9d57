"""One request between hypercorn and Quart, with the faults of both cured.

- The body is pulled: it is received no faster than the handler takes it, so what a connection
  holds in memory is bounded whatever the client sends.
- An answer given before the body was read is sent at once; what still comes is thrown away for a
  while, so that the client can read the answer instead of a reset.
- The last piece of an answer is sent under a shield with a deadline: sending it makes hypercorn
  report the request as over, which would cancel the very task that still has to restart the
  keep-alive timer or to close the connection (seen with quart-trio 0.12 and 0.13).
- Whatever is raised is logged and answered as 500; it never reaches the server.
- Every answer carries `X-Request-Id`.
"""

import math
import re
import secrets
from collections.abc import Iterable
from typing import Any, cast

import structlog
import trio
from hypercorn.typing import (
    ASGIReceiveCallable,
    ASGISendCallable,
    HTTPResponseBodyEvent,
    HTTPResponseStartEvent,
)
from quart.wrappers import Request, Response
from quart_trio.asgi import TrioASGIHTTPConnection
from werkzeug.exceptions import HTTPException

from api.problems import Code, Problem, code_of_status
from store.domain.reasons import Refusal

BODY = "stickerbooth.body"
"""Key of the request's `IncomingBody` in its scope."""
REQUEST_ID = "stickerbooth.request_id"
"""Key of the request's identifier in its scope."""

LAST_PIECE = 2.0
"""Seconds the last piece of an answer may take."""
LEFTOVER_SECONDS = 5.0
LEFTOVER_BYTES = 64 * 1024 * 1024
"""How long and how much of an unread body is still taken after the answer."""

_SAFE_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_Headers = list[tuple[bytes, bytes]]

log = structlog.get_logger()


class BodyTooSlow(Exception):
    """The client stopped sending its body."""


class IncomingBody:
    """The body of one request, handed over piece by piece."""

    def __init__(self) -> None:
        self._put, self._take = trio.open_memory_channel[bytes](0)
        self.arrived = trio.Event()
        """Set when all of it has come, read or not."""
        self._unread = 0

    async def piece(self, within: float) -> bytes:
        """Return the next piece, empty at the end; raises `BodyTooSlow`."""
        try:
            with trio.fail_after(within):
                return await self._take.receive()
        except trio.EndOfChannel:
            return b""
        except trio.TooSlowError as error:
            raise BodyTooSlow from error

    async def feed(self, message: Any) -> None:
        """Take what the server received, waiting until the handler wants it."""
        data = bytes(message.get("body", b""))
        if data:
            try:
                await self._put.send(data)
            except trio.BrokenResourceError:
                self._unread += len(data)
        if not message.get("more_body", False):
            self._put.close()
            self.arrived.set()
        elif self._unread > LEFTOVER_BYTES:
            self.arrived.set()

    def refuse(self) -> None:
        """Throw away whatever still comes."""
        self._take.close()

    def close(self) -> None:
        """End both sides."""
        self._put.close()
        self._take.close()


class Connection(TrioASGIHTTPConnection):
    """Answers one request; see the module docstring."""

    async def __call__(self, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        """Receive the body and answer, until either side is done."""
        body = IncomingBody()
        self._gone = False
        scope = cast(dict[str, Any], self.scope)
        scope[BODY] = body
        scope[REQUEST_ID] = request_id(self.scope["headers"])
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._receive, receive, body, nursery.cancel_scope)
                await self._answer(body, send)
                nursery.cancel_scope.cancel()
        except BaseExceptionGroup as group:
            # Hypercorn would log it with the request's address, or end the server.
            _, broken = group.split((trio.Cancelled, OSError, trio.BrokenResourceError))
            if broken is not None:
                self._report(broken)
            raise
        finally:
            body.close()

    async def _answer(self, body: IncomingBody, send: ASGISendCallable) -> None:
        response = await self._response(send)
        timeout: Any = response.timeout
        if timeout is Ellipsis:
            timeout = self.app.config["RESPONSE_TIMEOUT"]
        with trio.move_on_after(math.inf if timeout is None else timeout) as patience:
            await self._send_pieces(send, response)
        if patience.cancelled_caught:
            return
        body.refuse()
        with trio.move_on_after(LEFTOVER_SECONDS):
            await body.arrived.wait()
        with trio.CancelScope(shield=True, deadline=trio.current_time() + LAST_PIECE):
            await send(_body(b"", more=False))

    async def _response(self, send: ASGISendCallable) -> Response:
        try:
            request: Request = self._create_request_from_scope(send)
        except (ValueError, KeyError, IndexError, AttributeError):
            return _problem(Code.INVALID)
        try:
            response = await self.app.handle_request(request)
        except HTTPException as error:
            return _problem(code_of_status(error.code or 500))
        except (Exception, BaseExceptionGroup, SystemExit, trio.Cancelled) as error:
            if _cancelled(error):
                await self._cut_off(send)
                raise
            self._report(error)
            return _problem(Code.INTERNAL)
        return cast(Response, response)

    async def _cut_off(self, send: ASGISendCallable) -> None:
        """Tell a client that still waits that the server ends."""
        if not self._gone:
            with trio.CancelScope(shield=True, deadline=trio.current_time() + LAST_PIECE):
                await self._send_pieces(send, _problem(Code.UNAVAILABLE))
                await send(_body(b"", more=False))

    async def _receive(
        self, receive: ASGIReceiveCallable, body: IncomingBody, scope: trio.CancelScope
    ) -> None:
        while True:
            message = await receive()
            if message["type"] == "http.request":
                await body.feed(message)
            elif message["type"] == "http.disconnect":
                self._gone = True
                scope.cancel()
                return

    async def _send_pieces(self, send: ASGISendCallable, response: Response) -> None:
        await send(self._start(response))
        if self.scope["method"] == "HEAD":
            return
        async with response.response as pieces:
            async for piece in pieces:
                await send(_body(piece.encode() if isinstance(piece, str) else piece, more=True))

    def _start(self, response: Response) -> HTTPResponseStartEvent:
        scope = cast(dict[str, Any], self.scope)
        headers = [
            (name.lower().encode("latin-1"), value.encode("latin-1"))
            for name, value in response.headers.items()
        ]
        headers.append((b"x-request-id", scope[REQUEST_ID].encode()))
        return {"type": "http.response.start", "status": response.status_code, "headers": headers}

    def _report(self, error: BaseException) -> None:
        scope = cast(dict[str, Any], self.scope)
        log.error(
            "api.request_failed",
            request_id=scope[REQUEST_ID],
            method=self.scope["method"],
            error=type(error).__name__,
            exc_info=error,
        )


def request_id(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """Return the caller's identifier of the request if it is a safe one, else a new one."""
    for name, value in headers:
        if name.lower() == b"x-request-id":
            given = value.decode("latin-1")
            if _SAFE_ID.fullmatch(given):
                return given
    return secrets.token_hex(8)


def _cancelled(error: BaseException) -> bool:
    if isinstance(error, BaseExceptionGroup):
        return error.subgroup(trio.Cancelled) is not None
    return isinstance(error, trio.Cancelled)


def _body(data: bytes, *, more: bool) -> HTTPResponseBodyEvent:
    return {"type": "http.response.body", "body": data, "more_body": more}


def _problem(code: Code | Refusal) -> Response:
    problem = Problem(code)
    return Response(problem.body(), status=problem.status, headers=problem.headers())
