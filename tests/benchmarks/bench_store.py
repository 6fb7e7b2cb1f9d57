"""Commands per second of the store actor, next to raw SQLite on the same disk in the same run.

Contenders take turns in short slices, every other round backwards; a ratio is taken inside a round
and its median is given with minimum and maximum. Absolute figures are those of the machine.
Run: python -m tests.benchmarks.bench_store [--rounds N] [--quick] [--dir FOLDER]
"""

import argparse
import itertools
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import trio

from store.actor import child
from store.client import Store
from store.commands import Commands
from store.domain.policy import Policy
from store.driver import SQLITE_VERSION, open_writer
from store.events import Hub
from store.lane import ThreadLane
from store.messages import ClaimJob, Fired, PhotoTaken
from store.migrations import migrate
from store.readers import Readers
from supervisor.child import ChildContext
from supervisor.mailbox import Mailbox
from tests.benchmarks import load
from tests.benchmarks.growth import print_growth
from tests.benchmarks.load import AT, COMMANDS_A_CYCLE, OWNER, Visit
from tests.benchmarks.plain import PlainQueue

GROUP = 32
ASKERS = (1, 32, 256)
SAME = "raw, same statements, 32 a commit"
BARE = "raw, guarded statements only, 32 a commit"
PLAIN = "raw, plain queue table, 32 a commit"


@dataclass(frozen=True, slots=True)
class Slice:
    """One turn of one contender."""

    commands: int
    seconds: float
    cpu: float

    @property
    def rate(self) -> float:
        """Commands per second."""
        return self.commands / self.seconds

    @property
    def cpu_each(self) -> float:
        """Processor time a command, in microseconds."""
        return self.cpu / self.commands * 1e6


class Stopwatch:
    """Wall and processor time since it was made."""

    def __init__(self) -> None:
        self._wall = time.perf_counter()
        self._cpu = time.process_time()

    def passed(self) -> float:
        """Seconds so far."""
        return time.perf_counter() - self._wall

    def slice(self, commands: int) -> Slice:
        """End the turn."""
        return Slice(commands, self.passed(), time.process_time() - self._cpu)


def raw(path: Path, visits: list[Visit], seconds: float, *, bare: bool) -> Slice:
    """Run prepared statements, 32 commands to a transaction, on one connection."""
    connection = open_writer(path)
    migrate(connection)
    load.prepare_visits(connection, visits)
    recorded = load.record_cycle(connection, visits[0])
    if bare:
        recorded = load.only_guarded(recorded)
    cycles = [load.for_visit(recorded, visits[0], visit) for visit in visits]
    transactions = list(load.batches(cycles, GROUP))
    done = 0
    watch = Stopwatch()
    for statements in transactions:
        connection.execute("BEGIN IMMEDIATE")
        for statement, values in statements:
            connection.execute(statement, values).fetchall()
        connection.execute("COMMIT")
        done += GROUP
        if watch.passed() >= seconds:
            break
    measured = watch.slice(done)
    connection.close()
    return measured


def plain(path: Path, seconds: float) -> Slice:
    """Run a queue without features on one plain table."""
    queue = PlainQueue(path)
    done = 0
    watch = Stopwatch()
    while watch.passed() < seconds:
        done += queue.cycles(GROUP)
    measured = watch.slice(done)
    queue.close()
    return measured


def product(path: Path, visits: list[Visit], seconds: float, askers: int) -> Slice:
    """Run the real actor with its real mailbox and thread under `askers` tasks."""
    connection = open_writer(path)
    migrate(connection)
    load.prepare_visits(connection, visits)
    connection.close()
    return trio.run(_ask_around, path, iter(visits), seconds, askers)


async def _ask_around(path: Path, visits: Iterator[Visit], seconds: float, askers: int) -> Slice:
    mailbox: Mailbox[Any] = Mailbox("store")
    readers = Readers(path, ThreadLane)
    hub = Hub()
    commands = Commands(Policy(), (900,), "ru")
    spec = child(
        path=path, mailbox=mailbox, commands=commands, hub=hub, readers=readers, lane=ThreadLane
    )
    context = ChildContext("store")
    store = Store(mailbox.ref, readers, hub)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(spec.start, context)
        await context.wait_ready()
        watch = Stopwatch()
        done = [0] * askers
        async with trio.open_nursery() as crowd:
            for number in range(askers):
                crowd.start_soon(_guests, store, visits, watch, seconds, done, number)
        measured = watch.slice(sum(done))
        context.request_stop()
    return measured


