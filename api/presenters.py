"""Records as the tablet sees them; pure."""

import math
from collections.abc import Iterable
from typing import Any

from store.domain.ids import deep_link
from store.domain.policy import expected_wait
from store.domain.records import Job, Outfit
from store.domain.status import JobStatus
from store.tablet import Shown
from supervisor.clock import parse_iso

View = dict[str, Any]


def session_view(shown: Shown, *, slots: int, now: str, base: str = "") -> View:
    """Return the session view of the contract; `base` is put before addresses of our own."""
    session = shown.session
    link = deep_link(shown.bot_username, session.token) if shown.bot_username else None
    return {
        "token": session.token,
        "status": session.status.value,
        "notice": session.notice.value if session.notice else None,
        "closed_reason": session.closed_reason.value if session.closed_reason else None,
        "template_id": session.template_id,
        "deep_link": link,
        "qr_url": f"{base}/session/{session.token}/qr.svg",
        "created_at": session.created_at,
        "job": _job_view(shown, shown.job, slots, now) if shown.job else None,
    }


def without_estimate(view: View) -> View:
    """Return the view without what changes by the passing of time alone."""
    if view["job"] is None:
        return view
    return {**view, "job": {**view["job"], "eta_sec": None}}


def _job_view(shown: Shown, job: Job, slots: int, now: str) -> View:
    queued = job.status is JobStatus.QUEUED and shown.ahead is not None
    return {
        "id": job.id,
        "status": job.status.value,
        "queue_position": (shown.ahead or 0) + 1 if queued else None,
        "eta_sec": _estimate(shown, job, slots, now),
        "stickers_done": job.stickers_done,
        "stickers_total": job.stickers_total,
    }


def _estimate(shown: Shown, job: Job, slots: int, now: str) -> int | None:
    """Return the seconds until delivery, or None when it is over or nothing is known."""
    if shown.typical is None:
        return None
    match job.status:
        case JobStatus.QUEUED:
            wait = expected_wait((shown.ahead or 0) + shown.in_hand, slots, shown.typical)
            return math.ceil(wait) if wait is not None else None
        case JobStatus.PROCESSING | JobStatus.DELIVERING:
            passed = (parse_iso(now) - parse_iso(job.created_at)).total_seconds()
            return max(0, math.ceil(shown.typical - passed))
        case JobStatus.DONE | JobStatus.FAILED:
            return None


def template_views(outfits: Iterable[Outfit], language: str, base: str = "") -> list[View]:
    """Return the outfits to choose from, titled in a language or else in any they have.

    The address of a picture names the folder it is from, since new art comes in a new folder and
    pictures are cached.
    """
    return [
        {
            "id": outfit.id,
            "title": outfit.titles.get(language) or next(iter(outfit.titles.values()), outfit.id),
            "preview_url": f"{base}/templates/{outfit.id}/preview?v={outfit.folder}",
        }
        for outfit in outfits
    ]
