"""A small HTTP server on loopback that answers what a test has scripted and records what it got."""

import json
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TypeAlias

import h11
import trio

from telegram.botapi.calling import Bounds
from telegram.botapi.client import BotApi

SECRET = "AAH9zeclWsecretsecretsecret-_x"
TOKEN = f"4242:{SECRET}"


@dataclass(frozen=True)
class Answer:
    """A whole HTTP answer; `declared` overrides the announced length, `chunked` leaves it out."""

    status: int = 200
    body: bytes = b""
    headers: tuple[tuple[str, str], ...] = ()
    declared: int | None = None
    chunked: bool = False


@dataclass(frozen=True)
class Cut:
    """Closes the connection after reading the request."""


@dataclass(frozen=True)
class Silence:
    """Never answers."""


Script: TypeAlias = Answer | Cut | Silence


@dataclass
class Request:
    method: str
    target: str
    headers: dict[str, str]
    body: bytes
    connection: int

    @property
    def fields(self) -> dict[str, object]:
        decoded = json.loads(self.body)
        assert isinstance(decoded, dict)
        return decoded


@dataclass
class Wire:
    """Answers come from `script` in order, then `otherwise`."""

    root: str = ""
    script: deque[Script] = field(default_factory=deque)
    otherwise: Script = field(default_factory=lambda: ok(True))
    requests: list[Request] = field(default_factory=list)
    connections: int = 0
    arrived: trio.Event = field(default_factory=trio.Event)

    async def serve(self, stream: trio.SocketStream) -> None:
        self.connections += 1
        number = self.connections
        try:
            await self._serve(stream, number)
        except (trio.BrokenResourceError, h11.RemoteProtocolError):
            return

    async def _serve(self, stream: trio.SocketStream, number: int) -> None:
        http = h11.Connection(h11.SERVER)
        while request := await _read(http, stream, number):
            self.requests.append(request)
            self.arrived.set()
            match self.script.popleft() if self.script else self.otherwise:
                case Cut():
                    return
                case Silence():
                    await trio.sleep_forever()
                case Answer() as answer:
                    await stream.send_all(_encode(answer))
                    if answer.declared is not None:
                        return
            # The bytes went out by hand, because they may break the protocol; h11 only keeps count.
            http.send(h11.Response(status_code=200, headers=[("Content-Length", "0")]))
            http.send(h11.EndOfMessage())
            http.start_next_cycle()


def ok(result: object) -> Answer:
    return Answer(body=json.dumps({"ok": True, "result": result}).encode())


def refusal(code: int, description: str, **parameters: object) -> Answer:
    envelope = {"ok": False, "error_code": code, "description": description}
    if parameters:
        envelope["parameters"] = parameters
    return Answer(code, json.dumps(envelope).encode())


@asynccontextmanager
async def serving(*script: Script) -> AsyncIterator[Wire]:
    wire = Wire(script=deque(script))
    async with trio.open_nursery() as nursery:
        listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
        port = listeners[0].socket.getsockname()[1]
        wire.root = f"http://127.0.0.1:{port}"
        nursery.start_soon(trio.serve_listeners, wire.serve, listeners)
        yield wire
        nursery.cancel_scope.cancel()


@asynccontextmanager
async def calling(
    *script: Script, bounds: Bounds | None = None
) -> AsyncIterator[tuple[BotApi, Wire]]:
    async with serving(*script) as wire:
        api = BotApi(TOKEN, wire.root, bounds=bounds)
        try:
            yield api, wire
        finally:
            await api.aclose()


async def _read(http: h11.Connection, stream: trio.SocketStream, number: int) -> Request | None:
    head: h11.Request | None = None
    body = b""
    while True:
        event = http.next_event()
        if event is h11.NEED_DATA:
            http.receive_data(await stream.receive_some(65536))
        elif isinstance(event, h11.Request):
            head = event
        elif isinstance(event, h11.Data):
            body += event.data
        elif isinstance(event, h11.EndOfMessage):
            assert head is not None
            headers = {k.decode().lower(): v.decode() for k, v in head.headers}
            return Request(head.method.decode(), head.target.decode(), headers, body, number)
        else:
            return None


def _encode(answer: Answer) -> bytes:
    length = len(answer.body) if answer.declared is None else answer.declared
    framing = "Transfer-Encoding: chunked" if answer.chunked else f"Content-Length: {length}"
    lines = [f"HTTP/1.1 {answer.status} X", framing]
    lines += [f"{name}: {value}" for name, value in answer.headers]
    body = b"%x\r\n%b\r\n0\r\n\r\n" % (length, answer.body) if answer.chunked else answer.body
    return "\r\n".join([*lines, "", ""]).encode() + body
