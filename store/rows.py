"""Rows to records: the columns that are read, in the order of the records' fields."""

import json
from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from store.domain.ids import GuestId
from store.domain.leads import Lead, LeadNote, LeadRepeat
from store.domain.machine import Machine
from store.domain.reasons import ClosedReason, Notice
from store.domain.records import (
    BotUser,
    Guest,
    InboxUpdate,
    Job,
    Maintenance,
    OutboxMessage,
    Outfit,
    Session,
    StoredSticker,
)
from store.domain.status import CardStatus, JobStatus, LeadStatus, MaintenanceStatus, SessionStatus

Row = Sequence[Any]


def _columns(record: type) -> str:
    return ", ".join(field.name for field in fields(record))


SESSION_COLUMNS = _columns(Session)
JOB_COLUMNS = _columns(Job)
OUTFIT_COLUMNS = _columns(Outfit)
OUTBOX_COLUMNS = _columns(OutboxMessage)
INBOX_COLUMNS = _columns(InboxUpdate)
GUEST_COLUMNS = _columns(Guest)
BOT_USER_COLUMNS = _columns(BotUser)
STICKER_COLUMNS = _columns(StoredSticker)
MAINTENANCE_COLUMNS = "value, detail, changed_at"

LEAD_COLUMNS = _columns(Lead)
REPEAT_COLUMNS = _columns(LeadRepeat)
NOTE_COLUMNS = _columns(LeadNote)

RETURNING = {
    "session": SESSION_COLUMNS,
    "job": JOB_COLUMNS,
    "lead": LEAD_COLUMNS,
    "lead_card": LEAD_COLUMNS,
    "lead_repeat": "id, lead_id",
    "maintenance": MAINTENANCE_COLUMNS,
}
_LEAD_FIELDS = [field.name for field in fields(Lead)]
_LEAD_FLAGS = tuple(_LEAD_FIELDS.index(name) for name in ("repost", "in_doubt"))
_JOB_STATUS = [field.name for field in fields(Job)].index("status")


def session(row: Row) -> Session:
    """Read a row of `SESSION_COLUMNS`."""
    token, status, guest, template, reason, notice, kiosk, created = row
    return Session(
        token,
        SessionStatus(status),
        guest,
        template,
        ClosedReason(reason) if reason else None,
        Notice(notice) if notice else None,
        kiosk,
        created,
    )


def job(row: Row) -> Job:
    """Read a row of `JOB_COLUMNS`."""
    values = list(row)
    values[_JOB_STATUS] = JobStatus(values[_JOB_STATUS])
    return Job(*values)


def outfit(row: Row) -> Outfit:
    """Read a row of `OUTFIT_COLUMNS`."""
    name, titles, folder, position = row
    return Outfit(name, json.loads(titles), folder, position)


def outbox(row: Row) -> OutboxMessage:
    """Read a row of `OUTBOX_COLUMNS`."""
    values = list(row)
    values[-2:] = map(bool, values[-2:])
    return OutboxMessage(*values)


def maintenance(row: Row) -> Maintenance:
    """Read a row of `MAINTENANCE_COLUMNS`."""
    return Maintenance(MaintenanceStatus(row[0]), row[1], row[2])


def guest(row: Row | None, user: GuestId) -> Guest:
    """Read a row of `GUEST_COLUMNS`, or make the record of an unknown guest."""
    return Guest(*row) if row else Guest(user, None, None)


def bot_user(row: Row | None, user: GuestId) -> BotUser:
    """Read a row of `BOT_USER_COLUMNS`, or make the record of an unknown person."""
    return BotUser(*row) if row else BotUser(user, None, None)


def lead(row: Row) -> Lead:
    """Read a row of `LEAD_COLUMNS`."""
    values = list(row)
    values[1:3] = LeadStatus(values[1]), CardStatus(values[2])
    for flag in _LEAD_FLAGS:
        values[flag] = bool(values[flag])
    return Lead(*values)


def repeat(row: Row) -> LeadRepeat:
    """Read a row of `REPEAT_COLUMNS`."""
    number, lead_id, created, changed, attempts = row
    return LeadRepeat(number, lead_id, created, json.loads(changed), attempts)


def record(machine: Machine, row: Row) -> Session | Job | Lead | None:
    """Read what a machine's statement returned; others have no record."""
    match machine.name:
        case "session":
            return session(row)
        case "job":
            return job(row)
        case "lead" | "lead_card":
            return lead(row)
        case _:
            return None
