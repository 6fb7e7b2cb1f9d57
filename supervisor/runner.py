"""`Supervisor`: starts children in order, keeps them up, stops them in reverse.

What stays true:

- A child starts when every child above it in the list is ready; it is asked to stop when every
  child below it has ended.
- `stop()` asks, waits each grace, then cancels. Cancelling `run()` cancels the children one by
  one, last first, without asking. Neither hangs on a shield.
- A failure beyond the budget of a critical child is an ordered stop, after which `run` raises
  `GaveUp`; a parent supervisor sees that as the failure of one child.
- A supervisor is used once; its parent makes a new one for each incarnation.

A child that keeps its start budget without end (`NEVER_GIVE_UP`) holds up the boot of an
one_for_one supervisor only for its first attempt, so a network that is away does not keep the
other children down.
"""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import trio

from supervisor.child import ChildContext, ChildSpec, Surroundings
from supervisor.group import Group
from supervisor.intensity import Intensity
from supervisor.lifecycle import (
    ChildState,
    EventKind,
    Failure,
    LifecycleEvent,
    Observer,
    Redact,
    TreeSnapshot,
)
from supervisor.strategy import Strategy, groups
from supervisor.supervised import Supervised

DEFAULT_INTENSITY = Intensity(5, 60.0)


class GaveUp(Exception):
    """A critical child failed more often than its budget allows.

    `child` is its path in the tree, `failure` its last failure if it had one; the last error is
    the cause.
    """

    def __init__(self, child: str, failure: Failure | None) -> None:
        """Name the child and what it died of."""
        super().__init__(f"{child} ({failure})" if failure else child)
        self.child = child
        self.failure = failure


@dataclass(frozen=True, slots=True)
class SupervisorStatistics:
    """Counts over the children of one supervisor, nested ones not included."""

    name: str
    children: int
    ready: int
    restarts: int
    observer_failures: int


