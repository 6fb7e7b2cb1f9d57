"""Async helpers for tests that are not: a trio loop in a thread, called from the test's own.

Playwright's calls block the test's thread, while the booth and the sandbox are driven with trio.
"""

import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, contextmanager
from typing import TypeVar

import trio

T = TypeVar("T")
STOP_SECONDS = 30.0


class Portal:
    """A running loop."""

    def __init__(self) -> None:
        self._ready = threading.Event()
        self._thread = threading.Thread(target=trio.run, args=(self._main,), daemon=True)

    def start(self) -> None:
        """Start the loop."""
        self._thread.start()
        self._ready.wait()

    def stop(self) -> None:
        """End the loop."""
        self._token.run_sync_soon(self._end.set)
        self._thread.join(STOP_SECONDS)

    def call(self, work: Callable[..., Awaitable[T]], *args: object, **named: object) -> T:
        """Run an async function to its end in the loop."""

        async def run() -> T:
            return await work(*args, **named)

        return trio.from_thread.run(run, trio_token=self._token)

    @contextmanager
    def entered(self, manager: AbstractAsyncContextManager[T]) -> Iterator[T]:
        """Enter an async context manager that holds no nursery."""
        value = self.call(manager.__aenter__)
        try:
            yield value
        finally:
            self.call(manager.__aexit__, None, None, None)

    async def _main(self) -> None:
        self._token = trio.lowlevel.current_trio_token()
        self._end = trio.Event()
        self._ready.set()
        await self._end.wait()


@contextmanager
def portal() -> Iterator[Portal]:
    """A loop for the length of the block."""
    running = Portal()
    running.start()
    try:
        yield running
    finally:
        running.stop()
