"""How long a booking request takes over HTTP, at rest and while both cores make packs.

The real product as a process on the sandbox; one request after another, each a new lead. The two
conditions are measured in one run; figures are milliseconds of this machine, ratios travel.
Run: python -m tests.benchmarks.bench_leads [--requests N]
"""

import argparse
import statistics
import tempfile
import time
from pathlib import Path

import httpx
import trio

from tests.support.booth import Booth, booth_on
from tests.support.sandbox_process import SandboxProcess, sandbox_process
from tests.system.visitor import visitor

AIM_MS = 50.0
GUESTS = 4
"""Guests at once while packs are made: twice the slots, so that none is ever idle."""


async def posts(booth: Booth, count: int, prefix: str) -> list[float]:
    """Post so many requests and return the milliseconds of each."""
    times: list[float] = []
    async with httpx.AsyncClient(base_url=booth.url, trust_env=False, timeout=60) as page:
        for number in range(count):
            request = {
                "request_id": f"{prefix}-{number:05d}",
                "name": "Анна",
                "telegram": f"{prefix}_{number:05d}",
            }
            begun = time.perf_counter()
            answer = await page.post("/leads", json=request)
            times.append((time.perf_counter() - begun) * 1000)
            answer.raise_for_status()
    return times


async def making(booth: Booth, sandbox: SandboxProcess) -> None:
    """Let one guest after another have a pack made, without end."""
    while True:
        guest = await visitor(booth, sandbox)
        await guest.walk()


async def measure(count: int) -> None:
    """Print both conditions."""
    with tempfile.TemporaryDirectory() as folder:
        async with sandbox_process() as sandbox:
            group = await sandbox.post("groups", title="Leads", members=[], type="supergroup")
            settings = {"LEADS_CHAT_ID": group["id"], "LEADS_RATE_PER_MIN": 0}
            async with booth_on(Path(folder), sandbox, **settings) as booth:
                rest = await posts(booth, count, "rest")
                async with trio.open_nursery() as nursery:
                    for _ in range(GUESTS):
                        nursery.start_soon(making, booth, sandbox)
                    await booth.until(lambda: bool(booth.events("job.outcome")))
                    busy = await posts(booth, count, "busy")
                    packs = len(booth.events("job.outcome"))
                    nursery.cancel_scope.cancel()
    print(f"at rest:            {line(rest)}")
    print(f"while making packs: {line(busy)}   ({packs} packs were made meanwhile)")
    print(f"busy / rest, median: {statistics.median(busy) / statistics.median(rest):.2f}")
    print(f"aim: a median under {AIM_MS:.0f} ms while packs are made")


def line(times: list[float]) -> str:
    """Return median, 99th percentile and maximum."""
    ordered = sorted(times)
    last = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
    return f"p50 {statistics.median(times):6.1f} ms  p99 {last:6.1f} ms  max {ordered[-1]:6.1f} ms"


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=300)
    trio.run(measure, parser.parse_args().requests)


if __name__ == "__main__":
    main()
