"""Facts of supervisors: order, restarts, budgets, stops."""

import math
from dataclasses import dataclass

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from supervisor.backoff import Backoff
from supervisor.child import ChildContext, Restart, Start
from supervisor.intensity import NEVER_GIVE_UP, Intensity
from supervisor.lifecycle import ChildState, EventKind
from supervisor.mailbox import ActorDown, Mailbox
from supervisor.message import Request
from supervisor.nested import supervisor_child
from supervisor.runner import GaveUp, Supervisor
from supervisor.strategy import Strategy
from tests.unit.supervisor.children import (
    BoomError,
    Crasher,
    Record,
    crash_at_start,
    deaf,
    never_ready,
    obedient,
    spec,
    supervisor,
)

STARTED, READY, STOPPING = EventKind.STARTED, EventKind.READY, EventKind.STOPPING
STOPPED, CANCELLED, FAILED = EventKind.STOPPED, EventKind.CANCELLED, EventKind.FAILED


@pytest.fixture
def record() -> Record:
    return Record()


async def stubborn(context: ChildContext) -> None:
    """Swallow the cancellation and end only when the test allows."""
    context.ready()
    with trio.CancelScope(shield=True):
        await trio.sleep(100)


# --- start and stop ------------------------------------------------------------------------------


async def test_children_start_top_to_bottom_each_ready_before_the_next(
    record: Record, autojump_clock: MockClock, nursery: trio.Nursery
) -> None:
    async def slow(context: ChildContext) -> None:
        await trio.sleep(3)
        await obedient(context)

    await nursery.start(supervisor(record, spec("a", slow), spec("b")).run)

    assert record.of(STARTED, READY) == ["started a", "ready a", "started b", "ready b"]


async def test_children_stop_bottom_to_top_each_ended_before_the_next_is_asked(
    record: Record, autojump_clock: MockClock, nursery: trio.Nursery
) -> None:
    async def slow_end(context: ChildContext) -> None:
        await obedient(context)
        await trio.sleep(3)

    tree = supervisor(record, spec("a"), spec("b", slow_end))
    await nursery.start(tree.run)
    tree.stop()
    await record.wait(STOPPED, "a")

    assert record.of(STOPPING, STOPPED) == ["stopping b", "stopped b", "stopping a", "stopped a"]


async def test_equal_workers_are_asked_to_stop_together(
    record: Record, autojump_clock: MockClock
) -> None:
    async def slow_end(context: ChildContext) -> None:
        await obedient(context)
        await trio.sleep(3)

    tree = supervisor(record, spec("a", slow_end), spec("b", slow_end), stop_together=True)
    async with trio.open_nursery() as nursery:
        await nursery.start(tree.run)
        tree.stop()

    assert record.of(STOPPING, STOPPED)[:2] == ["stopping b", "stopping a"]


async def test_a_stop_before_the_run_starts_nothing(
    record: Record, autojump_clock: MockClock
) -> None:
    tree = supervisor(record, spec("a"))
    tree.stop()
    await tree.run()

    assert record.events == []


async def test_a_stop_while_a_child_starts_ends_it_and_starts_no_other(
    record: Record, autojump_clock: MockClock
) -> None:
    tree = supervisor(record, spec("a", never_ready, start_timeout=math.inf), spec("b"))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(tree.run)
        await record.wait(STARTED, "a")
        tree.stop()

    assert record.of(STARTED, STOPPED) == ["started a", "stopped a"]


async def test_a_child_that_ignores_its_stop_is_cancelled_after_its_grace(
    record: Record, autojump_clock: MockClock
) -> None:
    tree = supervisor(record, spec("a", deaf, stop_grace=2), spec("b"))
    async with trio.open_nursery() as nursery:
        await nursery.start(tree.run)
        tree.stop()

    assert record.of(CANCELLED, STOPPED) == ["stopped b", "cancelled a", "stopped a"]
    assert "grace" in next(e.detail for e in record.events if e.kind is CANCELLED)


