"""Turns the raw answer to a Bot API call into a `Result`.

Nothing is trusted: the body may be a proxy's HTML page, half a JSON text, or an envelope with the
wrong types. A refusal below 500 means the server did nothing, even when a proxy words it; an
answer of any other status that cannot be read leaves the outcome unknown.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from telegram.botapi.errors import ErrorKind, Failed, Ok, Result, Unknown, classify
from telegram.botapi.reading import Malformed, whole_or_none
from telegram.botapi.redaction import redact

T = TypeVar("T")

_DEFAULT_RETRY = 5
_LONGEST_RETRY = 86_400
_LONGEST_DESCRIPTION = 400
_RETRY_IN_TEXT = re.compile(r"retry after (\d{1,6})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Reply:
    """What came over the wire: HTTP status, whole body, and the `Retry-After` header if any.

    `headers` are all of them, names in lower case.
    """

    status: int
    body: bytes = field(repr=False)
    retry_after: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict, repr=False, compare=False)


def read_reply(reply: Reply, parse: Callable[[object], T]) -> Result[T]:
    """The outcome a reply stands for; `parse` reads the `result` and may raise `Malformed`."""
    envelope = _envelope(reply.body)
    if envelope is None or not isinstance(envelope.get("ok"), bool):
        return _without_envelope(reply)
    if envelope["ok"] is not True:
        return read_refusal(reply)
    try:
        return Ok(parse(envelope.get("result")))
    except Malformed as error:
        return Unknown(f"unreadable result: {error}", reply.status)


def read_refusal(reply: Reply) -> Failed | Unknown:
    """The outcome of a reply that is not a success."""
    envelope = _envelope(reply.body)
    if envelope is None:
        return _without_envelope(reply)
    code = _number(envelope, "error_code") or reply.status
    words = envelope.get("description")
    description = _tidy(words) if isinstance(words, str) else f"HTTP {reply.status}"
    parameters = envelope.get("parameters")
    return _refusal(code, description, parameters if isinstance(parameters, dict) else {}, reply)


def _refusal(
    code: int, description: str, parameters: Mapping[str, object], reply: Reply
) -> Failed | Unknown:
    kind = classify(code, description)
    if kind is ErrorKind.SERVER:
        return Unknown(description, code)
    migrate_to = _number(parameters, "migrate_to_chat_id")
    if migrate_to is not None:
        kind = ErrorKind.MIGRATED
    retry_after = None
    if kind is ErrorKind.FLOOD:
        retry_after = _retry_after(description, parameters, reply)
    return Failed(kind, code, description, retry_after, migrate_to)


def _without_envelope(reply: Reply) -> Failed | Unknown:
    if 400 <= reply.status < 500:
        return _refusal(reply.status, f"HTTP {reply.status} without a JSON answer", {}, reply)
    return Unknown(f"HTTP {reply.status} without a JSON answer", reply.status)


def _retry_after(description: str, parameters: Mapping[str, object], reply: Reply) -> float:
    seconds = _number(parameters, "retry_after")
    if seconds is None and (reply.retry_after or "").isdecimal():
        seconds = int((reply.retry_after or "")[:6])
    if seconds is None and (found := _RETRY_IN_TEXT.search(description)):
        seconds = int(found[1])
    return float(min(max(_DEFAULT_RETRY if seconds is None else seconds, 1), _LONGEST_RETRY))


def _number(source: Mapping[str, object], key: str) -> int | None:
    try:
        return whole_or_none(source, key)
    except Malformed:
        return None


def _tidy(description: str) -> str:
    printable = "".join(c if c.isprintable() else " " for c in description[:_LONGEST_DESCRIPTION])
    return redact(printable)


def _envelope(body: bytes) -> Mapping[str, object] | None:
    try:
        decoded: object = _DECODER.decode(body.decode("utf-8"))
    except (ValueError, RecursionError):
        return None
    return decoded if isinstance(decoded, dict) else None


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is not JSON")


_DECODER = json.JSONDecoder(parse_constant=_refuse_constant)
