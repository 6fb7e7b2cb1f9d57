"""The memory of this program and its worker processes, where the system tells (Linux)."""

from pathlib import Path

import trio

PROC = Path("/proc")
EVERY = 0.2


class Meter:
    """The highest sum of proportional set sizes seen, in bytes; 0 where nothing is known."""

    def __init__(self) -> None:
        self.peak = 0

    async def watch(self) -> None:
        """Look again and again until cancelled."""
        while True:
            self.peak = max(self.peak, await trio.to_thread.run_sync(family_bytes))
            await trio.sleep(EVERY)


def family_bytes() -> int:
    """Return the memory of this process and of all below it, shared pages counted in shares."""
    waiting, total = ["self"], 0
    while waiting:
        process = PROC / waiting.pop()
        try:
            total += _proportional(process)
            waiting += _children(process)
        except OSError:
            continue
    return total


def _proportional(process: Path) -> int:
    for line in (process / "smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) * 1024
    return 0


def _children(process: Path) -> list[str]:
    found: list[str] = []
    for task in (process / "task").iterdir():
        found += (task / "children").read_text().split()
    return found
