"""The first page: one line on top, the live board, the slots, the longest wait, today's funnel."""

from dataclasses import dataclass
from typing import Any

import trio
from quart import request
from quart.wrappers import Response

from api.panel.board import board
from api.panel.desk import COOKIE, SAFETY, Desk, Visit
from api.panel.stream import BoardStream
from api.sse import MEDIA_TYPE
from store import panel_records
from store.domain.figures import Figures
from store.errors import StoreError
from store.figures import day_of, figures

READ_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Overview:
    """The handlers."""

    desk: Desk

    async def show(self, visit: Visit) -> Response:
        """Show the board; without the database what is known without it."""
        now = await board(self.desk)
        values: dict[str, Any] = {"figures": None, "choices": (), "paused": None}
        if now.records is not None:
            try:
                with trio.fail_after(READ_SECONDS):
                    values["figures"] = await self._figures(visit)
                    values["paused"], choices = await self.desk.handles.store.read(
                        panel_records.pause
                    )
                    values["choices"] = {choice.trigger: choice.refusal for choice in choices}
            except (StoreError, trio.TooSlowError):
                values = {"figures": None, "choices": (), "paused": None}
        return self.desk.page(
            visit, "overview.html", board=now, deadline=self.desk.limits.deadline, **values
        )

    async def _figures(self, visit: Visit) -> Figures:
        day = day_of(visit.now, self.desk.zone)
        return await self.desk.handles.store.read(
            figures, day, visit.now, self.desk.limits.deadline
        )

    async def events(self, _visit: Visit) -> Response:
        """Tell of changes until the login ends."""
        self.desk.streams.admit()
        token = request.cookies.get(COOKIE, "")
        clock, logins = self.desk.handles.clock, self.desk.memory.logins

        async def look() -> dict[str, Any] | None:
            if logins.find(token, clock.monotonic(), sign_of_life=False) is None:
                return None
            return (await board(self.desk)).as_json()

        response = Response(BoardStream(self.desk.streams, look), headers=SAFETY)
        response.content_type = MEDIA_TYPE
        response.headers["X-Accel-Buffering"] = "no"
        response.timeout = None
        return response
