"""Pacing on a clock that jumps."""

from collections.abc import Sequence
from itertools import pairwise

import pytest
import trio
from trio.testing import MockClock

from telegram.botapi.throttle import (
    CHAT_BURST,
    HOLD_MARGIN,
    LONGEST_WAIT,
    HeldBack,
    Key,
    Throttle,
)


async def test_a_chat_gets_a_burst_and_then_one_turn_a_second(
    autojump_clock: MockClock,
) -> None:
    times = await _times(Throttle(), [5] * 8)

    assert times == pytest.approx([0, 0, 0, 0, 0, 1, 2, 3])


async def test_a_quiet_chat_gets_its_burst_back(autojump_clock: MockClock) -> None:
    throttle = Throttle()
    await _times(throttle, [5] * CHAT_BURST)
    await trio.sleep(10)

    assert await _times(throttle, [5] * CHAT_BURST) == pytest.approx([0] * CHAT_BURST)


async def test_a_group_gets_twenty_turns_in_any_minute(autojump_clock: MockClock) -> None:
    times = await _times(Throttle(), [-100] * 50)

    assert all(later - sooner >= 60 for sooner, later in zip(times, times[20:], strict=False))


async def test_all_chats_together_get_thirty_turns_in_any_second(
    autojump_clock: MockClock,
) -> None:
    times = await _times(Throttle(), list(range(1, 100)))

    assert all(later - sooner >= 1 for sooner, later in zip(times, times[30:], strict=False))
    assert times[-1] == pytest.approx(3)


async def test_a_busy_chat_does_not_delay_another(autojump_clock: MockClock) -> None:
    throttle = Throttle()
    async with trio.open_nursery() as nursery:
        for _ in range(40):
            nursery.start_soon(throttle.turn, 5)
        await trio.sleep(2)

        assert await _times(throttle, [6]) == [0]
        nursery.cancel_scope.cancel()


async def test_a_flood_wait_holds_its_chat_alone(autojump_clock: MockClock) -> None:
    throttle = Throttle()
    throttle.hold(5, 20)

    assert await _times(throttle, [6]) == [0]
    assert await _times(throttle, [5]) == pytest.approx([20 + HOLD_MARGIN])


async def test_a_flood_wait_catches_those_already_waiting_and_lets_them_out_one_by_one(
    autojump_clock: MockClock,
) -> None:
    throttle = Throttle()
    await _times(throttle, [5] * CHAT_BURST)
    times: list[float] = []
    start = trio.current_time()
    async with trio.open_nursery() as nursery:
        for _ in range(3):
            nursery.start_soon(_turn, throttle, 5, times)
        await trio.sleep(0.5)
        throttle.hold(5, 20)

    assert min(times) - start >= 20 + HOLD_MARGIN
    assert all(b - a >= 1 for a, b in pairwise(times))


async def test_a_long_flood_wait_is_told_instead_of_waited_for(
    autojump_clock: MockClock,
) -> None:
    throttle = Throttle()
    throttle.hold(5, LONGEST_WAIT * 2)

    assert await throttle.turn(5) == HeldBack(LONGEST_WAIT * 2 + HOLD_MARGIN)


async def test_a_shorter_flood_wait_does_not_shorten_a_longer_one(
    autojump_clock: MockClock,
) -> None:
    throttle = Throttle()
    throttle.hold(5, 30)
    throttle.hold(5, 1)

    assert throttle.ready_in(5) == pytest.approx(30 + HOLD_MARGIN)


async def test_a_call_that_does_not_count_still_respects_a_flood_wait(
    autojump_clock: MockClock,
) -> None:
    throttle = Throttle()
    await _times(throttle, [5] * CHAT_BURST)

    assert await throttle.turn(5, counts=False) is None
    assert throttle.ready_in(5) == pytest.approx(1)
    throttle.hold(5, 20)
    start = trio.current_time()
    await throttle.turn(5, counts=False)
    assert trio.current_time() - start == pytest.approx(20 + HOLD_MARGIN)


async def test_methods_have_no_pace_of_their_own(autojump_clock: MockClock) -> None:
    assert await _times(Throttle(), ["getFile"] * 20) == [0] * 20


async def test_chats_that_fell_silent_are_forgotten(autojump_clock: MockClock) -> None:
    throttle = Throttle()
    for chat in range(1, 1025):
        await throttle.turn(chat)
    await trio.sleep(120)
    await throttle.turn(5000)

    assert len(throttle._lanes) == 1


async def _times(throttle: Throttle, keys: Sequence[Key]) -> list[float]:
    times: list[float] = []
    start = trio.current_time()
    async with trio.open_nursery() as nursery:
        for key in keys:
            nursery.start_soon(_turn, throttle, key, times)
    return [at - start for at in sorted(times)]


async def _turn(throttle: Throttle, key: Key, times: list[float]) -> None:
    await throttle.turn(key)
    times.append(trio.current_time())
