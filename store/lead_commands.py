"""What each command about leads does: one line a command, chosen by their closed union."""

from typing import Any, assert_never

from store import lead_messages as lm
from store import lead_work, leads
from store.effects import Scope, alert
from store.engine import Engine
from supervisor.clock import iso


def answer(  # noqa: C901 - one line a command
    scope: Scope, engine: Engine, command: lm.LeadCommand
) -> Any:
    """Carry out a command about leads inside its caller's transaction."""
    match command:
        case lm.SubmitLead():
            return leads.submit(scope, engine, command)
        case lm.CardShown():
            return lead_work.card_shown(scope, command)
        case lm.CardGone(lead_id):
            return lead_work.repost(scope, lead_id)
        case lm.RemindLead():
            return lead_work.remind(scope, command)
        case lm.BeginCard(lead_id):
            return lead_work.begin_card(scope, lead_id)
        case lm.CardNotSent(lead_id):
            return lead_work.card_not_sent(scope, lead_id)
        case lm.BeginPing(repeat):
            return lead_work.begin_ping(scope, repeat)
        case lm.ReminderNotSent(lead_id):
            return lead_work.reminder_not_sent(scope, lead_id)
        case lm.AlertLeads(key, text):
            return alert(scope, f"leads:{key}", text, None)
        case lm.PruneLeads(before):
            return lead_work.prune(scope, iso(before))
        case _ as never:
            assert_never(never)
