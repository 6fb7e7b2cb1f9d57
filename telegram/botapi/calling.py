"""The way of a call out of the client: URL, pace, transport, reading of the reply.

The token lives only in the URLs built here; nothing of this module shows it.
"""

import json
import re
import ssl
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar
from urllib.parse import quote, urlsplit

import httpx

from telegram.botapi.answers import Reply, read_refusal, read_reply
from telegram.botapi.errors import ErrorKind, Failed, NotSent, Ok, Result, Unknown
from telegram.botapi.reading import Malformed
from telegram.botapi.redaction import silence_http_logs
from telegram.botapi.sending import Fields
from telegram.botapi.throttle import HeldBack, Key, Throttle
from telegram.botapi.transport import Call, Transport, Upload

T = TypeVar("T")

# Two, so that a poll whose cancellation is still winding down never blocks the next.
POLL_CONNECTIONS = 2

_TOKEN = re.compile(r"([0-9]{1,20}):[A-Za-z0-9_-]{1,128}")


@dataclass(frozen=True, slots=True)
class Bounds:
    """Deadlines in seconds, and the number of calls in flight.

    Writing calls get 75 s, because the server itself may sit on one for a minute and a shorter
    wait would make duplicates. A poll gets its own timeout plus `poll_margin`.
    """

    write_seconds: float = 75.0
    read_seconds: float = 30.0
    poll_margin: float = 12.0
    connections: int = 24


class Caller:
    """Calls of one bot at one server, paced, bounded and read."""

    def __init__(self, token: str, root: str, bounds: Bounds, throttle: Throttle) -> None:
        match = _TOKEN.fullmatch(token)
        if match is None:
            raise ValueError("token: expected <digits>:<secret>")
        silence_http_logs()
        self.bot_id = match[1]
        self.root = _checked_root(root)
        self._bounds = bounds
        self._throttle = throttle
        self._method_root = f"{self.root}/bot{token}/"
        self._file_root = f"{self.root}/file/bot{token}/"
        self._urls: dict[str, httpx.URL] = {}
        tls = _tls_for(self.root)
        self._transport = Transport(bounds.connections, tls)
        self._polling = Transport(POLL_CONNECTIONS, tls)

    def __repr__(self) -> str:
        return f"Caller(bot={self.bot_id}, root={self.root!r})"

    async def aclose(self) -> None:
        """Closes all connections; calls in flight end in `Unknown`, later ones in `NotSent`."""
        await self._polling.aclose()
        await self._transport.aclose()

    async def read(self, method: str, fields: Fields, parse: Callable[[object], T]) -> Result[T]:
        """A call that changes nothing on the server."""
        call = self._json_call(method, fields, self._bounds.read_seconds)
        return await self._paced(method, call, parse, counts=False)

    async def write(
        self,
        method: str,
        fields: Fields,
        parse: Callable[[object], T],
        *,
        uploads: Mapping[str, Upload] | None = None,
    ) -> Result[T]:
        """A call that changes something but belongs to no chat."""
        call = self._call(method, fields, uploads)
        return await self._paced(method, call, parse, counts=False)

    async def to_chat(
        self,
        method: str,
        chat_id: int,
        fields: Fields,
        parse: Callable[[object], T],
        *,
        counts: bool = True,
        uploads: Mapping[str, Upload] | None = None,
    ) -> Result[T]:
        """A call into a chat; `counts=False` where the chat's own pace does not apply."""
        call = self._call(method, {"chat_id": chat_id, **fields}, uploads)
        return await self._paced(chat_id, call, parse, counts=counts)

    async def poll(
        self, method: str, fields: Fields, seconds: float, parse: Callable[[object], T]
    ) -> Result[T]:
        """A call the server may hold for `seconds`, on connections of its own and unpaced."""
        call = self._json_call(method, fields, seconds + self._bounds.poll_margin)
        return _outcome(await self._polling.send(call), parse)

    async def download(self, file_path: str, limit: int) -> Result[bytes]:
        """The file at `file_path` under the file root, or `Unknown` when it exceeds `limit`."""
        if not _is_inside(file_path):
            return Failed(ErrorKind.FILE_BAD, 0, "file_path leads outside the file root")
        url = httpx.URL(self._file_root + quote(file_path, safe="/"))
        call = Call(url, self._bounds.write_seconds, method="GET", limit=limit)
        reply = await self._transport.send(call)
        if not isinstance(reply, Reply):
            return reply
        return Ok(reply.body) if reply.status == 200 else _refused_download(reply)

    async def _paced(
        self, key: Key, call: Call, parse: Callable[[object], T], *, counts: bool
    ) -> Result[T]:
        held = await self._throttle.turn(key, counts=counts)
        if isinstance(held, HeldBack):
            return Failed(ErrorKind.FLOOD, 0, "held back by an earlier flood wait", held.seconds)
        result = _outcome(await self._transport.send(call), parse)
        if isinstance(result, Failed) and result.retry_after is not None:
            self._throttle.hold(key, result.retry_after)
        return result

    def _call(self, method: str, fields: Fields, uploads: Mapping[str, Upload] | None) -> Call:
        seconds = self._bounds.write_seconds
        if not uploads:
            return self._json_call(method, fields, seconds)
        form = {name: v if isinstance(v, str) else _json(v) for name, v in fields.items()}
        return Call(self._url(method), seconds, fields=form, uploads=uploads)

    def _json_call(self, method: str, fields: Fields, seconds: float) -> Call:
        return Call(self._url(method), seconds, body=_json(fields).encode() if fields else None)

    def _url(self, method: str) -> httpx.URL:
        url = self._urls.get(method)
        if url is None:
            url = self._urls[method] = httpx.URL(self._method_root + method)
        return url


def expect_true(raw: object) -> bool:
    """Reads the result `true`."""
    if raw is not True:
        raise Malformed("expected true")
    return True


def _outcome(reply: Reply | Unknown | NotSent, parse: Callable[[object], T]) -> Result[T]:
    return read_reply(reply, parse) if isinstance(reply, Reply) else reply


def _refused_download(reply: Reply) -> Failed | Unknown:
    # Here a 404 speaks of the file, whose link lives for an hour, not of the token.
    refusal = read_refusal(reply)
    if isinstance(refusal, Failed) and refusal.code == 404:
        return Failed(ErrorKind.FILE_BAD, 404, refusal.description)
    return refusal


def _json(value: object) -> str:
    # Escapes keep lone surrogates from the outside world encodable.
    return json.dumps(value, separators=(",", ":"))


def _is_inside(file_path: str) -> bool:
    parts = file_path.split("/")
    return "\\" not in file_path and not {"", ".", ".."}.intersection(parts)


def _tls_for(root: str) -> ssl.SSLContext:
    # Loading the authorities takes up to a tenth of a second, which plain http need not pay.
    if root.startswith("https:"):
        return httpx.create_ssl_context(trust_env=False)
    return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def _checked_root(root: str) -> str:
    parts = urlsplit(root)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ValueError("root: expected http://host or https://host")
    if parts.username is not None or parts.query or parts.fragment:
        raise ValueError("root: expected no user, query or fragment")
    return root.rstrip("/")
