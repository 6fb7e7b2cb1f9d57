"""How long the pages of the panel take with a million jobs behind them.

The web server on a real socket and a database of finished jobs; one request after another, the
median of each page. Milliseconds of this machine; the aim holds for the median.
Run: python -m tests.benchmarks.bench_panel [--jobs N] [--requests N]
"""

import argparse
import statistics
import tempfile
import time
from pathlib import Path

import trio

from store.domain.transitions import JOB, SESSION
from store.driver import Connection, open_writer
from store.migrations import migrate
from store.sql import triggers
from tests.unit.api.panel.office import office

AIM_MS = 100.0
PER_DAY = 3000
"""Jobs of a busy day; the history reaches so far back."""

_ROWS = "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < :count)"
_AT = (
    "strftime('%Y-%m-%dT%H:%M:%S.000000Z', '2026-01-01', printf('-%d seconds',"
    " (:count - i) * 86400 / :day))"
)
_STATUS = "iif(i % 20 = 0, 'failed', 'done')"
_FILL = (
    f"""INSERT INTO sessions (token, status, telegram_user_id, template_id, created_at, linked_at,
    consented_at) {_ROWS}
SELECT printf('t%020d', i), 'photo_taken', i, 'chapan', {_AT}, {_AT}, {_AT} FROM n""",
    f"""INSERT INTO jobs (id, session_token, telegram_user_id, template_id, status, language,
    created_at, not_before, pack_name, link_sent_at, failed_at, error)
{_ROWS} SELECT printf('j%015d', i), printf('t%020d', i), i, 'chapan', {_STATUS}, 'ru', {_AT},
    {_AT}, iif(i % 20 = 0, NULL, 's'), iif(i % 20 = 0, NULL, {_AT}), iif(i % 20 = 0, {_AT}, NULL),
    iif(i % 20 = 0, 'a worker process died', NULL) FROM n""",
    f"""INSERT INTO users (telegram_user_id, consented_at) {_ROWS} SELECT i, {_AT} FROM n""",
    f"""INSERT INTO transitions (machine, record, "from", "to", "trigger", by, at) {_ROWS}
SELECT 'job', printf('j%015d', i), 'queued', 'processing', 'claim', 'slot', {_AT} FROM n""",
    f"""INSERT INTO actions (action, record, who, at) {_ROWS}
SELECT 'retry', printf('j%015d', i), 'panel:Anna', {_AT} FROM n WHERE i < 100000""",
)


def fill(connection: Connection, jobs: int) -> None:
    """Insert a history of finished jobs; the guards stand aside meanwhile."""
    migrate(connection)
    guards = [trigger for machine in (SESSION, JOB) for trigger in triggers(machine)]
    for guard in guards:
        connection.execute(f"DROP TRIGGER {guard.split()[2]}")
    connection.execute("BEGIN IMMEDIATE")
    for statement in _FILL:
        connection.execute(statement, {"count": jobs, "day": PER_DAY})
    for guard in guards:
        connection.execute(guard)
    connection.execute("COMMIT")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def pages(jobs: int) -> tuple[str, ...]:
    """Return the addresses that are measured."""
    middle = jobs // 2 + 1
    return (
        "/admin",
        "/admin/jobs",
        "/admin/jobs?status=failed",
        "/admin/jobs?status=queued",
        "/admin/jobs?cause=funds",
        "/admin/jobs?outfit=nobody",
        "/admin/jobs?provider=nobody",
        f"/admin/jobs?guest={middle}",
        f"/admin/jobs/j{middle:015}",
        "/admin/sessions",
        "/admin/sessions?status=idle",
        "/admin/guests",
        f"/admin/guests/{middle}",
        "/admin/leads",
        "/admin/money",
        "/admin/tree",
        "/admin/actions",
        "/admin/actions?action=nobody",
        "/admin/health",
    )


async def measure(jobs: int, requests: int) -> None:
    """Print the median and the slowest answer of each page."""
    with tempfile.TemporaryDirectory() as folder:
        connection = open_writer(Path(folder) / "stickerbooth.db")
        begun = time.perf_counter()
        fill(connection, jobs)
        connection.close()
        print(f"{jobs} jobs, filled in {time.perf_counter() - begun:.0f} s")
        async with office(Path(folder)) as here, here.operator() as operator:
            print("\n| page | p50 ms | max ms | |\n|---|---:|---:|---|")
            for path in pages(jobs):
                times = []
                for _ in range(requests):
                    begun = time.perf_counter()
                    await operator.page(path)
                    times.append((time.perf_counter() - begun) * 1000)
                middle = statistics.median(times)
                verdict = "" if middle < AIM_MS else "over the aim"
                print(f"| {path} | {middle:.1f} | {max(times):.1f} | {verdict} |")
    print(f"\naim: a median under {AIM_MS:.0f} ms for every page")


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=1_000_000)
    parser.add_argument("--requests", type=int, default=15)
    arguments = parser.parse_args()
    trio.run(measure, arguments.jobs, arguments.requests)


if __name__ == "__main__":
    main()
