"""Calls of paid image providers: what they are for, and the closed set of their verdicts."""

from dataclasses import dataclass
from enum import StrEnum


class CallKind(StrEnum):
    """What a call was made for."""

    DRAW = "draw"
    DESCRIBE = "describe"


class Verdict(StrEnum):
    """How a call ended. A call is written down as `unknown` before it is made."""

    UNKNOWN = "unknown"
    OK = "ok"
    REFUSED = "refused"
    NO_FUNDS = "no_funds"
    RATE = "rate"
    TRANSIENT = "transient"
    BAD_REQUEST = "bad_request"
    MODEL_GONE = "model_gone"
    AUTH = "auth"


@dataclass(frozen=True, slots=True)
class ProviderCall:
    """One call as it is kept: money in US dollars, an unsettled one at its estimate.

    `judged` is what was thought of the picture: `good`, or what is wrong with it.
    """

    id: int
    job_id: str | None
    provider: str
    model: str
    kind: CallKind
    position: int | None
    started_at: str
    ended_at: str | None
    seconds: float | None
    tokens_in: int | None
    tokens_out: int | None
    usd: float
    verdict: Verdict
    reason: str | None
    judged: str | None
    request_id: str | None
