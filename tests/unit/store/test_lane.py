"""Lanes: in order, to the end, one at a time."""

import threading

import pytest
import trio

from store.lane import InlineLane, Lane, ThreadLane


@pytest.fixture(params=[ThreadLane, InlineLane])
def lane(request: pytest.FixtureRequest) -> Lane:
    made: Lane = request.param("lane") if request.param is ThreadLane else request.param()
    return made


async def test_a_result_comes_back(lane: Lane) -> None:
    assert await lane.run(divmod, 7, 2) == (3, 1)
    lane.close()


async def test_an_error_comes_back(lane: Lane) -> None:
    with pytest.raises(ZeroDivisionError):
        await lane.run(divmod, 7, 0)
    lane.close()


async def test_work_runs_in_the_order_given(lane: Lane) -> None:
    done: list[int] = []
    async with trio.open_nursery() as nursery:
        for number in range(20):
            nursery.start_soon(lane.run, done.append, number)
            await trio.testing.wait_all_tasks_blocked()

    assert done == sorted(done)
    assert len(done) == 20
    lane.close()


async def test_a_cancellation_waits_for_the_work(lane: Lane) -> None:
    released = threading.Event()
    done: list[str] = []

    def work() -> None:
        released.wait(5)
        done.append("done")

    async with trio.open_nursery() as nursery:
        nursery.start_soon(lane.run, work)
        if isinstance(lane, InlineLane):
            released.set()
        await trio.testing.wait_all_tasks_blocked()
        nursery.cancel_scope.cancel()
        released.set()

    assert done == ["done"]
    lane.close()


async def test_what_was_given_before_the_close_is_done(lane: Lane) -> None:
    async with trio.open_nursery() as nursery:
        done: list[int] = []
        nursery.start_soon(lane.run, done.append, 1)
        await trio.testing.wait_all_tasks_blocked()
        lane.close()

    assert done == [1]


async def test_a_closed_thread_refuses_work_instead_of_hanging() -> None:
    lane = ThreadLane("lane")
    lane.close()

    with pytest.raises(RuntimeError, match="closed"):
        await lane.run(divmod, 7, 2)
