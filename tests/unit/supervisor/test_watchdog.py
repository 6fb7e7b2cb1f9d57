"""Facts of the watchdog: when it dumps, when it ends the process."""

import threading
from collections.abc import Callable

import trio
import trio.testing

from supervisor.watchdog import Watchdog


def watching(done: list[str], tick: float = 1.0) -> Watchdog:
    return Watchdog(tick=tick, dump=lambda: done.append("dump"), exit=lambda: done.append("exit"))


def ticks(watchdog: Watchdog, count: int) -> None:
    for _ in range(count):
        watchdog.check()


def test_a_silence_is_dumped_once_and_then_ends_the_process() -> None:
    done: list[str] = []
    watchdog = watching(done)

    watchdog.check()
    ticks(watchdog, 4)
    assert done == []
    ticks(watchdog, 1)
    assert done == ["dump"]
    ticks(watchdog, 24)
    assert done == ["dump"]
    ticks(watchdog, 1)
    assert done == ["dump", "exit"]


def test_a_beat_ends_the_silence_and_the_next_one_is_dumped_again() -> None:
    done: list[str] = []
    watchdog = watching(done)

    ticks(watchdog, 7)
    watchdog.beat()
    ticks(watchdog, 7)

    assert done == ["dump", "dump"]


def test_a_blocked_loop_is_ended_from_the_thread() -> None:
    ended = threading.Event()

    async def block(wait: Callable[[float], bool]) -> None:
        watchdog = Watchdog(
            dump_after=0.01, exit_after=0.02, tick=0.01, dump=lambda: None, exit=ended.set
        )
        with watchdog:
            assert wait(10)

    trio.run(block, ended.wait)


async def test_the_heartbeat_beats_and_calls_along(
    autojump_clock: trio.testing.MockClock, nursery: trio.Nursery
) -> None:
    done: list[str] = []
    beats: list[float] = []
    watchdog = watching(done)

    nursery.start_soon(watchdog.heartbeat, 1.0, lambda: beats.append(trio.current_time()))
    for _ in range(40):
        await trio.sleep(1)
        watchdog.check()

    assert done == []
    assert len(beats) >= 40
