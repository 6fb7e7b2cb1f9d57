"""The command `stats`: the figures of today in the terminal, whether or not the booth runs.

It reads on a connection that cannot write, and says in one line when there is nothing to read.
"""

from collections.abc import Iterable
from zoneinfo import ZoneInfo

import click
from rich.console import Console
from rich.table import Table

from actors.config import Settings
from store import inspection
from store.domain.figures import Figures, Queue
from store.domain.texts import operators as texts
from store.domain.texts.operators import span
from store.driver import DatabaseError, open_reader
from store.figures import day_of, figures
from store.files import DataFolder
from supervisor.clock import SystemClock

DONE, FAILED = 0, 1
LANGUAGE = "en"
"""The command line speaks English throughout."""


class Unreadable(Exception):
    """There is nothing to read; the text says why in one line."""


def show(settings: Settings) -> int:
    """Print the figures; returns the exit status."""
    try:
        found = read(settings)
    except Unreadable as error:
        click.echo(str(error), err=True)
        return FAILED
    console = Console(highlight=False)
    for table in _tables(found):
        if table.row_count:
            console.print(table)
    return DONE


def read(settings: Settings) -> Figures:
    """Read the figures of today; raises `Unreadable`."""
    path = DataFolder(settings.data_dir).database
    if not path.is_file():
        raise Unreadable(f"there is no database at {path}")
    now = SystemClock().now()
    try:
        connection = open_reader(path)
        try:
            if inspection.steps(connection).behind:
                raise Unreadable("the database is of an older version; start the booth once")
            day = day_of(now, ZoneInfo(settings.timezone))
            return figures(connection, day, now, settings.job_deadline_sec)
        finally:
            connection.close()
    except DatabaseError as error:
        raise Unreadable(f"the database cannot be read: {error}") from error


def _tables(found: Figures) -> Iterable[Table]:
    yield _table(f"Guests of {found.day}", _funnel(found))
    yield _table("Queue now", _queue(found.queue))
    yield _table("From photo to pack", _times(found))
    yield _table("Not made", [(str(cause), str(count)) for cause, count in found.failures])
    yield _table("Money", [(one.provider, f"${one.usd:.2f} / {one.calls}") for one in found.money])
    yield _table("Leads", [(str(status), str(count)) for status, count in found.leads])
    yield _table("Booth", _booth(found))


def _table(title: str, rows: Iterable[tuple[str, str]]) -> Table:
    table = Table(title=title, title_justify="left", show_header=False, min_width=40)
    table.add_column()
    table.add_column(justify="right")
    for row in rows:
        table.add_row(*row)
    return table


def _funnel(found: Figures) -> list[tuple[str, str]]:
    return [
        (words.of(LANGUAGE), str(getattr(found.funnel, name)))
        for name, words in texts.FUNNEL_STEPS.items()
    ]


def _queue(queue: Queue) -> list[tuple[str, str]]:
    rows = [(str(status), str(count)) for status, count in queue.by_status().items()]
    if queue.waited is not None and queue.left is not None:
        left = span(queue.left, LANGUAGE) if queue.left > 0 else "none"
        rows += [("longest wait", span(queue.waited, LANGUAGE)), ("left of its deadline", left)]
    return rows


def _times(found: Figures) -> list[tuple[str, str]]:
    rows = []
    for name, times in (("today", found.today), (f"last {found.recent.count}", found.recent)):
        if times.p50 is not None and times.p95 is not None:
            p50, p95 = span(times.p50, LANGUAGE), span(times.p95, LANGUAGE)
            rows.append((f"{name}: p50 / p95", f"{p50} / {p95}"))
    return rows


def _booth(found: Figures) -> list[tuple[str, str]]:
    pause = found.pause
    rows = [("pause", str(pause.status))]
    if pause.paused:
        rows += [("since", pause.since or ""), ("text", pause.text or "")]
    if found.opinion.mean is not None:
        rows.append((f"score of {found.opinion.count} guests", f"{found.opinion.mean:.1f}"))
    return rows
