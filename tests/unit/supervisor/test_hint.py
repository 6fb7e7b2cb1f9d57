"""Facts of hints."""

import trio
from trio.testing import MockClock

from supervisor.hint import Hint


async def test_a_ring_before_the_wait_is_remembered_once() -> None:
    hint = Hint()
    hint.ring()
    hint.ring()

    assert await hint.wait(1000)
    assert not await hint.wait(0)


async def test_a_wait_without_a_ring_ends_by_itself(autojump_clock: MockClock) -> None:
    assert not await Hint().wait(1000)


async def test_a_ring_wakes_the_waiting(nursery: trio.Nursery) -> None:
    hint = Hint()
    woken = trio.Event()

    async def wait() -> None:
        assert await hint.wait(1e9)
        woken.set()

    nursery.start_soon(wait)
    await trio.testing.wait_all_tasks_blocked()
    hint.ring()
    await woken.wait()
