"""One child under supervision: its present incarnation, its failures, and how it is ended.

Each incarnation is a task of its own in a shielded scope of its own, so nothing but `cut` cancels
it. An incarnation that ends without having been asked to is `fallen` until its group has dealt
with it. A second incarnation never starts while one is alive.
"""

import math
from collections.abc import Callable

import trio

from supervisor.child import ChildContext, ChildSpec, Restart, Surroundings
from supervisor.intensity import Intensity, RestartWindow
from supervisor.lifecycle import (
    ChildSnapshot,
    ChildState,
    EventKind,
    Failure,
    LifecycleEvent,
    describe,
)

CANCEL_PATIENCE = 1.0
"""Seconds a cancelled child gets to end before it is reported as unresponsive."""


class StartTimeout(Exception):
    """A child was not ready within its start timeout."""


class Supervised:
    """The record a supervisor keeps of one child."""

    def __init__(
        self,
        spec: ChildSpec,
        *,
        surroundings: Surroundings,
        intensity: Intensity,
        on_change: Callable[[], None],
    ) -> None:
        """Start with a child that waits for its turn."""
        self.spec = spec
        self.state = ChildState.WAITING
        self.since = trio.current_time()
        self.incarnation = 0
        self.due = -math.inf
        self.deadline = math.inf
        """When the present wait for the child (to be ready, to end) is over."""
        self.fallen = False
        self.error: Exception | None = None
        self.last_failure: Failure | None = None
        self._surroundings = surroundings
        self._on_change = on_change
        self._window = RestartWindow(spec.intensity or intensity)
        self._failures_in_a_row = 0
        self._ready_for = 0.0
        self._context: ChildContext | None = None
        self._scope = trio.CancelScope(shield=True)
        self._grace = trio.CancelScope()
        self._done: trio.Event | None = None
        self._asked = False
        self._timed_out = False
        self._unresponsive = False
        self._grace_cap = math.inf

    @property
    def path(self) -> str:
        """The child's place in the tree, as in root/pool/slot-1."""
        return f"{self._surroundings.path}/{self.spec.name}"

    @property
    def alive(self) -> bool:
        """Whether an incarnation is running."""
        return self._done is not None and not self._done.is_set()

    @property
    def unlimited(self) -> bool:
        """Whether the child never exhausts its restarts."""
        return self._window.intensity.unlimited

    def spawn(self, nursery: trio.Nursery) -> None:
        """Start the next incarnation; its start deadline begins now."""
        self.incarnation += 1
        self._asked = self._timed_out = self._unresponsive = self.fallen = False
        self.error = None
        self._ready_for = 0.0
        self._scope = trio.CancelScope(shield=True)
        self._done = trio.Event()
        self._context = ChildContext(
            self.spec.name,
            self.incarnation,
            surroundings=self._surroundings,
            on_ready=self._became_ready,
        )
        for mailbox in self.spec.mailboxes:
            mailbox.reopen()
        self.become(ChildState.STARTING)
        self.deadline = self.since + self.spec.start_timeout
        self.emit(EventKind.STARTED)
        nursery.start_soon(self._live, self._context, name=self.path)

    def request_stop(self) -> None:
        """Ask the running incarnation to return; its grace begins now."""
        if not self.alive or self._asked:
            return
        assert self._context is not None
        self._asked = True
        self.become(ChildState.STOPPING)
        self.deadline = self.since + min(self.spec.stop_grace, self._grace_cap)
        self.emit(EventKind.STOPPING)
        self._context.request_stop()

    async def end(self, why: str) -> None:
        """Ask the child to stop, wait its grace, then cancel it; safe to call again."""
        self.request_stop()
        if self.alive:
            assert self._done is not None
            with trio.CancelScope(deadline=self.deadline) as self._grace:
                await self._done.wait()
        await self.cut(f"did not stop within its grace ({why})")
        if not self.alive and self.state in {ChildState.WAITING, ChildState.BACKOFF}:
            self.become(ChildState.STOPPED)

    async def cut(self, why: str) -> None:
        """Cancel the child and wait for its end, but not longer than `CANCEL_PATIENCE`."""
        if not self.alive or self._unresponsive:
            return
        assert self._done is not None
        self._asked = True
        self._cancel(why)
        with trio.move_on_after(CANCEL_PATIENCE):
            await self._done.wait()
        if self.alive:
            self.report_unresponsive()

    def time_out(self) -> None:
        """Cancel an incarnation that is not ready in time; its end counts as a failed start."""
        self._timed_out = True
        self.become(ChildState.STOPPING)
        self.deadline = self.since + CANCEL_PATIENCE
        self._cancel(f"not ready within {self.spec.start_timeout:g} s")

    def request_restart_below(self, path: str) -> bool:
        """Pass a restart by hand on to the supervisor that runs as this child."""
        subtree = self._context.subtree if self._context is not None else None
        return self.alive and subtree is not None and subtree.request_restart(path)

    def report_unresponsive(self) -> None:
        """Say that the child survives its cancellation."""
        self._unresponsive = True
        self.deadline = math.inf
        self.emit(EventKind.UNRESPONSIVE)

    def hurry(self, seconds: float) -> None:
        """Shorten the present and later graces to so many seconds from now."""
        self._grace_cap = seconds
        self.deadline = min(self.deadline, trio.current_time() + seconds)
        self._grace.deadline = min(self._grace.deadline, self.deadline)
        if self._context is not None and self._context.subtree is not None:
            self._context.subtree.hurry(seconds)

    def wants_restart(self) -> bool:
        """Whether the restart kind asks for another incarnation after this end."""
        match self.spec.restart:
            case Restart.PERMANENT:
                return True
            case Restart.TRANSIENT:
                return self.error is not None
            case Restart.TEMPORARY:
                return False

    def count_failure(self) -> bool:
        """Count an end against the budget; False when it is exhausted."""
        now = trio.current_time()
        self._failures_in_a_row = self.spec.backoff.failures_in_a_row(
            self._failures_in_a_row, self._ready_for
        )
        return self._window.record(now)

    def next_delay(self) -> float:
        """Return the seconds to wait before the next incarnation."""
        return self.spec.backoff.delay(self._failures_in_a_row, self._surroundings.random)

    def await_restart(self, delay: float) -> None:
        """Make the next incarnation due in so many seconds; without any, at once for certain."""
        now = trio.current_time()
        self.due = max(self.due, now + delay) if delay else now
        self.become(ChildState.BACKOFF)
        self.emit(EventKind.RESTARTING, delay=delay)

    def retire(self, state: ChildState) -> None:
        """Leave the child down for good."""
        self.become(state)
        self.close_mailboxes()
        if state is ChildState.FINISHED:
            self.emit(EventKind.FINISHED)

    def close_mailboxes(self) -> None:
        """Close its mailboxes and those below it."""
        for mailbox in self.spec.mailboxes:
            mailbox.close()
        if self._context is not None and self._context.subtree is not None:
            self._context.subtree.close_mailboxes()

    def become(self, state: ChildState) -> None:
        """Change the state and tell the group."""
        self.state = state
        self.since = trio.current_time()
        self._on_change()

    def emit(self, kind: EventKind, detail: str = "", delay: float | None = None) -> None:
        """Tell the observer what happened."""
        event = LifecycleEvent(kind, self.path, self.incarnation, detail, delay)
        self._surroundings.observer(event)

    def snapshot(self) -> ChildSnapshot:
        """Return the child's present state."""
        context = self._context
        return ChildSnapshot(
            name=self.spec.name,
            state=self.state,
            since=self.since,
            incarnation=self.incarnation,
            restarts=max(0, self.incarnation - 1),
            critical=self.spec.critical,
            last_failure=self.last_failure,
            mailbox_depth=sum(box.statistics().depth for box in self.spec.mailboxes),
            doing=context.doing_now if context and self.alive else "",
            doing_since=context.doing_since if context and self.alive else None,
            subtree=context.subtree.snapshot() if context and context.subtree else None,
            runs=tuple(context.runs.values()) if context else (),
        )

    def _became_ready(self) -> None:
        if self.state is ChildState.STARTING:
            self.become(ChildState.READY)
            self.emit(EventKind.READY)

    def _cancel(self, why: str) -> None:
        self.emit(EventKind.CANCELLED, why)
        self._scope.cancel(reason=why)

    async def _live(self, context: ChildContext) -> None:
        error: Exception | None = None
        try:
            with self._scope:
                await self.spec.start(context)
        except Exception as failure:  # noqa: BLE001 - the fence: any crash of a child ends here
            error = failure
        finally:
            self._ended(error)

    def _ended(self, error: Exception | None) -> None:
        if self.state is ChildState.READY:
            self._ready_for = trio.current_time() - self.since
        if self._timed_out and error is None:
            error = StartTimeout(f"not ready within {self.spec.start_timeout:g} s")
        self.error = error
        if error is not None:
            self.last_failure = describe(error, self._surroundings.redact)
        for mailbox in self.spec.mailboxes:
            mailbox.drop_in_hand()
        assert self._done is not None
        self._done.set()
        detail = str(self.last_failure) if error is not None else ""
        if self._asked:
            self.become(ChildState.STOPPED)
            self.emit(EventKind.STOPPED, detail)
        else:
            self._fall(error, detail)

    def _fall(self, error: Exception | None, detail: str) -> None:
        self.fallen = True
        if error is None and self.spec.restart is not Restart.PERMANENT:
            self.become(ChildState.FINISHED)
            return
        self.become(ChildState.FAILED)
        self.emit(EventKind.FAILED, detail or "returned without having been asked to stop")
