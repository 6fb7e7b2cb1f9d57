"""Every statement the store runs finds its rows by an index, whatever lies in the tables."""

import re
from collections.abc import Iterator

import pytest

from store import messages as m
from store import queries, tablet, talk_queries
from store.domain.machine import Role
from store.domain.outgoing import Say
from store.domain.records import Session, StaffRole
from store.steps import (
    AskConfirmation,
    DeletePosted,
    DropData,
    ForgetPerson,
    MergeData,
    Post,
    PutStaff,
    RemoveStaff,
    StoreData,
    UseConfirmation,
)
from store.talk_messages import AskFeedback, PruneTalk
from tests.machines.desk import GUEST, OTHER, SLOT, Desk

GROWING = (
    "jobs",
    "sessions",
    "transitions",
    "outbox",
    "telegram_inbox",
    "users",
    "bot_users",
    "state_data",
    "message_meta",
    "inline_confirmations",
    "feedback",
)


class Plans:
    """Statements as they were run, and how SQLite would find their rows."""

    def __init__(self, desk: Desk) -> None:
        self._connection = desk.connection
        self._seen: dict[str, None] = {}
        desk.connection.set_trace_callback(self._remember)

    def _remember(self, statement: str) -> None:
        if statement.startswith(("SELECT", "UPDATE", "DELETE", "INSERT")):
            self._seen[statement] = None

    def scans(self) -> Iterator[str]:
        """Yield looks at a whole growing table; a partial index holds only live rows."""
        self._connection.set_trace_callback(None)
        partial = {
            name
            for (name,) in self._connection.execute(
                "SELECT name FROM sqlite_master WHERE type = 'index' AND sql LIKE '% WHERE %'"
            ).fetchall()
        }
        for statement in self._seen:
            for *_, detail in self._connection.execute(
                f"EXPLAIN QUERY PLAN {statement}"
            ).fetchall():
                found = re.match(r"SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?", detail)
                if found and found[1] in (*GROWING, "other") and found[2] not in partial:
                    yield f"{detail}: {statement}"

    def indexes_of(self, begin: str) -> set[str]:
        """Return the indexes used by statements that begin so."""
        self._connection.set_trace_callback(None)
        used: set[str] = set()
        for statement in self._seen:
            if statement.startswith(begin):
                plan = self._connection.execute(f"EXPLAIN QUERY PLAN {statement}").fetchall()
                used |= {hit for row in plan for hit in re.findall(r"INDEX (\w+)", row[3])}
        return used


def live_a_day(desk: Desk) -> None:
    """Run every command that a day may bring."""
    done, failed = desk.done(), desk.failed(OTHER)
    desk.fire("job", failed, "retry", Role.ADMIN)
    desk.do(m.ClaimJob(SLOT, desk.at))
    desk.do(m.RecordSticker(failed, SLOT, 1, "file", "😀"))
    desk.do(m.RecordClash(failed, SLOT))
    desk.do(m.ReturnJobs(SLOT, desk.at))
    desk.do(m.ClaimJob(SLOT, desk.at))
    desk.do(m.RecoverJobs("run-2/", desk.at))
    desk.later(400)
    desk.do(m.SweepJobs(desk.at))
    desk.later(900)
    desk.do(m.SweepJobs(desk.at))
    desk.do(m.PhotosGone((f"{done}.jpg",)))
    desk.do(m.StoreUpdates(((1, "{}"), (2, "{}")), 3, desk.at))
    desk.do(m.FinishUpdate(1, (), desk.at))
    desk.do(m.QuarantineUpdate(2, "x", desk.at))
    for message in queries.waiting_messages(desk.connection, desk.now, 10):
        desk.do(m.BeginSend(message.id, desk.at))
        desk.do(m.EndSend(message.id, m.Undeliverable("x", blocked=True), desk.at))
    desk.do(m.RecoverOutbox(desk.at))
    desk.do(m.ResetGuest(GUEST, "900", desk.at))
    talk(desk)


def talk(desk: Desk) -> None:
    """Run every step and command of a conversation."""
    steps = (
        StoreData(GUEST, {}, lambda row: (MergeData(row, {"a": 1}), DropData(row)), key="key"),
        Post(GUEST, GUEST, Say("?"), "post", "prompt", lambda meta: (DeletePosted(meta, "gone"),)),
        AskConfirmation(GUEST, "erase", "", lambda row: (UseConfirmation(row, GUEST),)),
        PutStaff(OTHER, "Vali", StaffRole.VIEWER, GUEST),
        RemoveStaff(OTHER, GUEST),
        ForgetPerson(GUEST),
    )
    desk.do(m.StoreUpdates(((3, "{}"),), 4, desk.at))
    desk.do(m.FinishUpdate(3, steps, desk.at))
    desk.do(PruneTalk(desk.at))
    desk.do(AskFeedback(desk.at))
    desk.do(m.EraseFiles("pack", ("x",)))