async def test_a_child_that_swallows_its_cancellation_is_reported_once_and_the_rest_stops(
    record: Record,
    autojump_clock: MockClock,
) -> None:
    tree = supervisor(record, spec("a"), spec("b", stubborn))
    async with trio.open_nursery() as nursery:
        await nursery.start(tree.run)
        tree.stop()

    assert record.of(EventKind.UNRESPONSIVE, STOPPED) == [
        "unresponsive b",
        "stopped a",
        "stopped b",
    ]


async def test_an_outer_cancellation_cancels_the_children_in_reverse_without_asking(
    record: Record,
    autojump_clock: MockClock,
) -> None:
    tree = supervisor(record, spec("a", deaf), spec("b", stop_grace=math.inf))
    async with trio.open_nursery() as nursery:
        await nursery.start(tree.run)
        nursery.cancel_scope.cancel()

    assert record.of(CANCELLED, STOPPING, STOPPED) == [
        "cancelled b",
        "stopped b",
        "cancelled a",
        "stopped a",
    ]


async def test_an_outer_cancellation_during_a_start_and_a_grace_ends_everything(
    record: Record,
    autojump_clock: MockClock,
) -> None:
    with trio.move_on_after(5):
        await supervisor(record, spec("a"), spec("b", never_ready, start_timeout=math.inf)).run()
    assert record.of(STOPPED) == ["stopped b", "stopped a"]

    tree = supervisor(record, spec("c"), spec("d", deaf, stop_grace=math.inf))
    async with trio.open_nursery() as nursery:
        await nursery.start(tree.run)
        tree.stop()
        await record.wait(STOPPING, "d")
        nursery.cancel_scope.cancel()
    assert record.of(STOPPED)[2:] == ["stopped d", "stopped c"]


async def test_hurrying_shortens_the_present_wait_and_those_to_come(
    record: Record, autojump_clock: MockClock
) -> None:
    tree = supervisor(
        record, spec("a", deaf, stop_grace=1000), spec("b", deaf, stop_grace=math.inf)
    )
    with trio.fail_after(100):
        async with trio.open_nursery() as nursery:
            await nursery.start(tree.run)
            tree.stop()
            await record.wait(STOPPING, "b")
            tree.hurry(1)

    assert record.of(CANCELLED) == ["cancelled b", "cancelled a"]


async def test_a_draining_tree_is_announced_to_every_child_before_it_is_asked(
    record: Record, autojump_clock: MockClock, nursery: trio.Nursery
) -> None:
    seen: list[bool] = []

    async def watcher(context: ChildContext) -> None:
        context.ready()
        await context.draining.wait()
        seen.append(context.stopping)
        await context.stop_requested.wait()

    inner = supervisor_child("pool", lambda: Supervisor([spec("slot", watcher)], name="pool"))
    tree = supervisor(record, inner, spec("z", deaf))
    await nursery.start(tree.run)
    tree.stop()
    await record.wait(STOPPED, "slot")

    assert seen == [False]


async def test_a_supervisor_is_used_once(record: Record, autojump_clock: MockClock) -> None:
    tree = supervisor(record)
    tree.stop()
    await tree.run()

    with pytest.raises(RuntimeError, match="once"):
        await tree.run()


def test_two_children_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="must differ: a, a"):
        Supervisor([spec("a"), spec("a")])


# --- failures and budgets ------------------------------------------------------------------------


async def test_a_crash_in_start_is_a_failed_start_that_is_tried_again(
    record: Record, autojump_clock: MockClock, nursery: trio.Nursery
) -> None:
    async def second_time_lucky(context: ChildContext) -> None:
        if context.incarnation == 1:
            raise BoomError
        await obedient(context)

    tree = supervisor(record, spec("a", second_time_lucky), spec("b"))
    await nursery.start(tree.run)

    assert record.of(STARTED, FAILED, READY) == [
        "started a",
        "failed a",
        "started a",
        "ready a",
        "started b",
        "ready b",
    ]


async def test_a_child_that_cannot_start_gives_up_the_tree_and_later_ones_never_start(
    record: Record,
    autojump_clock: MockClock,
) -> None:
    tree = supervisor(
        record, spec("a"), spec("b", crash_at_start), spec("c"), intensity=Intensity(2, 60)
    )
    with pytest.raises(GaveUp) as caught:
        await tree.run()

    assert caught.value.child == "root/b"
    assert str(caught.value.failure) == "BoomError: at start"
    assert isinstance(caught.value.__cause__, BoomError)
    assert record.of(STARTED, STOPPED) == ["started a", *["started b"] * 3, "stopped a"]


