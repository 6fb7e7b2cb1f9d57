"""Read-only connections for pages, streams and actors, a few at a time.

Readers never write and never checkpoint. Each connection has a lane of its own, so a slow query
holds up neither the loop nor the writer.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

import trio

from store.driver import Connection, DatabaseError, open_reader
from store.errors import StoreDown
from store.lane import Lane

T = TypeVar("T")
P = ParamSpec("P")


class _Reader:
    """One lane and its connection, both made when first used and again after a close."""

    def __init__(self, path: Path, make_lane: Callable[[], Lane]) -> None:
        self._path = path
        self._make_lane = make_lane
        self._lane: Lane | None = None
        self._connection: Connection | None = None

    async def run(self, work: Callable[[Connection], T]) -> T:
        if self._lane is None:
            self._lane = self._make_lane()
        return await self._lane.run(self._work, work)

    def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()
        lane, self._lane = self._lane, None
        if lane is not None:
            lane.close()

    def _work(self, work: Callable[[Connection], T]) -> T:
        try:
            if self._connection is None:
                self._connection = open_reader(self._path)
            return work(self._connection)
        except DatabaseError as error:
            raise StoreDown(f"reading failed: {type(error).__name__}") from error


class Readers:
    """A few readers, lent one query at a time."""

    def __init__(self, path: Path, lane: Callable[[str], Lane], count: int = 2) -> None:
        self._readers = [_Reader(path, partial(lane, f"reader-{n}")) for n in range(count)]
        self._free = list(self._readers)
        self._limit = trio.CapacityLimiter(count)

    async def run(
        self,
        query: Callable[Concatenate[Connection, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Run a query on a free connection; raises `StoreDown` when the database cannot be read."""
        async with self._limit:
            reader = self._free.pop()
            try:
                return await reader.run(lambda connection: query(connection, *args, **kwargs))
            finally:
                self._free.append(reader)

    def close(self) -> None:
        """Close all connections; nobody may be reading any more.

        A store that its supervisor starts again may be read again.
        """
        for reader in self._readers:
            reader.close()
