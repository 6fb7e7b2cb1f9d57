"""Readers: look, never touch, and come back after a close."""

from pathlib import Path

import pytest
import trio

from store import queries
from store.driver import Connection, open_writer
from store.errors import StoreDown
from store.lane import InlineLane, ThreadLane
from store.migrations import migrate
from store.readers import Readers
from tests.support.stores import running_store


def write(connection: Connection) -> None:
    connection.execute("INSERT INTO settings (key, value) VALUES ('a', 'b')")


def lower_guard_and_write(connection: Connection) -> None:
    connection.execute("PRAGMA query_only = OFF")
    write(connection)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    connection = open_writer(tmp_path / "a.db")
    migrate(connection)
    connection.close()
    return tmp_path / "a.db"


@pytest.mark.parametrize("work", [write, lower_guard_and_write])
async def test_a_reader_cannot_write(path: Path, work: object) -> None:
    readers = Readers(path, lambda _: InlineLane())

    with pytest.raises(StoreDown):
        await readers.run(work)  # type: ignore[arg-type]
    readers.close()


async def test_reading_before_there_is_a_database_is_store_down(tmp_path: Path) -> None:
    readers = Readers(tmp_path / "missing.db", lambda _: InlineLane())

    with pytest.raises(StoreDown):
        await readers.run(queries.maintenance)

    assert not (tmp_path / "missing.db").exists()
    readers.close()


async def test_many_may_read_though_connections_are_few(path: Path) -> None:
    readers = Readers(path, ThreadLane, count=2)
    answers: list[str] = []

    async def read() -> None:
        answers.append((await readers.run(queries.maintenance)).status)

    async with trio.open_nursery() as nursery:
        for _ in range(20):
            nursery.start_soon(read)

    assert answers == ["off"] * 20
    readers.close()


async def test_readers_serve_again_after_a_close(path: Path) -> None:
    """A supervisor may stop and start the store without making new handles."""
    readers = Readers(path, ThreadLane)
    await readers.run(queries.maintenance)
    readers.close()

    again = await readers.run(queries.maintenance)

    assert not again.paused
    readers.close()


async def test_a_reader_sees_what_was_committed_before_it_asked(tmp_path: Path) -> None:
    async with running_store(tmp_path) as running:
        token = await running.session()

        found = await running.store.read(queries.session, token)

        assert found is not None
        assert found.token == token
