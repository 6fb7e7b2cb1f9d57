"""Steps about leads that an update may cause, on a connection inside their caller's transaction.

Nothing is added to an erased lead, and only a test lead is ever deleted.
"""

from typing import assert_never

from store import lead_work, leads
from store.domain.lead_policy import is_test
from store.domain.texts import leads as texts
from store.effects import Scope
from store.engine import Engine
from store.events import LEADS
from store.lead_effects import retire
from store.lead_messages import SubmitLead
from store.steps import (
    AddNote,
    ConnectLead,
    DeleteLead,
    EnterLead,
    LeadStep,
    RepostCard,
    Steps,
)
from supervisor.clock import parse_iso

_REDRAW = """UPDATE leads SET card_version = card_version + 1
WHERE id = ? AND erased_at IS NULL RETURNING id"""
_NOTE = "INSERT INTO lead_notes (lead_id, text, by, at) VALUES (?, ?, ?, ?)"
_CONNECTED = """UPDATE leads SET connected_user = ?, connected_username = ?,
card_version = card_version + 1 WHERE id = ? AND erased_at IS NULL RETURNING id"""


def do(scope: Scope, engine: Engine, step: LeadStep) -> Steps:
    """Carry out a step; returns what follows from its outcome."""
    match step:
        case ConnectLead():
            return _connect(scope, step)
        case DeleteLead():
            return _delete(scope, step)
        case RepostCard(lead_id):
            lead_work.repost(scope, lead_id)
            return ()
        case EnterLead():
            return _enter(scope, engine, step)
        case AddNote():
            return _add_note(scope, step)
        case _ as never:
            assert_never(never)


def _connect(scope: Scope, step: ConnectLead) -> Steps:
    used = scope.execute(
        "DELETE FROM state_data WHERE key = ? AND data ->> 'type' = ? RETURNING data ->> 'lead_id'",
        (step.key, leads.CONNECT),
    )
    if not used:
        return step.otherwise
    connected = scope.execute(_CONNECTED, (step.user, step.username, used[0][0]))
    scope.topics.add(LEADS)
    return step.then if connected else step.otherwise


def _delete(scope: Scope, step: DeleteLead) -> Steps:
    """Remove a test lead; its transitions stay, since they hold nothing personal."""
    found = scope.execute(
        "SELECT name, comment, chat_id, message_id FROM leads WHERE id = ?", (step.lead_id,)
    )
    if not found or not is_test(*(str(text or "") for text in found[0][:2])):
        return step.otherwise
    retire(scope, step.lead_id, (found[0][2], found[0][3]), texts.DELETED)
    scope.execute(
        "DELETE FROM state_data WHERE key IN"
        " (SELECT connect_key FROM lead_requests WHERE lead_id = ?)",
        (step.lead_id,),
    )
    scope.execute("DELETE FROM leads WHERE id = ?", (step.lead_id,))
    scope.note("delete_lead", str(step.lead_id), step.who)
    scope.topics.add(LEADS)
    return step.then


def _enter(scope: Scope, engine: Engine, step: EnterLead) -> Steps:
    command = SubmitLead(
        step.request_id,
        step.form,
        step.connect_key,
        parse_iso(scope.now),
        source="manual",
        by=step.by,
    )
    return step.then(leads.submit(scope, engine, command).lead_id)


def _add_note(scope: Scope, step: AddNote) -> Steps:
    if not scope.execute(_REDRAW, (step.lead_id,)):
        return step.otherwise
    scope.execute(_NOTE, (step.lead_id, step.text, step.by, scope.now))
    scope.topics.add(LEADS)
    return step.then