async def _guests(
    store: Store,
    visits: Iterator[Visit],
    watch: Stopwatch,
    seconds: float,
    done: list[int],
    number: int,
) -> None:
    for visit in visits:
        taken = await store.ask(visit.take_photo())
        assert isinstance(taken, PhotoTaken), taken
        job = await store.ask(ClaimJob(OWNER, AT))
        assert job is not None
        for command in (load.set_created(job.id), load.verified(job.id)):
            moved = await store.ask(command)
            assert isinstance(moved, Fired), moved
        done[number] += COMMANDS_A_CYCLE
        if watch.passed() >= seconds:
            return


def measure(folder: Path, rounds: int, seconds: float, visits: int) -> dict[str, list[Slice]]:
    """Let all contenders take turns."""
    numbers = itertools.count()

    def raw_turn(bare: bool) -> Callable[[Path, list[Visit]], Slice]:
        return lambda path, cycle: raw(path, cycle, seconds, bare=bare)

    def store_turn(askers: int) -> Callable[[Path, list[Visit]], Slice]:
        return lambda path, cycle: product(path, cycle, seconds, askers)

    contenders: dict[str, Callable[[Path, list[Visit]], Slice]] = {
        SAME: raw_turn(bare=False),
        BARE: raw_turn(bare=True),
        PLAIN: lambda path, _: plain(path, seconds),
        **{f"store, {askers} askers": store_turn(askers) for askers in ASKERS},
    }
    taken: dict[str, list[Slice]] = {name: [] for name in contenders}
    for number in range(rounds):
        order = list(contenders) if number % 2 == 0 else list(reversed(contenders))
        for name in order:
            place = folder / f"turn-{next(numbers)}"
            place.mkdir()
            turns = [Visit(n) for n in range(visits)]
            taken[name].append(contenders[name](place / "stickerbooth.db", turns))
            shutil.rmtree(place)
    return taken


def _spread(values: list[float]) -> str:
    return f"{statistics.median(values):.2f} ({min(values):.2f}-{max(values):.2f})"


def print_rates(taken: dict[str, list[Slice]]) -> None:
    """Print rates, ratios inside rounds and processor time."""
    print("(1)", SAME, "(2)", BARE, "(3)", PLAIN, sep="\n")
    print("\n| contender | commands/s | of (1) | of (2) | of (3) | CPU us a command |")
    print("|---|---:|---:|---:|---:|---:|")
    for name, slices in taken.items():
        ratios = [
            _spread([a.rate / b.rate for a, b in zip(slices, taken[other], strict=True)])
            for other in (SAME, BARE, PLAIN)
        ]
        rate = statistics.median(one.rate for one in slices)
        cpu = statistics.median(one.cpu_each for one in slices)
        print(f"| {name} | {rate:.0f} | {' | '.join(ratios)} | {cpu:.0f} |", flush=True)


def main() -> None:
    """Read the arguments, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--quick", action="store_true", help="three short rounds, small histories")
    parser.add_argument("--dir", help="a folder on a real disk; on tmpfs the figures mean nothing")
    parser.add_argument("--only", choices=("rates", "growth"))
    chosen = parser.parse_args()
    rounds, seconds, visits = (3, 0.3, 2000) if chosen.quick else (chosen.rounds, 0.6, 6000)
    print(f"sqlite {SQLITE_VERSION}, {rounds} rounds of {seconds} s")
    with tempfile.TemporaryDirectory(prefix="bench-store-", dir=chosen.dir) as name:
        if chosen.only != "growth":
            print_rates(measure(Path(name), rounds, seconds, visits))
        if chosen.only != "rates":
            print_growth(Path(name), quick=chosen.quick)


if __name__ == "__main__":
    main()