async def test_a_child_not_ready_by_its_deadline_has_failed_to_start(
    record: Record, autojump_clock: MockClock
) -> None:
    tree = supervisor(record, spec("a", never_ready, intensity=Intensity(0)))

    with pytest.raises(GaveUp, match="StartTimeout: not ready within 10 s"):
        await tree.run()


async def test_a_child_that_declares_itself_ready_too_late_is_still_cancelled(
    record: Record,
    autojump_clock: MockClock,
) -> None:
    async def late(context: ChildContext) -> None:
        try:
            await trio.sleep_forever()
        finally:
            context.ready()

    with pytest.raises(GaveUp):
        await supervisor(record, spec("a", late, intensity=Intensity(0))).run()
    assert record.of(READY) == []


async def test_a_crash_loop_gives_up_with_an_ordered_stop(
    record: Record, autojump_clock: MockClock
) -> None:
    async def crash_soon(context: ChildContext) -> None:
        context.ready()
        await trio.sleep(1)
        raise BoomError("again")

    tree = supervisor(record, spec("a"), spec("b", crash_soon), intensity=Intensity(3, 60))
    with pytest.raises(GaveUp, match=r"root/b \(BoomError: again\)"):
        await tree.run()

    assert record.of(FAILED) == ["failed b"] * 4
    assert record.of(STOPPED) == ["stopped a"]


async def test_failures_outside_the_window_do_not_count(
    record: Record, autojump_clock: MockClock
) -> None:
    async def crash_hourly(context: ChildContext) -> None:
        context.ready()
        await trio.sleep(3600)
        raise BoomError

    tree = supervisor(record, spec("a", crash_hourly), intensity=Intensity(1, 60))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(tree.run)
        await record.wait(FAILED, "a", times=5)
        tree.stop()


async def test_a_child_that_never_gives_up_does_not_keep_the_others_down(
    record: Record, autojump_clock: MockClock, nursery: trio.Nursery
) -> None:
    tree = supervisor(record, spec("a", crash_at_start, intensity=NEVER_GIVE_UP), spec("b"))
    await nursery.start(tree.run)
    await record.wait(FAILED, "a", times=50)

    assert record.of(READY) == ["ready b"]
    assert not tree.snapshot().is_ready


async def test_a_child_that_is_not_critical_stays_down_alone_and_its_mailbox_closes(
    record: Record, autojump_clock: MockClock, nursery: trio.Nursery
) -> None:
    mailbox: Mailbox[Ping] = Mailbox("a")
    extra = spec("a", crash_at_start, critical=False, intensity=Intensity(1), mailboxes=(mailbox,))
    tree = supervisor(record, extra, spec("b"))
    await nursery.start(tree.run)

    assert record.of(EventKind.GAVE_UP, READY) == ["gave_up a", "ready b"]
    assert tree.snapshot().children[0].state is ChildState.FAILED
    assert tree.snapshot().is_ready
    assert mailbox.is_closed


async def test_delays_grow_and_a_quiet_time_resets_them(
    record: Record, autojump_clock: MockClock
) -> None:
    async def crash(context: ChildContext) -> None:
        context.ready()
        await trio.sleep(1000 if context.incarnation == 4 else 0)
        raise BoomError

    backoff = Backoff(first=1, cap=100, jitter=0, quiet=600)
    tree = supervisor(record, spec("a", crash, backoff=backoff, intensity=NEVER_GIVE_UP))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(tree.run)
        await record.wait(EventKind.RESTARTING, "a", times=5)
        tree.stop()

    delays = [e.delay for e in record.events if e.kind is EventKind.RESTARTING]
    assert delays == [1, 2, 4, 1, 2]


async def test_a_stop_request_interrupts_a_backoff(
    record: Record, autojump_clock: MockClock
) -> None:
    endless = Backoff(first=1e9, cap=1e9, jitter=0)
    tree = supervisor(record, spec("a", crash_at_start, backoff=endless))
    with trio.fail_after(1000):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(tree.run)
            await record.wait(EventKind.RESTARTING, "a")
            tree.stop()

    assert tree.snapshot().children[0].state is ChildState.STOPPED


