"""The update queue: ids, confirmation, expiry, clamps, takeover. No sockets; the clock jumps."""

import json
import random
from typing import Any

import pytest
import trio
from trio.testing import MockClock

from telegram.sandbox import limits
from telegram.sandbox.clock import SandboxClock
from telegram.sandbox.refusal import Refusal
from telegram.sandbox.updates import TAKEN_OVER, WEBHOOK_ACTIVE, WEBHOOK_SET, Queued, UpdateQueue

START = 1_790_000_000.0


def new_queue() -> tuple[UpdateQueue, SandboxClock]:
    clock = SandboxClock(START)
    queue = UpdateQueue(clock, random.Random(1))
    queue.slow_repeats = False
    return queue, clock


def add(queue: UpdateQueue, count: int = 1, kind: str = "message", **body: Any) -> list[int]:
    ids = [queue.add(kind, body, START + limits.MESSAGE_RETENTION) for _ in range(count)]
    return [each for each in ids if each is not None]


def ids(found: list[Queued]) -> list[int]:
    return [each.id for each in found]


async def test_delivery_confirms_nothing_and_the_next_offset_does() -> None:
    queue, _ = new_queue()
    first, second = add(queue, 2)

    once = await queue.poll(0, 100, 0)
    again = await queue.poll(0, 100, 0)
    later = await queue.poll(second, 100, 0)

    assert ids(once) == ids(again) == [first, second]
    assert ids(later) == [second]
    assert queue.pending() == 1


async def test_ids_are_consecutive_from_a_random_first_one() -> None:
    queue, _ = new_queue()

    first, second, third = add(queue, 3)

    assert limits.FIRST_ID_MIN <= first < limits.FIRST_ID_MAX
    assert (second, third) == (first + 1, first + 2)
    assert json.loads((await queue.poll(0, 1, 0))[0].text) == {"update_id": first, "message": {}}


async def test_limit_and_timeout_are_clamped(autojump_clock: MockClock) -> None:
    queue, _ = new_queue()
    add(queue, 150)

    assert len(await queue.poll(0, 1000, 0)) == 100
    assert len(await queue.poll(0, 0, 0)) == 1
    before = trio.current_time()
    assert await queue.poll(queue.next_id, 100, 5000) == []
    assert trio.current_time() - before == limits.POLL_TIMEOUT_MAX


async def test_offset_far_above_or_below_confirms_nothing() -> None:
    queue, _ = new_queue()
    added = add(queue, 2)

    high = await queue.poll(queue.next_id + 11, 100, 0)
    low = await queue.poll(added[0] - 100_001, 100, 0)

    assert ids(high) == ids(low) == added


async def test_offset_a_little_too_high_loses_the_next_updates() -> None:
    queue, _ = new_queue()
    add(queue, 2)
    offset = queue.next_id + 2

    assert await queue.poll(offset, 100, 0) == []
    added = add(queue, 3)
    found = await queue.poll(offset, 100, 0)

    assert ids(found) == added[2:]


async def test_negative_offset_keeps_only_the_newest() -> None:
    queue, _ = new_queue()
    added = add(queue, 5)

    found = await queue.poll(-2, 100, 0)

    assert ids(found) == added[3:]
    assert queue.pending() == 2


async def test_press_lives_150_seconds_and_a_message_a_day() -> None:
    queue, clock = new_queue()
    queue.add("callback_query", {}, clock.now() + limits.CALLBACK_RETENTION)
    (message,) = add(queue)

    clock.advance(149)
    assert queue.pending() == 2
    clock.advance(2)
    assert ids(await queue.poll(0, 100, 0)) == [message]
    clock.advance(24 * 3600)
    assert queue.pending() == 0


async def test_message_older_than_a_day_is_never_queued() -> None:
    queue, _ = new_queue()

    assert queue.add("message", {}, START - 1) is None


