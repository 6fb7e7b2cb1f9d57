"""Storms: kills, stops and a failing Telegram at random moments, over many guests at once.

A storm's moments come from a seed, which is printed; STORM_SEED repeats it. The processes' own
timing is not repeated, so a fault found by a storm gets a test of its own.
"""

import os
import random
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
import trio

from tests.support.booth import Booth, booth_on
from tests.support.sandbox_process import SandboxProcess
from tests.system.closing_time import ONCE, audit
from tests.system.visitor import Visitor, visitor

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1500)]

PATIENT = 1200.0
"""Seconds after which a storm has failed."""
RETRIES = "1000"


def dice(name: str) -> random.Random:
    """The storm's randomness; says how to repeat it."""
    seed = os.environ.get("STORM_SEED") or str(random.SystemRandom().randrange(10**9))
    print(f"{name}: STORM_SEED={seed}")
    return random.Random(f"{name} {seed}")


class Crowd:
    """Guests who come one after the other, a few at the same time, until the storm is over."""

    def __init__(self, booth: Booth, sandbox: SandboxProcess, at_once: int) -> None:
        self.seen: list[Visitor] = []
        self._booth = booth
        self._sandbox = sandbox
        self._places = trio.CapacityLimiter(at_once)

    async def come(self, count: int) -> None:
        """Let guests in until all have left with a pack or an apology."""
        async with trio.open_nursery() as nursery:
            for number in range(count):
                await self._places.acquire_on_behalf_of(number)
                nursery.start_soon(self._one, number)

    async def _one(self, number: int) -> None:
        try:
            guest = await visitor(self._booth, self._sandbox, f"Guest {number}")
            guest.within = PATIENT
            self.seen.append(guest)
            await guest.walk()
        finally:
            self._places.release_on_behalf_of(number)


async def storm(
    crowd: Crowd, count: int, strike: Callable[[], Awaitable[None]], strikes: int
) -> int:
    """Let guests come while it strikes; returns how often it struck before all had left.

    Guests go on coming until every strike has fallen.
    """
    fallen = 0
    with trio.fail_after(PATIENT):
        async with trio.open_nursery() as nursery:
            over = trio.Event()

            async def strikes_fall() -> None:
                nonlocal fallen
                while fallen < strikes:
                    await strike()
                    fallen += 1
                over.set()

            nursery.start_soon(strikes_fall)
            await crowd.come(count)
            while not over.is_set():
                await crowd.come(1)
    return fallen


def tell(crowd: Crowd, booth: Booth) -> None:
    """Print how it went."""
    ended = booth.rows("SELECT status, count(*) AS jobs FROM jobs GROUP BY status")
    print(f"{len(crowd.seen)} guests, {booth.starts} starts, {ended}")


async def test_fifty_kills_over_twenty_guests_lose_and_double_nothing(
    sandbox: SandboxProcess, tmp_path: Path
) -> None:
    rng = dice("kills")
    async with booth_on(tmp_path, sandbox, MAX_ATTEMPTS=RETRIES, RETRY_DELAY_SEC=0) as booth:

        async def kill() -> None:
            await trio.sleep(rng.uniform(0.2, 3.5))
            await booth.kill9()
            await booth.start()

        crowd = Crowd(booth, sandbox, at_once=4)
        assert await storm(crowd, 20, kill, 50) == 50
        wrong = await audit(booth, sandbox, crowd.seen)
        tell(crowd, booth)
        assert wrong == []


async def test_kills_with_few_attempts_end_each_job_once_with_pack_or_apology(
    sandbox: SandboxProcess, tmp_path: Path
) -> None:
    rng = dice("few attempts")
    async with booth_on(
        tmp_path, sandbox, RETRY_DELAY_SEC=0, JOB_DEADLINE_SEC=30, SWEEP_INTERVAL_SEC=0.5
    ) as booth:

        async def kill() -> None:
            await trio.sleep(rng.uniform(0.2, 3.5))
            await booth.kill9()
            await booth.start()

        crowd = Crowd(booth, sandbox, at_once=4)
        await storm(crowd, 8, kill, 15)
        wrong = await audit(booth, sandbox, crowd.seen)
        tell(crowd, booth)
        assert wrong == []


async def test_ten_stops_over_ten_guests_give_each_exactly_one_link(
    sandbox: SandboxProcess, tmp_path: Path
) -> None:
    rng = dice("stops")
    async with booth_on(
        tmp_path, sandbox, MAX_ATTEMPTS=RETRIES, RETRY_DELAY_SEC=0, SHUTDOWN_GRACE_SEC=1
    ) as booth:
        statuses: list[int] = []

        async def stop() -> None:
            await trio.sleep(rng.uniform(0.2, 8))
            statuses.append(await booth.stop())
            await booth.start()

        crowd = Crowd(booth, sandbox, at_once=4)
        assert await storm(crowd, 10, stop, 10) == 10
        wrong = await audit(booth, sandbox, crowd.seen, links=ONCE)
        tell(crowd, booth)
        assert statuses == [0] * 10
        assert wrong == []


FAULTS: tuple[dict[str, object], ...] = (
    {"status": 502, "body": "<html><h1>502 Bad Gateway</h1></html>"},
    {"status": 502, "body": "<html><h1>502 Bad Gateway</h1></html>", "act": True},
    {"cut": "before"},
    {"cut": "after"},
    {"cut": "body"},
    {"envelope": {"ok": False, "error_code": 500, "description": "Internal Server Error"}},
    {
        "envelope": {
            "ok": False,
            "error_code": 429,
            "description": "Too Many Requests: retry after 2",
            "parameters": {"retry_after": 2},
        }
    },
)
METHODS = (
    "createNewStickerSet",
    "uploadStickerFile",
    "sendMessage",
    "getStickerSet",
    "getUpdates",
    "answerCallbackQuery",
    "editMessageText",
)


async def test_a_failing_telegram_costs_time_and_neither_packs_nor_outcomes(
    sandbox: SandboxProcess, tmp_path: Path
) -> None:
    rng = dice("faults")
    async with booth_on(tmp_path, sandbox, MAX_ATTEMPTS=5, RETRY_DELAY_SEC=0.5) as booth:

        async def fault() -> None:
            await trio.sleep(rng.uniform(0.2, 2))
            if rng.random() < 0.2:
                await sandbox.post("faults/created-but-500")
            elif rng.random() < 0.2:
                await sandbox.post("faults/sticker-set-lag", seconds=rng.choice((0, 2, 6)))
            else:
                facts = rng.choice(FAULTS)
                await sandbox.post(
                    "faults", method=rng.choice(METHODS), times=rng.choice((1, 1, 3)), **facts
                )

        crowd = Crowd(booth, sandbox, at_once=3)
        await storm(crowd, 10, fault, 60)
        await sandbox.post("faults/clear")
        wrong = await audit(booth, sandbox, crowd.seen)
        tell(crowd, booth)
        assert wrong == []
