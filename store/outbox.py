"""The outbox table: what is to be said, queued in the transaction that causes it.

A dedupe key is queued once for all time. The link of a job and its failure message share one
key, so the database itself refuses to hold both. A message of unknown fate is repeated only when
it is marked repeatable: a second link or a second answer hurts nobody, a second alert does.

A row may point to a reference in `message_meta`: a new message writes its id there when it is
sent, a change finds it there when its turn comes, a deletion takes the reference along.
"""

import json
from dataclasses import replace

from store import rows
from store.domain.machine import Value
from store.domain.outgoing import Body, encode
from store.domain.records import OutboxMessage
from store.driver import Connection
from store.messages import MaybeSent, Postponed, SendResult, Sent, Undeliverable
from supervisor.clock import iso

_INSERT = """INSERT INTO outbox (dedupe_key, kind, chat_id, job_id, method, payload, meta_id,
    repeatable, not_before, created_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (dedupe_key) DO NOTHING"""

_BEGIN = f"""UPDATE outbox SET status = 'sending', attempts = attempts + 1
WHERE id = ? AND status = 'pending' RETURNING {rows.OUTBOX_COLUMNS}"""

# Words that were erased while they were being sent are not tried again.
_WAITS = "iif(payload = '{}', 'cancelled', 'pending')"
_END = f"""UPDATE outbox SET status = iif(?1 = 'pending', {_WAITS}, ?1), error = ?2,
    message_id = ?3, sent_at = ?4, not_before = ?5, interrupted = ?6
WHERE id = ?7 AND status = 'sending' RETURNING chat_id, method, meta_id"""
_RECOVER = f"""UPDATE outbox SET status = iif(repeatable, {_WAITS}, 'maybe_sent'), interrupted = 1,
    not_before = ?, sent_at = ?, error = 'the program died while sending'
WHERE status = 'sending' RETURNING id"""
_NEW = ("say", "sticker")
_CHANGES = ("edit", "delete")


def enqueue(
    connection: Connection,
    *,
    key: str,
    kind: str,
    chat_id: int | None,
    body: Body,
    now: str,
    job_id: str | None = None,
    repeatable: bool = False,
    meta_id: int | None = None,
) -> None:
    """Queue a message, unless one with this key was ever queued."""
    method, payload = encode(body)
    values = (key, kind, chat_id, job_id, method, payload, meta_id, int(repeatable), now, now)
    connection.execute(_INSERT, values)


def cancel(connection: Connection, *, key: str) -> None:
    """Take back a message that nobody began to send."""
    connection.execute(
        "UPDATE outbox SET status = 'cancelled' WHERE dedupe_key = ? AND status = 'pending'", (key,)
    )


def cancel_of_job(connection: Connection, *, job: str) -> None:
    """Take back everything about a job that nobody began to send."""
    connection.execute(
        "UPDATE outbox SET status = 'cancelled' WHERE job_id = ? AND status = 'pending'", (job,)
    )


def begin(connection: Connection, message: int) -> OutboxMessage | None:
    """Mark a waiting message as being sent; a change learns which message it changes, if known."""
    found = connection.execute(_BEGIN, (message,)).fetchall()
    return _addressed(connection, rows.outbox(found[0])) if found else None


def end(connection: Connection, message: int, result: SendResult, now: str) -> int | None:
    """Record the end of sending; returns the chat, for what a block means."""
    written: tuple[Value, ...]
    match result:
        case Sent(message_id):
            written = ("sent", None, message_id, now, now, 0)
        case MaybeSent(reason, retry_at):
            again = _is_repeatable(connection, message)
            later = iso(retry_at)
            written = ("pending" if again else "maybe_sent", reason, None, now, later, 1)
        case Postponed(reason, retry_at):
            written = ("pending", reason, None, None, iso(retry_at), 0)
        case Undeliverable(reason, _):
            written = ("failed", reason, None, None, now, 0)
    found = connection.execute(_END, (*written, message)).fetchall()
    if not found:
        return None
    chat, method, meta = found[0]
    if meta is not None:
        _refer(connection, meta, method, result)
    return int(chat) if chat is not None else None


def recover(connection: Connection, now: str) -> int:
    """Settle rows that a dead program was sending: their fate is unknown."""
    return len(connection.execute(_RECOVER, (now, now)).fetchall())


def _addressed(connection: Connection, message: OutboxMessage) -> OutboxMessage:
    """Fill in the message that a change is about, as its reference knows it by now."""
    if message.method not in _CHANGES or message.meta_id is None:
        return message
    known = connection.execute(
        "SELECT message_id FROM message_meta WHERE id = ? AND message_id IS NOT NULL",
        (message.meta_id,),
    ).fetchall()
    fields = json.loads(message.payload)
    if not known or fields.get("message_id") is not None:
        return message
    fields["message_id"] = known[0][0]
    return replace(message, payload=json.dumps(fields, ensure_ascii=False))


def _refer(connection: Connection, meta: int, method: str, result: SendResult) -> None:
    """Keep a reference true to what became of its message."""
    if method in _NEW and isinstance(result, Sent):
        connection.execute(
            "UPDATE message_meta SET message_id = ? WHERE id = ?", (result.message_id, meta)
        )
    elif method == "delete" and isinstance(result, Sent | Undeliverable):
        connection.execute("DELETE FROM message_meta WHERE id = ?", (meta,))


def _is_repeatable(connection: Connection, message: int) -> bool:
    found = connection.execute("SELECT repeatable FROM outbox WHERE id = ?", (message,))
    return any(row[0] for row in found.fetchall())
