"""The sweeper: deadlines, delay notices and questions by the clock, recovery at the start.

Jobs found in `processing` when the program starts belong to a program that died: they go back to
the queue or fail before any slot claims. Deadlines are read from the database, so it does not
matter how often the program was restarted meanwhile.
"""

import structlog

from store import messages as m
from store.client import Store
from store.errors import StoreDown
from store.talk_messages import AskFeedback
from supervisor.child import ChildContext, ChildSpec
from supervisor.clock import Clock
from supervisor.periodic import every
from supervisor.probe import Probe

log = structlog.get_logger("sweeper")


class Sweeper:
    """One incarnation."""

    def __init__(self, store: Store, clock: Clock, interval: float) -> None:
        self._store = store
        self._clock = clock
        self._interval = interval
        self.swept: Probe[m.Swept] = Probe()

    async def run(self, context: ChildContext, boot: str) -> None:
        """Recover once, then sweep at the interval until asked to stop."""
        recovered = await self._store.ask(m.RecoverJobs(f"{boot}/", self._clock.now()))
        if recovered:
            log.warning("jobs.recovered", count=recovered)
        context.ready()

        async def turn() -> None:
            await self._ask_feedback()
            await self._sweep()
            context.ran("sweep", self._interval)

        await every(self._interval, turn, until=context.stop_requested)

    async def _ask_feedback(self) -> None:
        """Ask guests how they like their pack; those that are left are asked at the next turn."""
        try:
            asked = await self._store.ask(AskFeedback(self._clock.now()))
        except StoreDown:
            return
        if asked:
            log.info("feedback.asked", count=asked)

    async def _sweep(self) -> None:
        """Sweep until nothing is left, since a sweep takes a bounded number at once."""
        swept = m.Swept(1, 0)
        while swept.failed or swept.delayed:
            try:
                swept = await self._store.ask(m.SweepJobs(self._clock.now()))
            except StoreDown:
                return
            if swept.failed or swept.delayed:
                log.info("jobs.swept", failed=swept.failed, delayed=swept.delayed)
        self.swept.emit(swept)


def child(store: Store, clock: Clock, *, interval: float, boot: str) -> ChildSpec:
    """Describe the sweeper as a child; `boot` names this run of the program."""

    async def start(context: ChildContext) -> None:
        await Sweeper(store, clock, interval).run(context, boot)

    return ChildSpec(name="sweeper", start=start)
