"""What the store answers about paid calls: begun before the call is made, settled after it.

A command of somebody who no longer holds the job changes nothing. Money is in US dollars.
"""

from dataclasses import dataclass, field
from datetime import datetime

from store.domain.calls import CallKind, Verdict
from store.domain.ids import JobId
from supervisor.message import Request


@dataclass(frozen=True, slots=True)
class Begun:
    """The call is in the books under this number and may be made."""

    call: int


@dataclass(frozen=True, slots=True)
class TooDear:
    """The call could pass the ceiling; `spent` is what the job has cost so far."""

    spent: float


@dataclass(frozen=True, slots=True)
class NotHeld:
    """The job is no longer processed by this owner."""


@dataclass(frozen=True, slots=True)
class BeginCall(Request[Begun | TooDear | NotHeld]):
    """Write a call down before it is made, at its estimated price `reserve`.

    Refused when the job's calls with this one could cost more than `ceiling`.
    """

    job_id: JobId
    owner: str
    provider: str
    model: str
    kind: CallKind
    position: int | None
    reserve: float
    ceiling: float
    at: datetime


@dataclass(frozen=True, slots=True)
class SettleCall(Request[None]):
    """Write down how a call ended; with `usd` None it keeps its estimate.

    `reason` is a code of the provider or of ours, without personal data. Operators are alerted
    once a day of what only they can mend.
    """

    call: int
    verdict: Verdict
    usd: float | None
    seconds: float
    at: datetime
    tokens_in: int | None = None
    tokens_out: int | None = None
    reason: str | None = None
    request_id: str | None = None


@dataclass(frozen=True, slots=True)
class NameCall(Request[None]):
    """Write down by which id the provider knows a call that is under way."""

    call: int
    request_id: str


@dataclass(frozen=True, slots=True)
class JudgeCall(Request[None]):
    """Write down what was thought of the picture that a call brought."""

    call: int
    judged: str


@dataclass(frozen=True, slots=True)
class KeepLooks(Request[bool]):
    """Keep the description of a job's guest until the job ends; False when no longer held."""

    job_id: JobId
    owner: str
    appearance: str = field(repr=False)


MoneyCommand = BeginCall | SettleCall | NameCall | JudgeCall | KeepLooks
