"""The web server as a supervised child.

The socket is bound by the composition root before anything starts, and a duplicate of it is
served by each incarnation, so a crash of the server loses neither the port nor waiting clients.
It is asked to stop first; then streams end, requests in progress are finished within the grace,
and the rest is cut off.
"""

import structlog
import trio

from api.app import make_app
from api.hardening import Server
from api.panel.desk import Memory
from api.ports import Handles
from api.sockets import Listener
from api.sse import Streams
from supervisor.child import ChildContext, ChildSpec
from supervisor.intensity import NEVER_GIVE_UP

STOP_SLACK = 2.5
"""Seconds beyond linger and grace that a cut-off connection may still take."""

log = structlog.get_logger()


def child(*, listener: Listener, handles: Handles) -> ChildSpec:
    """Describe the web server as a child: it starts last and stops first."""
    settings = handles.settings
    memory = None if settings.panel is None else Memory(settings.panel)

    async def start(context: ChildContext) -> None:
        streams = Streams(handles.store.hub)
        app = make_app(handles, streams, memory)
        server = Server(app, grace=settings.grace, linger=settings.linger)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_close_streams, context.stop_requested, streams)
            log.info("api.ready", url=listener.url)
            context.ready()
            await server.run(listener.socket.dup(), context.stop_requested)
            nursery.cancel_scope.cancel()
        if context.stopping:
            listener.close()

    return ChildSpec(
        name="api",
        start=start,
        intensity=NEVER_GIVE_UP,
        stop_grace=settings.linger + settings.grace + STOP_SLACK,
    )


async def _close_streams(stop: trio.Event, streams: Streams) -> None:
    await stop.wait()
    streams.close()
