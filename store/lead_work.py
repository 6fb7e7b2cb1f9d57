"""What the publisher of leads remembers: cards and pings being sent, reminders, what is forgotten.

None of it is a transition. What is begun is put in doubt before it is sent, so that a crash leaves
no message of which nobody knows that it may be there.
"""

from store.domain.lead_policy import UNKNOWN_OUTCOME
from store.domain.leads import LeadId
from store.effects import Scope
from store.events import LEADS
from store.lead_messages import CardShown, RemindLead

PRUNE_LIMIT = 500
_PRUNED_REQUESTS = """DELETE FROM lead_requests WHERE request_id IN
(SELECT request_id FROM lead_requests WHERE created_at < ? LIMIT ?) RETURNING request_id"""


def card_shown(scope: Scope, command: CardShown) -> None:
    """Remember which version of a card the group sees."""
    scope.execute(
        "UPDATE leads SET card_shown = max(card_shown, ?) WHERE id = ?",
        (command.version, command.lead_id),
    )


def repost(scope: Scope, lead_id: LeadId) -> None:
    """Ask for a lead's card to be posted anew; one that was never posted is left alone."""
    scope.execute(
        "UPDATE leads SET repost = 1 WHERE id = ? AND published_at IS NOT NULL", (lead_id,)
    )
    scope.topics.add(LEADS)


def begin_card(scope: Scope, lead_id: LeadId) -> bool:
    """Put a card in doubt before it is sent."""
    begun = scope.execute(
        "UPDATE leads SET in_doubt = 1 WHERE id = ? AND (card = 'pending' OR repost = 1)"
        " RETURNING id",
        (lead_id,),
    )
    return bool(begun)


def card_not_sent(scope: Scope, lead_id: LeadId) -> None:
    """Take the doubt back that `begin_card` raised."""
    scope.execute("UPDATE leads SET in_doubt = 0 WHERE id = ?", (lead_id,))


def begin_ping(scope: Scope, repeat: int) -> bool:
    """Put a ping in doubt before it is sent."""
    begun = scope.execute(
        "UPDATE lead_repeats SET notify_error = ? WHERE id = ? AND status = 'pending' RETURNING id",
        (UNKNOWN_OUTCOME, repeat),
    )
    return bool(begun)


def reminder_not_sent(scope: Scope, lead_id: LeadId) -> None:
    """Let a lead be reminded of after all."""
    scope.execute("UPDATE leads SET reminded_at = NULL WHERE id = ?", (lead_id,))


def prune(scope: Scope, before: str) -> int:
    """Forget the ids of old requests."""
    return len(scope.execute(_PRUNED_REQUESTS, (before, PRUNE_LIMIT)))


def remind(scope: Scope, command: RemindLead) -> bool:
    """Claim the one reminder of a lead."""
    claimed = scope.execute(
        "UPDATE leads SET reminded_at = ? WHERE id = ? AND reminded_at IS NULL"
        " AND status = 'new' AND card = 'published' RETURNING id",
        (scope.now, command.lead_id),
    )
    return bool(claimed)
