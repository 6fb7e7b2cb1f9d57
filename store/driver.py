"""The one place that chooses the SQLite module and opens connections.

The bundled SQLite of `pysqlite3` is preferred because releases before 3.51.3 can corrupt a WAL
when a second connection writes or checkpoints; for the same reason exactly one connection writes
and checkpoints, and all others are read-only. Both modules are the same interface.
"""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3
else:
    try:
        from pysqlite3 import dbapi2 as sqlite3
    except ImportError:
        import sqlite3

Connection = sqlite3.Connection
DatabaseError = sqlite3.DatabaseError
IntegrityError = sqlite3.IntegrityError
OperationalError = sqlite3.OperationalError
STATEMENT_FAULTS = (
    sqlite3.DataError,
    sqlite3.IntegrityError,
    sqlite3.NotSupportedError,
    sqlite3.ProgrammingError,
)
_SQL_LOGIC = 1
SQLITE_VERSION: str = sqlite3.sqlite_version

BUSY_MS = 5000
CACHE_KIB = 8192
STATEMENTS = 512


def is_statement_fault(error: DatabaseError) -> bool:
    """Tell a statement or value that cannot work from a database that does not work.

    The first is a fault of one caller; the second (full disk, read-only file, damage) concerns
    everybody. SQLITE_ERROR is what an unknown column or table gives.
    """
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return isinstance(error, STATEMENT_FAULTS) or code == _SQL_LOGIC


def open_writer(path: Path) -> Connection:
    """Open the writing connection, making the file when it is missing.

    Transactions are begun and ended by hand; every commit reaches the disk before it returns.
    Raises `DatabaseError` when the file is not a database, or its place cannot have a
    write-ahead log (some network folders), on which the readers depend.
    """
    connection = sqlite3.connect(
        path, isolation_level=None, check_same_thread=False, cached_statements=STATEMENTS
    )
    try:
        for pragma in (
            f"busy_timeout = {BUSY_MS}",
            "journal_mode = WAL",
            "synchronous = FULL",
            "foreign_keys = ON",
            f"cache_size = -{CACHE_KIB}",
            "journal_size_limit = 67108864",
            "trusted_schema = OFF",
        ):
            connection.execute(f"PRAGMA {pragma}").fetchall()
        if connection.execute("PRAGMA journal_mode").fetchall() != [("wal",)]:
            raise OperationalError("no write-ahead log is possible where the database lies")
    except BaseException:
        connection.close()
        raise
    return connection


def open_reader(path: Path) -> Connection:
    """Open a read-only connection to an existing database."""
    connection = open_copier(path)
    connection.execute("PRAGMA query_only = ON")
    return connection


def open_copier(path: Path) -> Connection:
    """Open a connection that cannot change its database but may copy it into another file."""
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode=ro",
        uri=True,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=STATEMENTS,
    )
    connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}").fetchall()
    return connection