async def test_one_backoff_does_not_delay_the_restart_of_another_child(
    record: Record, autojump_clock: MockClock, nursery: trio.Nursery
) -> None:
    slow = Backoff(first=1e6, cap=1e6, jitter=0)
    one, two = Crasher(), Crasher()
    tree = supervisor(record, spec("a", one, backoff=slow), spec("b", two))
    await nursery.start(tree.run)
    one.crash()
    await record.wait(EventKind.RESTARTING, "a")
    two.crash()
    await record.wait(READY, "b", times=2)

    assert one.incarnations == 1


# --- restart kinds and strategies ----------------------------------------------------------------


async def finish(context: ChildContext) -> None:
    context.ready()
    await trio.sleep(1)


async def fail(context: ChildContext) -> None:
    context.ready()
    await trio.sleep(1)
    raise BoomError


@pytest.mark.parametrize(
    ("restart", "behaviour", "incarnations", "state"),
    [
        (Restart.PERMANENT, finish, 2, ChildState.READY),
        (Restart.PERMANENT, fail, 2, ChildState.READY),
        (Restart.TRANSIENT, finish, 1, ChildState.FINISHED),
        (Restart.TRANSIENT, fail, 2, ChildState.READY),
        (Restart.TEMPORARY, finish, 1, ChildState.FINISHED),
        (Restart.TEMPORARY, fail, 1, ChildState.FAILED),
    ],
)
async def test_restart_kinds(
    record: Record,
    autojump_clock: MockClock,
    nursery: trio.Nursery,
    restart: Restart,
    behaviour: Start,
    incarnations: int,
    state: ChildState,
) -> None:
    async def child(context: ChildContext) -> None:
        if context.incarnation == 1:
            await behaviour(context)
        else:
            await obedient(context)

    tree = supervisor(record, spec("a", child, restart=restart))
    await nursery.start(tree.run)
    await trio.sleep(60)

    snapshot = tree.snapshot().children[0]
    assert (snapshot.incarnation, snapshot.state) == (incarnations, state)


@pytest.mark.parametrize(
    ("strategy", "stopped", "incarnations"),
    [
        (Strategy.ONE_FOR_ONE, [], [1, 2, 1]),
        (Strategy.REST_FOR_ONE, ["stopped c"], [1, 2, 2]),
        (Strategy.ONE_FOR_ALL, ["stopped c", "stopped a"], [2, 2, 2]),
    ],
)
async def test_strategies(
    record: Record,
    autojump_clock: MockClock,
    nursery: trio.Nursery,
    strategy: Strategy,
    stopped: list[str],
    incarnations: list[int],
) -> None:
    crasher = Crasher()
    tree = supervisor(record, spec("a"), spec("b", crasher), spec("c"), strategy=strategy)
    await nursery.start(tree.run)
    crasher.crash()
    await trio.sleep(60)

    assert record.of(STOPPED) == stopped
    assert [c.incarnation for c in tree.snapshot().children] == incarnations
    assert tree.snapshot().is_ready


async def test_a_group_comes_back_in_order_after_a_failed_start_in_its_middle(
    record: Record, autojump_clock: MockClock, nursery: trio.Nursery
) -> None:
    crasher = Crasher()

    async def fails_once(context: ChildContext) -> None:
        if context.incarnation == 2:
            raise BoomError
        await obedient(context)

    tree = supervisor(
        record, spec("a", crasher), spec("b", fails_once), strategy=Strategy.REST_FOR_ONE
    )
    await nursery.start(tree.run)
    crasher.crash()
    await record.wait(READY, "b", times=2)

    assert record.of(READY) == ["ready a", "ready b", "ready a", "ready b"]


async def test_a_temporary_child_is_not_brought_back_by_its_group(
    record: Record, autojump_clock: MockClock, nursery: trio.Nursery
) -> None:
    crasher = Crasher()
    tree = supervisor(
        record,
        spec("a", crasher),
        spec("b", restart=Restart.TEMPORARY),
        strategy=Strategy.ONE_FOR_ALL,
    )
    await nursery.start(tree.run)
    crasher.crash()
    await record.wait(READY, "a", times=2)

    assert tree.snapshot().children[1].state is ChildState.FINISHED


