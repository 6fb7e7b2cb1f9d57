"""Running the tree as a program: folder, port, logs, exit status.

What can be wrong with the place the program runs in is found before anything is started, and
said in one line.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import structlog

from actors import handles, logs, tree
from actors.config import BadSetting, Settings
from api.sockets import CannotListen, Listener, listen
from store.files import DataFolder
from store.lock import FolderInUse, FolderLock
from supervisor.lifecycle import EventKind, LifecycleEvent
from supervisor.signals import run_root

log = structlog.get_logger("supervisor")

QUIET = frozenset(
    {
        EventKind.STARTED,
        EventKind.READY,
        EventKind.FINISHED,
        EventKind.STOPPING,
        EventKind.STOPPED,
    }
)
"""Events of an ordinary life; the others are trouble."""


def run(settings: Settings, *, level: int = logs.LEVEL) -> int:
    """Run until a signal or until the tree gives up; returns the exit status.

    `level` is of the logging module; below INFO the libraries speak too.
    """
    logs.set_up(settings.log_format, level)
    with place(settings) as listener:
        return run_root(
            lambda: tree.build(handles.make(settings), listener, observe),
            budget=settings.stop_budget,
        )


@contextmanager
def place(settings: Settings) -> Iterator[Listener]:
    """Hold the data folder and the port; raises `BadSetting` naming what cannot be had."""
    with _held(DataFolder(settings.data_dir)), _bound(settings) as listener:
        yield listener


@contextmanager
def _held(folder: DataFolder) -> Iterator[None]:
    lock = FolderLock(folder.root)
    try:
        folder.prepare()
        lock.take()
    except FolderInUse as error:
        raise BadSetting(f"DATA_DIR: {error}") from error
    except OSError as error:
        raise BadSetting(f"DATA_DIR: cannot be written ({error.strerror})") from error
    try:
        yield
    finally:
        lock.release()


@contextmanager
def _bound(settings: Settings) -> Iterator[Listener]:
    try:
        listener = listen(settings.host, settings.port)
    except CannotListen as error:
        raise BadSetting(f"{error.setting}: {error}") from error
    try:
        yield listener
    finally:
        listener.close()


def observe(event: LifecycleEvent) -> None:
    """Log what happens to the children of the tree."""
    say = log.debug if event.kind in QUIET else log.warning
    say(
        f"child.{event.kind}",
        child=event.path,
        incarnation=event.incarnation,
        detail=event.detail or None,
        delay=event.delay,
    )
