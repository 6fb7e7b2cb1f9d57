"""What the store actor answers: commands as frozen messages, and the answers to them.

A command is acknowledged only after its commit. Refusals are answers, not errors. Times come
with the command, so that the engine needs no clock.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from store.alert_messages import AlertCommand
from store.domain.ids import GuestId, JobId, Token
from store.domain.leads import Lead
from store.domain.machine import Role, Value
from store.domain.reasons import SENTENCES, Refusal
from store.domain.records import Job, OutboxMessage, Outfit, Session
from store.lead_messages import LeadCommand
from store.money_messages import MoneyCommand
from store.panel_messages import PanelCommand
from store.steps import Step
from store.talk_messages import TalkCommand
from supervisor.message import Request


@dataclass(frozen=True, slots=True)
class Fired:
    """A transition happened; `record` is the row after it (None for the pause switch)."""

    trigger: str
    source: str | None
    target: str
    record: Session | Job | Lead | None

    @property
    def outcome(self) -> str:
        """The notice that a session was closed with, else the status reached."""
        notice = self.record.notice if isinstance(self.record, Session) else None
        return notice or self.target


@dataclass(frozen=True, slots=True)
class Refused:
    """A transition did not happen, and why."""

    code: Refusal

    @property
    def sentence(self) -> str:
        """The reason in words, for problem documents."""
        return SENTENCES[self.code]


Pulled = Fired | Refused


@dataclass(frozen=True, slots=True)
class CreateSession(Request[Pulled]):
    """Make a session; the caller brings its unguessable token."""

    token: Token
    kiosk_id: str | None
    at: datetime


@dataclass(frozen=True, slots=True)
class Pull(Request[Pulled]):
    """Pull a trigger on a record of a machine (`session`, `job` or `maintenance`).

    With an `action` the log of actions says who pulled it, when it fired.
    """

    machine: str
    id: str
    trigger: str
    by: Role
    at: datetime
    args: Mapping[str, Value] = field(default_factory=dict)
    who: str | None = None
    action: str | None = None


@dataclass(frozen=True, slots=True)
class PhotoTaken:
    """A photo was accepted; `repeated` tells a repeat with the same key from the first."""

    session: Session
    job: Job
    repeated: bool


@dataclass(frozen=True, slots=True)
class TakePhoto(Request[PhotoTaken | Fired | Refused]):
    """Accept a photo that lies in the photo folder under the name `photo`.

    Answers `Fired` when the pack limit closed the session instead.
    """

    token: Token
    job_id: JobId
    photo: str
    idempotency_key: str | None
    at: datetime


@dataclass(frozen=True, slots=True)
class ClaimJob(Request[Job | None]):
    """Take the oldest queued job for an owner, or nothing."""

    owner: str
    at: datetime


@dataclass(frozen=True, slots=True)
class RecoverJobs(Request[int]):
    """Return jobs whose owner died; answers how many.

    With `prefix` only owners that start so are looked at, else all; `living` is the start of the
    owners that are alive.
    """

    living: str
    at: datetime
    prefix: str = ""


@dataclass(frozen=True, slots=True)
class ReturnJobs(Request[int]):
    """Return what an owner still holds while the program stops; answers how many."""

    owner: str
    at: datetime


@dataclass(frozen=True, slots=True)
class RecordSticker(Request[bool]):
    """Remember a sticker that Telegram holds; False when the owner no longer holds the job."""

    job_id: JobId
    owner: str
    position: int
    file_id: str
    emoji: str
    provider: str | None = None
    render_mode: str | None = None


@dataclass(frozen=True, slots=True)
class RecordClash(Request[Job | None]):
    """Take the next name for a pack because a foreign set has this one; None when not held."""

    job_id: JobId
    owner: str


@dataclass(frozen=True, slots=True)
class Swept:
    """What one sweep did."""

    failed: int
    delayed: int


@dataclass(frozen=True, slots=True)
class SweepJobs(Request[Swept]):
    """Fail what is overdue and queue the notices of what is late."""

    at: datetime


@dataclass(frozen=True, slots=True)
class PhotosGone(Request[int]):
    """Record that selfies were removed from disk."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeedOutfits(Request[int]):
    """Make the bundled outfits known; those an operator changed are left alone."""

    outfits: tuple[Outfit, ...]
    at: datetime


@dataclass(frozen=True, slots=True)
class PutSetting(Request[None]):
    """Write a plain setting; the pause switch is not one."""

    key: str
    value: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ResetGuest(Request[tuple[str, ...]]):
    """Remove a guest's sessions, jobs and packs; answers the photo names that may go."""

    guest: GuestId
    who: str
    at: datetime


@dataclass(frozen=True, slots=True)
class StoreUpdates(Request[int]):
    """Keep raw updates and the next offset in one transaction; answers how many were new."""

    updates: tuple[tuple[int, str], ...]
    next_offset: int
    at: datetime


@dataclass(frozen=True, slots=True)
class FinishUpdate(Request[bool]):
    """Carry out the steps decided for an update and mark it done, in one transaction.

    Answers False, with nothing done, when the update was finished before.
    """

    update_id: int
    steps: tuple[Step, ...]
    at: datetime


@dataclass(frozen=True, slots=True)
class QuarantineUpdate(Request[bool]):
    """Put an update aside that could not be read or handled."""

    update_id: int
    error: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ForgetUpdates(Request[int]):
    """Forget updates finished before a time; answers how many. Their ids may come again."""

    before: datetime


@dataclass(frozen=True, slots=True)
class RecoverOutbox(Request[int]):
    """Settle what was being sent when the program died; answers how many rows."""

    at: datetime


@dataclass(frozen=True, slots=True)
class BeginSend(Request[OutboxMessage | None]):
    """Take a message for sending; None when it is no longer waiting."""

    id: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Sent:
    """The message arrived; Telegram's id of it, if it has one."""

    message_id: int | None


@dataclass(frozen=True, slots=True)
class MaybeSent:
    """Nobody knows whether it arrived."""

    reason: str
    retry_at: datetime


@dataclass(frozen=True, slots=True)
class Postponed:
    """It certainly did not arrive and is worth another try."""

    reason: str
    retry_at: datetime


@dataclass(frozen=True, slots=True)
class Undeliverable:
    """It can never arrive; `blocked` when the guest stopped the bot."""

    reason: str
    blocked: bool = False


SendResult = Sent | MaybeSent | Postponed | Undeliverable


@dataclass(frozen=True, slots=True)
class EndSend(Request[None]):
    """Record how sending went; a repeatable message of unknown fate waits for another try."""

    id: int
    result: SendResult
    at: datetime


@dataclass(frozen=True, slots=True)
class EraseFiles(Request[None]):
    """Record that files whose rows were gone are gone too; names by kind."""

    kind: str
    names: tuple[str, ...]


GuestCommand = (
    CreateSession
    | Pull
    | TakePhoto
    | ClaimJob
    | RecoverJobs
    | ReturnJobs
    | RecordSticker
    | RecordClash
    | SweepJobs
    | PhotosGone
    | SeedOutfits
    | PutSetting
    | ResetGuest
    | StoreUpdates
    | FinishUpdate
    | QuarantineUpdate
    | ForgetUpdates
    | RecoverOutbox
    | BeginSend
    | EndSend
    | EraseFiles
)
Command = GuestCommand | LeadCommand | TalkCommand | MoneyCommand | AlertCommand | PanelCommand
