"""The staff that was added at run time; each change is in the action log and rings."""

from store.effects import Scope
from store.events import STAFF
from store.steps import PutStaff, RemoveStaff, Steps

_PUT = """INSERT INTO staff (telegram_user_id, name, role, added_by, created_at)
VALUES (?, ?, ?, ?, ?) ON CONFLICT (telegram_user_id) DO UPDATE
SET name = excluded.name, role = excluded.role"""


def put(scope: Scope, step: PutStaff) -> None:
    """Add somebody, or change their name and role."""
    scope.execute(_PUT, (step.user, step.name, step.role, step.by, scope.now))
    _changed(scope, f"put_staff:{step.role}", step)


def remove(scope: Scope, step: RemoveStaff) -> Steps:
    """Take somebody off the staff."""
    gone = scope.execute(
        "DELETE FROM staff WHERE telegram_user_id = ? RETURNING telegram_user_id", (step.user,)
    )
    if not gone:
        return step.otherwise
    _changed(scope, "remove_staff", step)
    return step.then


def _changed(scope: Scope, action: str, step: PutStaff | RemoveStaff) -> None:
    scope.note(action, str(step.user), str(step.by))
    scope.topics.add(STAFF)
