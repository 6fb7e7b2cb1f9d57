"""The web server as the product runs it, on a real socket and a real store, for tests."""

import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import httpx
import trio

from api.actor import child
from api.ports import Accepted, ApiSettings, Handles, Rejected
from api.sockets import Listener, listen
from store import messages as m
from store.domain.machine import Role
from store.domain.policy import Policy
from store.files import DataFolder
from supervisor.child import ChildContext
from supervisor.conditions import Conditions
from supervisor.lifecycle import ChildSnapshot, ChildState, TreeSnapshot
from tests.support.stores import RunningStore, running_store

BOT = "stickerbooth_bot"
PHOTO = b"\xff\xd8 a photo as far as the test's inspector is concerned"


@dataclass(slots=True)
class FakeInspector:
    """Accepts everything, until told a verdict; can be made to wait."""

    verdict: Accepted | Rejected | BaseException = field(default_factory=Accepted)
    go_on: trio.Event = field(default_factory=trio.Event)
    begun: trio.Event = field(default_factory=trio.Event)
    waits: bool = False
    seen: list[bytes] = field(default_factory=list)

    async def inspect(self, source: Path, target: Path) -> Accepted | Rejected:
        """Note the bytes and answer the verdict."""
        self.seen.append(await trio.Path(source).read_bytes())
        self.begun.set()
        if self.waits:
            await self.go_on.wait()
        if isinstance(self.verdict, BaseException):
            raise self.verdict
        if isinstance(self.verdict, Accepted):
            await trio.Path(target).write_bytes(b"clean " + self.seen[-1][:20])
        return self.verdict


def ready_tree(**changes: Any) -> TreeSnapshot:
    """Return a tree of one ready child, with changes."""
    store = ChildSnapshot("store", ChildState.READY, 0.0, 1, 0, True, None, 0, "", None)
    tree = TreeSnapshot("root", "one_for_one", stopping=False, booted=True, children=(store,))
    return replace(tree, **changes)


@dataclass(slots=True)
class Served:
    """A running server with everything behind it."""

    url: str
    http: httpx.AsyncClient
    running: RunningStore
    inspector: FakeInspector
    conditions: Conditions
    folder: DataFolder
    listener: Listener
    context: ChildContext
    tree: TreeSnapshot = field(default_factory=ready_tree)
    stopped: trio.Event = field(default_factory=trio.Event)

    @property
    def port(self) -> int:
        """The port served."""
        return int(self.url.rpartition(":")[2])

    async def ready_for_photo(self, guest: int = 77) -> str:
        """Lead a session to where a photo is wanted."""
        token = await self.running.consented(guest)
        answer = await self.http.post(f"/session/{token}/template", json={"template_id": "chapan"})
        assert answer.status_code == 200, answer.text
        return token

    async def send_photo(
        self, token: str, content: bytes = PHOTO, key: str | None = None
    ) -> httpx.Response:
        """Upload a photo as a browser does."""
        headers = {"Idempotency-Key": key} if key else {}
        return await self.http.post(
            f"/session/{token}/photo", files={"photo": ("me.jpg", content)}, headers=headers
        )

    async def pause(self, text: str) -> None:
        """Let an operator pause the booth."""
        done = await self.running.store.ask(
            m.Pull(
                "maintenance",
                "maintenance",
                "pause",
                Role.ADMIN,
                self.running.clock.now(),
                {"text": text},
                "900",
            )
        )
        assert isinstance(done, m.Fired), done

    async def deliver(self, job: str, seconds: float) -> None:
        """Take a job to its end, `seconds` after now."""
        pull = self.running.pull
        now = self.running.clock.now
        await self.running.store.ask(m.ClaimJob("slot-1", now()))
        self.running.clock.advance(seconds)
        made = await pull(
            "job",
            job,
            "set_created",
            Role.SLOT,
            owner="slot-1",
            pack_name=f"s{job}_by_{BOT}",
            provider_used="local",
            render_mode="composite",
        )
        assert isinstance(made, m.Fired), made
        done = await pull("job", job, "verified", Role.VERIFIER)
        assert isinstance(done, m.Fired), done

    def files(self) -> list[str]:
        """List what lies in the photo folder."""
        return sorted(path.name for path in self.folder.photos.iterdir())


@asynccontextmanager
async def serving(
    tmp_path: Path,
    policy: Policy | None = None,
    *,
    with_bot: bool = True,
    **settings: Any,
) -> AsyncIterator[Served]:
    """Serve until the block ends, then stop as the supervisor does."""
    folder = DataFolder(tmp_path)
    folder.prepare()
    async with running_store(tmp_path, policy) as running, trio.open_nursery() as nursery:
        if with_bot:
            await running.store.ask(m.PutSetting("bot_username", BOT, running.clock.now()))
        listener = listen("127.0.0.1", 0)
        inspector, conditions = FakeInspector(), Conditions()
        served: list[Served] = []
        chosen = {"public_url": listener.url, "linger": 0.0, "grace": 0.5, **settings}
        handles = Handles(
            store=running.store,
            folder=folder,
            inspector=inspector,
            conditions=conditions,
            tree=lambda: served[0].tree,
            clock=running.clock,
            settings=ApiSettings(**chosen),
        )
        context = ChildContext("api")
        async with httpx.AsyncClient(base_url=listener.url, timeout=20, trust_env=False) as http:
            server = Served(
                listener.url, http, running, inspector, conditions, folder, listener, context
            )
            served.append(server)

            async def serve() -> None:
                await child(listener=listener, handles=handles).start(context)
                server.stopped.set()

            nursery.start_soon(serve)
            await context.wait_ready()
            try:
                yield server
                context.request_stop()
                await server.stopped.wait()
            finally:
                listener.close()


async def raw(port: int, data: bytes, *, until_eof: bool = True) -> bytes:
    """Send bytes on a fresh connection and return everything the server sends until its end."""
    stream = await trio.open_tcp_stream("127.0.0.1", port)
    async with stream:
        await stream.send_all(data)
        received = b""
        with trio.fail_after(10 if until_eof else math.inf):
            async for piece in stream:
                received += piece
        return received
