"""fal: a queue of hosted models. A request is submitted, looked at until it ends, and fetched.

The addresses that the queue answers with are used as given, but the key goes to the queue's own
host only. A request that is given up is cancelled, also when our own task is. Out of funds is a
403 whose detail is a text, refused a 422 whose detail is a list. Sources: fal.ai inference API
page, fal_client, fal.ai REST description.
"""

from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import urlsplit

import trio

from actors.providers import prices
from actors.providers.base import Ground, PictureOrder
from actors.providers.results import (
    BadRequest,
    Drawn,
    DrawResult,
    Fault,
    ModelGone,
    NoFunds,
    RateLimited,
    Refused,
    Transient,
    Unauthorised,
    Unknown,
    Usage,
)
from actors.providers.wire import (
    MAX_PICTURE,
    Answer,
    Wire,
    code,
    data_url,
    endpoint,
    mime_of,
    parts,
    picture_in,
)
from store.domain.calls import CallKind

ROOT = "https://queue.fal.run"
MODEL = "openai/gpt-image-2/edit"
START_SECONDS = 60
"""Seconds in which a runner must take the request up."""
DRAW_SECONDS = 240.0
CALL_SECONDS = 30.0
CANCEL_SECONDS = 3.0
FIRST_LOOK, LONGEST_LOOK = 0.5, 3.0
"""Seconds between two looks at a request, growing."""
KEPT_SECONDS = 3600
"""Seconds for which the service may keep a picture."""
LOCKED = "user is locked"


@dataclass(frozen=True, slots=True)
class _Ticket:
    """A request in the queue."""

    id: str
    status: str
    response: str
    cancel: str


class Fal:
    """One account."""

    name = "fal"
    ground = Ground.KEY

    def __init__(self, key: str, root: str = "", model: str = "") -> None:
        self.model = (model or MODEL).strip("/")
        self._root = endpoint(root, ROOT, "").rstrip("/")
        self._wire = Wire(self._root, {"Authorization": f"Key {key}"})

    def __repr__(self) -> str:
        return f"Fal({self.model})"

    def reserve(self, kind: CallKind) -> float:
        """Return the estimate of the price table; the service says no price of its own."""
        return prices.price_of(self.name, self.model).picture if kind is CallKind.DRAW else 0.0

    async def draw(self, picture: PictureOrder) -> DrawResult:
        """Submit a picture and wait for it."""
        ticket = await self._submit(picture)
        if not isinstance(ticket, _Ticket):
            return ticket
        done = False
        try:
            await picture.named(ticket.id)
            with trio.move_on_after(DRAW_SECONDS):
                result = await self._fetched(ticket)
                done = True
                return result
            return Unknown("not finished within the deadline", request_id=ticket.id)
        finally:
            if not done:
                await self._cancel(ticket)

    async def aclose(self) -> None:
        """Close all connections."""
        await self._wire.aclose()

    async def _submit(self, picture: PictureOrder) -> _Ticket | Fault:
        body = {
            "prompt": picture.prompt,
            "image_urls": [data_url(one) for one in picture.references],
            "num_images": 1,
            "output_format": "png",
            "quality": "medium",
            "sync_mode": True,
        }
        privacy = f'{{"expiration_duration_seconds": {KEPT_SECONDS}}}'
        headers = {
            "Content-Type": "application/json",
            "X-Fal-Request-Timeout": str(START_SECONDS),
            "X-Fal-Object-Lifecycle-Preference": privacy,
            "X-Fal-Store-IO": "0",
        }
        url = f"{self._root}/{self.model}"
        answer = await self._wire.post(url, body, within=CALL_SECONDS, headers=headers)
        if not isinstance(answer, Answer):
            return answer
        return fault_of(answer) or self._ticket(answer)

    def _ticket(self, answer: Answer) -> _Ticket | Unknown:
        urls = [answer.json.get(f"{what}_url") for what in ("status", "response", "cancel")]
        ours = [url for url in urls if isinstance(url, str) and self._is_ours(url)]
        request = code(answer.json.get("request_id"))
        if len(ours) != len(urls) or not request:
            return Unknown("a ticket that cannot be used", request_id=request or None)
        return _Ticket(request, *ours)

    async def _fetched(self, ticket: _Ticket) -> DrawResult:
        pause = FIRST_LOOK
        while True:
            answer = await self._wire.call("GET", ticket.status, within=CALL_SECONDS)
            if isinstance(answer, Answer) and _is_over(answer):
                break
            if isinstance(answer, Answer) and answer.status in {400, 401, 403, 404, 422}:
                return fault_of(answer) or Unknown("a status that is none", request_id=ticket.id)
            await trio.sleep(pause)
            pause = min(pause * 1.5, LONGEST_LOOK)
        failed = _failed(answer, ticket)
        return failed or await self._result(ticket)

    async def _result(self, ticket: _Ticket) -> DrawResult:
        answer = await self._wire.call("GET", ticket.response, within=CALL_SECONDS)
        if not isinstance(answer, Answer):
            return Unknown("the result could not be fetched", request_id=ticket.id)
        fault = fault_of(answer)
        if fault is not None:
            return fault
        images = parts(answer.json, "images") or parts(
            {"images": [answer.json.get("image")]}, "images"
        )
        content = await self._content(images[0].get("url")) if images else None
        if content is None:
            return Unknown("an answer without a picture", request_id=ticket.id)
        return Drawn(content, Usage(self.reserve(CallKind.DRAW)), ticket.id)

    async def _content(self, url: object) -> bytes | None:
        """Return the picture behind an address; it never gets the key."""
        if not isinstance(url, str):
            return None
        if url.startswith("data:"):
            return picture_in(url.partition(";base64,")[2])
        if not (url.startswith("https://") or self._is_root(url)):
            return None
        answer = await self._wire.call(
            "GET", url, within=CALL_SECONDS, keyed=False, limit=MAX_PICTURE
        )
        if not isinstance(answer, Answer) or not answer.ok or mime_of(answer.body) is None:
            return None
        return answer.body

    async def _cancel(self, ticket: _Ticket) -> None:
        """Ask the queue to drop a request that nobody waits for, whatever stopped us."""
        with trio.move_on_after(CANCEL_SECONDS, shield=True), suppress(OSError):
            await self._wire.call("PUT", ticket.cancel, within=CANCEL_SECONDS)

    def _is_ours(self, url: str) -> bool:
        """Whether the key may go there: the queue itself, or its like at the same service."""
        parsed = urlsplit(url)
        host = parsed.hostname or ""
        return self._is_root(url) or (
            parsed.scheme == "https"
            and parsed.username is None
            and host.endswith(".fal.run")
            and (urlsplit(self._root).hostname or "").endswith(".fal.run")
        )

    def _is_root(self, url: str) -> bool:
        root, given = urlsplit(self._root), urlsplit(url)
        return (root.scheme, root.netloc) == (given.scheme, given.netloc)


