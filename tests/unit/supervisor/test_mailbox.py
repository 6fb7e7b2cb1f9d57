"""Facts of mailboxes: answers, deadlines, crashes, capacity."""

from dataclasses import dataclass

import pytest
import trio
import trio.testing

from supervisor.mailbox import ActorDown, Mailbox, MailboxFull
from supervisor.message import Notice, Request


@dataclass(frozen=True, slots=True)
class Double(Request[int]):
    """Asks for twice the number."""

    number: int


@dataclass(frozen=True, slots=True)
class Note(Notice):
    """Wants no answer."""

    number: int


Numbers = Mailbox[Double | Note]


@pytest.fixture
def mailbox() -> Numbers:
    return Mailbox("doubler", capacity=2)


async def read(mailbox: Numbers, count: int) -> list[int]:
    numbers: list[int] = []
    while len(numbers) < count:
        with await mailbox.receive() as envelope:
            numbers.append(envelope.message.number)
            envelope.answer(envelope.message.number * 2)
    return numbers


async def test_ask_returns_the_answer(mailbox: Numbers, nursery: trio.Nursery) -> None:
    nursery.start_soon(read, mailbox, 1)

    assert await mailbox.ref.ask(Double(21)) == 42


async def test_ask_ends_at_its_deadline(
    mailbox: Numbers, autojump_clock: trio.testing.MockClock
) -> None:
    with pytest.raises(trio.TooSlowError):
        await mailbox.ref.ask(Double(1), within=3)


async def test_an_answer_after_the_deadline_is_dropped(
    mailbox: Numbers, autojump_clock: trio.testing.MockClock
) -> None:
    with pytest.raises(trio.TooSlowError):
        await mailbox.ref.ask(Double(1), within=3)

    envelope = await mailbox.receive()
    assert envelope.abandoned
    envelope.answer(2)
    assert mailbox.statistics().in_hand == 0


async def test_an_answer_given_in_the_moment_of_cancellation_is_not_lost(
    mailbox: Numbers,
) -> None:
    answers = []

    async def ask() -> None:
        answers.append(await mailbox.ref.ask(Double(1)))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(ask)
        envelope = await mailbox.receive()
        envelope.answer(2)
        nursery.cancel_scope.cancel()

    assert answers == [2]


async def test_a_second_answer_is_dropped(mailbox: Numbers, nursery: trio.Nursery) -> None:
    async def answer_twice() -> None:
        with await mailbox.receive() as envelope:
            envelope.answer(1)
            envelope.answer(2)

    nursery.start_soon(answer_twice)

    assert await mailbox.ref.ask(Double(1)) == 1


async def test_a_handler_can_raise_its_error_in_the_asker(
    mailbox: Numbers, nursery: trio.Nursery
) -> None:
    async def refuse() -> None:
        with await mailbox.receive() as envelope:
            envelope.fail(LookupError("no such number"))

    nursery.start_soon(refuse)

    with pytest.raises(LookupError, match="no such number"):
        await mailbox.ref.ask(Double(1))


async def test_a_dropped_request_is_actor_down_for_the_asker(
    mailbox: Numbers, nursery: trio.Nursery
) -> None:
    async def drop() -> None:
        with await mailbox.receive():
            pass

    nursery.start_soon(drop)

    with pytest.raises(ActorDown, match="Double"):
        await mailbox.ref.ask(Double(1), within=float("inf"))


async def test_what_a_crashed_reader_had_in_hand_is_actor_down_and_the_rest_waits_on(
    mailbox: Numbers, nursery: trio.Nursery
) -> None:
    ended: list[str] = []

    async def ask(number: int) -> None:
        try:
            await mailbox.ref.ask(Double(number))
        except ActorDown:
            ended.append(f"{number} down")
        else:
            ended.append(f"{number} answered")

    async with trio.open_nursery() as askers:
        askers.start_soon(ask, 1)
        await mailbox.receive()
        askers.start_soon(ask, 2)
        await trio.testing.wait_all_tasks_blocked()
        mailbox.drop_in_hand()
        await trio.testing.wait_all_tasks_blocked()
        assert ended == ["1 down"]
        nursery.start_soon(read, mailbox, 1)

    assert ended == ["1 down", "2 answered"]


async def test_take_returns_what_waits_and_not_more_than_asked(
    mailbox: Numbers,
) -> None:
    mailbox.ref.tell_nowait(Note(1))
    mailbox.ref.tell_nowait(Note(2))

    first = await mailbox.take(1)
    rest = await mailbox.take(64)

    assert [e.message.number for e in first] == [1]
    assert [e.message.number for e in rest] == [2]


async def test_take_waits_for_the_first_message_only(
    mailbox: Numbers, nursery: trio.Nursery
) -> None:
    taken: list[int] = []

    async def take() -> None:
        taken.extend(e.message.number for e in await mailbox.take(64))

    nursery.start_soon(take)
    await trio.testing.wait_all_tasks_blocked()
    await mailbox.ref.tell(Note(1))
    await trio.testing.wait_all_tasks_blocked()

    assert taken == [1]


