"""The store actor: acknowledged after the commit, drained at a stop, honest when it fails."""

import resource
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar, TypeVarTuple, Unpack

import pytest
import trio

from store import messages as m
from store import queries
from store.actor import child
from store.client import Store
from store.commands import Commands
from store.domain.ids import Token
from store.domain.machine import Role
from store.domain.policy import Policy
from store.driver import open_reader
from store.errors import CommandFailed, StoreDown
from store.events import Hub
from store.lane import InlineLane, Lane, ThreadLane
from store.readers import Readers
from supervisor.clock import FixedClock
from supervisor.intensity import Intensity
from supervisor.mailbox import ActorDown, Mailbox
from supervisor.runner import GaveUp, Supervisor
from tests.support.stores import running_store

T = TypeVar("T")
Args = TypeVarTuple("Args")


def put(key: str, value: str = "x") -> m.PutSetting:
    return m.PutSetting(key, value, FixedClock().now())


class Tree:
    """A store under a real supervisor, its work done on a lane of the test's choosing."""

    def __init__(
        self,
        folder: Path,
        lane: Callable[[str], Lane] = lambda _: InlineLane(),
        hub: Hub | None = None,
    ) -> None:
        self.path = folder / "stickerbooth.db"
        self.mailbox: Mailbox[Any] = Mailbox("store")
        self.hub = hub or Hub()
        self.readers = Readers(self.path, lambda _: InlineLane())
        self.store = Store(self.mailbox.ref, self.readers, self.hub)
        spec = child(
            path=self.path,
            mailbox=self.mailbox,
            commands=Commands(Policy(), (), "ru"),
            hub=self.hub,
            readers=self.readers,
            lane=lane,
        )
        self.supervisor = Supervisor([spec], intensity=Intensity(5, 60.0))


async def asked(store: Store, command: Any, answers: list[Any]) -> None:
    try:
        answers.append(await store.ask(command))
    except (ActorDown, StoreDown, CommandFailed) as error:
        answers.append(type(error))


async def test_a_command_is_acknowledged_after_its_commit(tmp_path: Path) -> None:
    async with running_store(tmp_path) as running:
        other = open_reader(running.path)

        await running.store.ask(put("a"))

        assert queries.setting(other, "a") == "x"
        other.close()


async def test_what_waits_together_is_committed_together(tmp_path: Path) -> None:
    async with running_store(tmp_path) as running:
        watcher = open_reader(running.path)
        version = "PRAGMA data_version"
        before = watcher.execute(version).fetchall()[0][0]
        seen: set[int] = set()

        async def ask(number: int) -> None:
            await running.store.ask(put(f"k{number}"))
            seen.add(watcher.execute(version).fetchall()[0][0] - before)

        async with trio.open_nursery() as nursery:
            for number in range(64):
                nursery.start_soon(ask, number)

        assert len(seen) <= 2
        watcher.close()


