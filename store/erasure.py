"""Removal of persons: a reset that lets a guest start anew, and the erasure of all that is known.

What stays true:
- Files are named in `erased_files` in the transaction that removes their rows, so that a crash
  leaves none of them behind.
- A worker that holds a removed job finds its transitions refused, and a message that is being
  sent is still settled, though its words are gone.
- Leads are not touched: they are somebody's request, with an erasure of their own.
"""

import json
import re
from collections.abc import Iterable

from store import outbox
from store.effects import Scope
from store.events import ERASED, JOBS, session_topic

_FILE = """INSERT INTO erased_files (kind, name, at) VALUES (?, ?, ?)
ON CONFLICT (kind, name) DO NOTHING"""
_TAKE_BACK = "UPDATE outbox SET payload = '{}', status = 'cancelled' WHERE status = 'pending' AND"
_SILENCE = "UPDATE outbox SET payload = '{}' WHERE status <> 'pending' AND"
_ASIDE = """SELECT update_id, raw FROM telegram_inbox
WHERE status = 'quarantined' AND instr(raw, ?) > 0"""
_OWNED = ("state_data", "message_meta", "inline_confirmations", "users", "bot_users")


def reset(scope: Scope, user: int, who: str) -> tuple[str, ...]:
    """Remove a guest's sessions, jobs and pack; returns the names of the selfies that go."""
    photos = _remove_work(scope, user, silence=False)
    scope.execute("UPDATE users SET pack_name = NULL WHERE telegram_user_id = ?", (user,))
    scope.note("reset_guest", str(user), who)
    return photos


def forget(scope: Scope, user: int) -> None:
    """Erase all that is known of a guest; messages waiting for them are taken back."""
    _remove_work(scope, user, silence=True)
    for statement in (_TAKE_BACK, _SILENCE):
        scope.execute(f"{statement} chat_id = ?", (user,))
    for table in _OWNED:
        scope.execute(f"DELETE FROM {table} WHERE telegram_user_id = ?", (user,))
    scope.execute("UPDATE transitions SET who = NULL WHERE who = ?", (str(user),))
    scope.execute(
        "UPDATE actions SET record = 'erased' WHERE action = 'reset_guest' AND record = ?",
        (str(user),),
    )
    for update, raw in scope.execute(_ASIDE, (str(user),)):
        if names(str(raw), user):
            scope.execute("UPDATE telegram_inbox SET raw = NULL WHERE update_id = ?", (update,))


def files_gone(scope: Scope, kind: str, gone: Iterable[str]) -> None:
    """Forget files that are no longer on disk."""
    for name in gone:
        scope.execute("DELETE FROM erased_files WHERE kind = ? AND name = ?", (kind, name))


def names(raw: str, user: int) -> bool:
    """Tell whether a raw update was sent by a person.

    One that cannot be read counts when their number is anywhere an id is.
    """
    try:
        update = json.loads(raw)
    except (ValueError, RecursionError):
        return re.search(rf'"id"\s*:\s*{user}(?!\d)', raw) is not None
    parts = update.values() if isinstance(update, dict) else ()
    return any(_sent_by(part, user) for part in parts)


def _sent_by(part: object, user: int) -> bool:
    sender = part.get("from", part.get("user")) if isinstance(part, dict) else None
    return isinstance(sender, dict) and sender.get("id") == user


def _remove_work(scope: Scope, user: int, *, silence: bool) -> tuple[str, ...]:
    """Remove sessions and jobs, take back what was to be said of them, name their files."""
    jobs = scope.execute("DELETE FROM jobs WHERE telegram_user_id = ? RETURNING id, photo", (user,))
    for job, _ in jobs:
        outbox.cancel_of_job(scope.connection, job=str(job))
        if silence:
            scope.execute(f"{_SILENCE} job_id = ?", (job,))
        scope.execute(_FILE, ("pack", job, scope.now))
    photos = tuple(str(photo) for _, photo in jobs if photo is not None)
    for photo in photos:
        scope.execute(_FILE, ("photo", photo, scope.now))
    sessions = scope.execute(
        "DELETE FROM sessions WHERE telegram_user_id = ? RETURNING token", (user,)
    )
    scope.topics |= {JOBS, ERASED, *(session_topic(str(token)) for (token,) in sessions)}
    return photos
