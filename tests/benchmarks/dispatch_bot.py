"""The whole way of an update in our product as a process: poller, dialogue, delivery, store.

The children and the store on disk are the product's; only the pace of the client is open, because
Telegram's 30 calls a second would be all that is measured.
Run by `bench_dispatch`: python -m tests.benchmarks.dispatch_bot URL TOKEN FOLDER PERSON...
"""

import sys
from pathlib import Path
from typing import Any

import trio

from actors import logs
from store import actor as store_actor
from store.client import Store
from store.commands import Commands
from store.domain.policy import Policy
from store.events import Hub
from store.lane import ThreadLane
from store.readers import Readers
from supervisor.clock import SystemClock
from supervisor.conditions import Conditions
from supervisor.mailbox import Mailbox
from supervisor.runner import Supervisor
from telegram import actor as dialogue
from telegram import delivery, poller
from telegram.botapi.client import BotApi
from telegram.botapi.throttle import Key, Throttle
from telegram.gathering import Booth


class OpenThrottle(Throttle):
    """Lets every call go at once."""

    async def turn(self, key: Key, *, counts: bool = True) -> None:
        """Give the turn."""
        await trio.lowlevel.checkpoint()


async def serve(url: str, token: str, folder: Path, admins: frozenset[int]) -> None:
    """Run until the process is ended; `admins` may enter leads."""
    path = folder / "stickerbooth.db"
    hub, mailbox = Hub(), Mailbox[Any]("store")
    readers = Readers(path, ThreadLane)
    store = Store(mailbox.ref, readers, hub)
    clock, conditions = SystemClock(), Conditions()
    api = BotApi(token, url, throttle=OpenThrottle())
    commands = Commands(Policy(), (), "ru")
    tree = Supervisor(
        (
            store_actor.child(
                path=path,
                mailbox=mailbox,
                commands=commands,
                hub=hub,
                readers=readers,
                lane=ThreadLane,
            ),
            delivery.child(store=store, api=api, conditions=conditions, clock=clock, data=folder),
            poller.child(store=store, api=api, conditions=conditions, clock=clock),
            dialogue.child(store=store, clock=clock, booth=Booth(lead_admins=admins)),
        )
    )
    await tree.run()


def main() -> None:
    """Read the arguments and serve."""
    url, token, folder, *people = sys.argv[1:]
    logs.set_up("json")
    trio.run(serve, url, token, Path(folder), frozenset(int(each) for each in people))


if __name__ == "__main__":
    main()
