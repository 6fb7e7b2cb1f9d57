"""The Telegram inbox: kept with the next offset, finished with the effects it caused.

An update is finished once: its steps and its mark stand or fall together, so an update that is
handled twice changes nothing the second time. Ids are never compared: after an idle week the
next one may be lower.
"""

from store import lead_steps, outbox, outfits, persons, talk
from store.domain.machine import Machine, Value
from store.domain.transitions import BY_NAME
from store.effects import Scope
from store.engine import Engine, Trip
from store.events import INBOX, OUTBOX
from store.messages import FinishUpdate, Fired, QuarantineUpdate, StoreUpdates
from store.steps import (
    AskConfirmation,
    DeletePosted,
    DropData,
    EditPosted,
    Enqueue,
    LeadStep,
    MergeData,
    OutfitStep,
    Post,
    PullThen,
    Step,
    Steps,
    StoreData,
    UseConfirmation,
)

OFFSET = "telegram_offset"
FORGET_LIMIT = 1000

_KEEP = """INSERT INTO telegram_inbox (update_id, raw, received_at) VALUES (?, ?, ?)
ON CONFLICT (update_id) DO NOTHING RETURNING update_id"""
_OFFSET = """INSERT INTO settings (key, value, changed_at) VALUES (?, ?, ?)
ON CONFLICT (key) DO UPDATE SET value = excluded.value, changed_at = excluded.changed_at"""
_DONE = """UPDATE telegram_inbox SET status = 'done', done_at = ?, raw = NULL
WHERE update_id = ? AND status = 'new' RETURNING update_id"""
_ASIDE = """UPDATE telegram_inbox SET status = 'quarantined', done_at = ?, error = ?
WHERE update_id = ? AND status = 'new' RETURNING update_id"""
_FORGET = """DELETE FROM telegram_inbox WHERE update_id IN (
    SELECT update_id FROM telegram_inbox WHERE status <> 'new' AND done_at < ? LIMIT ?
) RETURNING update_id"""


def machine_named(name: str) -> Machine:
    """Return a machine by its name; raises KeyError for one there is not."""
    return BY_NAME[name]


def keep(scope: Scope, command: StoreUpdates) -> int:
    """Insert the raw updates that are new and move the offset, even downwards."""
    new = 0
    for update, raw in command.updates:
        new += len(scope.execute(_KEEP, (update, raw, scope.now)))
    scope.execute(_OFFSET, (OFFSET, str(command.next_offset), scope.now))
    if new:
        scope.topics.add(INBOX)
    return new


def finish(scope: Scope, engine: Engine, command: FinishUpdate) -> bool:
    """Mark the update done and carry out its steps."""
    if not scope.execute(_DONE, (scope.now, command.update_id)):
        return False
    _do_all(scope, engine, command, command.steps)
    return True


def quarantine(scope: Scope, command: QuarantineUpdate) -> bool:
    """Put an update aside, with its raw text, for an engineer to look at."""
    return bool(scope.execute(_ASIDE, (scope.now, command.error, command.update_id)))


def forget(scope: Scope, before: str) -> int:
    """Forget what was finished before a time, a bounded number at once."""
    return len(scope.execute(_FORGET, (before, FORGET_LIMIT)))


def mark_blocked(scope: Scope, user: int) -> None:
    """Remember that a person blocked the bot."""
    scope.execute(
        "UPDATE bot_users SET blocked_at = ? WHERE telegram_user_id = ? AND blocked_at IS NULL",
        (scope.now, user),
    )


def _do_all(scope: Scope, engine: Engine, command: FinishUpdate, steps: Steps) -> None:
    for step in steps:
        _do_all(scope, engine, command, _do(scope, engine, command, step))


def _do(scope: Scope, engine: Engine, command: FinishUpdate, step: Step) -> Steps:
    """Carry out one step; returns what follows from its outcome."""
    match step:
        case Enqueue():
            _say(scope, command.update_id, step)
            return ()
        case PullThen():
            return _pull(scope, engine, command, step)
        case StoreData() | MergeData() | DropData() | Post() | EditPosted() | DeletePosted():
            return talk.do(scope, command.update_id, step)
        case AskConfirmation() | UseConfirmation():
            return talk.confirm(scope, step)
        case _ if isinstance(step, LeadStep):
            return lead_steps.do(scope, engine, step)
        case _ if isinstance(step, OutfitStep):
            return outfits.do(scope, step)
        case _:
            return persons.do(scope, step)


def _say(scope: Scope, update: int, step: Enqueue) -> None:
    outbox.enqueue(
        scope.connection,
        key=f"update:{update}:{step.key}",
        kind=step.kind,
        chat_id=step.chat_id,
        body=step.body,
        now=scope.now,
        repeatable=step.repeatable,
    )
    scope.topics.add(OUTBOX)


def _pull(scope: Scope, engine: Engine, command: FinishUpdate, step: PullThen) -> Steps:
    trip = Trip(machine_named(step.machine), step.id, step.trigger, step.by, step.who)
    given: dict[str, Value] = {**step.args, "who": step.who}
    pulled = engine.pull(scope, trip, command.at, given)
    outcome = pulled.outcome if isinstance(pulled, Fired) else str(pulled.code)
    return step.then.get(outcome, step.otherwise)
