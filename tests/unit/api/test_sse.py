"""The stream of a session: at once, at each change, never silent, ended in time."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import trio

from api.sse import HEARTBEAT, Streams
from store import messages as m
from store.domain.ids import GuestId
from store.domain.machine import Role
from store.errors import StoreDown
from store.events import Hub, session_topic
from tests.unit.api.serving import Served, serving


class Events:
    """A client of one stream: HTTP/1.0, so that the body comes without chunks."""

    def __init__(self, stream: trio.SocketStream) -> None:
        self._stream = stream
        self._received = b""

    async def block(self) -> str:
        """Return what comes before the next empty line."""
        with trio.fail_after(10):
            while b"\n\n" not in self._received.replace(b"\r", b""):
                piece = await self._stream.receive_some()
                assert piece, self._received
                self._received += piece
        block, _, self._received = self._received.replace(b"\r", b"").partition(b"\n\n")
        return block.decode()

    async def view(self) -> Any:
        """Return the next session view."""
        event, data = (await self.block()).split("\n")
        assert event == "event: session"
        return json.loads(data.removeprefix("data: "))

    async def rest(self) -> bytes:
        """Return what comes until the end."""
        with trio.fail_after(10):
            while piece := await self._stream.receive_some():
                self._received += piece
        return self._received


@asynccontextmanager
async def events_of(served: Served, token: str) -> AsyncIterator[Events]:
    stream = await trio.open_tcp_stream("127.0.0.1", served.port)
    async with stream:
        await stream.send_all(f"GET /session/{token}/events HTTP/1.0\r\n\r\n".encode())
        events = Events(stream)
        head = await events.block()
        assert head.startswith("HTTP/1.1 200")
        assert "content-type: text/event-stream" in head
        yield events


async def test_the_view_comes_at_once_and_at_each_change(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        token = await served.running.session()
        async with events_of(served, token) as events:
            first = await events.view()
            await served.running.pull("session", token, "link", Role.GUEST, guest=4)
            linked = await events.view()
            await served.running.pull("session", token, "consent", Role.GUEST, guest=4)
            consented = await events.view()
        shown = (await served.http.get(f"/session/{token}")).json()

    assert [view["status"] for view in (first, linked, consented)] == [
        "idle",
        "linked",
        "consented",
    ]
    assert consented == shown


async def test_the_progress_of_the_job_is_streamed(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        token = await served.ready_for_photo()
        async with events_of(served, token) as events:
            await events.view()
            await served.send_photo(token)
            queued = await events.view()

    assert queued["job"]["status"] == "queued"


async def test_a_session_that_is_erased_ends_its_stream(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        token = await served.running.consented(guest=4)
        async with events_of(served, token) as events:
            await events.view()
            at = served.running.clock.now()
            await served.running.store.ask(m.ResetGuest(GuestId(4), "900", at))
            served.running.store.hub.publish([session_topic(token)])
            rest = await events.rest()

    assert rest == b""


async def test_nobody_listens_any_more_when_the_client_has_left(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        token = await served.running.session()
        async with events_of(served, token) as events:
            await events.view()
            during = served.running.store.hub.statistics()["listeners"]
        with trio.fail_after(10):
            while served.running.store.hub.statistics()["listeners"]:  # noqa: ASYNC110 - a figure
                await trio.sleep(0.005)

    assert during > 0


async def test_a_stop_ends_open_streams(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        token = await served.running.session()
        async with events_of(served, token) as events:
            await events.view()
            served.context.request_stop()
            rest = await events.rest()

    assert rest == b""


async def test_a_quiet_stream_sends_a_comment_in_time(autojump_clock: object) -> None:
    async def look() -> Any:
        return {"job": None}

    async with Streams(Hub()).open("t", look) as stream:
        await anext(stream)
        began = trio.current_time()
        comment = await anext(stream)

    assert comment.startswith(b":")
    assert trio.current_time() - began == pytest.approx(HEARTBEAT)


async def test_rings_without_a_change_do_not_delay_the_comment(autojump_clock: object) -> None:
    hub = Hub()

    async def look() -> Any:
        return {"job": {"eta_sec": trio.current_time()}}

    async def ring() -> None:
        while True:
            await trio.sleep(4)
            hub.publish([session_topic("t")])

    async with trio.open_nursery() as nursery, Streams(hub).open("t", look) as stream:
        nursery.start_soon(ring)
        await anext(stream)
        began = trio.current_time()
        comment = await anext(stream)
        nursery.cancel_scope.cancel()

    assert comment.startswith(b":")
    assert trio.current_time() - began == pytest.approx(HEARTBEAT)


async def test_a_stream_outlives_an_absent_database(autojump_clock: object) -> None:
    answers: list[Any] = [{"job": None, "n": 1}, StoreDown(), {"job": None, "n": 2}]

    async def look() -> Any:
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    async with Streams(Hub()).open("t", look) as stream:
        said = [await anext(stream) for _ in range(3)]

    assert [piece[:1] for piece in said] == [b"e", b":", b"e"]


async def test_too_many_streams_are_refused(tmp_path: Path) -> None:
    async def look() -> Any:
        return {"job": None}

    streams = Streams(Hub(), most=1)
    async with streams.open("t", look):
        with pytest.raises(Exception, match="unavailable"):
            streams.open("t", look)
