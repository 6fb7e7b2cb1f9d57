"""Pixels are worked on in processes that can be killed and whose end hurts nobody else."""

import os
import signal
import time
from pathlib import Path

import pytest
import trio

from actors.inspector import Inspector
from actors.providers.base import TryAgain
from actors.providers.workers import Workers
from api.ports import Accepted, Rejected
from tests.support.photos import SAMPLE


def who() -> int:
    return os.getpid()


def niceness() -> int:
    return os.getpriority(os.PRIO_PROCESS, 0)


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def linger() -> None:
    time.sleep(3600)


def hoard() -> int:
    return len(bytearray(8_000_000_000))


def fail() -> None:
    raise LookupError("on purpose")


async def test_work_runs_in_another_process() -> None:
    assert await Workers(1).run(who) != os.getpid()


async def test_a_worker_lets_the_program_go_first() -> None:
    assert await Workers(1).run(niceness) > niceness()


async def test_an_error_of_the_work_passes_through() -> None:
    with pytest.raises(LookupError, match="on purpose"):
        await Workers(1).run(fail)


async def test_a_process_that_dies_costs_one_attempt() -> None:
    workers = Workers(1)

    with pytest.raises(TryAgain):
        await workers.run(die)

    assert await workers.run(who)


async def test_work_that_takes_too_long_is_killed() -> None:
    workers = Workers(1)

    with pytest.raises(TryAgain, match="too long"):
        await workers.run(linger, within=0.5)

    assert await workers.run(who)


async def test_memory_is_limited_in_the_process() -> None:
    with pytest.raises(TryAgain, match="memory"):
        await Workers(1).run(hoard)


async def test_no_more_processes_run_than_allowed() -> None:
    workers = Workers(1)
    seen: set[int] = set()

    async def one() -> None:
        seen.add(await workers.run(who))

    async with trio.open_nursery() as nursery:
        for _ in range(4):
            nursery.start_soon(one)

    assert len(seen) == 1


async def test_a_good_photo_is_accepted_and_written(tmp_path: Path) -> None:
    target = tmp_path / "photo.jpg"

    verdict = await Inspector(Workers(1)).inspect(SAMPLE, target)

    assert verdict == Accepted()
    assert target.stat().st_size > 1000


async def test_a_file_that_is_no_photo_is_refused(tmp_path: Path) -> None:
    source = tmp_path / "upload"
    source.write_bytes(b"%!PS-Adobe-3.0 EPSF-3.0\n")

    verdict = await Inspector(Workers(1)).inspect(source, tmp_path / "photo.jpg")

    assert verdict == Rejected("unsupported_image")
    assert not (tmp_path / "photo.jpg").exists()
