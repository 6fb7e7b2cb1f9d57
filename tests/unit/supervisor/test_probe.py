"""Facts of probes."""

import pytest
import trio

from supervisor.probe import Probe


async def test_every_listener_hears_what_happens_after_it_came() -> None:
    probe: Probe[int] = Probe()
    probe.emit(1)
    with probe.listen() as early:
        probe.emit(2)
        with probe.listen() as late:
            probe.emit(3)

            assert [early.receive_nowait(), early.receive_nowait()] == [2, 3]
            assert late.receive_nowait() == 3


async def test_a_listener_that_left_is_forgotten() -> None:
    probe: Probe[int] = Probe()
    with probe.listen() as listener:
        pass
    probe.emit(1)

    with pytest.raises(trio.ClosedResourceError):
        listener.receive_nowait()
