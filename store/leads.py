"""Taking requests for a booking, on a connection inside their caller's transaction.

A request is taken once for its id. The same contact within a day makes a repeat of the newest
lead that is neither spam nor erased, with only the fields that changed.
"""

import json
from datetime import datetime

from store import rows
from store.domain.lead_policy import REPEAT_WINDOW
from store.domain.lead_transitions import LEAD, LEAD_CARD, LEAD_REPEAT
from store.domain.leads import UTM, Lead, LeadForm, LeadId
from store.domain.machine import Role, Value
from store.effects import Scope
from store.engine import Engine, Trip, witness
from store.events import LEADS
from store.lead_messages import LeadAccepted, SubmitLead
from store.messages import Fired
from supervisor.clock import iso

CONNECT = "connect"

_RECENT = f"""SELECT {rows.LEAD_COLUMNS} FROM leads
WHERE created_at > ? AND status <> 'spam' AND erased_at IS NULL
AND (lower(telegram) = lower(?) OR phone = ?) ORDER BY id DESC LIMIT 1"""


def submit(scope: Scope, engine: Engine, command: SubmitLead) -> LeadAccepted:
    """Take a request."""
    seen = scope.execute(
        "SELECT lead_id, connect_key FROM lead_requests WHERE request_id = ?", (command.request_id,)
    )
    if seen:
        return LeadAccepted(LeadId(int(str(seen[0][0]))), str(seen[0][1]), seen=True)
    recent = _recent(scope, command.form, command.at)
    lead = recent.id if recent else _bear(scope, engine, command)
    if recent:
        _repeat(scope, engine, command, recent)
    _remember(scope, command, lead)
    scope.topics.add(LEADS)
    return LeadAccepted(lead, command.connect_key, seen=False)


def _recent(scope: Scope, form: LeadForm, at: datetime) -> Lead | None:
    since = iso(at - REPEAT_WINDOW)
    found = scope.execute(_RECENT, (since, form.telegram, form.phone))
    return rows.lead(found[0]) if found else None


def _bear(scope: Scope, engine: Engine, command: SubmitLead) -> LeadId:
    form = command.form
    by = Role.LANDING if command.source == "landing" else Role.LEAD_ADMIN
    given: dict[str, Value] = {
        "name": form.name,
        "telegram": form.telegram,
        "phone": form.phone,
        "comment": form.comment,
        "locale": form.locale,
        "source": command.source,
        "ip_hash": command.ip_hash,
        "created_at": scope.now,
        "next_publish_at": scope.now,
        **{name: form.utm.get(name) for name in UTM},
    }
    born = engine.bear(scope, Trip(LEAD, "", "submit", by, command.by), given)
    assert isinstance(born, Fired)
    assert isinstance(born.record, Lead)
    card = Trip(LEAD_CARD, str(born.record.id), "submit", by, command.by)
    witness(scope, card, LEAD_CARD.on("submit")[0], None, card.id)
    return born.record.id


def _repeat(scope: Scope, engine: Engine, command: SubmitLead, lead: Lead) -> None:
    by = Role.LANDING if command.source == "landing" else Role.LEAD_ADMIN
    given: dict[str, Value] = {
        "lead_id": lead.id,
        "changed": json.dumps(_changed(command.form, lead), ensure_ascii=False),
        "created_at": scope.now,
        "next_notify_at": scope.now,
    }
    engine.bear(scope, Trip(LEAD_REPEAT, "", "submit", by, command.by), given)
    scope.execute("UPDATE leads SET card_version = card_version + 1 WHERE id = ?", (lead.id,))


def _changed(form: LeadForm, lead: Lead) -> dict[str, str]:
    """Return only the fields that differ from what the lead says."""
    pairs = {
        "name": (form.name, lead.name),
        "telegram": (form.telegram, lead.telegram),
        "phone": (form.phone, lead.phone),
        "comment": (form.comment, lead.comment),
    }
    return {
        name: new
        for name, (new, old) in pairs.items()
        if new is not None and _differs(name, new, old)
    }


def _differs(name: str, new: str, old: str | None) -> bool:
    """Tell whether a field changed; only in a username does the letter case mean nothing."""
    return new.casefold() != (old or "").casefold() if name == "telegram" else new != old


def _remember(scope: Scope, command: SubmitLead, lead: LeadId) -> None:
    """Make the request's id known and its connect link work."""
    scope.execute(
        "INSERT INTO lead_requests (request_id, lead_id, connect_key, created_at)"
        " VALUES (?, ?, ?, ?)",
        (command.request_id, lead, command.connect_key, scope.now),
    )
    scope.execute(
        "INSERT INTO state_data (key, data, created_at, updated_at) VALUES (?, ?, ?, ?)",
        (
            command.connect_key,
            json.dumps({"type": CONNECT, "lead_id": lead}),
            scope.now,
            scope.now,
        ),
    )
