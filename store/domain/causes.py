"""Why jobs fail, as a closed set that figures, alerts and metrics speak of.

A cause is read from the error text of a job, whose beginnings are our own. A text that nobody has
listed is `other`, so a new error is counted before it is understood.
"""

from enum import StrEnum

from store.domain.reasons import DELIVERY_FAILED, REQUEUED_AFTER_RESTART


class Cause(StrEnum):
    """What kept a pack from being made, by what has to be done about it."""

    DEADLINE = "deadline"
    """No link within the delivery deadline."""
    TELEGRAM = "telegram"
    """Telegram refused a sticker or the set."""
    FUNDS = "funds"
    """A provider is out of funds, or the job reached the most that it may cost."""
    PROVIDER = "provider"
    """A provider refused, or could not."""
    WORKER = "worker"
    """A worker process died, hung or ran out of memory."""
    RESTART = "restart"
    """The program died while it made the pack."""
    MISSING = "missing"
    """The selfie or the outfit's art is gone."""
    OTHER = "other"


_BEGINNINGS = (
    (DELIVERY_FAILED, Cause.DEADLINE),
    ("a sticker was refused", Cause.TELEGRAM),
    ("the sticker set was refused", Cause.TELEGRAM),
    ("telegram does not let", Cause.TELEGRAM),
    ("jobcostexceeded", Cause.FUNDS),
    ("billingexhausted", Cause.FUNDS),
    ("a worker process", Cause.WORKER),
    ("the program died", Cause.RESTART),
    ("the selfie is missing", Cause.MISSING),
    ("the outfit is missing", Cause.MISSING),
)
_PROVIDERS = ("openai", "gemini", "fal")


def cause_of(error: str | None) -> Cause:
    """Return why a job failed, by its error text."""
    text = (error or "").casefold()
    for beginning, cause in _BEGINNINGS:
        if text.startswith(beginning.casefold()):
            return cause
    if REQUEUED_AFTER_RESTART in text:
        return Cause.RESTART
    return Cause.PROVIDER if text.startswith(_PROVIDERS) else Cause.OTHER
