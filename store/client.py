"""The handle by which the rest of the program reaches the store.

`ask` changes, and answers after the commit; `read` looks, on a read-only connection; `hub` rings
after a commit. The store asks nobody, so no circle of waiting can form.
"""

from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar

from store.driver import Connection
from store.events import Hub
from store.readers import Readers
from supervisor.mailbox import Ref
from supervisor.message import Request

R = TypeVar("R")
T = TypeVar("T")
P = ParamSpec("P")

PATIENCE = 20.0
"""Seconds an asker waits before it takes the store for stuck."""


class Store:
    """What others hold of the store."""

    def __init__(self, ref: Ref, readers: Readers, hub: Hub) -> None:
        self._ref = ref
        self._readers = readers
        self.hub = hub

    async def ask(self, command: Request[R], within: float = PATIENCE) -> R:
        """Have a command carried out.

        Raises `StoreDown`, `CommandFailed`, `ActorDown` or `trio.TooSlowError`; after the last
        two the command may or may not have been carried out.
        """
        return await self._ref.ask(command, within)

    async def read(
        self,
        query: Callable[Concatenate[Connection, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Run a function of `store.queries`; raises `StoreDown`."""
        return await self._readers.run(query, *args, **kwargs)
