"""How a call to an image provider can end: a closed set of values.

`TypeAlias`es name the unions; `verdict_of` is the word that the books use for each of them. No
reason holds personal data or a key.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias, assert_never

from store.domain.calls import Verdict


@dataclass(frozen=True, slots=True)
class Usage:
    """What a call used: tokens where the service counts them, US dollars by our price table."""

    usd: float
    tokens_in: int | None = None
    tokens_out: int | None = None


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture as the service sent it, to be cut out and judged."""

    content: bytes = field(repr=False)
    usage: Usage
    request_id: str | None = None


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished sticker, which needs no judge."""

    path: Path
    emoji: str


@dataclass(frozen=True, slots=True)
class Described:
    """What the guest looks like, as the text that the service wrote; not to be trusted."""

    text: str = field(repr=False)
    usage: Usage
    request_id: str | None = None


@dataclass(frozen=True, slots=True)
class Failure:
    """A call without a result; `reason` is a code without personal data.

    `usage` is what it cost nevertheless; None when nobody knows, then the estimate counts.
    """

    reason: str
    usage: Usage | None = field(default_factory=lambda: Usage(0.0))
    request_id: str | None = None


class Refused(Failure):
    """The service will not make this picture; the same words would be refused again."""

    __slots__ = ()


class NoFunds(Failure):
    """The account has no money."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class RateLimited(Failure):
    """Too many calls; `retry_after` in seconds when the service named it."""

    retry_after: float | None = None


class Transient(Failure):
    """The service is in trouble, and certainly made nothing."""

    __slots__ = ()


class BadRequest(Failure):
    """The service does not understand us: our mistake."""

    __slots__ = ()


class ModelGone(Failure):
    """The model does not exist any more."""

    __slots__ = ()


class Unauthorised(Failure):
    """The key, the account or the place we call from is not accepted."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Unknown(Failure):
    """The request left and no usable answer came: the service may have worked and billed."""

    usage: Usage | None = None


Fault: TypeAlias = (
    Refused | NoFunds | RateLimited | Transient | BadRequest | ModelGone | Unauthorised | Unknown
)
DrawResult: TypeAlias = Drawn | Finished | Fault
DescribeResult: TypeAlias = Described | Fault


def verdict_of(result: DrawResult | DescribeResult) -> Verdict:
    """Return the word that the books use for a result."""
    match result:
        case Drawn() | Finished() | Described():
            return Verdict.OK
        case Refused():
            return Verdict.REFUSED
        case NoFunds():
            return Verdict.NO_FUNDS
        case RateLimited():
            return Verdict.RATE
        case Transient():
            return Verdict.TRANSIENT
        case BadRequest():
            return Verdict.BAD_REQUEST
        case ModelGone():
            return Verdict.MODEL_GONE
        case Unauthorised():
            return Verdict.AUTH
        case Unknown():
            return Verdict.UNKNOWN
        case _ as never:
            assert_never(never)
