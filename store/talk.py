"""Steps of conversations: collected data, messages that are changed later, things to confirm.

Any of these rows may be gone by the time it is needed, since they are pruned by age: that is an
outcome with steps of its own, never an error.
"""

import json
from typing import assert_never

from store import outbox
from store.domain.machine import Value
from store.domain.outgoing import Body, Delete, Edit
from store.effects import Scope
from store.events import OUTBOX
from store.steps import (
    AskConfirmation,
    ConfirmStep,
    DeletePosted,
    DropData,
    EditPosted,
    MergeData,
    Post,
    Steps,
    StoreData,
    TalkStep,
    UseConfirmation,
)

PRUNE_LIMIT = 500
_AGES = {
    "state_data": "updated_at",
    "message_meta": "created_at",
    "inline_confirmations": "created_at",
}


def do(scope: Scope, update_id: int, step: TalkStep) -> Steps:
    """Carry out a step of the conversation that an update belongs to."""
    match step:
        case StoreData():
            return _store(scope, step)
        case MergeData():
            return _merge(scope, step)
        case DropData(row):
            scope.execute("DELETE FROM state_data WHERE id = ?", (row,))
            return ()
        case Post():
            return _post(scope, update_id, step)
        case EditPosted(meta, text, buttons, key):
            _act_on(scope, update_id, meta, Edit(None, text, buttons), key)
            return ()
        case DeletePosted(meta, key):
            _act_on(scope, update_id, meta, Delete(), key)
            return ()
        case _ as never:
            assert_never(never)


def confirm(scope: Scope, step: ConfirmStep) -> Steps:
    """Remember what somebody was asked to confirm, or use it up."""
    match step:
        case AskConfirmation(user, action, record, then):
            asked = scope.execute(
                "INSERT INTO inline_confirmations (telegram_user_id, action, record, created_at)"
                " VALUES (?, ?, ?, ?) RETURNING id",
                (user, action, record, scope.now),
            )
            return then(_number(asked))
        case UseConfirmation(row, user, then, otherwise):
            used = scope.execute(
                "DELETE FROM inline_confirmations WHERE id = ? AND telegram_user_id = ?"
                " RETURNING id",
                (row, user),
            )
            return then if used else otherwise
        case _ as never:
            assert_never(never)


def prune(scope: Scope, before: str) -> int:
    """Forget what nobody came back to, a bounded number at once; returns how many rows went."""
    gone = 0
    for table, age in _AGES.items():
        query = (
            f"DELETE FROM {table} WHERE id IN"
            f" (SELECT id FROM {table} WHERE {age} < ? LIMIT ?) RETURNING id"
        )
        gone += len(scope.execute(query, (before, PRUNE_LIMIT)))
    return gone


def _store(scope: Scope, step: StoreData) -> Steps:
    made = scope.execute(
        "INSERT INTO state_data (telegram_user_id, key, data, created_at, updated_at)"
        " VALUES (?, ?, ?, ?, ?) RETURNING id",
        (step.user, step.key, _json(dict(step.data)), scope.now, scope.now),
    )
    return step.then(_number(made))


def _merge(scope: Scope, step: MergeData) -> Steps:
    """Merge in Python: SQLite's json_patch takes a null for the wish to remove the field."""
    found = scope.execute("SELECT data FROM state_data WHERE id = ?", (step.row,))
    if not found:
        return step.otherwise
    former = json.loads(str(found[0][0] or "{}"))
    merged = {**(former if isinstance(former, dict) else {}), **step.data}
    scope.execute(
        "UPDATE state_data SET data = ?, updated_at = ? WHERE id = ?",
        (_json(merged), scope.now, step.row),
    )
    return step.then


def _post(scope: Scope, update_id: int, step: Post) -> Steps:
    made = scope.execute(
        "INSERT INTO message_meta (telegram_user_id, chat_id, purpose, created_at)"
        " VALUES (?, ?, ?, ?) RETURNING id",
        (step.user, step.chat_id, step.purpose, scope.now),
    )
    meta = _number(made)
    _queue(scope, f"update:{update_id}:{step.key}", step.chat_id, step.body, meta)
    return step.then(meta)


def _act_on(scope: Scope, update_id: int, meta: int, body: Body, key: str) -> None:
    """Queue a change of a message that a reference points to, if the reference is there."""
    for (chat,) in scope.execute("SELECT chat_id FROM message_meta WHERE id = ?", (meta,)):
        assert isinstance(chat, int)
        _queue(scope, f"update:{update_id}:{key}", chat, body, meta)


def _queue(scope: Scope, key: str, chat: int, body: Body, meta: int) -> None:
    outbox.enqueue(
        scope.connection,
        key=key,
        kind="reply",
        chat_id=chat,
        body=body,
        now=scope.now,
        repeatable=True,
        meta_id=meta,
    )
    scope.topics.add(OUTBOX)


def _number(returned: list[tuple[Value, ...]]) -> int:
    """Return the number of the row that an insert made."""
    ((number,),) = returned
    assert isinstance(number, int)
    return number


def _json(fields: dict[str, object]) -> str:
    return json.dumps(fields, ensure_ascii=False, allow_nan=False)
