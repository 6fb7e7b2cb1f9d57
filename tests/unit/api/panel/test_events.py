"""The stream of the board: at once, at each change, and not beyond the login."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import trio

from api.panel.auth import LIFE
from api.panel.desk import COOKIE
from tests.unit.api.panel.office import Office, Operator, office

PATIENCE = 30


class Boards:
    """A client of the stream: HTTP/1.0, so that the body comes without chunks."""

    def __init__(self, stream: trio.SocketStream) -> None:
        self._stream = stream
        self._received = b""

    async def block(self) -> str | None:
        """Return what comes before the next empty line, None at the end."""
        with trio.fail_after(PATIENCE):
            while b"\n\n" not in self._received:
                piece = await self._stream.receive_some()
                if not piece:
                    return None
                self._received = (self._received + piece).replace(b"\r", b"")
        block, _, self._received = self._received.partition(b"\n\n")
        return block.decode()

    async def next(self) -> dict[str, Any] | None:
        """Return the next board, None at the end."""
        while (block := await self.block()) is not None:
            if block.startswith("event: board"):
                board: dict[str, Any] = json.loads(block.partition("data: ")[2])
                return board
        return None


@asynccontextmanager
async def boards_of(here: Office, operator: Operator) -> AsyncIterator[Boards]:
    """Open the stream as a page does."""
    async with await trio.open_tcp_stream("127.0.0.1", here.served.port) as stream:
        cookie = f"{COOKIE}={operator.http.cookies[COOKIE]}"
        await stream.send_all(f"GET /admin/events HTTP/1.0\r\nCookie: {cookie}\r\n\r\n".encode())
        boards = Boards(stream)
        head = await boards.block()
        assert head is not None
        assert "content-type: text/event-stream" in head
        yield boards


async def test_the_board_comes_at_once_and_at_each_change(tmp_path: Path) -> None:
    async with (
        office(tmp_path) as here,
        here.operator() as operator,
        boards_of(here, operator) as boards,
    ):
        first = board = await boards.next()
        await here.served.running.job()
        while board and board["jobs"]["queued"] == 0:
            board = await boards.next()

    assert first is not None
    assert (first["level"], first["jobs"]["queued"]) == ("fine", 0)
    assert board is not None


async def test_the_stream_ends_with_the_login(tmp_path: Path) -> None:
    async with (
        office(tmp_path) as here,
        here.operator() as operator,
        boards_of(here, operator) as boards,
    ):
        first = await boards.next()
        here.served.running.clock.advance(LIFE)
        last = await boards.next()

    assert first is not None
    assert last is None
