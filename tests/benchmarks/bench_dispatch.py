"""Updates per second and time to the reply, of our whole way of an update next to aiogram 3.

Ours is durable: each update is committed before it is confirmed to Telegram, each reply before it
is sent, and a form's state with every answer; aiogram keeps all in memory. The loads, in one run:
    /help   a command, answered with one message
    press   a button, answered with the end of its spinner and an edit of its message
    form    four answers, each deleting the open question and posting the next; begun and cancelled
Each is put by one person at a time (time from update to answering call) and by 200 at once, each
going on when they are answered (updates a second). The sandbox imposes no limits and our client's
pace, 30 calls a second by Telegram's wish, is open: what is measured is what lies behind it.
Bots are new processes on processor 0, sandbox and people this one on processor 1; contenders take
turns, every other round backwards. A ratio is taken inside a round; given is its median with
minimum and maximum. Quote ratios and processor time: absolute figures are those of the machine.
Run: python -m tests.benchmarks.bench_dispatch [--rounds N] [--quick] [--dir FOLDER]
"""

import argparse
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import trio

from store.domain.texts import bot as texts
from telegram.sandbox.server import Sandbox, open_sandbox
from tests.benchmarks.dispatch_load import FIRST_PERSON, LOADS, STARTS, Crowd, Crowded
from tests.drivers.environment import HERE, python_of

OURS, PEER = "stickerbooth", "aiogram 3"
ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 60.0
_TICKS = os.sysconf("SC_CLK_TCK")

Command = Callable[[Sandbox, Path, int], list[str]]


@dataclass(frozen=True, slots=True)
class Size:
    """How much is measured: people at once, and repetitions alone and in the crowd."""

    people: int
    alone: int
    crowd: int


@dataclass(frozen=True, slots=True)
class Measured:
    """One load put to one bot: seconds of single replies, the crowd, processor ms an update."""

    replies: list[float]
    crowd: Crowded
    cpu: float

    def percentile(self, share: float) -> float:
        """Milliseconds that so large a share of the replies took at most."""
        ordered = sorted(self.replies)
        return ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000


Turn = dict[str, Measured]


def ours(sandbox: Sandbox, folder: Path, people: int) -> list[str]:
    """Return the command of our bot."""
    admins = [str(FIRST_PERSON + number) for number in range(people)]
    module = ["-m", "tests.benchmarks.dispatch_bot"]
    return [sys.executable, *module, sandbox.base_url, sandbox.token, str(folder), *admins]


def peer(sandbox: Sandbox, _folder: Path, _people: int) -> list[str]:
    """Return the command of the bot on aiogram."""
    script = HERE / "clients" / "answer_aiogram.py"
    return [str(python_of("aiogram")), str(script), sandbox.base_url, sandbox.token]


BOTS: dict[str, Command] = {PEER: peer, OURS: ours}


@contextmanager
def running(command: list[str], folder: Path) -> Iterator[int]:
    """Run a bot on processor 0 until the block ends; yields its process id."""
    said, told = folder / "texts.json", folder / "log"
    said.write_text(json.dumps(_texts()), "utf-8")
    pin = ["taskset", "-c", "0"] if os.cpu_count() != 1 else []
    with said.open("rb") as given, told.open("wb") as log:
        process = subprocess.Popen(
            [*pin, *command],
            stdin=given,
            stdout=log,
            stderr=log,
            cwd=ROOT,
            start_new_session=True,
        )
        try:
            yield process.pid
        except BaseException:
            print(told.read_text("utf-8", "replace")[-2000:], file=sys.stderr)
            raise
        finally:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _texts() -> dict[str, str]:
    question = "Как зовут человека?\n\n<i>Имя и фамилия, до 100 знаков.</i>"
    return {
        "welcome": texts.WELCOME.ru,
        "help": texts.HELP.ru,
        "pressed": texts.UNKNOWN_LINK.ru,
        "started": "Новая заявка. Чтобы прервать, нажми кнопку внизу.",
        "question": question,
        "cancelled": "Новая заявка: отменено.",
    }