# --- nesting -------------------------------------------------------------------------------------


async def test_a_nested_group_that_gives_up_is_made_anew_by_its_parent(
    record: Record, autojump_clock: MockClock, nursery: trio.Nursery
) -> None:
    lives: list[int] = []

    async def bad_twice(context: ChildContext) -> None:
        lives.append(context.incarnation)
        if len(lives) < 3:
            raise BoomError
        await obedient(context)

    def pool() -> Supervisor:
        return Supervisor([spec("slot", bad_twice)], name="pool", intensity=Intensity(0))

    tree = supervisor(record, supervisor_child("pool", pool))
    await nursery.start(tree.run)

    assert lives == [1, 1, 1]
    assert [path for path, _ in tree.snapshot().walk()] == ["root/pool", "root/pool/slot"]
    failure = tree.snapshot().children[0].last_failure
    assert failure is not None
    assert str(failure) == "GaveUp: root/pool/slot (BoomError)"


async def test_a_nested_give_up_beyond_the_parents_budget_ends_the_whole_tree(
    record: Record,
    autojump_clock: MockClock,
) -> None:
    def pool() -> Supervisor:
        return Supervisor([spec("slot", crash_at_start)], name="pool", intensity=Intensity(1))

    tree = supervisor(record, spec("a"), supervisor_child("pool", pool), intensity=Intensity(1))
    with pytest.raises(GaveUp, match="root/pool") as caught:
        await tree.run()

    assert isinstance(caught.value.__cause__, GaveUp)
    assert caught.value.__cause__.child == "root/pool/slot"
    assert record.of(STARTED).count("started pool/slot") == 4
    assert record.of(STOPPED) == ["stopped a"]


async def test_a_nested_tree_stops_in_its_own_order_before_what_is_above_it(
    record: Record,
    autojump_clock: MockClock,
) -> None:
    def pool() -> Supervisor:
        return Supervisor([spec("x"), spec("y")], name="pool")

    tree = supervisor(record, spec("a"), supervisor_child("pool", pool), spec("z"))
    async with trio.open_nursery() as nursery:
        await nursery.start(tree.run)
        tree.stop()

    assert record.of(STOPPED) == [
        "stopped z",
        "stopped pool/y",
        "stopped pool/x",
        "stopped pool",
        "stopped a",
    ]


async def test_an_outer_cancellation_reaches_nested_children(
    record: Record, autojump_clock: MockClock
) -> None:
    def pool() -> Supervisor:
        return Supervisor([spec("x", deaf)], name="pool")

    async with trio.open_nursery() as nursery:
        await nursery.start(supervisor(record, supervisor_child("pool", pool)).run)
        nursery.cancel_scope.cancel()

    assert record.of(STOPPED) == ["stopped pool/x", "stopped pool"]


# --- mailboxes -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ping(Request[int]):
    """Answered with the incarnation, unless it is poison."""

    poison: bool = False


def ponger(mailbox: Mailbox[Ping]) -> Start:
    async def start(context: ChildContext) -> None:
        context.ready()
        while True:
            with await mailbox.receive() as envelope:
                if envelope.message.poison:
                    raise BoomError
                envelope.answer(context.incarnation)

    return start


async def test_a_crash_answers_its_asker_at_once_and_the_waiting_ones_by_the_next_incarnation(
    record: Record, autojump_clock: MockClock, nursery: trio.Nursery
) -> None:
    mailbox: Mailbox[Ping] = Mailbox("pong")
    answers: list[int] = []

    async def ask() -> None:
        answers.append(await mailbox.ref.ask(Ping()))

    tree = supervisor(record, spec("a", ponger(mailbox), mailboxes=(mailbox,)))
    await nursery.start(tree.run)
    async with trio.open_nursery() as askers:
        with pytest.raises(ActorDown):
            await mailbox.ref.ask(Ping(poison=True), within=math.inf)
        askers.start_soon(ask)

    assert answers == [2]


