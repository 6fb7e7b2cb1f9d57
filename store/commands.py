"""What each command does, on a connection inside its caller's transaction.

One method a command, chosen by the closed union of commands. Answers are values; the topics to
ring are collected in the scope and rung only after the commit.
"""

from typing import Any, assert_never

from store import (
    alert_commands,
    erasure,
    lead_commands,
    money_commands,
    outbox,
    outfits,
    panel_commands,
    persons,
    rows,
    talk_commands,
    updates,
)
from store import lead_messages as lm
from store import messages as m
from store.alert_messages import AlertCommand
from store.domain.machine import Role, Value
from store.domain.policy import Policy
from store.domain.reasons import DELIVERY_FAILED, REQUEUED_AFTER_RESTART
from store.domain.records import Job, OutboxMessage, Session
from store.domain.transitions import JOB, SESSION
from store.driver import Connection
from store.effects import Scope, tell_delay
from store.engine import Engine, Trip
from store.events import session_topic
from store.facts import ACTIVE
from store.money_messages import MoneyCommand
from store.panel_messages import PanelCommand
from store.talk_messages import TalkCommand
from store.updates import machine_named
from supervisor.clock import iso

SWEEP_LIMIT = 50
"""Jobs a sweep takes at once, so that one command stays short."""

OLDEST = f"""SELECT id FROM jobs WHERE {ACTIVE} AND status = 'queued' AND not_before <= ?
ORDER BY created_at, id LIMIT 1"""
HELD = f"SELECT id FROM jobs WHERE {ACTIVE} AND status = 'processing' AND owner = ?"
LEFT = f"""SELECT id FROM jobs WHERE {ACTIVE} AND status = 'processing'
AND substr(owner, 1, length(?)) <> ? AND substr(owner, 1, length(?)) = ?"""
OVERDUE = f"SELECT id FROM jobs WHERE {ACTIVE} AND created_at <= ? ORDER BY created_at LIMIT ?"
DELAYED = f"""UPDATE jobs SET delay_notice_sent_at = ? WHERE id IN (
    SELECT id FROM jobs WHERE {ACTIVE} AND created_at <= ?
    AND delay_notice_sent_at IS NULL AND link_sent_at IS NULL
    ORDER BY created_at LIMIT ?
) RETURNING {rows.JOB_COLUMNS}"""
_STICKER = """INSERT INTO job_stickers (job_id, position, file_id, emoji, provider, render_mode)
VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (job_id, position) DO UPDATE SET file_id = excluded.file_id, emoji = excluded.emoji,
    provider = excluded.provider, render_mode = excluded.render_mode"""
_COUNT = """UPDATE jobs SET stickers_done =
    min(stickers_total, (SELECT count(*) FROM job_stickers WHERE job_id = jobs.id))
WHERE id = ? AND owner = ? AND status = 'processing' RETURNING session_token"""


