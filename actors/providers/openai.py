"""OpenAI: image edits with native transparency, and a look at the guest by the Responses API.

A call is synchronous and not idempotent: one that is cut off after sending is lost and billed.
Out of funds comes as 429 or 400 with a code of its own, so codes go before the status. Sources:
OpenAPI description 2.3.0, help.openai.com 6614457, reports named in the provider facts.
"""

from collections.abc import Mapping

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
    data_url,
    endpoint,
    form,
    part,
    parts,
    picture_in,
)
from store.domain.calls import CallKind

ROOT = "https://api.openai.com"
MODEL = "gpt-image-2.6-flare"
LOOKER = "gpt-6.1-terra"
"""The model that describes guests; when it is gone, guests are drawn without a description."""
DRAW_SECONDS = 180.0
LOOK_SECONDS = 45.0

OUT_OF_FUNDS = frozenset(
    {
        "credit_balance_exhausted",
        "organization_spend_limit_exceeded",
        "project_spend_limit_exceeded",
        "organization_usage_limit_exceeded",
        "insufficient_quota",
        "insufficient_credits",
        "billing_hard_limit_reached",
    }
)
REFUSALS = frozenset({"moderation_blocked", "content_policy_violation"})


class OpenAI:
    """One account."""

    name = "openai"
    ground = Ground.ALPHA

    def __init__(self, key: str, root: str = "", model: str = "", looker: str = LOOKER) -> None:
        self.model = model or MODEL
        self.looker = looker
        self._root = endpoint(root, ROOT, "v1")
        self._wire = Wire(self._root, {"Authorization": f"Bearer {key}"})

    def __repr__(self) -> str:
        return f"OpenAI({self.model})"

    def reserve(self, kind: CallKind) -> float:
        """Return the estimate of the price table."""
        if kind is CallKind.DESCRIBE:
            return prices.price_of(self.name, self.looker).look
        return prices.price_of(self.name, self.model).picture

    async def draw(self, picture: PictureOrder) -> DrawResult:
        """Edit the references into one picture with a transparent background."""
        fields = {
            "model": self.model,
            "prompt": picture.prompt,
            "background": "transparent",
            "output_format": "png",
            "quality": "medium",
            "size": "1024x1024",
            "n": "1",
            "user": picture.order.job,
        }
        name = "image" if len(picture.references) == 1 else "image[]"
        body, kind = form(fields, tuple((name, one) for one in picture.references))
        answer = await self._wire.call(
            "POST",
            f"{self._root}/images/edits",
            within=DRAW_SECONDS,
            body=body,
            headers={"Content-Type": kind},
        )
        if not isinstance(answer, Answer):
            return answer
        return fault_of(answer) or self._drawn(answer)

    async def describe(self, photo: Reference, question: str) -> DescribeResult:
        """Ask a question about the photo; nothing of it is kept by the service."""
        body = {
            "model": self.looker,
            "store": False,
            "max_output_tokens": 800,
            "input": [
                {
                    "role": "user",
                    "content": [
                        {"type": "input_text", "text": question},
                        {"type": "input_image", "image_url": data_url(photo)},
                    ],
                }
            ],
            "text": {"format": {"type": "json_object"}},
        }
        answer = await self._wire.post(f"{self._root}/responses", body, within=LOOK_SECONDS)
        if not isinstance(answer, Answer):
            return answer
        return fault_of(answer) or self._described(answer)

    async def aclose(self) -> None:
        """Close all connections."""
        await self._wire.aclose()

    def _drawn(self, answer: Answer) -> DrawResult:
        request = answer.id_in("x-request-id")
        usage = self._usage(part(answer.json, "usage"))
        found = parts(answer.json, "data")
        content = picture_in(found[0].get("b64_json")) if found else None
        if content is None:
            return Unknown("an answer without a picture", usage, request)
        return Drawn(content, usage or Usage(self.reserve(CallKind.DRAW)), request)

    def _described(self, answer: Answer) -> DescribeResult:
        request = answer.id_in("x-request-id")
        usage = self._looking(part(answer.json, "usage"))
        written = [
            piece.get("text")
            for item in parts(answer.json, "output")
            for piece in parts(item, "content")
            if piece.get("type") == "output_text"
        ]
        text = "".join(each for each in written if isinstance(each, str))
        if not text:
            return Refused("no words", usage, request)
        return Described(text, usage or Usage(self.reserve(CallKind.DESCRIBE)), request)

    def _usage(self, used: JsonMap) -> Usage | None:
        """Price the tokens of a picture; None when the answer does not count them."""
        into, out = count(used, "input_tokens"), count(used, "output_tokens")
        if into is None or out is None:
            return None
        text = count(part(used, "input_tokens_details"), "text_tokens")
        text = min(text or 0, into)
        written = count(part(used, "output_tokens_details"), "text_tokens")
        written = min(written or 0, out)
        usd = prices.dollars(
            prices.price_of(self.name, self.model),
            text_in=text,
            image_in=into - text,
            text_out=written,
            image_out=out - written,
        )
        return Usage(usd, into, out)

    def _looking(self, used: JsonMap) -> Usage | None:
        into, out = count(used, "input_tokens"), count(used, "output_tokens")
        if into is None or out is None:
            return None
        price = prices.price_of(self.name, self.looker)
        return Usage(prices.dollars(price, text_in=into, text_out=out), into, out)


def fault_of(answer: Answer) -> Fault | None:
    """Return what an answer says is wrong, also behind a success; None when all is well."""
    error = part(answer.json, "error")
    if answer.ok and not error:
        return None if answer.readable else Unknown("an answer that is no JSON")
    status = answer.status if not answer.ok else (count(error, "code") or 400)
    return _classified(status, error, answer)


def _classified(status: int, error: Mapping[str, object], answer: Answer) -> Fault:
    kind, word = code(error.get("type")), code(error.get("code"))
    reason = f"{status} {word or kind or 'no code'}"
    request = answer.id_in("x-request-id")
    if status == 402 or {kind, word} & OUT_OF_FUNDS:
        return NoFunds(reason, request_id=request)
    if word in REFUSALS:
        return Refused(reason, request_id=request)
    if status == 404 or word == "model_not_found":
        return ModelGone(reason, request_id=request)
    if status == 429:
        return RateLimited(reason, request_id=request, retry_after=answer.retry_after)
    if status in {401, 403}:
        return Unauthorised(reason, request_id=request)
    if status in {408, 409} or status >= 500:
        return Transient(reason, request_id=request)
    return BadRequest(reason, request_id=request)
