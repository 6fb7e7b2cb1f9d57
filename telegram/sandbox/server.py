"""The sandbox as one object: bound socket, world, fault switches, call log.

The socket is bound before anything is served and only on loopback. A connection's failure never
ends the server.
"""

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import trio

from telegram.sandbox.api_front import NOT_FOUND, ApiFront, refused
from telegram.sandbox.calls import CallLog
from telegram.sandbox.clock import SandboxClock
from telegram.sandbox.control import Control
from telegram.sandbox.faults import Faults
from telegram.sandbox.http import HttpFront, Request, Response
from telegram.sandbox.model import Person
from telegram.sandbox.pages import page
from telegram.sandbox.refusal import Refusal
from telegram.sandbox.world import World

TOKEN = "7000000001:" + "AAsandbox_token_that_opens_nothing0"
USERNAME = "stickerbooth_bot"
_BACKLOG = 256


class Sandbox:
    """A Bot API server of its own for one bot; `base_url` is what goes into BOT_API_URL."""

    def __init__(
        self,
        *,
        port: int = 0,
        token: str = TOKEN,
        bot_username: str = USERNAME,
        clock: SandboxClock | None = None,
        seed: int | None = None,
    ) -> None:
        digits = token.partition(":")[0]
        bot_id = int(digits) if digits.isdigit() else 7_000_000_001
        bot = Person(bot_id, "Stickerbooth", username=bot_username, is_bot=True)
        self.token = token
        self.bot_username = bot_username
        self.world = World(bot, clock=clock, rng=random.Random(seed))
        self.faults = Faults(self.world)
        self.calls = CallLog()
        self.http = HttpFront(self._answer)
        self.base_url = ""
        self._port = port
        self._nursery: trio.Nursery | None = None
        self._api = ApiFront(self.world, self.faults, self.calls, token)
        self._control = Control(self.world, self.faults, self.calls, self.start_rival)

    async def serve(self, *, task_status: trio.TaskStatus[str] = trio.TASK_STATUS_IGNORED) -> None:
        """Bind, report `base_url`, and serve until cancelled.

        Raises OSError if the port is taken.
        """
        listeners = await trio.open_tcp_listeners(self._port, host="127.0.0.1", backlog=_BACKLOG)
        port = listeners[0].socket.getsockname()[1]
        self.base_url = f"http://127.0.0.1:{port}"
        async with trio.open_nursery() as nursery:
            self._nursery = nursery
            await nursery.start(trio.serve_listeners, self.http.serve_connection, listeners)
            task_status.started(self.base_url)

    def start_rival(self, seconds: float) -> None:
        """Let a second program poll with the same token for so long, confirming nothing."""
        if self._nursery is None:
            raise RuntimeError("the sandbox is not being served: use serve() or open_sandbox()")
        self._nursery.start_soon(self._rival, seconds)

    async def _rival(self, seconds: float) -> None:
        with trio.move_on_after(seconds):
            while True:
                try:
                    found = await self.world.queue.poll(0, 1, 50)
                except Refusal:
                    found = []
                # It does nothing with what it got, so it must not spin on a full queue.
                await trio.sleep(1.0 if found else 0.05)

    async def _answer(self, request: Request) -> Response:
        for front in (self._api.answer, self._control.answer, self._page):
            response = await front(request)
            if response is not None:
                return response
        return refused(NOT_FOUND)

    async def _page(self, request: Request) -> Response | None:
        return page(request)


@asynccontextmanager
async def open_sandbox(sandbox: Sandbox | None = None) -> AsyncIterator[Sandbox]:
    """A served sandbox for the length of the block."""
    opened = sandbox or Sandbox()
    async with trio.open_nursery() as nursery:
        await nursery.start(opened.serve)
        yield opened
        nursery.cancel_scope.cancel()