async def test_id_is_random_again_after_an_idle_week() -> None:
    queue, clock = new_queue()
    (first,) = add(queue)
    clock.advance(8 * 24 * 3600)

    second = queue.add("message", {}, clock.now() + 60)

    assert second is not None
    assert second != first + 1


async def test_allowed_updates_stay_and_filter_at_arrival() -> None:
    queue, _ = new_queue()
    (queued,) = add(queue, kind="my_chat_member")
    queue.allow(["message"])
    queue.allow("not a list")
    queue.allow(None)

    assert add(queue, kind="callback_query") == []
    (message,) = add(queue)
    assert ids(await queue.poll(0, 100, 0)) == [queued, message]


@pytest.mark.parametrize("kinds", [[], ["nonsense"]])
async def test_empty_or_unknown_list_means_the_default_set(kinds: list[str]) -> None:
    queue, _ = new_queue()
    queue.allow(["message"])

    queue.allow(kinds)

    assert add(queue, kind="callback_query")
    assert not add(queue, kind="chat_member")


async def test_parked_poll_wakes_with_the_first_update(autojump_clock: MockClock) -> None:
    queue, _ = new_queue()
    found: list[Queued] = []

    async def poll() -> None:
        found.extend(await queue.poll(0, 100, 50))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(poll)
        await trio.sleep(20)
        added = add(queue, 2)

    assert ids(found) == added
    assert trio.current_time() < 21


async def conflict_of(queue: UpdateQueue, offset: int = 0) -> str:
    with pytest.raises(Refusal) as caught:
        await queue.poll(offset, 100, 50)
    assert caught.value.code == 409
    return caught.value.description


async def test_newer_poll_that_parks_ends_the_older_one(autojump_clock: MockClock) -> None:
    queue, _ = new_queue()
    said: list[str] = []

    async def older() -> None:
        said.append(await conflict_of(queue))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(older)
        await trio.sleep(1)
        assert await queue.poll(0, 100, 0) == []
        assert queue.is_polled()
        await queue.poll(0, 100, 10)

    assert said == [TAKEN_OVER]


async def test_webhook_blocks_polls_and_ends_the_parked_one(autojump_clock: MockClock) -> None:
    queue, _ = new_queue()
    said: list[str] = []

    async def parked() -> None:
        said.append(await conflict_of(queue))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(parked)
        await trio.sleep(1)
        queue.interrupt(WEBHOOK_SET)
    queue.webhook_url = "https://example.org/"

    assert said == [WEBHOOK_SET]
    assert await conflict_of(queue) == WEBHOOK_ACTIVE


async def test_second_conflict_within_three_seconds_is_held_back(
    autojump_clock: MockClock,
) -> None:
    queue, _ = new_queue()
    queue.slow_repeats = True
    ended: list[float] = []

    async def loser(offset: int) -> None:
        await conflict_of(queue, offset)
        ended.append(trio.current_time())

    async with trio.open_nursery() as nursery:
        begun = trio.current_time()
        for offset in range(2):
            nursery.start_soon(loser, offset)
            await trio.sleep(0.5)
        await queue.poll(7, 100, 1)

    assert [round(each - begun, 1) for each in ended] == [0.5, 4.0]


async def test_same_offset_at_once_is_slowed_and_gets_one_update(
    autojump_clock: MockClock,
) -> None:
    queue, _ = new_queue()
    queue.slow_repeats = True
    add(queue, 3)
    await queue.poll(0, 100, 0)

    assert len(await queue.poll(0, 100, 0)) == 1
    await trio.sleep(1)
    assert len(await queue.poll(0, 100, 0)) == 3
    queue.clear()
    before = trio.current_time()
    await queue.poll(0, 100, 0)
    assert trio.current_time() - before == limits.REPEAT_WINDOW


async def test_answer_is_cut_by_size() -> None:
    queue, _ = new_queue()
    for _ in range(10):
        add(queue, text="x" * 1_000_000)

    assert len(await queue.poll(0, 100, 0)) == 4
