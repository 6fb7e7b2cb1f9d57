"""The store actor: the one writer, which commits what waits in its mailbox as one group.

A command is answered only after the commit that holds it. A command that breaks is undone and the
rest of its batch goes on; a commit that fails undoes the batch and every
asker learns that nothing was done. What waits when the program stops is still carried out.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import structlog
import trio

from store.commands import Commands
from store.driver import Connection, DatabaseError, is_statement_fault, open_writer
from store.errors import CommandFailed, StoreDown
from store.events import Hub
from store.lane import Lane
from store.messages import Command
from store.migrations import migrate
from store.readers import Readers
from supervisor.child import ChildContext, ChildSpec
from supervisor.mailbox import Envelope, Mailbox

BATCH = 64
"""Commands to a commit at the most."""

log = structlog.get_logger("store")


@dataclass(frozen=True, slots=True)
class Done:
    """How one command of a committed batch went."""

    answer: Any
    error: CommandFailed | None
    topics: set[str]


class StoreActor:
    """One incarnation of the writer."""

    def __init__(
        self, path: Path, mailbox: Mailbox[Any], commands: Commands, hub: Hub, lane: Lane
    ) -> None:
        self._path = path
        self._mailbox = mailbox
        self._commands = commands
        self._hub = hub
        self._lane = lane

    async def run(self, context: ChildContext) -> None:
        """Open and migrate the database, then serve until asked to stop."""
        connection = await self._lane.run(_open, self._path)
        try:
            context.ready()
            await self._serve(context, connection)
        finally:
            with trio.CancelScope(shield=True):
                await self._lane.run(_close, connection)

    async def _serve(self, context: ChildContext, connection: Connection) -> None:
        """Take batches until a stop; then what still waits."""
        async with trio.open_nursery() as nursery:
            taking = trio.CancelScope()
            nursery.start_soon(_cancel_at_stop, context, taking)
            with taking:
                while True:
                    batch = await self._mailbox.take(BATCH)
                    with trio.CancelScope(shield=True):
                        await self._carry_out(connection, batch)
        while self._mailbox.statistics().depth:
            await self._carry_out(connection, await self._mailbox.take(BATCH))

    async def _carry_out(self, connection: Connection, batch: list[Envelope[Any]]) -> None:
        commands = [envelope.message for envelope in batch]
        try:
            results = await self._lane.run(group_commit, connection, self._commands, commands)
        except DatabaseError as error:
            log.error("store.batch_failed", error=type(error).__name__, commands=len(batch))
            down = StoreDown(f"nothing was written: {type(error).__name__}: {error}")
            for envelope in batch:
                envelope.fail(down)
            return
        topics: set[str] = set()
        for envelope, done in zip(batch, results, strict=True):
            if done.error is not None:
                envelope.fail(done.error)
            else:
                envelope.answer(done.answer)
                topics |= done.topics
        self._hub.publish(topics)


def group_commit(
    connection: Connection, commands: Commands, batch: Sequence[Command]
) -> list[Done]:
    """Carry out a batch in one transaction; raises `DatabaseError` when it could not be kept.

    A savepoint a command costs a good part of the command, so the batch first goes without. Only
    when a command breaks is the batch undone and run again with savepoints.
    """
    try:
        return _transaction(connection, commands, batch, _plainly)
    except Exception as error:
        if not _is_of_one_command(error):
            raise
    return _transaction(connection, commands, batch, _guardedly)


def _transaction(
    connection: Connection,
    commands: Commands,
    batch: Sequence[Command],
    one: Callable[[Connection, Commands, Command], Done],
) -> list[Done]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        results = [one(connection, commands, command) for command in batch]
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return results


def _is_of_one_command(error: Exception) -> bool:
    """Tell a fault of one command from trouble that the whole batch shares."""
    if isinstance(error, DatabaseError):
        return is_statement_fault(error)
    return not isinstance(error, MemoryError)


def _plainly(connection: Connection, commands: Commands, command: Command) -> Done:
    answer, topics = commands.execute(connection, command)
    return Done(answer, None, topics)


def _guardedly(connection: Connection, commands: Commands, command: Command) -> Done:
    connection.execute("SAVEPOINT command")
    try:
        done = _plainly(connection, commands, command)
    except Exception as error:
        if not _is_of_one_command(error):
            raise
        return _undone(connection, command, error)
    connection.execute("RELEASE command")
    return done


def _undone(connection: Connection, command: Command, error: Exception) -> Done:
    connection.execute("ROLLBACK TO command")
    connection.execute("RELEASE command")
    kind = type(command).__name__
    log.error("store.command_failed", command=kind, error=type(error).__name__, exc_info=error)
    return Done(None, CommandFailed(f"{kind}: {type(error).__name__}"), set())


def _open(path: Path) -> Connection:
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = open_writer(path)
    try:
        migrate(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _close(connection: Connection) -> None:
    try:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    finally:
        connection.close()


async def _cancel_at_stop(context: ChildContext, scope: trio.CancelScope) -> None:
    await context.stop_requested.wait()
    scope.cancel()


def child(
    *,
    path: Path,
    mailbox: Mailbox[Any],
    commands: Commands,
    hub: Hub,
    readers: Readers,
    lane: Callable[[str], Lane],
) -> ChildSpec:
    """Describe the store as a child: it starts first and stops last."""

    async def start(context: ChildContext) -> None:
        writing = lane("store")
        try:
            await StoreActor(path, mailbox, commands, hub, writing).run(context)
        finally:
            writing.close()
            if context.stopping:
                readers.close()

    return ChildSpec(
        name="store", start=start, mailboxes=(mailbox,), start_timeout=60.0, stop_grace=10.0
    )