class Witness(Hub):
    """A hub that looks through another connection at the moment of each ring."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self.seen: list[tuple[str, str]] = []

    def publish(self, topics: Iterable[str]) -> None:
        other = open_reader(self._path)
        for topic in topics:
            found = queries.session(other, topic.removeprefix("session:"))
            self.seen.append((topic, found.status if found else "nothing"))
        other.close()
        super().publish(topics)


async def test_listeners_are_rung_only_after_the_commit(tmp_path: Path) -> None:
    witness = Witness(tmp_path / "stickerbooth.db")
    tree = Tree(tmp_path, hub=witness)
    now = FixedClock().now()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(tree.supervisor.run)
        await tree.supervisor.wait_ready()

        with witness.listen("session:t") as hint:
            await tree.store.ask(m.CreateSession(Token("t"), None, now))
            rung = await hint.wait(0)
        link = m.Pull("session", "t", "link", Role.GUEST, now, {"guest": 5})
        await tree.store.ask(link)
        tree.supervisor.stop()

    assert rung
    assert witness.seen == [("session:t", "idle"), ("session:t", "linked")]


async def test_a_refused_command_rings_nobody(tmp_path: Path) -> None:
    async with running_store(tmp_path) as running:
        token = await running.session()

        with running.store.hub.listen(f"session:{token}", "jobs") as hint:
            await running.pull("session", token, "consent", Role.GUEST, guest=5)
            assert not await hint.wait(0)


async def test_a_broken_command_is_its_askers_own(tmp_path: Path) -> None:
    async with running_store(tmp_path) as running:
        with pytest.raises(CommandFailed, match="PutSetting"):
            await running.store.ask(put("maintenance"))

        await running.store.ask(put("a"))


async def test_what_waits_at_a_stop_is_carried_out(tmp_path: Path) -> None:
    tree = Tree(tmp_path)
    answers: list[Any] = []
    async with trio.open_nursery() as nursery:
        nursery.start_soon(tree.supervisor.run)
        await tree.supervisor.wait_ready()

        for number in range(200):
            nursery.start_soon(asked, tree.store, put(f"k{number}"), answers)
        while tree.mailbox.statistics().accepted == 0:
            await trio.lowlevel.checkpoint()
        tree.supervisor.stop()

    assert answers == [None] * 200
    reader = open_reader(tree.path)
    (count,) = reader.execute("SELECT count(*) FROM settings WHERE key LIKE 'k%'").fetchall()[0]
    reader.close()
    assert count == 200


async def test_after_the_stop_the_log_is_folded_into_the_file(tmp_path: Path) -> None:
    async with running_store(tmp_path) as running:
        await running.store.ask(put("a"))

    wal = running.path.with_name(running.path.name + "-wal")
    assert not wal.exists() or wal.stat().st_size == 0


class FaultyLane(InlineLane):
    """A lane that breaks at one of its calls, as a thread out of memory would."""

    def __init__(self, faults: Iterator[bool]) -> None:
        self._faults = faults

    async def run(self, work: Callable[[Unpack[Args]], T], *args: *Args) -> T:
        if next(self._faults):
            raise MemoryError
        return await super().run(work, *args)


async def test_a_crash_answers_the_asker_and_the_store_comes_back(
    tmp_path: Path, autojump_clock: object
) -> None:
    faults = iter([False, True, False, *[False] * 50])
    tree = Tree(tmp_path, lambda _: FaultyLane(faults))
    answers: list[Any] = []
    async with trio.open_nursery() as nursery:
        nursery.start_soon(tree.supervisor.run)
        await tree.supervisor.wait_ready()

        await asked(tree.store, put("lost"), answers)
        await asked(tree.store, put("kept"), answers)
        settings = [await tree.store.read(queries.setting, key) for key in ("lost", "kept")]
        tree.supervisor.stop()

    assert answers == [ActorDown, None]
    assert settings == [None, "x"]


async def test_a_file_that_is_no_database_ends_the_program(
    tmp_path: Path, autojump_clock: object
) -> None:
    tree = Tree(tmp_path)
    tree.path.write_bytes(b"not a database" * 1000)

    with pytest.raises((GaveUp, ExceptionGroup)):
        await tree.supervisor.run()


@contextmanager
def disk_full_beyond(path: Path) -> Iterator[None]:
    """Let no file of this process grow beyond the present size of `path`."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


async def test_a_full_disk_answers_store_down_to_all_and_keeps_nothing(tmp_path: Path) -> None:
    async with running_store(tmp_path) as running:
        wal = running.path.with_name(running.path.name + "-wal")
        answers: list[Any] = []

        with disk_full_beyond(wal):
            async with trio.open_nursery() as nursery:
                for number in range(5):
                    command = put(f"k{number}", "x" * 10_000)
                    nursery.start_soon(asked, running.store, command, answers)

        assert answers == [StoreDown] * 5
        kept = [await running.store.read(queries.setting, f"k{n}") for n in range(5)]
        assert kept == [None] * 5


async def test_the_store_goes_on_once_the_disk_has_room(tmp_path: Path) -> None:
    async with running_store(tmp_path) as running:
        wal = running.path.with_name(running.path.name + "-wal")
        with disk_full_beyond(wal), pytest.raises(StoreDown):
            await running.store.ask(put("k", "x" * 10_000))

        await running.store.ask(put("k", "y"))

        assert await running.store.read(queries.setting, "k") == "y"
        assert await running.store.read(queries.integrity) == "ok"


async def test_an_asker_that_left_does_not_hold_up_the_others(tmp_path: Path) -> None:
    async with running_store(tmp_path) as running:
        with trio.CancelScope() as scope:
            scope.cancel()
            await running.store.ask(put("a"))

        await running.store.ask(put("b"))

        assert await running.store.read(queries.setting, "b") == "x"


async def test_the_store_works_on_a_thread_of_its_own(tmp_path: Path) -> None:
    tree = Tree(tmp_path, ThreadLane)
    answers: list[Any] = []
    async with trio.open_nursery() as nursery:
        nursery.start_soon(tree.supervisor.run)
        await tree.supervisor.wait_ready()

        async with trio.open_nursery() as crowd:
            for number in range(100):
                crowd.start_soon(asked, tree.store, put(f"k{number}"), answers)
        tree.supervisor.stop()

    assert answers == [None] * 100
