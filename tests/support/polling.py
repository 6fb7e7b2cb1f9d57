"""Waiting for a fact about another process, which nobody announces."""

import inspect
from collections.abc import Awaitable, Callable

import trio

EVERY = 0.05


async def until(
    holds: Callable[[], bool | Awaitable[bool]], within: float, every: float = EVERY
) -> None:
    """Ask again and again until it holds; raises `trio.TooSlowError` after `within` seconds."""
    with trio.fail_after(within):
        while True:
            answer = holds()
            if await answer if inspect.isawaitable(answer) else answer:
                return
            await trio.sleep(every)
