"""The outbox table: what is to be said, queued in the transaction that causes it.

A dedupe key is queued once for all time. The link of a job and its failure message share one
key, so the database itself refuses to hold both. A message of unknown fate is repeated only when
it is marked repeatable: a second link or a second answer hurts nobody, a second alert does.
"""

from store import rows
from store.domain.machine import Value
from store.domain.outgoing import Body, encode
from store.domain.records import OutboxMessage
from store.driver import Connection
from store.messages import MaybeSent, Postponed, SendResult, Sent, Undeliverable
from supervisor.clock import iso

_INSERT = """INSERT INTO outbox
    (dedupe_key, kind, chat_id, job_id, method, payload, repeatable, not_before, created_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (dedupe_key) DO NOTHING"""

_BEGIN = f"""UPDATE outbox SET status = 'sending', attempts = attempts + 1
WHERE id = ? AND status = 'pending' RETURNING {rows.OUTBOX_COLUMNS}"""

_END = """UPDATE outbox SET status = ?, error = ?, message_id = ?, sent_at = ?, not_before = ?,
    interrupted = ? WHERE id = ? AND status = 'sending' RETURNING chat_id"""


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
) -> None:
    """Queue a message, unless one with this key was ever queued."""
    method, payload = encode(body)
    values = (key, kind, chat_id, job_id, method, payload, int(repeatable), now, now)
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
    """Mark a waiting message as being sent."""
    found = connection.execute(_BEGIN, (message,)).fetchall()
    return rows.outbox(found[0]) if found else None


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
    return found[0][0] if found else None


def recover(connection: Connection, now: str) -> int:
    """Settle rows that a dead program was sending: their fate is unknown."""
    found = connection.execute(
        "UPDATE outbox SET status = iif(repeatable, 'pending', 'maybe_sent'), interrupted = 1,"
        " not_before = ?, sent_at = ?, error = 'the program died while sending'"
        " WHERE status = 'sending' RETURNING id",
        (now, now),
    ).fetchall()
    return len(found)


def _is_repeatable(connection: Connection, message: int) -> bool:
    found = connection.execute("SELECT repeatable FROM outbox WHERE id = ?", (message,))
    return any(row[0] for row in found.fetchall())