class Commands:
    """Commands under one policy; `admins` are told of failures, in `language`."""

    def __init__(self, policy: Policy, admins: tuple[int, ...], language: str) -> None:
        self._engine = Engine(policy)
        self._policy = policy
        self._admins = admins
        self._language = language

    def execute(self, connection: Connection, command: m.Command) -> tuple[Any, set[str]]:
        """Carry out a command; returns its answer and the topics to ring after the commit."""
        at = "" if not hasattr(command, "at") else iso(command.at)
        scope = Scope(connection, at, self._admins, self._language)
        return self._answer(scope, command), scope.topics

    def _answer(self, scope: Scope, command: m.Command) -> Any:
        if isinstance(command, lm.LeadCommand):
            return lead_commands.answer(scope, self._engine, command)
        if isinstance(command, TalkCommand):
            return talk_commands.answer(scope, command)
        if isinstance(command, MoneyCommand):
            return money_commands.answer(scope, command)
        if isinstance(command, PanelCommand):
            return panel_commands.answer(scope, command)
        if isinstance(command, AlertCommand):
            return alert_commands.answer(scope, command)
        return self._guests(scope, command)

    def _guests(  # noqa: C901 - one line a command
        self, scope: Scope, command: m.GuestCommand
    ) -> Any:
        match command:
            case m.ClaimJob():
                return self._claim(scope, command)
            case m.Pull():
                return self._pull(scope, command)
            case m.CreateSession():
                return self._create_session(scope, command)
            case m.TakePhoto():
                return self._take_photo(scope, command)
            case m.RecordSticker():
                return _record_sticker(scope, command)
            case m.RecordClash():
                return _record_clash(scope, command)
            case m.RecoverJobs():
                return self._recover(scope, command)
            case m.ReturnJobs():
                return self._return(scope, command)
            case m.SweepJobs():
                return self._sweep(scope, command)
            case m.StoreUpdates():
                return updates.keep(scope, command)
            case m.FinishUpdate():
                return updates.finish(scope, self._engine, command)
            case m.QuarantineUpdate():
                return updates.quarantine(scope, command)
            case m.ForgetUpdates(before):
                return updates.forget(scope, iso(before))
            case m.BeginSend(message):
                return _begin_send(scope, message)
            case m.EndSend():
                return _end_send(scope, command)
            case m.RecoverOutbox():
                return outbox.recover(scope.connection, scope.now)
            case m.PhotosGone():
                return _photos_gone(scope, command)
            case m.SeedOutfits():
                return outfits.seed(scope, command.outfits)
            case m.PutSetting():
                return _put_setting(scope, command)
            case m.ResetGuest(guest, who):
                return erasure.reset(scope, guest, who)
            case m.EraseFiles(kind, names):
                return erasure.files_gone(scope, kind, names)
            case _ as never:
                assert_never(never)

    def _pull(self, scope: Scope, command: m.Pull) -> m.Pulled:
        machine = machine_named(command.machine)
        trip = Trip(machine, command.id, command.trigger, command.by, command.who)
        given = {**command.args, "who": command.who}
        pulled = self._engine.pull(scope, trip, command.at, given)
        if command.action and command.who and isinstance(pulled, m.Fired):
            scope.note(command.action, command.id, command.who)
        return pulled

    def _create_session(self, scope: Scope, command: m.CreateSession) -> m.Pulled:
        given = {
            "token": command.token,
            "kiosk_id": command.kiosk_id,
            "created_at": scope.now,
        }
        trip = Trip(SESSION, command.token, "create", Role.KIOSK)
        return self._engine.bear(scope, trip, given)

    def _take_photo(self, scope: Scope, command: m.TakePhoto) -> m.PhotoTaken | m.Fired | m.Refused:
        if known := _job_of(scope, command.token, command.idempotency_key):
            session = scope.execute(
                f"SELECT {rows.SESSION_COLUMNS} FROM sessions WHERE token = ?", (command.token,)
            )
            return m.PhotoTaken(rows.session(session[0]), known, repeated=True)
        given = {
            "job_id": command.job_id,
            "photo": command.photo,
            "idempotency_key": command.idempotency_key,
        }
        trip = Trip(SESSION, command.token, "photo", Role.KIOSK)
        pulled = self._engine.pull(scope, trip, command.at, given)
        if isinstance(pulled, m.Fired) and isinstance(pulled.record, Session):
            job = scope.born
            return m.PhotoTaken(pulled.record, job, repeated=False) if job else pulled
        return pulled

    def _claim(self, scope: Scope, command: m.ClaimJob) -> Job | None:
        oldest = scope.execute(OLDEST, (scope.now,))
        if not oldest:
            return None
        trip = Trip(JOB, str(oldest[0][0]), "claim", Role.SLOT)
        claimed = self._engine.pull(scope, trip, command.at, {"owner": command.owner})
        if isinstance(claimed, m.Fired) and isinstance(claimed.record, Job):
            return claimed.record
        return None

    def _recover(self, scope: Scope, command: m.RecoverJobs) -> int:
        owners = (command.living, command.living, command.prefix, command.prefix)
        found = scope.execute(LEFT, owners)
        error = f"the program died while it made this pack {REQUEUED_AFTER_RESTART}"
        for (job,) in found:
            trip = Trip(JOB, str(job), "recover", Role.RECOVERY)
            given: dict[str, Value] = {"owner": command.living, "error": error}
            self._engine.pull(scope, trip, command.at, given)
        return len(found)

    def _return(self, scope: Scope, command: m.ReturnJobs) -> int:
        found = scope.execute(HELD, (command.owner,))
        for (job,) in found:
            trip = Trip(JOB, str(job), "shutdown", Role.SLOT)
            self._engine.pull(scope, trip, command.at, {"owner": command.owner})
        return len(found)

    def _sweep(self, scope: Scope, command: m.SweepJobs) -> m.Swept:
        overdue = iso(self._policy.overdue(command.at))
        found = scope.execute(OVERDUE, (overdue, SWEEP_LIMIT))
        error = f"{DELIVERY_FAILED}: no link within the delivery deadline"
        failed = 0
        for (job,) in found:
            trip = Trip(JOB, str(job), "deadline", Role.SWEEPER)
            pulled = self._engine.pull(scope, trip, command.at, {"error": error})
            failed += isinstance(pulled, m.Fired)
        delayed = iso(self._policy.delayed(command.at))
        late = scope.execute(DELAYED, (scope.now, delayed, SWEEP_LIMIT))
        for row in late:
            tell_delay(scope, rows.job(row))
        return m.Swept(failed, len(late))


