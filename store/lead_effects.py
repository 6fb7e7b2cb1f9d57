"""What transitions of leads do to other records, each in the transaction of its transition."""

from collections.abc import Callable, Mapping

from store import outbox
from store.domain.lead_policy import ALERT_FROM
from store.domain.leads import Lead
from store.domain.machine import Effect, Value
from store.domain.outgoing import Edit
from store.domain.texts import leads as texts
from store.domain.texts.text import Text
from store.effects import Args, Record, Scope, alert
from store.events import OUTBOX

_HISTORY = """INSERT INTO lead_status_history (lead_id, from_status, to_status, by, at)
VALUES (?, ?, ?, ?, ?)"""


def lead_history(scope: Scope, record: Record, args: Args) -> None:
    """Append the change of status to the lead's own history."""
    assert isinstance(record, Lead)
    values = (record.id, args["from_status"], record.status, args["who"], scope.now)
    scope.execute(_HISTORY, values)


def alert_lead_unpublished(scope: Scope, record: Record, args: Args) -> None:
    """Tell the operators, once for a lead, that its card cannot be posted."""
    assert isinstance(record, Lead)
    if record.publish_attempts >= ALERT_FROM:
        text = texts.ALERT_UNPUBLISHED.of(scope.language, lead=record.id)
        alert(scope, f"lead:{record.id}:unpublished", text, None)


def forget_lead(scope: Scope, record: Record, args: Args) -> None:
    """Erase what else is known of the person: repeats, notes, connect links."""
    assert isinstance(record, Lead)
    scope.execute("UPDATE lead_notes SET text = NULL WHERE lead_id = ?", (record.id,))
    scope.execute("UPDATE lead_repeats SET changed = '{}' WHERE lead_id = ?", (record.id,))
    scope.execute(
        "DELETE FROM state_data WHERE key IN"
        " (SELECT connect_key FROM lead_requests WHERE lead_id = ?)",
        (record.id,),
    )


def retire_card(scope: Scope, record: Record, args: Args) -> None:
    """Take the buttons off the message that the card was before, if the mover names it."""
    assert isinstance(record, Lead)
    former = (args.get("former_chat"), args.get("former_message"))
    if former != (record.chat_id, record.message_id):
        retire(scope, record.id, former, texts.MOVED)


def retire(scope: Scope, lead: int, place: tuple[Value, Value], text: Text) -> None:
    """Queue the rewriting of a former card at a place of (chat, message), if there is one."""
    chat, message = place
    if not isinstance(chat, int) or not isinstance(message, int):
        return
    outbox.enqueue(
        scope.connection,
        key=f"lead:{lead}:retired:{chat}:{message}",
        kind="card",
        chat_id=chat,
        body=Edit(message, text.of(scope.language, lead=lead)),
        now=scope.now,
        repeatable=True,
    )
    scope.topics.add(OUTBOX)


EFFECTS: Mapping[Effect, Callable[[Scope, Record, Args], None]] = {
    Effect.LEAD_HISTORY: lead_history,
    Effect.ALERT_LEAD_UNPUBLISHED: alert_lead_unpublished,
    Effect.FORGET_LEAD: forget_lead,
    Effect.RETIRE_CARD: retire_card,
}
