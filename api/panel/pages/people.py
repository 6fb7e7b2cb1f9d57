"""Guests and sessions. The product keeps no names of guests, only their Telegram numbers."""

from dataclasses import dataclass

from quart.wrappers import Response

from api.panel import listing
from api.panel.desk import Desk, Visit, redirect
from api.problems import Problem
from store import panel_queries, panel_records
from store.domain.ids import pack_link
from store.domain.reasons import Refusal
from store.domain.status import SessionStatus
from store.panel_queries import SessionFilter


@dataclass(frozen=True, slots=True)
class People:
    """The handlers."""

    desk: Desk

    async def guests(self, visit: Visit) -> Response:
        """Show guests, the newest first; a number leads to the guest."""
        number = listing.number("guest")
        if number is not None:
            return redirect(f"/admin/guests/{number}")
        found = await self.desk.handles.store.read(panel_queries.guests, listing.word("after"))
        return self.desk.page(
            visit,
            "guests.html",
            guests=found.rows,
            onward=listing.onward(found.after),
            pack_link=pack_link,
        )

    async def guest(self, visit: Visit, guest: int) -> Response:
        """Show a guest."""
        story = await self.desk.handles.store.read(panel_records.guest, guest)
        if story is None:
            raise Problem(Refusal.NOT_FOUND)
        return self.desk.page(visit, "guest.html", story=story, number=guest, pack_link=pack_link)

    async def sessions(self, visit: Visit) -> Response:
        """Show sessions, the newest first."""
        wanted = SessionFilter(listing.one_of(SessionStatus, "status"), listing.number("guest"))
        found = await self.desk.handles.store.read(
            panel_queries.sessions, wanted, listing.word("after")
        )
        return self.desk.page(
            visit,
            "sessions.html",
            sessions=found.rows,
            onward=listing.onward(found.after),
            given=listing.given(),
            statuses=tuple(SessionStatus),
        )
