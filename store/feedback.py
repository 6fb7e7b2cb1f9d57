"""What guests think of their packs: asked once for each delivered job, answered once.

What stays true:
- A job's question has one row and one message for all time; one of unknown fate is not repeated.
- Nobody is asked who blocked the bot or waits for another pack; such a job is looked at again
  until the time for its question is over.
"""

from datetime import datetime, timedelta

from store import outbox
from store.domain.outgoing import Button, Rows, Say
from store.domain.policy import FEEDBACK_AFTER, FEEDBACK_WITHIN, RATE_BUTTON, SCORES
from store.domain.texts import feedback as texts
from store.effects import Scope
from store.events import OUTBOX
from store.facts import ACTIVE
from store.steps import CommentPack, Rate, Steps
from supervisor.clock import iso

ASK_LIMIT = 50
"""Guests asked at once, so that one command stays short."""

_TO_ASK = f"""SELECT jobs.id, jobs.telegram_user_id FROM outbox
JOIN jobs ON jobs.id = outbox.job_id
WHERE outbox.kind = 'link' AND outbox.status = 'sent'
AND outbox.sent_at >= ? AND outbox.sent_at <= ? AND jobs.status = 'done'
AND NOT EXISTS (SELECT 1 FROM feedback WHERE feedback.job_id = jobs.id)
AND NOT EXISTS (SELECT 1 FROM bot_users WHERE blocked_at IS NOT NULL
    AND bot_users.telegram_user_id = jobs.telegram_user_id)
AND NOT EXISTS (SELECT 1 FROM jobs AS other WHERE other.telegram_user_id = jobs.telegram_user_id
    AND other.{ACTIVE})
ORDER BY outbox.sent_at LIMIT ?"""
_ASKED = """INSERT INTO feedback (job_id, telegram_user_id, asked_at) VALUES (?, ?, ?)
ON CONFLICT (job_id) DO NOTHING RETURNING id"""
_RATED = """UPDATE feedback SET score = ?, answered_at = ?
WHERE id = ? AND telegram_user_id = ? AND score IS NULL RETURNING id"""
_COMMENTED = """UPDATE feedback SET comment = ?, answered_at = ?
WHERE id = ? AND telegram_user_id = ? AND score IS NOT NULL AND comment IS NULL RETURNING id"""


def ask(scope: Scope, at: datetime) -> int:
    """Ask the guests whose link arrived some seconds ago; returns how many."""
    since, until = (iso(at - timedelta(seconds=s)) for s in (FEEDBACK_WITHIN, FEEDBACK_AFTER))
    asked = 0
    for job, guest in scope.execute(_TO_ASK, (since, until, ASK_LIMIT)):
        for (row,) in scope.execute(_ASKED, (job, guest, scope.now)):
            _ask(scope, str(job), int(str(guest)), int(str(row)))
            asked += 1
    return asked


def rate(scope: Scope, step: Rate) -> Steps:
    """Keep a score, once and only of the one who was asked."""
    rated = step.score in SCORES and scope.execute(
        _RATED, (step.score, scope.now, step.feedback, step.user)
    )
    return step.then if rated else step.otherwise


def comment(scope: Scope, step: CommentPack) -> Steps:
    """Keep the words of a guest who has rated, once."""
    kept = scope.execute(_COMMENTED, (step.comment, scope.now, step.feedback, step.user))
    return step.then if kept else step.otherwise


def _ask(scope: Scope, job: str, guest: int, row: int) -> None:
    language = scope.language_of(guest)
    outbox.enqueue(
        scope.connection,
        key=f"job:{job}:feedback",
        kind="feedback",
        chat_id=guest,
        body=Say(texts.QUESTION.of(language), _stars(row, language)),
        now=scope.now,
        job_id=job,
    )
    scope.topics.add(OUTBOX)


def _stars(row: int, language: str) -> Rows:
    return (
        tuple(
            Button(texts.STAR.of(language, score=score), f"{RATE_BUTTON}:{row}:{score}")
            for score in SCORES
        ),
    )
