"""Facts of restarts that somebody asks for."""

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from supervisor.child import ChildContext
from supervisor.intensity import Intensity
from supervisor.lifecycle import ChildState, EventKind
from supervisor.nested import supervisor_child
from supervisor.runner import Supervisor
from supervisor.strategy import Strategy
from tests.unit.supervisor.children import Crasher, Record, deaf, spec, supervisor

STARTED, STOPPED, CANCELLED = EventKind.STARTED, EventKind.STOPPED, EventKind.CANCELLED
FRAGILE = Intensity(0, 60.0)
"""No restart at all: the first failure is one too many."""


@pytest.fixture
def record() -> Record:
    return Record()


def state_of(tree: Supervisor, path: str) -> tuple[ChildState, int]:
    """Return a child's state and its incarnation."""
    found = dict(tree.snapshot().walk())[path]
    return found.state, found.incarnation


async def test_a_child_is_ended_in_order_and_started_anew(
    record: Record, autojump_clock: MockClock, nursery: trio.Nursery
) -> None:
    tree = supervisor(record, spec("a"), spec("b"))
    await nursery.start(tree.run)

    assert tree.request_restart("a")
    await record.wait(EventKind.READY, "a", times=2)

    assert record.of(STARTED, STOPPED) == ["started a", "started b", "stopped a", "started a"]
    tree.stop()


async def test_it_spends_nothing_of_the_budget(
    record: Record, autojump_clock: MockClock, nursery: trio.Nursery
) -> None:
    tree = supervisor(record, spec("a"), intensity=FRAGILE)
    await nursery.start(tree.run)

    for times in (2, 3, 4):
        tree.request_restart("a")
        await record.wait(EventKind.READY, "a", times)

    assert state_of(tree, "root/a") == (ChildState.READY, 4)
    tree.stop()


async def test_a_child_that_does_not_end_is_cancelled_after_its_grace(
    record: Record, autojump_clock: MockClock, nursery: trio.Nursery
) -> None:
    tree = supervisor(record, spec("a", deaf))
    await nursery.start(tree.run)

    tree.request_restart("a")
    await record.wait(EventKind.READY, "a", times=2)

    assert record.of(STARTED, CANCELLED, STOPPED) == [
        "started a",
        "cancelled a",
        "stopped a",
        "started a",
    ]
    tree.stop()


async def test_a_child_of_a_nested_supervisor_is_found_by_its_path(
    record: Record, autojump_clock: MockClock, nursery: trio.Nursery
) -> None:
    pool = supervisor_child("pool", lambda: Supervisor((spec("slot-1"), spec("slot-2"))))
    tree = supervisor(record, pool)
    await nursery.start(tree.run)

    assert tree.request_restart("pool/slot-2")
    await record.wait(EventKind.READY, "slot-2", times=2)

    assert state_of(tree, "root/pool")[1] == 1
    assert record.of(STARTED)[-1] == "started pool/slot-2"
    tree.stop()


async def test_a_child_that_is_down_for_good_comes_up_again(
    record: Record, autojump_clock: MockClock, nursery: trio.Nursery
) -> None:
    crasher = Crasher()
    tree = supervisor(record, spec("a", crasher, critical=False, intensity=FRAGILE))
    await nursery.start(tree.run)
    crasher.crash()
    await record.wait(EventKind.GAVE_UP, "a")

    tree.request_restart("a")
    await record.wait(EventKind.READY, "a", times=2)

    assert state_of(tree, "root/a") == (ChildState.READY, 2)
    tree.stop()


async def test_a_child_that_waits_for_its_next_try_starts_at_once(
    record: Record, autojump_clock: MockClock, nursery: trio.Nursery
) -> None:
    crasher = Crasher()
    tree = supervisor(record, spec("a", crasher))
    await nursery.start(tree.run)
    crasher.crash()
    await record.wait(EventKind.RESTARTING, "a")
    before = trio.current_time()

    tree.request_restart("a")
    await record.wait(EventKind.READY, "a", times=2)

    assert trio.current_time() == before
    tree.stop()


async def test_those_that_a_failure_takes_down_are_restarted_too(
    record: Record, autojump_clock: MockClock, nursery: trio.Nursery
) -> None:
    tree = supervisor(record, spec("a"), spec("b"), spec("c"), strategy=Strategy.REST_FOR_ONE)
    await nursery.start(tree.run)

    tree.request_restart("b")
    await record.wait(EventKind.READY, "c", times=2)

    assert record.of(STARTED)[3:] == ["started b", "started c"]
    tree.stop()


@pytest.mark.parametrize("path", ["", "nobody", "a/below", "root/a", "pool/nobody"])
async def test_an_unknown_path_is_refused(
    record: Record, autojump_clock: MockClock, nursery: trio.Nursery, path: str
) -> None:
    pool = supervisor_child("pool", lambda: Supervisor((spec("slot-1"),)))
    tree = supervisor(record, spec("a"), pool)
    await nursery.start(tree.run)

    assert not tree.request_restart(path)
    tree.stop()


async def test_a_stopping_tree_restarts_nothing(record: Record, autojump_clock: MockClock) -> None:
    async def slow_end(context: ChildContext) -> None:
        context.ready()
        await context.stop_requested.wait()
        await trio.sleep(3)

    tree = supervisor(record, spec("a", slow_end))
    async with trio.open_nursery() as nursery:
        await nursery.start(tree.run)
        tree.stop()
        await wait_all_tasks_blocked()

        assert not tree.request_restart("a")

    assert record.of(STARTED) == ["started a"]
