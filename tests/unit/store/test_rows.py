"""Rows and records: the same columns as the schema, whatever is added to either."""

from dataclasses import fields
from pathlib import Path

import pytest

from store import rows
from store.domain import records
from store.domain.status import JobStatus, SessionStatus
from store.domain.transitions import MACHINES
from store.driver import open_writer
from store.migrations import migrate
from tests.machines.desk import Desk

TABLES = {
    records.Session: ("sessions", rows.SESSION_COLUMNS),
    records.Job: ("jobs", rows.JOB_COLUMNS),
    records.Outfit: ("templates", rows.OUTFIT_COLUMNS),
    records.OutboxMessage: ("outbox", rows.OUTBOX_COLUMNS),
    records.InboxUpdate: ("telegram_inbox", rows.INBOX_COLUMNS),
    records.Guest: ("users", rows.GUEST_COLUMNS),
    records.BotUser: ("bot_users", rows.BOT_USER_COLUMNS),
    records.StoredSticker: ("job_stickers", rows.STICKER_COLUMNS),
}

CONTRACT = {
    "sessions": "token status telegram_user_id template_id closed_reason notice kiosk_id"
    " created_at",
    "users": "telegram_user_id consented_at pack_name",
    "bot_users": "telegram_user_id state language",
    "jobs": "id session_token telegram_user_id template_id status attempts error pack_name"
    " pack_created_at provider_used link_sent_at appearance_json delay_notice_sent_at render_mode"
    " created_at",
    "settings": "key value",
    "transitions": "record from to trigger by at",
}


@pytest.mark.parametrize("record", list(TABLES))
def test_a_record_has_columns_of_its_table(desk: Desk, record: type) -> None:
    table, columns = TABLES[record]
    present = {row["name"] for row in desk.rows(f"PRAGMA table_info({table})")}

    assert columns.split(", ") == [field.name for field in fields(record)]
    assert set(columns.split(", ")) <= present


@pytest.mark.parametrize("table", list(CONTRACT))
def test_columns_that_operators_rely_on_keep_their_names(desk: Desk, table: str) -> None:
    present = {row["name"] for row in desk.rows(f"PRAGMA table_info({table})")}

    assert set(CONTRACT[table].split()) <= present


@pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: machine.name)
def test_every_machine_says_what_its_statements_return(tmp_path: Path, machine: object) -> None:
    connection = open_writer(tmp_path / "a.db")
    migrate(connection)
    name, record = machine.name, machine.record  # type: ignore[attr-defined]

    connection.execute(f"SELECT {rows.RETURNING[name]} FROM {record}").fetchall()
    connection.close()


def test_a_session_is_read_with_its_own_types(desk: Desk) -> None:
    token = desk.session()
    desk.connection.execute("UPDATE sessions SET status = 'expired', notice = 'pack_ready'")
    (row,) = desk.connection.execute(f"SELECT {rows.SESSION_COLUMNS} FROM sessions").fetchall()

    session = rows.session(row)

    assert (session.token, session.status) == (token, SessionStatus.EXPIRED)
    assert session.notice is not None
    assert session.closed_reason is None


def test_a_job_is_read_with_its_own_types(desk: Desk) -> None:
    job_id = desk.job()
    (row,) = desk.connection.execute(f"SELECT {rows.JOB_COLUMNS} FROM jobs").fetchall()

    job = rows.job(row)

    assert (job.id, job.status, job.stickers_total) == (job_id, JobStatus.QUEUED, 10)
