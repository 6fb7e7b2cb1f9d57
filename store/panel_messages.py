"""What the store answers to the panel, beside the triggers that it pulls.

Each is written down with who and when, in the transaction that does it.
"""

from dataclasses import dataclass
from datetime import datetime

from store.domain.ids import JobId
from store.domain.reasons import Refusal
from supervisor.message import Request


@dataclass(frozen=True, slots=True)
class ResendLink(Request[Refusal | None]):
    """Send the link of a delivered job once more; answers why not.

    Refused as not due while an earlier link of the job still waits to be sent.
    """

    job_id: JobId
    who: str
    at: datetime


@dataclass(frozen=True, slots=True)
class NoteAction(Request[None]):
    """Write down what somebody did that changes no row: a look, a backup, a restart."""

    action: str
    record: str
    who: str
    at: datetime


PanelCommand = ResendLink | NoteAction
