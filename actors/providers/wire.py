"""HTTP as adapters use it: bounded calls, answers read at the rim, keys in headers only.

An answer that is no answer is a value: nothing sent is `Transient`, anything after that `Unknown`.
No exception of the HTTP library leaves, and no URL or header is ever shown.
"""

import base64
import binascii
import json
import secrets
import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import httpx

from actors.providers.base import Reference
from actors.providers.results import Transient, Unknown
from telegram.botapi.answers import Reply
from telegram.botapi.errors import NotSent
from telegram.botapi.redaction import silence_http_logs
from telegram.botapi.transport import Call, Transport

CONNECTIONS = 16
MAX_ANSWER = 40 * 1024 * 1024
"""Bytes of an answer that are read; a picture of 4K in base64 is about half of it."""
MAX_PICTURE = 24 * 1024 * 1024
LONGEST_RETRY = 3600.0
LONGEST_CODE = 60

JsonMap = Mapping[str, object]
_MAGIC = ((b"\x89PNG\r\n\x1a\n", "image/png"), (b"\xff\xd8\xff", "image/jpeg"))


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer that came whole; `json` is empty when the body is no JSON object."""

    status: int
    json: JsonMap
    readable: bool
    body: bytes = field(repr=False)
    headers: Mapping[str, str] = field(repr=False)

    @property
    def ok(self) -> bool:
        """Whether the status says success."""
        return 200 <= self.status < 300

    @property
    def retry_after(self) -> float | None:
        """Seconds of the header `Retry-After`, when it has them."""
        return seconds(self.headers.get("retry-after"))

    def id_in(self, header: str) -> str | None:
        """Return a request id from a header, cut to a code's length."""
        return code(self.headers.get(header)) or None


class Wire:
    """Connections to one service; every call carries the headers that hold its key."""

    def __init__(self, root: str, headers: Mapping[str, str], connections: int = CONNECTIONS):
        silence_http_logs()
        self.root = root
        self._headers = dict(headers)
        self._transport = Transport(connections, _tls_for(root))

    def __repr__(self) -> str:
        return f"Wire({urlsplit(self.root).hostname})"

    async def call(
        self,
        method: str,
        url: str,
        *,
        within: float,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        keyed: bool = True,
        limit: int = MAX_ANSWER,
    ) -> Answer | Transient | Unknown:
        """Make one call, answered within so many seconds; `keyed` calls carry the key."""
        sent = {**(self._headers if keyed else {}), **(headers or {})}
        try:
            address = httpx.URL(url)
        except (httpx.InvalidURL, ValueError):
            return Unknown("an address that is none")
        reply = await self._transport.send(
            Call(address, within, body=body, method=method, limit=limit, headers=sent)
        )
        if isinstance(reply, Reply):
            return _answer(reply)
        if isinstance(reply, NotSent):
            return Transient(f"not sent: {reply.reason}")
        return Unknown(reply.reason)

    async def post(
        self, url: str, body: object, *, within: float, headers: Mapping[str, str] | None = None
    ) -> Answer | Transient | Unknown:
        """Post JSON."""
        content = json.dumps(body).encode()
        return await self.call("POST", url, within=within, body=content, headers=headers)

    async def aclose(self) -> None:
        """Close all connections."""
        await self._transport.aclose()


def endpoint(given: str, usual: str, version: str) -> str:
    """Return the root of an API: a given address without a path gets the usual version's."""
    root = (given or usual).rstrip("/")
    return root if urlsplit(root).path else f"{root}/{version}"


def form(fields: Mapping[str, str], files: tuple[tuple[str, Reference], ...]) -> tuple[bytes, str]:
    """Return a multipart body and its content type; a name may have several files."""
    boundary = secrets.token_hex(16)
    body = bytearray()
    for name, value in fields.items():
        body += f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n'.encode()
        body += value.encode() + b"\r\n"
    for number, (name, file) in enumerate(files):
        suffix = file.mime.rpartition("/")[2]
        body += (
            f'--{boundary}\r\nContent-Disposition: form-data; name="{name}";'
            f' filename="reference-{number}.{suffix}"\r\nContent-Type: {file.mime}\r\n\r\n'
        ).encode()
        body += file.content + b"\r\n"
    body += f"--{boundary}--\r\n".encode()
    return bytes(body), f"multipart/form-data; boundary={boundary}"


def data_url(file: Reference) -> str:
    """Return a picture as a data URL."""
    return f"data:{file.mime};base64,{base64.b64encode(file.content).decode()}"


def picture_in(text: object) -> bytes | None:
    """Return the picture of a base64 text; None when it is broken or no PNG, JPEG or WEBP."""
    if not isinstance(text, str) or len(text) > MAX_PICTURE * 4 // 3 + 4:
        return None
    try:
        content = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
    return content if mime_of(content) else None


def mime_of(content: bytes) -> str | None:
    """Return what a picture's first bytes say it is."""
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return "image/webp"
    return next((mime for magic, mime in _MAGIC if content.startswith(magic)), None)


def seconds(value: object) -> float | None:
    """Read seconds from a header or a text as `7`, `7.5` or `7.5s`."""
    if not isinstance(value, str):
        return None
    try:
        found = float(value.strip().removesuffix("s")[:20])
    except ValueError:
        return None
    return min(found, LONGEST_RETRY) if 0 <= found < float("inf") else None


def code(value: object) -> str:
    """Read a machine code: anything else from outside is no code and gives an empty text."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)[:LONGEST_CODE]
    if not isinstance(value, str):
        return ""
    kept = "".join(c for c in value[:LONGEST_CODE] if c.isascii() and (c.isalnum() or c in "_-.:/"))
    return kept if kept == value[:LONGEST_CODE] else ""


def part(source: object, name: str) -> JsonMap:
    """Return an object inside an object; an empty one when there is none."""
    found = source.get(name) if isinstance(source, Mapping) else None
    return found if isinstance(found, Mapping) else {}


def parts(source: object, name: str) -> list[JsonMap]:
    """Return the objects of a list inside an object."""
    found = source.get(name) if isinstance(source, Mapping) else None
    return [each for each in found if isinstance(each, Mapping)] if isinstance(found, list) else []


def count(source: object, name: str) -> int | None:
    """Return a count inside an object; None when there is none or it is absurd."""
    found = source.get(name) if isinstance(source, Mapping) else None
    if isinstance(found, bool) or not isinstance(found, int) or not 0 <= found < 10**9:
        return None
    return found


def _answer(reply: Reply) -> Answer:
    try:
        decoded: object = json.loads(reply.body)
    except (ValueError, RecursionError):
        decoded = None
    readable = isinstance(decoded, dict)
    return Answer(
        reply.status,
        decoded if isinstance(decoded, dict) else {},
        readable,
        reply.body,
        reply.headers,
    )


def _tls_for(root: str) -> ssl.SSLContext:
    # Loading the authorities takes up to a tenth of a second, which plain http need not pay.
    if root.startswith("https:"):
        return httpx.create_ssl_context(trust_env=False)
    return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
