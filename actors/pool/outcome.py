"""What work on a job can end in: a closed set, and the trigger that each one is.

The recipe and the making of the set never touch a status; they return one of these.
"""

from dataclasses import dataclass
from typing import assert_never

from store.domain.machine import Value


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
class Interrupted:
    """The program stops and the job did not finish within the grace."""


@dataclass(frozen=True, slots=True)
class Lost:
    """The job is no longer ours: failed by its deadline, reset, or taken over."""


Outcome = Made | Again | Hopeless | Interrupted | Lost


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
        case Hopeless(error):
            return "hopeless", {"error": error}
        case Interrupted():
            return "shutdown", {}
        case Lost():
            return None
        case _ as never:
            assert_never(never)
