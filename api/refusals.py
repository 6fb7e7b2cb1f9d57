"""What closes the door or the session on a guest, said the same way by every call."""

from api.problems import Problem
from store import messages as m
from store.domain.reasons import Refusal
from store.domain.records import Maintenance, Session
from store.domain.status import MaintenanceStatus, SessionStatus


def refuse_when_paused(maintenance: Maintenance) -> None:
    """Raise `Problem` while the booth is paused, with the operator's own words if there are any.

    Other pauses say nothing of their causes.
    """
    if not maintenance.paused:
        return
    if maintenance.status is MaintenanceStatus.ADMIN and maintenance.text:
        raise Problem(Refusal.MAINTENANCE, maintenance.text, operator_text=maintenance.text)
    raise Problem(Refusal.MAINTENANCE)


def refuse_over_limit(fired: m.Fired) -> None:
    """Raise `Problem` when a step closed the session because of the pack limit."""
    record = fired.record
    if isinstance(record, Session) and record.status is SessionStatus.EXPIRED:
        notice = record.notice.value if record.notice else None
        raise Problem(Refusal.PACK_LIMIT, notice=notice)