async def test_a_reader_cancelled_while_waiting_loses_nothing(
    mailbox: Numbers,
) -> None:
    async with trio.open_nursery() as nursery:
        nursery.start_soon(mailbox.receive)
        await trio.testing.wait_all_tasks_blocked()
        nursery.cancel_scope.cancel()
    mailbox.ref.tell_nowait(Note(1))
    with trio.CancelScope() as scope:
        scope.cancel()
        await mailbox.receive()

    assert await read(mailbox, 1) == [1]


async def test_a_reader_woken_and_cancelled_at_once_still_gets_its_message(
    mailbox: Numbers,
) -> None:
    got: list[int] = []

    async def receive() -> None:
        got.append((await mailbox.receive()).message.number)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(receive)
        await trio.testing.wait_all_tasks_blocked()
        mailbox.ref.tell_nowait(Note(1))
        nursery.cancel_scope.cancel()

    assert got == [1]


async def test_a_cancelled_sender_sends_nothing(mailbox: Numbers) -> None:
    with trio.CancelScope() as scope:
        scope.cancel()
        await mailbox.ref.ask(Double(1))

    assert mailbox.statistics().accepted == 0


async def test_a_full_mailbox_refuses_tell_nowait(mailbox: Numbers) -> None:
    mailbox.ref.tell_nowait(Note(1))
    mailbox.ref.tell_nowait(Note(2))

    with pytest.raises(MailboxFull):
        mailbox.ref.tell_nowait(Note(3))


async def test_senders_to_a_full_mailbox_get_in_by_order_of_arrival(
    mailbox: Numbers, nursery: trio.Nursery
) -> None:
    for number in range(6):
        if number % 2:
            nursery.start_soon(mailbox.ref.ask, Double(number))
        else:
            nursery.start_soon(mailbox.ref.tell, Note(number))
        await trio.testing.wait_all_tasks_blocked()

    assert mailbox.statistics().depth == 2
    assert mailbox.statistics().waiting_senders == 4
    assert await read(mailbox, 6) == [0, 1, 2, 3, 4, 5]


async def test_a_sender_that_leaves_before_there_was_room_has_sent_nothing(
    mailbox: Numbers, autojump_clock: trio.testing.MockClock
) -> None:
    mailbox.ref.tell_nowait(Note(1))
    mailbox.ref.tell_nowait(Note(2))
    with pytest.raises(trio.TooSlowError):
        await mailbox.ref.ask(Double(3), within=1)

    assert await read(mailbox, 2) == [1, 2]
    assert mailbox.statistics().depth == 0


async def test_tell_waits_until_there_is_room(mailbox: Numbers, nursery: trio.Nursery) -> None:
    told = trio.Event()

    async def tell() -> None:
        await mailbox.ref.tell(Note(3))
        told.set()

    mailbox.ref.tell_nowait(Note(1))
    mailbox.ref.tell_nowait(Note(2))
    nursery.start_soon(tell)
    await trio.testing.wait_all_tasks_blocked()
    assert not told.is_set()

    await mailbox.receive()
    await told.wait()


async def test_closing_answers_everybody_who_waits(mailbox: Numbers) -> None:
    down: list[int] = []

    async def ask(number: int) -> None:
        with pytest.raises(ActorDown):
            await mailbox.ref.ask(Double(number))
        down.append(number)

    async def tell(number: int) -> None:
        with pytest.raises(ActorDown):
            await mailbox.ref.tell(Note(number))
        down.append(number)

    async with trio.open_nursery() as nursery:
        for number in range(3):
            nursery.start_soon(ask, number)
        await trio.testing.wait_all_tasks_blocked()
        nursery.start_soon(tell, 3)
        await trio.testing.wait_all_tasks_blocked()
        mailbox.close()

    assert sorted(down) == [0, 1, 2, 3]


async def test_a_closed_mailbox_refuses_until_it_is_reopened(
    mailbox: Numbers, nursery: trio.Nursery
) -> None:
    mailbox.close()
    with pytest.raises(ActorDown):
        await mailbox.ref.ask(Double(1))
    with pytest.raises(ActorDown):
        mailbox.ref.tell_nowait(Note(1))

    mailbox.reopen()
    nursery.start_soon(read, mailbox, 1)
    assert await mailbox.ref.ask(Double(1)) == 2


async def test_notices_are_never_in_hand(mailbox: Numbers) -> None:
    await mailbox.ref.tell(Note(1))
    await mailbox.receive()

    assert mailbox.statistics().in_hand == 0


def test_a_mailbox_without_room_is_refused() -> None:
    with pytest.raises(ValueError, match="capacity"):
        Mailbox("none", capacity=0)
