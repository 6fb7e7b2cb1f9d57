"""Jobs: the list with its filters, and a job with its whole story.

Pictures show a guest, so they are answered only for a while after somebody asked for them by name,
which the log of actions remembers.
"""

import mimetypes
from dataclasses import dataclass
from pathlib import Path

import trio
from quart.wrappers import Response

from api.panel import listing
from api.panel.desk import SAFETY, Desk, Visit
from api.panel.entry import Done
from api.problems import Code, Problem
from store import panel_queries, panel_records
from store.domain.causes import Cause, cause_of
from store.domain.ids import pack_link
from store.domain.reasons import Refusal
from store.domain.records import Job
from store.domain.status import JobStatus
from store.panel_messages import NoteAction
from store.panel_queries import JobFilter
from store.panel_records import JobStory
from supervisor.clock import parse_iso


@dataclass(frozen=True, slots=True)
class Pictures:
    """Which pictures of a job lie on disk: the selfie, the sheet, so many stickers."""

    selfie: bool = False
    sheet: bool = False
    stickers: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        """Whether there is anything to look at."""
        return self.selfie or self.sheet or bool(self.stickers)


@dataclass(frozen=True, slots=True)
class Jobs:
    """The handlers."""

    desk: Desk

    async def list(self, visit: Visit) -> Response:
        """Show jobs, the newest first."""
        day = listing.day("day", self.desk.zone)
        wanted = JobFilter(
            status=listing.one_of(JobStatus, "status"),
            cause=listing.one_of(Cause, "cause"),
            guest=listing.number("guest"),
            outfit=listing.word("outfit"),
            provider=listing.word("provider"),
            since=day[0] if day else None,
            until=day[1] if day else None,
        )
        found = await self.desk.handles.store.read(
            panel_queries.jobs, wanted, listing.word("after")
        )
        return self.desk.page(
            visit,
            "jobs.html",
            jobs=found.rows,
            onward=listing.onward(found.after),
            given=listing.given(),
            statuses=tuple(JobStatus),
            causes=tuple(Cause),
            cause_of=cause_of,
            took=took,
        )

    async def show(self, visit: Visit, job_id: str) -> Response:
        """Show a job."""
        story = await self._story(job_id)
        pictures = await trio.to_thread.run_sync(self._pictures, story.job)
        return self.desk.page(
            visit,
            "job.html",
            story=story,
            job=story.job,
            link=pack_link(story.job.pack_name) if story.job.pack_name else None,
            choices={choice.trigger: choice.refusal for choice in story.choices},
            pictures=pictures,
            seen=visit.login.may_see(f"job:{job_id}", visit.monotonic),
            cause=cause_of(story.job.error) if story.job.status is JobStatus.FAILED else None,
            spent=sum(call.usd for call in story.calls),
            verdicts={call.position: call.judged for call in story.calls if call.judged},
            took=took,
            waited=(visit.now - parse_iso(story.job.created_at)).total_seconds(),
            deadline=self.desk.limits.deadline,
        )

    async def look(self, visit: Visit, job_id: str) -> Done:
        """Let the pictures of a job be seen for a while."""
        await self._story(job_id)
        await self.desk.handles.store.ask(
            NoteAction("look", f"job:{job_id}", visit.login.who, visit.now)
        )
        visit.login.look(f"job:{job_id}", visit.monotonic)
        return Done(visit.words("look_noted"), {"record": job_id}, f"/admin/jobs/{job_id}")

    async def photo(self, visit: Visit, job_id: str) -> Response:
        """Answer the selfie."""
        story = await self._seen(visit, job_id)
        if story.job.photo is None:
            raise Problem(Refusal.NOT_FOUND)
        return await self._picture(self.desk.handles.folder.photo(story.job.photo))

    async def sheet(self, visit: Visit, job_id: str) -> Response:
        """Answer the contact sheet."""
        await self._seen(visit, job_id)
        return await self._picture(self.desk.handles.folder.pack(job_id) / "sheet.jpg")

    async def sticker(self, visit: Visit, job_id: str, number: str) -> Response:
        """Answer a sticker, numbered from 0."""
        await self._seen(visit, job_id)
        if not (number.isascii() and number.isdecimal() and len(number) < 4):
            raise Problem(Refusal.NOT_FOUND)
        name = f"sticker-{int(number)}.webp"
        return await self._picture(self.desk.handles.folder.pack(job_id) / name)

    async def _story(self, job_id: str) -> JobStory:
        story = await self.desk.handles.store.read(
            panel_records.job, job_id, self.desk.settings.pack_limit
        )
        if story is None:
            raise Problem(Refusal.NOT_FOUND)
        return story

    async def _seen(self, visit: Visit, job_id: str) -> JobStory:
        """Return the story of a job that exists and whose pictures were asked for."""
        if not visit.login.may_see(f"job:{job_id}", visit.monotonic):
            raise Problem(Code.FORBIDDEN, visit.words("look_first"))
        return await self._story(job_id)

    async def _picture(self, path: Path) -> Response:
        try:
            body = await trio.Path(path).read_bytes()
        except OSError as error:
            raise Problem(Refusal.NOT_FOUND) from error
        kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        return Response(body, headers=SAFETY, content_type=kind)

    def _pictures(self, job: Job) -> Pictures:
        folder = self.desk.handles.folder
        pack = folder.pack(job.id)
        places = range(job.stickers_total)
        return Pictures(
            selfie=job.photo is not None and folder.photo(job.photo).is_file(),
            sheet=(pack / "sheet.jpg").is_file(),
            stickers=tuple(n for n in places if (pack / f"sticker-{n}.webp").is_file()),
        )


def took(job: Job) -> float | None:
    """Return the seconds from the photo to the link, None before it."""
    if job.link_sent_at is None:
        return None
    return (parse_iso(job.link_sent_at) - parse_iso(job.created_at)).total_seconds()
