"""What transitions of leads do to other records, each in the transaction of its transition."""

from collections.abc import Callable, Mapping

from store.domain.lead_policy import ALERT_FROM
from store.domain.leads import Lead
from store.domain.machine import Effect
from store.domain.texts import leads as texts
from store.effects import Args, Record, Scope, alert

_HISTORY = """INSERT INTO lead_status_history (lead_id, from_status, to_status, by, at)
VALUES (?, ?, ?, ?, ?)"""
_ABSORB = """UPDATE lead_repeats SET status = 'notified', notified_at = ?
WHERE lead_id = ? AND status = 'pending' RETURNING id"""
_ABSORBED = """INSERT INTO transitions (machine, record, "from", "to", "trigger", by, at)
VALUES ('lead_repeat', ?, 'pending', 'notified', 'absorbed', ?, ?)"""


def lead_history(scope: Scope, record: Record, args: Args) -> None:
    """Append the change of status to the lead's own history."""
    assert isinstance(record, Lead)
    values = (record.id, args["from_status"], record.status, args["who"], scope.now)
    scope.execute(_HISTORY, values)


def absorb_repeats(scope: Scope, record: Record, args: Args) -> None:
    """Settle the repeats that the lead's card already shows, or will never show."""
    assert isinstance(record, Lead)
    by = "retention" if record.erased else "publisher"
    for (repeat,) in scope.execute(_ABSORB, (scope.now, record.id)):
        scope.execute(_ABSORBED, (str(repeat), by, scope.now))


def alert_lead_unpublished(scope: Scope, record: Record, args: Args) -> None:
    """Tell the operators, once for a lead, that its card cannot be posted."""
    assert isinstance(record, Lead)
    if record.publish_attempts >= ALERT_FROM:
        text = texts.ALERT_UNPUBLISHED.of(scope.language, lead=record.id)
        alert(scope, f"lead:{record.id}:unpublished", text, None)


def forget_lead(scope: Scope, record: Record, args: Args) -> None:
    """Erase what else is known of the person: repeats, connect links."""
    assert isinstance(record, Lead)
    absorb_repeats(scope, record, args)
    scope.execute("UPDATE lead_repeats SET changed = '{}' WHERE lead_id = ?", (record.id,))
    scope.execute(
        "DELETE FROM state_data WHERE key IN"
        " (SELECT connect_key FROM lead_requests WHERE lead_id = ?)",
        (record.id,),
    )


EFFECTS: Mapping[Effect, Callable[[Scope, Record, Args], None]] = {
    Effect.LEAD_HISTORY: lead_history,
    Effect.ABSORB_REPEATS: absorb_repeats,
    Effect.ALERT_LEAD_UNPUBLISHED: alert_lead_unpublished,
    Effect.FORGET_LEAD: forget_lead,
}