class Supervisor:
    """Runs the children of one list; see the module docstring."""

    def __init__(
        self,
        children: Sequence[ChildSpec],
        *,
        name: str = "root",
        strategy: Strategy = Strategy.ONE_FOR_ONE,
        intensity: Intensity = DEFAULT_INTENSITY,
        stop_together: bool = False,
        observer: Observer | None = None,
        redact: Redact | None = None,
        random: Callable[[], float] = random.random,
    ) -> None:
        """Take the children in start order.

        `intensity` is the budget of each child without its own. `stop_together` asks all children
        to stop at once instead of one after the other, for equal workers. `observer` hears
        lifecycle events, `redact` cleans failure texts; both, and `random`, are inherited by
        nested supervisors. Raises ValueError when two children have one name.
        """
        names = [spec.name for spec in children]
        if len(set(names)) != len(names):
            raise ValueError(f"supervisor {name}: child names must differ: {', '.join(names)}")
        self.name = name
        self.draining = trio.Event()
        """Set as soon as the tree is to stop."""
        self._specs = tuple(children)
        self._strategy = strategy
        self._intensity = intensity
        self._stop_together = stop_together
        self._observer = observer
        self._observer_failures = 0
        self._surroundings = Surroundings(name, self._observe, redact or str, random, self.draining)
        self._children: list[Supervised] = []
        self._groups: list[Group] = []
        self._used = False
        self._halt = trio.Event()
        self._booted = trio.Event()
        self._gave_up: GaveUp | None = None
        self._grace_cap = math.inf

    @property
    def stopping(self) -> bool:
        """Whether a stop has been requested or the supervisor is giving up."""
        return self._halt.is_set()

    async def run(
        self,
        context: ChildContext | None = None,
        *,
        task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        """Run the children until `stop()`, a stop request of `context`, or the end of a budget.

        Reports started and ready when every child has come up once. Raises `GaveUp`, after the
        ordered stop; RuntimeError when run twice.
        """
        if self._used:
            raise RuntimeError("a supervisor is used once; make a new one")
        self._used = True
        self._inherit(context)
        async with trio.open_nursery() as nursery:
            try:
                self._take_in(nursery)
                await self._keep_up(context, task_status)
                await self._stop_children(is_root=context is None)
            finally:
                with trio.CancelScope(shield=True):
                    await self._cut_children()
        if context is None:
            self.close_mailboxes()
        if self._gave_up is not None:
            raise self._gave_up

    def stop(self) -> None:
        """Request the ordered stop; `run` returns when it is done. Safe to call again."""
        self._halt.set()
        self.draining.set()

    def hurry(self, seconds: float = 1.0) -> None:
        """Shorten every remaining wait of a stop to so many seconds, in nested trees too."""
        self._grace_cap = seconds
        for child in self._children:
            child.hurry(seconds)

    def request_restart(self, path: str) -> bool:
        """Have a child end in order and start anew, without spending its budget.

        `path` is below this supervisor, as in `pool/slot-1`. A child that is down for good comes
        up again. False when there is no such child or the supervisor stops.
        """
        name, _, below = path.partition("/")
        for group in () if self.stopping else self._groups:
            for child in group.children:
                if child.spec.name == name and below:
                    return child.request_restart_below(below)
                if child.spec.name == name:
                    group.request_restart(child)
                    return True
        return False

    async def wait_ready(self) -> None:
        """Wait until every child has come up once."""
        await self._booted.wait()

    def snapshot(self) -> TreeSnapshot:
        """Return the present state of the whole tree below."""
        return TreeSnapshot(
            name=self.name,
            strategy=self._strategy.value,
            stopping=self.stopping,
            booted=self._booted.is_set(),
            children=tuple(child.snapshot() for child in self._children),
        )

    def statistics(self) -> SupervisorStatistics:
        """Return counts over the children."""
        return SupervisorStatistics(
            name=self.name,
            children=len(self._specs),
            ready=sum(child.state is ChildState.READY for child in self._children),
            restarts=sum(max(0, child.incarnation - 1) for child in self._children),
            observer_failures=self._observer_failures,
        )

    def close_mailboxes(self) -> None:
        """Close the mailboxes of all children; the supervisor does so itself when it is root."""
        for child in self._children:
            child.close_mailboxes()

    def _inherit(self, context: ChildContext | None) -> None:
        if context is None:
            return
        context.subtree = self
        above = context.surroundings
        if above is not None:
            path = f"{above.path}/{context.name}"
            observer = self._observe if self._observer else above.observer
            self._surroundings = Surroundings(
                path, observer, above.redact, above.random, above.draining
            )

    def _take_in(self, nursery: trio.Nursery) -> None:
        children: dict[str, Supervised] = {}
        for members in groups(self._strategy, [spec.name for spec in self._specs]):
            group = Group(self._strategy, nursery, self._halt, self._give_up)
            for spec in self._specs:
                if spec.name in members:
                    children[spec.name] = Supervised(
                        spec,
                        surroundings=self._surroundings,
                        intensity=self._intensity,
                        on_change=group.wake,
                    )
            group.adopt([children[name] for name in members])
            self._groups.append(group)
        self._children = list(children.values())
        if self._grace_cap < math.inf:
            self.hurry(self._grace_cap)

    async def _keep_up(
        self, context: ChildContext | None, task_status: trio.TaskStatus[None]
    ) -> None:
        if self._halt.is_set():
            return
        async with trio.open_nursery() as loops:
            if context is not None:
                loops.start_soon(self._obey, context)
            loops.start_soon(self._boot, loops, context, task_status)
            await self._halt.wait()
            loops.cancel_scope.cancel()

    async def _obey(self, context: ChildContext) -> None:
        await context.stop_requested.wait()
        self._halt.set()

    async def _boot(
        self,
        loops: trio.Nursery,
        context: ChildContext | None,
        task_status: trio.TaskStatus[None],
    ) -> None:
        for group in self._groups:
            loops.start_soon(group.run)
            await group.booted.wait()
        self._booted.set()
        task_status.started()
        if context is not None:
            context.ready()

    def _give_up(self, child: Supervised) -> None:
        child.emit(EventKind.GAVE_UP, str(child.last_failure or ""))
        self._gave_up = GaveUp(child.path, child.last_failure)
        self._gave_up.__cause__ = child.error
        self._halt.set()

    async def _stop_children(self, *, is_root: bool) -> None:
        if is_root:
            self.draining.set()
        if self._stop_together:
            for child in reversed(self._children):
                child.request_stop()
        for child in reversed(self._children):
            await child.end("the supervisor stops")
            if is_root:
                child.close_mailboxes()

    async def _cut_children(self) -> None:
        for child in reversed(self._children):
            await child.cut("the supervisor was cancelled")

    def _observe(self, event: LifecycleEvent) -> None:
        if self._observer is None:
            return
        try:
            self._observer(event)
        except Exception:  # noqa: BLE001 - a failing log must not bring the tree down
            self._observer_failures += 1
