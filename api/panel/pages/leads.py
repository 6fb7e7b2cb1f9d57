"""Requests for bookings: the list, one with its story, and all of them as a table to take away.

Names and contacts are shown only after somebody asked for them, which the log of actions
remembers; so is every table that was taken away.
"""

from dataclasses import dataclass

from quart.wrappers import Response

from api.panel import listing, spreadsheet
from api.panel.desk import SAFETY, Desk, Visit
from api.panel.entry import Done
from api.problems import Problem
from store import panel_queries, panel_records
from store.domain.leads import Lead
from store.domain.reasons import Refusal
from store.domain.status import LeadStatus
from store.driver import Connection
from store.panel_messages import NoteAction
from store.panel_records import LeadStory

MOST = 50_000
"""Requests that one table holds."""
COLUMNS = (
    "id", "created_at", "status", "status_changed_at", "name", "telegram", "phone", "comment",
    "locale", "source", "utm_source", "utm_medium", "utm_campaign", "utm_content", "utm_term",
    "published_at", "erased_at",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Leads:
    """The handlers."""

    desk: Desk

    async def list(self, visit: Visit) -> Response:
        """Show requests, the newest first."""
        status = listing.one_of(LeadStatus, "status")
        found = await self.desk.handles.store.read(
            panel_queries.leads, status, listing.word("after")
        )
        return self.desk.page(
            visit,
            "leads.html",
            leads=found.rows,
            onward=listing.onward(found.after),
            given=listing.given(),
            statuses=tuple(LeadStatus),
            masked=masked,
        )

    async def show(self, visit: Visit, lead: int) -> Response:
        """Show a request."""
        story = await self._story(lead)
        seen = visit.login.may_see(f"lead:{lead}", visit.monotonic)
        return self.desk.page(
            visit, "lead.html", story=story, lead=story.lead, seen=seen, masked=masked
        )

    async def look(self, visit: Visit, lead: int) -> Done:
        """Let name and contact of a request be seen for a while."""
        await self._story(lead)
        await self.desk.handles.store.ask(
            NoteAction("look", f"lead:{lead}", visit.login.who, visit.now)
        )
        visit.login.look(f"lead:{lead}", visit.monotonic)
        return Done(visit.words("look_noted"), {"record": lead}, f"/admin/leads/{lead}")

    async def table(self, visit: Visit) -> Response:
        """Answer all requests as CSV, for a spreadsheet."""
        given = visit.form.get("status", "")
        status = LeadStatus(given) if given in LeadStatus._value2member_map_ else None
        rows = await self.desk.handles.store.read(_table, status)
        await self.desk.handles.store.ask(
            NoteAction("export_leads", given or "all", visit.login.who, visit.now)
        )
        name = f"leads-{visit.now.date().isoformat()}.csv"
        headers = {**SAFETY, "Content-Disposition": f'attachment; filename="{name}"'}
        return Response(
            spreadsheet.table(COLUMNS, rows),
            headers=headers,
            content_type="text/csv; charset=utf-8",
        )

    async def _story(self, lead: int) -> LeadStory:
        story = await self.desk.handles.store.read(panel_records.lead, lead)
        if story is None:
            raise Problem(Refusal.NOT_FOUND)
        return story


def masked(lead: Lead) -> str:
    """Return a name of which only the first letter is to be read."""
    return f"{lead.name[0]}•••" if lead.name else "•••"


def _table(connection: Connection, status: LeadStatus | None) -> list[tuple[object, ...]]:
    """Return the columns of all requests that are wanted, the newest first."""
    rows: list[tuple[object, ...]] = []
    after: str | None = None
    while len(rows) < MOST:
        page = panel_queries.leads(connection, status, after)
        rows += [tuple(getattr(lead, name) for name in COLUMNS) for lead in page.rows]
        if page.after is None:
            break
        after = page.after
    return rows
