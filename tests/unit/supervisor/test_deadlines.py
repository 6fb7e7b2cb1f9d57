"""Facts of the timer that many askers share, seen through a mailbox."""

from dataclasses import dataclass

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from supervisor.mailbox import Mailbox
from supervisor.message import Request


@dataclass(frozen=True, slots=True)
class Wait(Request[None]):
    """Never answered here."""


async def test_waits_of_different_length_end_in_the_order_of_their_deadlines(
    autojump_clock: MockClock,
) -> None:
    mailbox: Mailbox[Wait] = Mailbox("silent")
    ended: list[float] = []

    async def ask(within: float) -> None:
        try:
            await mailbox.ref.ask(Wait(), within)
        except trio.TooSlowError:
            ended.append(within)

    async with trio.open_nursery() as nursery:
        for within in (50, 7, 30, 7, 1):
            nursery.start_soon(ask, within)
            await wait_all_tasks_blocked()

    assert ended == [1, 7, 7, 30, 50]


async def test_a_wait_that_is_over_already_sends_nothing() -> None:
    mailbox: Mailbox[Wait] = Mailbox("silent")
    with trio.move_on_after(0) as scope:
        await mailbox.ref.ask(Wait())
    assert scope.cancelled_caught

    with pytest.raises(trio.TooSlowError):
        await mailbox.ref.ask(Wait(), within=0)
    assert mailbox.statistics().accepted == 0


async def test_ever_new_lengths_are_not_remembered() -> None:
    mailbox: Mailbox[Wait] = Mailbox("silent")

    async def answer() -> None:
        while True:
            with await mailbox.receive() as envelope:
                envelope.answer(None)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(answer)
        for number in range(500):
            await mailbox.ref.ask(Wait(), within=100 + number)
        nursery.cancel_scope.cancel()

    assert mailbox.deadlines.lengths <= 64


def test_a_mailbox_serves_one_event_loop_after_another() -> None:
    mailbox: Mailbox[Wait] = Mailbox("silent")

    async def ask() -> str:
        try:
            await mailbox.ref.ask(Wait(), within=3)
        except trio.TooSlowError:
            return "too slow"
        return "answered"

    outcomes = [trio.run(ask, clock=MockClock(autojump_threshold=0)) for _ in range(2)]
    assert outcomes == ["too slow", "too slow"]
