"""What a claim costs against finished history and against backlog: it should be flat.

The claim runs inside one long transaction, so the disk is out of the way and only the work of the
statements is seen. The first row stands twice: the second time shows the noise.
"""

import gc
import statistics
import time
from pathlib import Path

from store.commands import Commands
from store.domain.policy import Policy
from store.domain.transitions import JOB, SESSION
from store.driver import Connection, open_writer
from store.messages import ClaimJob
from store.migrations import migrate
from store.sql import triggers
from supervisor.clock import iso
from tests.benchmarks.load import AT, OWNER

CLAIMS = 90
ROUNDS = 15

_ROWS = """WITH RECURSIVE n(i) AS (SELECT :first UNION ALL SELECT i + 1 FROM n WHERE i < :last)"""
_SESSIONS = f"""INSERT INTO sessions (token, status, telegram_user_id, template_id, created_at)
{_ROWS} SELECT printf('t%020d', i), 'photo_taken', i, 'chapan', :at FROM n"""
_JOBS = f"""INSERT INTO jobs (id, session_token, telegram_user_id, template_id, status, language,
    photo, created_at, not_before, pack_name, link_sent_at)
{_ROWS} SELECT printf('j%015d', i), printf('t%020d', i), i, 'chapan', :status, 'ru',
    iif(:status = 'done', NULL, 'a.jpg'), :at, :at,
    iif(:status = 'done', 's', NULL), iif(:status = 'done', :at, NULL) FROM n"""


def fill(connection: Connection, status: str, first: int, count: int) -> None:
    """Insert jobs as history would have left them; the guards stand aside meanwhile."""
    guards = [trigger for machine in (SESSION, JOB) for trigger in triggers(machine)]
    for guard in guards:
        connection.execute(f"DROP TRIGGER {guard.split()[2]}")
    values = {"first": first, "last": first + count - 1, "status": status, "at": iso(AT)}
    connection.execute("BEGIN IMMEDIATE")
    connection.execute(_SESSIONS, values)
    connection.execute(_JOBS, values)
    for guard in guards:
        connection.execute(guard)
    connection.execute("COMMIT")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def claim_times(connection: Connection) -> list[float]:
    """Return the seconds of each of some claims."""
    commands = Commands(Policy(), (), "ru")
    times = []
    gc.disable()
    connection.execute("BEGIN IMMEDIATE")
    for _ in range(CLAIMS):
        begun = time.perf_counter()
        job, _ = commands.execute(connection, ClaimJob(OWNER, AT))
        times.append(time.perf_counter() - begun)
        assert job is not None
    connection.execute("ROLLBACK")
    gc.enable()
    return times


def print_growth(folder: Path, *, quick: bool) -> None:
    """Print the median claim for small and large histories and backlogs, in turns."""
    large, deep = (100_000, 10_000) if quick else (1_000_000, 100_000)
    sizes = ((1_000, 100), (1_000, 100), (large, 100), (1_000, deep))
    opened = [_filled(folder / f"growth-{n}.db", *size) for n, size in enumerate(sizes)]
    for connection in opened:
        claim_times(connection)
    rounds = [
        [statistics.median(claim_times(connection)) for connection in opened] for _ in range(ROUNDS)
    ]
    print("\n| finished jobs | queued jobs | claim p50 us | of the first (min-max) |")
    print("|---:|---:|---:|---:|")
    for place, (done, queued) in enumerate(sizes):
        middle = statistics.median(times[place] for times in rounds) * 1e6
        ratios = [times[place] / times[0] for times in rounds]
        spread = f"{statistics.median(ratios):.2f} ({min(ratios):.2f}-{max(ratios):.2f})"
        print(f"| {done} | {queued} | {middle:.0f} | {spread} |")
    for connection in opened:
        connection.close()


def _filled(path: Path, done: int, queued: int) -> Connection:
    connection = open_writer(path)
    migrate(connection)
    fill(connection, "done", 1, done)
    fill(connection, "queued", done + 1, queued)
    return connection