async def test_what_a_reader_holds_outside_a_block_is_actor_down_when_it_crashes(
    record: Record, autojump_clock: MockClock, nursery: trio.Nursery
) -> None:
    mailbox: Mailbox[Ping] = Mailbox("pong")

    async def holder(context: ChildContext) -> None:
        context.ready()
        await mailbox.take(10)
        await trio.sleep(1)
        raise BoomError

    tree = supervisor(record, spec("a", holder, mailboxes=(mailbox,)))
    await nursery.start(tree.run)

    with pytest.raises(ActorDown):
        await mailbox.ref.ask(Ping(), within=math.inf)


async def test_the_end_of_the_tree_closes_the_mailboxes_below_too(
    record: Record, autojump_clock: MockClock
) -> None:
    inner: Mailbox[Ping] = Mailbox("inner")
    outer: Mailbox[Ping] = Mailbox("outer")

    def pool() -> Supervisor:
        return Supervisor([spec("x", mailboxes=(inner,))], name="pool")

    tree = supervisor(record, spec("a", mailboxes=(outer,)), supervisor_child("pool", pool))
    async with trio.open_nursery() as nursery:
        await nursery.start(tree.run)
        tree.stop()

    assert inner.is_closed
    assert outer.is_closed


async def test_a_restart_of_a_nested_tree_leaves_its_mailboxes_open(
    record: Record, autojump_clock: MockClock, nursery: trio.Nursery
) -> None:
    mailbox: Mailbox[Ping] = Mailbox("pong")
    slot = spec("slot", ponger(mailbox), mailboxes=(mailbox,))

    def pool() -> Supervisor:
        return Supervisor([slot], name="pool", intensity=Intensity(0))

    await nursery.start(supervisor(record, supervisor_child("pool", pool)).run)
    with pytest.raises(ActorDown):
        await mailbox.ref.ask(Ping(poison=True))

    assert await mailbox.ref.ask(Ping(), within=60) == 1


async def test_a_finished_child_closes_its_mailbox_and_a_group_restart_opens_it_again(
    record: Record, autojump_clock: MockClock, nursery: trio.Nursery
) -> None:
    mailbox: Mailbox[Ping] = Mailbox("pong")
    crasher = Crasher()

    async def finish_first(context: ChildContext) -> None:
        if context.incarnation > 1:
            await ponger(mailbox)(context)

    child = spec("b", finish_first, restart=Restart.TRANSIENT, mailboxes=(mailbox,))
    tree = supervisor(record, spec("a", crasher), child, strategy=Strategy.ONE_FOR_ALL)
    await nursery.start(tree.run)
    with pytest.raises(ActorDown):
        await mailbox.ref.ask(Ping())
    crasher.crash()
    await record.wait(READY, "b")

    assert await mailbox.ref.ask(Ping()) == 2
    nursery.cancel_scope.cancel()


# --- what is told --------------------------------------------------------------------------------


async def test_the_snapshot_tells_state_failure_depth_and_present_work(
    record: Record, autojump_clock: MockClock, nursery: trio.Nursery
) -> None:
    mailbox: Mailbox[Ping] = Mailbox("box")

    async def worker(context: ChildContext) -> None:
        if context.incarnation == 1:
            raise BoomError("secret\nsecond line")
        context.ready()
        context.doing("rendering")
        await trio.sleep_forever()

    tree = supervisor(
        record,
        spec("a", worker, mailboxes=(mailbox,)),
        redact=lambda text: text.replace("secret", "***"),
    )
    await nursery.start(tree.run)
    nursery.start_soon(mailbox.ref.ask, Ping(), math.inf)
    await wait_all_tasks_blocked()

    child = tree.snapshot().children[0]
    assert child.state is ChildState.READY
    assert (child.incarnation, child.restarts, child.mailbox_depth) == (2, 1, 1)
    assert str(child.last_failure) == "BoomError: ***"
    assert child.doing == "rendering"
    assert tree.statistics().restarts == 1
    nursery.cancel_scope.cancel()


async def test_an_observer_that_fails_harms_nobody(
    autojump_clock: MockClock, nursery: trio.Nursery
) -> None:
    def broken(_event: object) -> None:
        raise OSError("disk full")

    tree = Supervisor([spec("a")], observer=broken)
    await nursery.start(tree.run)

    assert tree.snapshot().is_ready
    assert tree.statistics().observer_failures > 0
