"""Steps about persons: meeting them, their state and language, staff, feedback, erasure."""

from typing import assert_never

from store import erasure, feedback, staff
from store.effects import Scope
from store.steps import (
    CommentPack,
    ForgetPerson,
    MarkBlocked,
    MeetUser,
    PersonStep,
    PutStaff,
    Rate,
    RemoveStaff,
    ResetPerson,
    SetLanguage,
    SetState,
    Steps,
)

_MEET = """INSERT INTO bot_users (telegram_user_id, language, created_at) VALUES (?, ?, ?)
ON CONFLICT (telegram_user_id) DO UPDATE SET blocked_at = NULL,
language = coalesce(bot_users.language, excluded.language)"""


def do(scope: Scope, step: PersonStep) -> Steps:  # noqa: C901 - one line a step
    """Carry out a step about a person; returns what follows from its outcome."""
    match step:
        case MeetUser(user, language):
            scope.execute(_MEET, (user, language, scope.now))
        case SetState(user, state):
            _set(scope, "state", user, state)
        case SetLanguage(user, language):
            _set(scope, "language", user, language)
        case MarkBlocked(user):
            mark_blocked(scope, user)
        case PutStaff():
            staff.put(scope, step)
        case RemoveStaff():
            return staff.remove(scope, step)
        case Rate():
            return feedback.rate(scope, step)
        case CommentPack():
            return feedback.comment(scope, step)
        case ForgetPerson(user, then):
            erasure.forget(scope, user)
            return then
        case ResetPerson(user, who, then):
            erasure.reset(scope, user, who)
            return then
        case _ as never:
            assert_never(never)
    return ()


def mark_blocked(scope: Scope, user: int) -> None:
    """Remember that a person blocked the bot."""
    scope.execute(
        "UPDATE bot_users SET blocked_at = ? WHERE telegram_user_id = ? AND blocked_at IS NULL",
        (scope.now, user),
    )


def _set(scope: Scope, column: str, user: int, value: str | None) -> None:
    scope.execute(f"UPDATE bot_users SET {column} = ? WHERE telegram_user_id = ?", (value, user))
