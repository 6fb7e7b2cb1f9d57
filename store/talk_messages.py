"""What the store answers about conversations: commands of those who work in the background."""

from dataclasses import dataclass
from datetime import datetime

from supervisor.message import Request


@dataclass(frozen=True, slots=True)
class PruneTalk(Request[int]):
    """Forget state data, message references and confirmations that are older than a time.

    Answers how many rows went; a bounded number goes at once.
    """

    before: datetime


@dataclass(frozen=True, slots=True)
class AskFeedback(Request[int]):
    """Ask guests whose link was sent some seconds ago how they like it, once; answers how many."""

    at: datetime


@dataclass(frozen=True, slots=True)
class DraftReady(Request[bool]):
    """A draft's art is good: its folder under the outfits, a sample sticker's file; tell its owner.

    `folder` and `sample` are names relative to the data folder's `outfits`. False when the draft is
    gone or no longer wants this version of its art: then the folder is nobody's.
    """

    row: int
    version: int
    folder: str
    sample: str
    at: datetime


@dataclass(frozen=True, slots=True)
class DraftRefused(Request[bool]):
    """A draft's art cannot be used; its owner is told why (`code`) and may send another.

    False when the draft is gone or no longer wants this version of its art.
    """

    row: int
    version: int
    code: str
    at: datetime


TalkCommand = PruneTalk | AskFeedback | DraftReady | DraftRefused
