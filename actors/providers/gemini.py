"""Gemini: pictures by generateContent, without transparency, so on a flat key colour.

Refusals come as success: without candidates, with a finish reason, or as a polite text. Out of
funds is 402 under the same status word as a rate limit, so the HTTP code decides. The key travels
in a header, never in the address. Sources: python-genai's enums, ai.google.dev troubleshooting,
discuss.ai.google.dev 183654.
"""

import base64

from actors.providers import prices
from actors.providers.base import Ground, PictureOrder, Reference
from actors.providers.results import (
    BadRequest,
    Described,
    DescribeResult,
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
    Answer,
    JsonMap,
    Wire,
    code,
    count,
    endpoint,
    part,
    parts,
    picture_in,
    seconds,
)
from store.domain.calls import CallKind

ROOT = "https://generativelanguage.googleapis.com"
MODEL = "gemini-nano-banana-2.1"
DRAW_SECONDS = 120.0
LOOK_SECONDS = 45.0

REFUSALS = frozenset(
    {
        "SAFETY",
        "RECITATION",
        "BLOCKLIST",
        "PROHIBITED_CONTENT",
        "SPII",
        "IMAGE_SAFETY",
        "IMAGE_PROHIBITED_CONTENT",
        "IMAGE_RECITATION",
        "IMAGE_OTHER",
        "NO_IMAGE",
    }
)
"""Finish reasons under which asking again in the same words is useless."""


class Gemini:
    """One project."""

    name = "gemini"
    ground = Ground.KEY

    def __init__(self, key: str, root: str = "", model: str = "") -> None:
        self.model = (model or MODEL).removeprefix("models/")
        self.looker = self.model
        self._root = endpoint(root, ROOT, "v1beta")
        self._wire = Wire(self._root, {"x-goog-api-key": key})

    def __repr__(self) -> str:
        return f"Gemini({self.model})"

    def reserve(self, kind: CallKind) -> float:
        """Return the estimate of the price table."""
        price = prices.price_of(self.name, self.model)
        return price.look if kind is CallKind.DESCRIBE else price.picture

    async def draw(self, picture: PictureOrder) -> DrawResult:
        """Have one square picture made after the references."""
        config = {"responseModalities": ["TEXT", "IMAGE"], "imageConfig": {"aspectRatio": "1:1"}}
        answer = await self._ask(picture.prompt, picture.references, config, DRAW_SECONDS)
        if not isinstance(answer, Answer):
            return answer
        return fault_of(answer) or self._drawn(answer)

    async def describe(self, photo: Reference, question: str) -> DescribeResult:
        """Ask a question about the photo, answered in words."""
        config = {"responseModalities": ["TEXT"]}
        answer = await self._ask(question, (photo,), config, LOOK_SECONDS)
        if not isinstance(answer, Answer):
            return answer
        return fault_of(answer) or self._described(answer)

    async def aclose(self) -> None:
        """Close all connections."""
        await self._wire.aclose()

    async def _ask(
        self, text: str, shown: tuple[Reference, ...], config: JsonMap, within: float
    ) -> Answer | Transient | Unknown:
        inline = [
            {"inlineData": {"mimeType": one.mime, "data": base64.b64encode(one.content).decode()}}
            for one in shown
        ]
        body = {
            "contents": [{"role": "user", "parts": [*inline, {"text": text}]}],
            "generationConfig": config,
        }
        url = f"{self._root}/models/{self.model}:generateContent"
        return await self._wire.post(url, body, within=within)

    def _drawn(self, answer: Answer) -> DrawResult:
        usage = self._usage(answer.json, pictures=True)
        request = code(answer.json.get("responseId")) or None
        refused = _refusal(answer.json)
        if refused is not None:
            return Refused(refused, usage or Usage(0.0), request)
        found = [part(piece, "inlineData") for piece in _pieces(answer.json)]
        shown = [data for data in found if str(data.get("mimeType", "")).startswith("image/")]
        for data in shown:
            content = picture_in(data.get("data"))
            if content is not None:
                return Drawn(content, usage or Usage(self.reserve(CallKind.DRAW)), request)
        if not shown and _words(answer.json):
            return Refused("words instead of a picture", usage or Usage(0.0), request)
        return Unknown("an answer without a picture", usage, request)

    def _described(self, answer: Answer) -> DescribeResult:
        usage = self._usage(answer.json, pictures=False)
        request = code(answer.json.get("responseId")) or None
        text = _words(answer.json)
        refused = _refusal(answer.json)
        if refused is not None or not text:
            return Refused(refused or "no words", usage or Usage(0.0), request)
        return Described(text, usage or Usage(self.reserve(CallKind.DESCRIBE)), request)

    def _usage(self, body: JsonMap, *, pictures: bool) -> Usage | None:
        """Price the tokens; thoughts are extra, and cost what text costs."""
        used = part(body, "usageMetadata")
        into, out = count(used, "promptTokenCount"), count(used, "candidatesTokenCount")
        if into is None:
            return None
        out, thoughts = out or 0, count(used, "thoughtsTokenCount") or 0
        price = prices.price_of(self.name, self.model)
        drawn = {"image_out": out} if pictures else {"text_out": out}
        usd = prices.dollars(price, text_in=into, **drawn)
        usd += prices.dollars(price, text_out=thoughts)
        return Usage(usd, into, out + thoughts)


def fault_of(answer: Answer) -> Fault | None:
    """Return what an answer says is wrong by its HTTP code; None for a success."""
    if answer.ok:
        return None if answer.readable else Unknown("an answer that is no JSON")
    error = part(answer.json, "error")
    words = {code(detail.get("reason")) for detail in parts(error, "details")}
    status = code(error.get("status"))
    reason = f"{answer.status} {next((w for w in words if w), '') or status or 'no code'}"
    match answer.status:
        case 402:
            return NoFunds(reason)
        case 429:
            return RateLimited(reason, retry_after=_pause(answer))
        case 401 | 403:
            return Unauthorised(reason)
        case 400 if "API_KEY_INVALID" in words or status == "FAILED_PRECONDITION":
            return Unauthorised(reason)
        case 404:
            return ModelGone(reason)
        case 408:
            return Transient(reason)
        case wrong if wrong >= 500:
            return Transient(reason)
        case _:
            return BadRequest(reason)


def _pause(answer: Answer) -> float | None:
    """Return the pause asked for by the header, or by the detail that Google's APIs have."""
    if answer.retry_after is not None:
        return answer.retry_after
    details = parts(part(answer.json, "error"), "details")
    found = [seconds(detail.get("retryDelay")) for detail in details]
    return next((pause for pause in found if pause is not None), None)


def _refusal(body: JsonMap) -> str | None:
    """Return why nothing was made, when the answer says so."""
    blocked = code(part(body, "promptFeedback").get("blockReason"))
    if blocked and blocked != "BLOCK_REASON_UNSPECIFIED":
        return f"blocked {blocked}"
    reasons = [code(candidate.get("finishReason")) for candidate in parts(body, "candidates")]
    return next((f"finished {word}" for word in reasons if word in REFUSALS), None)


def _pieces(body: JsonMap) -> list[JsonMap]:
    """Return the parts of all candidates, thoughts left out."""
    return [
        piece
        for candidate in parts(body, "candidates")
        for piece in parts(part(candidate, "content"), "parts")
        if piece.get("thought") is not True
    ]


def _words(body: JsonMap) -> str:
    texts = [piece.get("text") for piece in _pieces(body)]
    return "".join(text for text in texts if isinstance(text, str)).strip()
