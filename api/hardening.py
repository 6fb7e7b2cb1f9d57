"""A server loop of our own round hypercorn's connections, with the known faults fenced in.

What stays true:

- Whatever one connection does ends at most that connection; it is counted and logged.
- A client that stops reading is dropped after `WRITE_SECONDS`, and at once when the server ends.
- HTTP/1.1 only, and no upgrades: nobody needs HTTP/2 in clear text or WebSockets here.
- Malformed requests are answered with a problem document.
- An idle connection is closed after `KEEP_ALIVE_SECONDS`, also one that has sent half a request.

Built on `hypercorn.trio.tcp_server` and `hypercorn.protocol.h11` of hypercorn 0.18.
"""

import secrets
import socket as sockets
from functools import partial

import h11
import structlog
import trio
from hypercorn.config import Config
from hypercorn.protocol.events import Request as StreamRequest
from hypercorn.protocol.h11 import STREAM_ID, H11Protocol
from hypercorn.protocol.http_stream import HTTPStream
from hypercorn.trio.task_group import TaskGroup
from hypercorn.trio.tcp_server import TCPServer
from hypercorn.trio.worker_context import WorkerContext
from hypercorn.typing import AppWrapper, ASGIFramework, ConnectionState
from hypercorn.utils import parse_socket_addr, wrap_app

from api.problems import Code, Problem

WRITE_SECONDS = 20.0
KEEP_ALIVE_SECONDS = 15.0
MAX_CONNECTIONS = 512
CUT_SECONDS = 0.5
"""How long a request that outlasts the grace has to say so."""

log = structlog.get_logger()


class GuardedStream:
    """A connection whose writes have a deadline and can be broken off."""

    def __init__(self, stream: trio.SocketStream) -> None:
        self._stream = stream
        self._writing: trio.CancelScope | None = None
        self._aborted = False

    @property
    def socket(self) -> trio.socket.SocketType:
        """The socket, for its addresses."""
        return self._stream.socket

    async def send_all(self, data: bytes) -> None:
        """Send; raises `trio.BrokenResourceError` when the peer does not take it in time."""
        if self._aborted:
            raise trio.BrokenResourceError("the server ends")
        with trio.move_on_after(WRITE_SECONDS) as self._writing:
            await self._stream.send_all(data)
        if self._writing.cancelled_caught:
            # Also wakes the task that reads, which would wait for ever.
            await trio.aclose_forcefully(self._stream)
            raise trio.BrokenResourceError("the client stopped reading")

    async def receive_some(self, max_bytes: int) -> bytes:
        """Receive what has come."""
        return bytes(await self._stream.receive_some(max_bytes))

    async def send_eof(self) -> None:
        """Tell the peer that nothing more comes."""
        await self._stream.send_eof()

    async def aclose(self) -> None:
        """Close."""
        await self._stream.aclose()

    def abort(self) -> None:
        """Break off a write in progress and refuse further ones, shielded or not."""
        self._aborted = True
        if self._writing is not None:
            self._writing.cancel()


class _PlainHttp(H11Protocol):
    """HTTP/1.1 without upgrades, whose own refusals are problem documents."""

    async def _check_protocol(self, event: h11.Request) -> None:
        """Stay with HTTP/1.1 whatever the client proposes."""

    async def _create_stream(self, request: h11.Request) -> None:
        self.stream = HTTPStream(
            self.app,
            self.config,
            self.context,
            self.task_group,
            self.ssl,
            self.client,
            self.server,
            self.stream_send,
            STREAM_ID,
        )
        await self.stream.handle(
            StreamRequest(
                stream_id=STREAM_ID,
                headers=list(request.headers),
                http_version=request.http_version.decode(),
                method=request.method.decode("ascii").upper(),
                raw_path=request.target,
                state=self.connection_state,
            )
        )
        self.keep_alive_requests += 1

    async def _send_error_response(self, status_code: int) -> None:  # noqa: ARG002 - given
        problem = Problem(Code.INVALID)
        body = problem.body()
        fields = {
            **problem.headers(),
            "Content-Length": str(len(body)),
            "Connection": "close",
            "X-Request-Id": secrets.token_hex(8),
        }
        headers = [(name.encode(), value.encode()) for name, value in fields.items()]
        headers += self.config.response_headers("h11")
        await self._send_h11_event(h11.Response(status_code=problem.status, headers=headers))
        await self._send_h11_event(h11.Data(data=body))
        await self._send_h11_event(h11.EndOfMessage())