def _is_over(answer: Answer) -> bool:
    return answer.ok and answer.json.get("status") == "COMPLETED"


def _failed(answer: Answer, ticket: _Ticket) -> Fault | None:
    """Return what a completed request says went wrong."""
    kind = code(answer.json.get("error_type"))
    if not kind and not answer.json.get("error"):
        return None
    return _by_type(kind, f"completed {kind or 'with an error'}", ticket.id)


def fault_of(answer: Answer) -> Fault | None:
    """Return what an answer says is wrong; None for a success."""
    if answer.ok:
        return None if answer.readable else Unknown("an answer that is no JSON")
    detail = answer.json.get("detail")
    text = detail.lower() if isinstance(detail, str) else ""
    kinds = {code(each.get("type")) for each in parts(answer.json, "detail")}
    kinds |= {answer.id_in("x-fal-error-type") or ""}
    word = next((kind for kind in sorted(kinds) if kind), "no code")
    request = answer.id_in("x-fal-request-id")
    reason = f"{answer.status} {word}"
    if answer.status == 402 or (answer.status == 403 and text.startswith(LOCKED)):
        return NoFunds(f"{answer.status} locked", request_id=request)
    if "content_policy_violation" in kinds:
        return Refused(reason, request_id=request)
    return _by_status(answer, reason, request)


def _by_status(answer: Answer, reason: str, request: str | None) -> Fault:
    match answer.status:
        case 401 | 403:
            return Unauthorised(reason, request_id=request)
        case 404:
            return ModelGone(reason, request_id=request)
        case 429:
            return RateLimited(reason, request_id=request, retry_after=answer.retry_after)
        case 408 | 409:
            return Transient(reason, request_id=request)
        case wrong if wrong >= 500:
            return Transient(reason, request_id=request)
        case _:
            return BadRequest(reason, request_id=request)


def _by_type(kind: str, reason: str, request: str) -> Fault:
    if kind == "content_policy_violation":
        return Refused(reason, request_id=request)
    if kind in {"bad_request", "validation_error", "value_error", "invalid_request"}:
        return BadRequest(reason, request_id=request)
    return Transient(reason, request_id=request)