async def turn(command: Command, folder: Path, size: Size) -> Turn:
    """Put every load to a new bot at a new sandbox."""
    async with open_sandbox(Sandbox(seed=1)) as sandbox, trio.open_nursery() as nursery:
        crowd = Crowd(sandbox, size.people)
        nursery.start_soon(crowd.watch)
        with running(command(sandbox, folder, size.people), folder) as pid:
            with trio.fail_after(START_SECONDS):
                await sandbox.calls.wait_until(lambda: sandbox.calls.counts["getupdates"] > 0)
            await crowd.all(STARTS, 1)
            taken = {name: await _load(crowd, name, pid, size) for name in LOADS}
            crowd.check()
        nursery.cancel_scope.cancel()
    return taken


async def _load(crowd: Crowd, name: str, pid: int, size: Size) -> Measured:
    steps, each = LOADS[name]
    replies = await crowd.one(crowd.people[0], steps, max(size.alone // each, 1))
    before = _cpu(pid)
    crowded = await crowd.all(steps, max(size.crowd // each, 1))
    return Measured(replies, crowded, (_cpu(pid) - before) / crowded.updates * 1000)


def _cpu(pid: int) -> float:
    """Return the seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def measure(folder: Path, rounds: int, size: Size) -> dict[str, list[Turn]]:
    """Let the bots take turns."""
    taken: dict[str, list[Turn]] = {name: [] for name in BOTS}
    for number in range(rounds):
        for name in list(BOTS) if number % 2 == 0 else list(reversed(BOTS)):
            place = folder / f"{number}-{name.partition(' ')[0]}"
            place.mkdir()
            taken[name].append(trio.run(turn, BOTS[name], place, size))
    return taken


def print_table(taken: dict[str, list[Turn]], people: int) -> None:
    """Print medians, and the ratios of ours to the peer inside rounds."""
    print("\none at a time: ms to the reply")
    print(f"| load | bot | p50 | of {PEER} | p99 | of {PEER} |")
    print("|---|---|---:|---:|---:|---:|")
    for load in LOADS:
        for name in BOTS:
            cells = _cells(taken, load, name, lambda m: m.percentile(0.5), 1) + _cells(
                taken, load, name, lambda m: m.percentile(0.99), 1
            )
            print(f"| {load} | {name} | {' | '.join(cells)} |")
    heads = ("load", "bot", "updates/s", f"of {PEER}", "bot's CPU ms an update", f"of {PEER}")
    print(f"\n{people} at once")
    print(f"| {' | '.join(heads)} | sandbox busy |")
    print("|---|---|---:|---:|---:|---:|---:|")
    for load in LOADS:
        for name in BOTS:
            cells = _cells(taken, load, name, lambda m: m.crowd.rate, 0) + _cells(
                taken, load, name, lambda m: m.cpu, 2
            )
            busy = statistics.median(each[load].crowd.own_load for each in taken[name])
            print(f"| {load} | {name} | {' | '.join(cells)} | {busy:.0%} |")


def _cells(
    taken: dict[str, list[Turn]],
    load: str,
    name: str,
    figure: Callable[[Measured], float],
    digits: int,
) -> tuple[str, str]:
    mine = [figure(each[load]) for each in taken[name]]
    median = f"{statistics.median(mine):.{digits}f}"
    if name == PEER:
        return median, "1"
    theirs = [figure(each[load]) for each in taken[PEER]]
    ratios = [a / b for a, b in zip(mine, theirs, strict=True)]
    spread = f"{statistics.median(ratios):.2f} ({min(ratios):.2f}-{max(ratios):.2f})"
    return median, spread


def main() -> None:
    """Read the arguments, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="one short round")
    parser.add_argument("--dir", help="a folder on a real disk; on tmpfs ours looks too good")
    chosen = parser.parse_args()
    size = Size(200, 40, 2) if chosen.quick else Size(200, 120, 3)
    rounds = 1 if chosen.quick else chosen.rounds
    if os.cpu_count() != 1:
        os.sched_setaffinity(0, {1})
    with tempfile.TemporaryDirectory(prefix="bench-dispatch-", dir=chosen.dir) as name:
        taken = measure(Path(name), rounds, size)
    print(f"{rounds} rounds; the sandbox without limits, our client's pace open")
    print_table(taken, size.people)


if __name__ == "__main__":
    main()