def look_everywhere(desk: Desk) -> None:
    """Run every query of pages and actors."""
    db, now = desk.connection, desk.now
    token = desk.row("jobs", desk.job())["session_token"]
    assert isinstance(queries.session(db, token), Session)
    queries.session_with_job(db, token)
    queries.job(db, "j")
    queries.outlook(db)
    queries.maintenance(db)
    queries.guest(db, GUEST)
    queries.bot_user(db, GUEST)
    queries.stickers(db, "j")
    queries.delivering(db)
    queries.active_jobs(db)
    queries.new_updates(db, 10)
    queries.waiting_messages(db, now, 10)
    queries.next_message_at(db)
    queries.sendable(db, now, 10)
    queries.next_sendable_after(db, now)
    queries.has_newer_edit(db, 1)
    queries.photos_in_use(db)
    queries.photos_to_remove(db, now)
    queries.guest_records(db, GUEST, token)
    talk_queries.state_data(db, 1)
    talk_queries.state_data_by_key(db, "k")
    talk_queries.message_meta(db, 1)
    talk_queries.confirmation(db, 1)
    talk_queries.staff_role(db, GUEST)
    talk_queries.feedback(db, 1)
    talk_queries.erased_files(db, 10)
    talk_queries.jobs_among(db, ("j",))
    tablet.shown(db, token)
    tablet.entrance(db)
    tablet.has_job_by_key(db, token, "k")


@pytest.mark.parametrize("life", [live_a_day, look_everywhere])
def test_no_statement_looks_at_a_whole_growing_table(desk: Desk, life: object) -> None:
    plans = Plans(desk)
    assert callable(life)

    life(desk)

    assert list(plans.scans()) == []


@pytest.mark.parametrize(
    ("begin", "index"),
    [
        ("SELECT id FROM jobs WHERE status IN", "jobs_active"),
        ("UPDATE jobs SET delay_notice_sent_at", "jobs_active"),
        ("SELECT id, chat_id, method FROM outbox", "outbox_waiting"),
        ("UPDATE outbox SET status = iif", "outbox_sending"),
        ("UPDATE outbox SET status = 'cancelled' WHERE job_id", "outbox_job"),
        ("UPDATE jobs SET photo = NULL", "jobs_with_photo"),
    ],
)
def test_active_work_is_found_by_a_partial_index(desk: Desk, begin: str, index: str) -> None:
    plans = Plans(desk)

    live_a_day(desk)

    assert index in plans.indexes_of(begin)


@pytest.mark.parametrize(
    ("begin", "index"),
    [
        ("SELECT update_id, raw FROM telegram_inbox", "inbox_new"),
        ("SELECT (julianday", "jobs_done"),
        ("SELECT min(not_before)", "outbox_waiting"),
        ("SELECT id, chat_id, method, created_at FROM outbox", "outbox_waiting"),
        ("SELECT 1 FROM outbox AS this", "outbox_waiting"),
        ("SELECT count(*) FROM jobs WHERE", "jobs_active"),
    ],
)
def test_live_rows_are_shown_by_a_partial_index(desk: Desk, begin: str, index: str) -> None:
    plans = Plans(desk)

    look_everywhere(desk)

    assert index in plans.indexes_of(begin)


def test_what_a_chat_ever_got_is_not_looked_at_for_what_it_waits_for(desk: Desk) -> None:
    plans = Plans(desk)

    queries.sendable(desk.connection, desk.now, 10)

    assert plans.indexes_of("SELECT id, chat_id, method, created_at") == {"outbox_waiting"}


def test_the_inbox_is_read_in_order_without_sorting(desk: Desk) -> None:
    plan = desk.rows(
        "EXPLAIN QUERY PLAN SELECT update_id, raw FROM telegram_inbox WHERE status = 'new'"
        " ORDER BY received_at, update_id LIMIT 10"
    )

    assert ["TEMP B-TREE" in row["detail"] for row in plan] == [False]


def test_the_oldest_queued_job_is_found_without_sorting(desk: Desk) -> None:
    plans = Plans(desk)
    desk.do(m.ClaimJob(SLOT, desk.at))
    (claim,) = [said for said in plans._seen if said.startswith("SELECT id FROM jobs")]
    desk.connection.set_trace_callback(None)

    plan = desk.rows(f"EXPLAIN QUERY PLAN {claim}")

    assert [row["detail"] for row in plan] == ["SEARCH jobs USING INDEX jobs_active (status=?)"]
