"""A worker slot whose store cannot write for a while."""

from pathlib import Path
from typing import Any

import trio
from trio.testing import MockClock

from actors.pool import slot
from actors.pool.outcome import Made
from actors.pool.slot import Pool
from store import messages as m
from store.client import PATIENCE, Store
from store.domain.status import JobStatus
from store.errors import StoreDown
from supervisor.child import ChildContext
from supervisor.message import Request
from tests.support.pool import Kit, kit


class FullDisk(Store):
    """The kit's store, whose first commits of a made set fail."""

    def __init__(self, kit: Kit, failures: int) -> None:
        real = kit.running.store
        super().__init__(real._ref, real._readers, real.hub)
        self.failures_left = failures

    async def ask(self, command: Request[Any], within: float = PATIENCE) -> Any:
        reports = isinstance(command, m.Pull) and command.trigger == "set_created"
        if reports and self.failures_left:
            self.failures_left -= 1
            raise StoreDown("database or disk is full")
        return await super().ask(command, within)


async def test_a_pack_made_while_the_disk_was_full_is_reported_as_soon_as_there_is_room(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    async with kit(tmp_path) as k:
        job = await k.queued()
        store = FullDisk(k, failures=3)
        pool = Pool(store, k.api, k.running.clock, k.recipe, "boot", 900.0, 5.0)
        context = ChildContext("slot-1")
        with pool.outcomes.listen() as outcomes:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(slot.child("slot-1", pool).start, context)
                _, outcome = await outcomes.receive()
                context.draining.set()
                context.request_stop()

        after = await k.job(job.id)
        assert isinstance(outcome, Made)
        assert (after.status, after.attempts) == (JobStatus.DELIVERING, 0)
        assert store.failures_left == 0
