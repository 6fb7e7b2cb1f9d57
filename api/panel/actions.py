"""What operators do: each a guarded step that the log of actions remembers with who and when.

Of two who press at once one wins; the other is told what the record became, by whom and when.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import trio

from api.panel.desk import Desk, Visit
from api.panel.entry import Done
from api.problems import Code, Problem
from store import messages as m
from store import panel_queries, panel_records, queries
from store.backup import BackupFailed, back_up_here
from store.domain.causes import Cause
from store.domain.ids import GuestId, JobId
from store.domain.machine import Role, Value
from store.domain.reasons import SENTENCES, Refusal
from store.domain.texts import panel_actions as texts
from store.panel_messages import NoteAction, ResendLink
from supervisor.clock import iso

MAINTENANCE = "maintenance"
WORDS = 200
"""Characters of a reason that is kept."""
PAUSE_WORDS = 500
"""Characters of the text that guests read while the booth is paused."""
BULK = timedelta(hours=24)
"""How long ago a job may have failed that is retried with others of its cause."""


@dataclass(frozen=True, slots=True)
class Actions:
    """The handlers."""

    desk: Desk

    async def retry(self, visit: Visit, job_id: str) -> Done:
        """Have a failed pack made once more."""
        refused = await self._retry(visit, job_id)
        if refused is not None:
            raise await self._why(visit, "job", job_id, refused)
        return Done(
            visit.words("did_retry"),
            {"id": job_id, "job_status": "queued"},
            f"/admin/jobs/{job_id}",
        )

    async def retry_all(self, visit: Visit) -> Done:
        """Have all packs made once more that failed of one cause within a day."""
        given = visit.form.get("cause", "")
        if given not in Cause._value2member_map_:
            raise Problem(Code.INVALID, visit.words("which_cause"))
        found = await self.desk.handles.store.read(
            panel_queries.failed_of_cause, Cause(given), iso(visit.now - BULK)
        )
        refusals: dict[str, int] = {}
        for job_id in found:
            refused = await self._retry(visit, job_id)
            if refused is not None:
                refusals[refused.value] = refusals.get(refused.value, 0) + 1
        retried = len(found) - sum(refusals.values())
        said = visit.words("did_retry_all", count=retried)
        for code, count in refusals.items():
            said += f" {reason(visit, Refusal(code))} ×{count}"
        return Done(said, {"retried": retried, "refused": refusals}, "/admin/jobs?status=failed")

    async def fail(self, visit: Visit, job_id: str) -> Done:
        """Fail a job by hand; its guest is told."""
        why = visit.form.get("reason", "").strip()[:WORDS]
        error = f"failed by hand: {why}" if why else "failed by hand"
        await self._pull(visit, "job", job_id, "fail_by_hand", "fail", error=error)
        return Done(
            visit.words("did_fail"), {"id": job_id, "job_status": "failed"}, f"/admin/jobs/{job_id}"
        )

    async def resend(self, visit: Visit, job_id: str) -> Done:
        """Send the link of a delivered pack once more."""
        refused = await self.desk.handles.store.ask(
            ResendLink(JobId(job_id), visit.login.who, visit.now)
        )
        if refused is Refusal.NOT_DUE:
            raise Problem(Refusal.NOT_DUE, visit.words("link_waits"))
        if refused is not None:
            raise await self._why(visit, "job", job_id, refused)
        return Done(visit.words("did_resend"), {"id": job_id}, f"/admin/jobs/{job_id}")

    async def reset(self, visit: Visit, guest: int) -> Done:
        """Remove a guest's sessions, jobs and pack, so that they may start anew."""
        if await self.desk.handles.store.read(panel_records.guest, guest) is None:
            raise self._refusal(visit, Refusal.NOT_FOUND)
        photos = await self.desk.handles.store.ask(
            m.ResetGuest(GuestId(guest), visit.login.who, visit.now)
        )
        return Done(
            visit.words("did_reset"),
            {"guest": guest, "photos_removed": len(photos)},
            "/admin/guests",
        )

    async def pause(self, visit: Visit) -> Done:
        """Let no new guests in; the text is what they read."""
        text = visit.form.get("text", "").strip()[:PAUSE_WORDS] or None
        await self._pull(visit, MAINTENANCE, MAINTENANCE, "pause", "pause", text=text)
        return Done(visit.words("did_pause"), {"maintenance": "admin"})

    async def resume(self, visit: Visit) -> Done:
        """Let guests in again."""
        await self._pull(visit, MAINTENANCE, MAINTENANCE, "resume", "resume", text=None)
        return Done(visit.words("did_resume"), {"maintenance": "off"})

    async def backup(self, visit: Visit) -> Done:
        """Make a backup now."""
        try:
            made = await trio.to_thread.run_sync(back_up_here, self.desk.handles.folder, visit.now)
        except BackupFailed as error:
            raise Problem(Code.BACKUP_FAILED, visit.words("backup_failed", why=error)) from error
        await self._note(visit, "backup", made.path.name)
        said = visit.words("did_backup", name=made.path.name)
        return Done(said, {"name": made.path.name, "bytes": made.size}, "/admin/health")

    async def restart(self, visit: Visit) -> Done:
        """Have a child of the tree ended in order and started anew."""
        path = visit.form.get("path", "").removeprefix("root/")
        if not self.desk.settings.restart(path):
            raise self._refusal(visit, Refusal.NOT_FOUND)
        await self._note(visit, "restart_child", path)
        return Done(visit.words("did_restart", name=path), {"path": path}, "/admin/tree")

    async def _retry(self, visit: Visit, job_id: str) -> Refusal | None:
        """Retry a job; a selfie that is gone from disk is gone from its row as well."""
        job = await self.desk.handles.store.read(queries.job, job_id)
        if job is not None and job.photo is not None:
            there = await trio.Path(self.desk.handles.folder.photo(job.photo)).is_file()
            if not there:
                await self.desk.handles.store.ask(m.PhotosGone((job.photo,)))
        pulled = await self.desk.handles.store.ask(
            m.Pull("job", job_id, "retry", Role.ADMIN, visit.now, {}, visit.login.who, "retry")
        )
        return pulled.code if isinstance(pulled, m.Refused) else None

    async def _pull(
        self, visit: Visit, machine: str, record: str, trigger: str, action: str, **args: Value
    ) -> None:
        who = visit.login.who
        pulled = await self.desk.handles.store.ask(
            m.Pull(machine, record, trigger, Role.ADMIN, visit.now, args, who, action)
        )
        if isinstance(pulled, m.Refused):
            raise await self._why(visit, machine, record, pulled.code)

    async def _note(self, visit: Visit, action: str, record: str) -> None:
        await self.desk.handles.store.ask(NoteAction(action, record, visit.login.who, visit.now))

    async def _why(self, visit: Visit, machine: str, record: str, refused: Refusal) -> Problem:
        """Return why a step was refused; one that came too late hears what came before."""
        if refused is not Refusal.WRONG_STATUS:
            return self._refusal(visit, refused)
        last = await self.desk.handles.store.read(panel_records.last_move, machine, record)
        if last is None:
            return self._refusal(visit, refused)
        words = visit.words
        said = words(
            "too_late",
            status=words.named(f"{machine}_status", last.target),
            trigger=words.named("trigger", last.trigger),
            who=last.who or words.named("by", last.by),
            at=words.moment(last.at),
        )
        members: dict[str, Any] = {
            "record_status": last.target, "trigger": last.trigger, "at": last.at,
        }  # fmt: skip
        return Problem(refused, said, **members)

    def _refusal(self, visit: Visit, refused: Refusal) -> Problem:
        return Problem(refused, reason(visit, refused))


def reason(visit: Visit, refused: Refusal) -> str:
    """Return why a step was refused, in the visitor's language."""
    text = texts.REFUSED.get(refused)
    return text.of(visit.words.language) if text else SENTENCES[refused]
