"""What each command of the panel does, chosen by their closed union."""

from typing import Any, assert_never

from store import panel_messages as pm
from store import rows
from store.domain.reasons import Refusal
from store.domain.records import Job
from store.domain.status import JobStatus
from store.effects import Scope, tell_link

_WAITING = """SELECT 1 FROM outbox
WHERE job_id = ? AND kind = 'link' AND status IN ('pending', 'sending') LIMIT 1"""
_LINKS = "SELECT count(*) FROM outbox WHERE job_id = ? AND kind = 'link'"


def answer(scope: Scope, command: pm.PanelCommand) -> Any:
    """Carry out a command of the panel inside its caller's transaction."""
    match command:
        case pm.ResendLink():
            return _resend(scope, command)
        case pm.NoteAction(action, record, who):
            return scope.note(action, record, who)
        case _ as never:
            assert_never(never)


def _resend(scope: Scope, command: pm.ResendLink) -> Refusal | None:
    found = scope.execute(f"SELECT {rows.JOB_COLUMNS} FROM jobs WHERE id = ?", (command.job_id,))
    if not found:
        return Refusal.NOT_FOUND
    job = rows.job(found[0])
    if job.status is not JobStatus.DONE:
        return Refusal.WRONG_STATUS
    if scope.execute(_WAITING, (job.id,)):
        return Refusal.NOT_DUE
    tell_link(scope, job, _next_key(scope, job))
    scope.note("resend", job.id, command.who)
    return None


def _next_key(scope: Scope, job: Job) -> str:
    """Return a dedupe key that no earlier link of the job has had."""
    ((links,),) = scope.execute(_LINKS, (job.id,))
    return f"job:{job.id}:{job.generation}:link:{links}"
