"""Facts of child specs and contexts, without a supervisor."""

import math

import pytest
import trio
from trio.testing import MockClock

from supervisor.child import ChildContext, ChildSpec
from supervisor.lifecycle import Run
from tests.unit.supervisor.children import obedient


@pytest.mark.parametrize("name", ["", "a/b"])
def test_a_name_that_breaks_paths_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="name"):
        ChildSpec(name=name, start=obedient)


@pytest.mark.parametrize("seconds", [-1, math.nan])
def test_times_that_make_no_sense_are_refused(seconds: float) -> None:
    with pytest.raises(ValueError, match="start_timeout"):
        ChildSpec(name="a", start=obedient, start_timeout=seconds)
    with pytest.raises(ValueError, match="grace"):
        ChildSpec(name="a", start=obedient, stop_grace=seconds)


async def test_a_context_serves_without_a_supervisor() -> None:
    context = ChildContext("a")
    context.ready()
    context.doing("work")
    context.request_stop()

    await context.wait_ready()
    assert context.stopping
    assert context.doing_now == "work"
    assert context.doing_since is not None


async def test_a_run_of_regular_work_is_remembered_with_its_time(
    autojump_clock: MockClock,
) -> None:
    context = ChildContext("name")
    await trio.sleep(7)

    context.ran("sweep", 5.0)

    assert context.runs == {"sweep": Run("sweep", 5.0, trio.current_time())}