def _job_of(scope: Scope, token: str, key: str | None) -> Job | None:
    """Return the job that an earlier upload with this key made for this session."""
    if key is None:
        return None
    found = scope.execute(
        f"SELECT {rows.JOB_COLUMNS} FROM jobs WHERE session_token = ? AND idempotency_key = ?",
        (token, key),
    )
    return rows.job(found[0]) if found else None


def _record_sticker(scope: Scope, command: m.RecordSticker) -> bool:
    held = scope.execute(
        "SELECT 1 FROM jobs WHERE id = ? AND owner = ? AND status = 'processing'",
        (command.job_id, command.owner),
    )
    if not held:
        return False
    scope.execute(
        _STICKER,
        (
            command.job_id, command.position, command.file_id, command.emoji, command.provider,
            command.render_mode,
        ),
    )  # fmt: skip
    for (token,) in scope.execute(_COUNT, (command.job_id, command.owner)):
        scope.topics.add(session_topic(str(token)))
    return True


def _record_clash(scope: Scope, command: m.RecordClash) -> Job | None:
    found = scope.execute(
        "UPDATE jobs SET name_clashes = name_clashes + 1"
        f" WHERE id = ? AND owner = ? AND status = 'processing' RETURNING {rows.JOB_COLUMNS}",
        (command.job_id, command.owner),
    )
    return rows.job(found[0]) if found else None


def _begin_send(scope: Scope, message: int) -> OutboxMessage | None:
    return outbox.begin(scope.connection, message)


def _end_send(scope: Scope, command: m.EndSend) -> None:
    chat = outbox.end(scope.connection, command.id, command.result, scope.now)
    if isinstance(command.result, m.Undeliverable) and command.result.blocked and chat is not None:
        persons.mark_blocked(scope, chat)


def _photos_gone(scope: Scope, command: m.PhotosGone) -> int:
    gone = 0
    for name in command.names:
        gone += len(
            scope.execute("UPDATE jobs SET photo = NULL WHERE photo = ? RETURNING id", (name,))
        )
    return gone


def _put_setting(scope: Scope, command: m.PutSetting) -> None:
    if command.key == "maintenance":
        raise ValueError("the pause switch moves by its transitions only")
    scope.execute(
        "INSERT INTO settings (key, value, changed_at) VALUES (?, ?, ?)"
        " ON CONFLICT (key) DO UPDATE SET value = excluded.value, changed_at = excluded.changed_at",
        (command.key, command.value, scope.now),
    )
