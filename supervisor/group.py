"""The children that can take each other down, kept up by one loop.

The loop looks at the states of its children, takes the one step that is due, and waits for the
next change or deadline. Children come up in order, each ready before the next. With one_for_one
every child is a group of its own, so one child's backoff does not delay another's restart.
"""

import math
from collections.abc import Callable, Sequence

import trio

from supervisor.child import Restart
from supervisor.lifecycle import ChildState, EventKind
from supervisor.strategy import Strategy, affected
from supervisor.supervised import Supervised


class Group:
    """Keeps its children up until it is cancelled; cancelling it cancels no child."""

    def __init__(
        self,
        strategy: Strategy,
        nursery: trio.Nursery,
        halt: trio.Event,
        on_give_up: Callable[[Supervised], None],
    ) -> None:
        """Start without children; `nursery` runs their tasks, `halt` ends all starting."""
        self.booted = trio.Event()
        """Set when the children that are to be up are up, or when none keeps the boot waiting."""
        self.children: Sequence[Supervised] = ()
        """Those it keeps up, in start order."""
        self._strategy = strategy
        self._nursery = nursery
        self._halt = halt
        self._on_give_up = on_give_up
        self._changed = trio.Event()
        self._by_hand: list[Supervised] = []

    def adopt(self, children: Sequence[Supervised]) -> None:
        """Take charge of the children, in start order."""
        self.children = children

    def wake(self) -> None:
        """Make the loop look again: a child's state has changed."""
        self._changed.set()

    def request_restart(self, child: Supervised) -> None:
        """Have a child of this group end and start anew, without counting it as a failure."""
        if child not in self._by_hand:
            self._by_hand.append(child)
        self.wake()

    async def run(self) -> None:
        """Start the children and restart them, until the supervisor halts."""
        while not self._halt.is_set():
            self._changed = trio.Event()
            fallen = next((child for child in self.children if child.fallen), None)
            if fallen is not None:
                await self._settle(fallen)
                continue
            if self._by_hand:
                await self._restart(self._by_hand.pop(0), 0.0)
                continue
            with trio.CancelScope(deadline=self._advance()):
                await self._changed.wait()

    def _advance(self) -> float:
        """Take the step that is due for the first child that is not up; return when to look."""
        for child in self.children:
            deadline = self._advance_child(child)
            if deadline is not None:
                return deadline
        self.booted.set()
        return math.inf

    def _advance_child(self, child: Supervised) -> float | None:
        now = trio.current_time()
        match child.state:
            case ChildState.READY | ChildState.FINISHED | ChildState.FAILED:
                return None
            case ChildState.WAITING | ChildState.BACKOFF | ChildState.STOPPED:
                if child.alive:
                    return math.inf
                if now < child.due:
                    return child.due
                child.spawn(self._nursery)
            case ChildState.STARTING:
                if now >= child.deadline:
                    child.time_out()
            case ChildState.STOPPING:
                if now >= child.deadline:
                    child.report_unresponsive()
        return child.deadline

    async def _settle(self, child: Supervised) -> None:
        """Decide what the end of a child means for it and for the others."""
        child.fallen = False
        if not child.wants_restart():
            child.retire(ChildState.FAILED if child.error else ChildState.FINISHED)
        elif child.count_failure():
            await self._restart(child, child.next_delay())
        elif child.spec.critical:
            self._on_give_up(child)
        else:
            child.retire(ChildState.FAILED)
            child.emit(EventKind.GAVE_UP, str(child.last_failure or ""))

    async def _restart(self, failed: Supervised, delay: float) -> None:
        names = affected(self._strategy, [c.spec.name for c in self.children], failed.spec.name)
        members = [child for child in self.children if child.spec.name in names]
        for child in reversed(members):
            if child.alive:
                await child.end(f"restarted with {failed.spec.name}")
        for child in members:
            if child.spec.restart is Restart.TEMPORARY:
                if child.state is ChildState.STOPPED:
                    child.retire(ChildState.FINISHED)
            elif child is failed or child.state is not ChildState.FAILED or child.fallen:
                child.await_restart(delay)
        if len(self.children) == 1 and failed.unlimited:
            self.booted.set()
