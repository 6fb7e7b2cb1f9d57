"""Facts of loops at an interval."""

import pytest
import trio
from trio.testing import MockClock

from supervisor.hint import Hint
from supervisor.periodic import every


async def test_a_slow_run_does_not_move_the_schedule_and_missed_turns_are_skipped(
    autojump_clock: MockClock,
) -> None:
    times: list[float] = []
    start = trio.current_time()
    lengths = iter([3, 25, 0, 0])

    async def work() -> None:
        times.append(round(trio.current_time() - start, 6))
        await trio.sleep(next(lengths, 0))

    with trio.move_on_after(45):
        await every(10, work)

    assert times == [0, 10, 40]


async def test_a_hint_runs_it_early_without_moving_the_schedule(
    autojump_clock: MockClock, nursery: trio.Nursery
) -> None:
    times: list[float] = []
    start = trio.current_time()
    hint = Hint()

    async def work() -> None:
        times.append(round(trio.current_time() - start, 6))

    async def loop() -> None:
        await every(10, work, hint=hint)

    nursery.start_soon(loop)
    await trio.sleep(13)
    hint.ring()
    await trio.sleep(10)

    assert times == [0, 10, 13, 20]
    nursery.cancel_scope.cancel()


async def test_it_ends_when_asked_even_in_the_middle_of_a_pause(autojump_clock: MockClock) -> None:
    over = trio.Event()
    runs: list[None] = []

    async def work() -> None:
        runs.append(None)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(lambda: every(1e9, work, until=over))
        await trio.sleep(5)
        over.set()

    assert len(runs) == 1


async def test_an_error_of_the_work_ends_the_loop() -> None:
    async def work() -> None:
        raise LookupError

    with pytest.raises(LookupError):
        await every(1, work)


async def test_an_interval_of_zero_is_refused() -> None:
    async def work() -> None:
        raise AssertionError

    with pytest.raises(ValueError, match="above zero"):
        await every(0, work)
