"""What work on a job can end in: a closed set, and the trigger that each one is.

The recipe and the making of the set never touch a status; they return one of these. Whether what
image providers said leaves hope for another attempt is decided here and nowhere else.
"""

from dataclasses import dataclass
from typing import assert_never

from actors.providers.base import Cause, Failing, NobodyLeft, NotOurs, ProviderError, TryAgain
from store.domain.machine import Value

PASSING = frozenset({Cause.TRANSIENT, Cause.RATE, Cause.UNKNOWN, Cause.SPOILED})
"""Causes that another attempt may not meet."""
OF_PERSONS = frozenset({Cause.NO_FUNDS, Cause.AUTH, Cause.MODEL_GONE, Cause.BAD_REQUEST})
"""Causes under which a provider makes nothing for anybody until a person mends it."""


@dataclass(frozen=True, slots=True)
class Made:
    """The set exists in Telegram under this name."""

    pack_name: str
    provider: str
    render_mode: str


@dataclass(frozen=True, slots=True)
class Again:
    """The attempt failed; the table decides whether another is left."""

    error: str


@dataclass(frozen=True, slots=True)
class Hopeless:
    """No further attempt can succeed."""

    error: str


@dataclass(frozen=True, slots=True)
class BillingExhausted:
    """No provider is left, since those that could work have no funds: nobody can be served."""

    error: str


@dataclass(frozen=True, slots=True)
class Interrupted:
    """The program stops and the job did not finish within the grace."""


@dataclass(frozen=True, slots=True)
class Lost:
    """The job is no longer ours: failed by its deadline, reset, or taken over."""


Outcome = Made | Again | Hopeless | BillingExhausted | Interrupted | Lost


def outcome_of(error: ProviderError) -> Again | Hopeless | BillingExhausted | Lost:
    """Return what an error of the image providers means for the job."""
    match error:
        case NobodyLeft(failing=failing):
            return _without_anybody(failing, str(error))
        case NotOurs():
            return Lost()
        case TryAgain():
            return Again(str(error))
        case _:
            return Hopeless(str(error))


def _without_anybody(
    failing: tuple[Failing, ...], said: str
) -> Again | Hopeless | BillingExhausted:
    """Hope first; then what forbids the job; then what forbids every job; then a refusal."""
    causes = {one.cause for one in failing}
    if causes & PASSING:
        return Again(said)
    if Cause.TOO_DEAR in causes:
        return Hopeless(f"JobCostExceeded: {said}")
    if Cause.NO_FUNDS in causes and causes <= OF_PERSONS:
        return BillingExhausted(f"BillingExhausted: {said}")
    return Hopeless(said)


def trigger_of(outcome: Outcome) -> tuple[str, dict[str, Value]] | None:
    """Return the trigger an outcome pulls, with its arguments; None when there is none."""
    match outcome:
        case Made(pack_name, provider, render_mode):
            return "set_created", {
                "pack_name": pack_name,
                "provider_used": provider,
                "render_mode": render_mode,
            }
        case Again(error):
            return "attempt_failed", {"error": error}
        case Hopeless(error) | BillingExhausted(error):
            return "hopeless", {"error": error}
        case Interrupted():
            return "shutdown", {}
        case Lost():
            return None
        case _ as never:
            assert_never(never)