class _OneConnection(TCPServer):
    """Hypercorn's connection in clear text, closed as soon as its client is gone."""

    async def run(self) -> None:
        socket = self.stream.socket
        try:
            client = parse_socket_addr(socket.family, socket.getpeername())
            server = parse_socket_addr(socket.family, socket.getsockname())
            async with TaskGroup() as task_group:
                self._task_group = task_group
                self.protocol = _PlainHttp(  # type: ignore[assignment]
                    self.app,
                    self.config,
                    self.context,
                    task_group,
                    ConnectionState({}),
                    False,
                    client,
                    server,
                    self.protocol_send,
                )
                await self.idle_task.restart(task_group, self._idle_timeout)
                await self._read_data()
                await self.idle_task.stop()
        except OSError:
            pass
        finally:
            await self._close()


class Server:
    """Serves one application on one listening socket; used once."""

    def __init__(self, app: ASGIFramework, *, grace: float, linger: float) -> None:
        """Take the application; `linger` and `grace` in seconds, see `run`."""
        self._app: AppWrapper = wrap_app(app, 0, "asgi")
        self._config = _config(grace)
        self._context = WorkerContext(None)
        self._grace = grace
        self._linger = linger
        self._open: set[GuardedStream] = set()
        self._empty = trio.Event()
        self.broken_connections = 0
        """How many connections ended in an error of the server's own code."""

    @property
    def connections(self) -> int:
        """How many connections are open."""
        return len(self._open)

    async def run(self, listening: sockets.socket, stop: trio.Event) -> None:
        """Serve a listening socket, which is closed in the end, until `stop` is set.

        Then new connections are taken for `linger` more, and requests in progress get `grace`;
        what is left is cut off.
        """
        listener = trio.SocketListener(trio.socket.from_stdlib_socket(listening))
        async with trio.open_nursery() as connections:
            async with trio.open_nursery() as accepting:
                accept = partial(trio.serve_listeners, handler_nursery=connections)
                accepting.start_soon(accept, self._fenced, [listener])
                await stop.wait()
                await trio.sleep(self._linger)
                accepting.cancel_scope.cancel()
            await self._finish(connections)

    async def _finish(self, connections: trio.Nursery) -> None:
        await self._context.terminated.set()
        await self._wait_empty(self._grace)
        connections.cancel_scope.cancel()
        with trio.CancelScope(shield=True):
            await self._wait_empty(CUT_SECONDS)
        for stream in self._open:
            stream.abort()

    async def _wait_empty(self, at_most: float) -> None:
        with trio.move_on_after(at_most):
            while self._open:
                self._empty = trio.Event()
                await self._empty.wait()

    async def _fenced(self, stream: trio.SocketStream) -> None:
        guarded = GuardedStream(stream)
        try:
            if len(self._open) < MAX_CONNECTIONS:
                self._open.add(guarded)
                await self._serve(guarded)
        finally:
            self._open.discard(guarded)
            if not self._open:
                self._empty.set()
            await trio.aclose_forcefully(stream)

    async def _serve(self, stream: GuardedStream) -> None:
        state = ConnectionState({})
        try:
            await _OneConnection(self._app, self._config, self._context, state, stream)  # type: ignore[arg-type]
        except Exception as error:  # noqa: BLE001 - one connection must not end the others
            self._count(error)
        except BaseExceptionGroup as group:
            # SystemExit among them: a request must not end the program.
            ours, broken = group.split((trio.Cancelled, KeyboardInterrupt))
            if broken is not None:
                self._count(broken)
            if ours is not None:
                raise ours from None

    def _count(self, error: BaseException) -> None:
        self.broken_connections += 1
        log.warning("api.connection_broken", error=type(error).__name__)


def _config(grace: float) -> Config:
    config = Config()
    config.accesslog = None
    config.errorlog = None
    config.include_server_header = False
    config.keep_alive_timeout = KEEP_ALIVE_SECONDS
    config.graceful_timeout = grace
    config.shutdown_timeout = grace
    return config
