"""How long the figures of a day take with a million finished jobs behind them.

The history is 200 days of 5,000 guests each, the last whole day being the one looked at: more
than a booth can serve in a day. Read on a connection of its own, as pages and the bot do.
Run: python -m tests.benchmarks.bench_figures [--quick]
"""

import argparse
import statistics
import tempfile
import time
from datetime import timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from store.domain.transitions import JOB, SESSION
from store.driver import Connection, open_reader, open_writer
from store.figures import day_of, figures
from store.migrations import migrate
from store.sql import triggers
from supervisor.clock import iso
from tests.benchmarks.load import AT

AIM_MS = 100.0
A_DAY = 5_000
ROUNDS = 50
ZONE = ZoneInfo("Asia/Tashkent")

_DAYS = "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < :count)"
_BORN = "strftime('%Y-%m-%dT%H:%M:%S.000000Z', :last, printf('-%d seconds', i * 86400 / :a_day))"
_SENT = _BORN.replace(", printf", ", '+60 seconds', printf")
_SESSIONS = f"""INSERT INTO sessions (token, status, telegram_user_id, template_id, created_at,
    linked_at, consented_at)
{_DAYS} SELECT printf('t%020d', i), 'photo_taken', i, 'chapan', {_BORN}, {_BORN}, {_BORN} FROM n"""
_JOBS = f"""INSERT INTO jobs (id, session_token, telegram_user_id, template_id, status, language,
    created_at, not_before, pack_name, link_sent_at, failed_at, error)
{_DAYS} SELECT printf('j%015d', i), printf('t%020d', i), i, 'chapan',
    iif(i % 50, 'done', 'failed'), 'ru', {_BORN}, {_BORN}, iif(i % 50, 's', NULL),
    iif(i % 50, {_SENT}, NULL), iif(i % 50, NULL, {_SENT}),
    iif(i % 50, NULL, 'a sticker was refused') FROM n"""
_CALLS = f"""INSERT INTO provider_calls (generation, provider, model, kind, started_at, usd)
{_DAYS} SELECT 0, 'openai', 'm', 'draw', {_BORN}, 0.04 FROM n"""


def fill(connection: Connection, jobs: int) -> None:
    """Insert a history that ends just before the present; the guards stand aside meanwhile."""
    values = {"count": jobs, "last": iso(AT - timedelta(minutes=5))[:19], "a_day": A_DAY}
    guards = [trigger for machine in (SESSION, JOB) for trigger in triggers(machine)]
    for guard in guards:
        connection.execute(f"DROP TRIGGER {guard.split()[2]}")
    connection.execute("BEGIN IMMEDIATE")
    for statement in (_SESSIONS, _JOBS, _CALLS):
        connection.execute(statement, values)
    for guard in guards:
        connection.execute(guard)
    connection.execute("COMMIT")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def measure(jobs: int) -> None:
    """Print how long the figures take."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "figures.db"
        writer = open_writer(path)
        migrate(writer)
        fill(writer, jobs)
        reader = open_reader(path)
        day = day_of(AT, ZONE, back=1)
        times = []
        for _ in range(ROUNDS):
            begun = time.perf_counter()
            found = figures(reader, day, AT, 900.0)
            times.append((time.perf_counter() - begun) * 1000)
        reader.close()
        writer.close()
    funnel = found.funnel
    print(
        f"{jobs} finished jobs, {funnel.started} sessions and {funnel.delivered} packs on the day"
    )
    print(f"first (cold) {times[0]:.1f} ms, median {statistics.median(times):.1f} ms,", end=" ")
    print(f"maximum {max(times[1:]):.1f} ms; aim: under {AIM_MS:.0f} ms")


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the history")
    measure(100_000 if parser.parse_args().quick else 1_000_000)


if __name__ == "__main__":
    main()
