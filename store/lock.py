"""One program to a data folder: a lock that the operating system drops when the holder dies.

Two writers on one database would break the promise of the store, so the second program refuses
to start. The lock file itself means nothing and stays.
"""

import os
import sys
from pathlib import Path
from typing import IO

NAME = "stickerbooth.lock"


class FolderInUse(Exception):
    """Another program holds the folder."""


class FolderLock:
    """Holds a folder from `take` to `release`."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME
        self._file: IO[bytes] | None = None

    def take(self) -> None:
        """Take the folder; raises `FolderInUse`, or OSError when the place cannot be written."""
        file = self._path.open("ab")
        try:
            _lock(file)
        except OSError as error:
            file.close()
            raise FolderInUse("another stickerbooth works on it") from error
        self._file = file

    def release(self) -> None:
        """Let the folder go; harmless when it is not held."""
        if self._file is not None:
            self._file.close()
            self._file = None


def _lock(file: IO[bytes]) -> None:
    """Take the lock or raise OSError at once. A child process does not inherit it."""
    os.set_inheritable(file.fileno(), False)
    if sys.platform == "win32":
        import msvcrt

        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
