"""Whether a new guest can be served now, judged in one place for the tablet's look and for Start.

Nobody is let in for whom nothing could be delivered; without history nobody is refused on a guess.
"""

from dataclasses import dataclass

from api.ports import Handles
from api.problems import Code, Problem
from api.refusals import refuse_when_paused
from store import tablet
from store.domain.conditions import REFUSES_GUESTS
from store.domain.policy import expected_wait


@dataclass(frozen=True, slots=True)
class Open:
    """A guest is let in: jobs ahead, and the seconds until delivery or None without history."""

    ahead: int
    wait: float | None


async def let_in(handles: Handles) -> Open:
    """Tell what a new guest has to expect; raises `Problem` when none can be served.

    Raises what a read of the store raises.
    """
    found = await handles.store.read(tablet.entrance)
    refuse_when_paused(found.maintenance)
    settings, outlook = handles.settings, found.outlook
    wait = expected_wait(outlook.ahead, settings.worker_slots, outlook.typical)
    if wait is not None and wait > settings.job_deadline:
        raise Problem(Code.UNAVAILABLE, retry_after=60, expected_wait_sec=round(wait))
    troubled = REFUSES_GUESTS & handles.conditions.standing.keys()
    if troubled or found.bot_username is None or handles.tree().stopping:
        raise Problem(Code.UNAVAILABLE, retry_after=30)
    return Open(outlook.ahead, wait)
