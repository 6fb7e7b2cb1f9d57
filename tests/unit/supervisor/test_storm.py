"""Random trees under random crashes, stops and cancellations: nothing hangs, nothing runs twice."""

import random
from collections import Counter

import pytest
import trio
from trio.testing import MockClock

from supervisor.child import ChildContext, ChildSpec, Restart
from supervisor.intensity import NEVER_GIVE_UP, Intensity
from supervisor.nested import supervisor_child
from supervisor.runner import GaveUp, Supervisor
from supervisor.strategy import Strategy

LONGEST = 100_000.0


class Storm:
    """Makes trees of misbehaving children and counts who is alive."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.alive: Counter[str] = Counter()

    def tree(self, name: str = "root", depth: int = 0) -> Supervisor:
        pick = self.random
        specs = [self._spec(f"child-{n}", depth) for n in range(pick.randint(1, 4))]
        return Supervisor(
            specs,
            name=name,
            strategy=pick.choice(list(Strategy)),
            stop_together=pick.random() < 0.3,
            random=pick.random,
        )

    def _spec(self, name: str, depth: int) -> ChildSpec:
        pick = self.random
        intensity = pick.choice([None, NEVER_GIVE_UP, Intensity(1)])
        if depth < 2 and pick.random() < 0.25:
            return supervisor_child(name, lambda: self.tree(name, depth + 1), intensity=intensity)
        return ChildSpec(
            name=name,
            start=self._child,
            restart=pick.choice(list(Restart)),
            critical=pick.random() < 0.7,
            intensity=intensity,
            start_timeout=pick.choice([5, 15]),
            stop_grace=pick.choice([0, 3, 8]),
        )

    async def _child(self, context: ChildContext) -> None:
        assert context.surroundings is not None
        me = f"{context.surroundings.path}/{context.name}"
        self.alive[me] += 1
        try:
            assert self.alive[me] == 1, f"{me} runs twice"
            await self._misbehave(context)
        finally:
            self.alive[me] -= 1

    async def _misbehave(self, context: ChildContext) -> None:
        pick = self.random
        await trio.sleep(pick.random() * 12)
        context.ready()
        kind = pick.choice(["obeys", "lags", "deaf", "returns", "stubborn", "crashes", "crashes"])
        if kind in {"obeys", "lags"}:
            await context.stop_requested.wait()
            await trio.sleep(pick.random() * 8 if kind == "lags" else 0)
        elif kind == "deaf":
            await trio.sleep_forever()
        else:
            with trio.CancelScope(shield=kind == "stubborn"):
                await trio.sleep(pick.random() * 50)
            if kind == "crashes":
                raise LookupError


@pytest.mark.parametrize("seed", range(60))
async def test_every_tree_ends_however_it_is_ended(seed: int, autojump_clock: MockClock) -> None:
    storm = Storm(seed)
    tree = storm.tree()

    async def end_it(scope: trio.CancelScope) -> None:
        await trio.sleep(storm.random.random() * 200)
        if seed % 3 == 0:
            scope.cancel()
        tree.stop()
        await trio.sleep(storm.random.random() * 5)
        if seed % 3 == 1:
            tree.hurry()

    with trio.fail_after(LONGEST):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(end_it, nursery.cancel_scope)
            try:
                await tree.run()
            except GaveUp:
                nursery.cancel_scope.cancel()

    assert not +storm.alive
