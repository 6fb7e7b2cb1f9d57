"""Runs all checks and prints one line each; the exit status is 1 when one fails.

A check that breaks is a failure of its own, so that the rest is still told.
"""

from collections.abc import AsyncIterator, Callable

import click
import trio

from actors import config
from actors.doctor import machine, providers, telegram
from actors.doctor.finding import Finding, Level, fail, ok
from supervisor.clock import Clock, SystemClock
from telegram.botapi.redaction import silence_http_logs

PATIENCE = 60.0
"""Seconds for everything that is asked over the network."""
_COLOURS = {Level.OK: "green", Level.WARN: "yellow", Level.FAIL: "red"}


def run() -> int:
    """Check and print; returns the exit status."""
    silence_http_logs()
    return trio.run(_visit, _print)


async def _visit(tell: Callable[[Finding], None]) -> int:
    failed = False
    async for finding in findings(SystemClock()):
        tell(finding)
        failed |= finding.level is Level.FAIL
    return int(failed)


async def findings(clock: Clock) -> AsyncIterator[Finding]:
    """Yield what the checks find, in order; without usable settings only what needs none."""
    try:
        settings = config.load()
    except config.BadSetting as error:
        yield fail("settings", str(error), "correct .env or the environment: docs/settings.md")
        yield machine.art()
        return
    yield ok("settings", "all are known and well formed")
    for finding in machine.look(settings, clock.now()):
        yield finding
    asked = (telegram.look(settings, clock), providers.look(settings))
    for each in asked:
        async for finding in _fenced(each):
            yield finding


async def _fenced(asked: AsyncIterator[Finding]) -> AsyncIterator[Finding]:
    try:
        async for finding in asked:
            yield finding
    except Exception as error:  # noqa: BLE001 - one broken check must not hide the others
        yield fail("doctor", f"a check broke: {type(error).__name__}", "report it")


def _print(finding: Finding) -> None:
    word = click.style(f"{finding.level:<4}", fg=_COLOURS[finding.level])
    mend = f" → {finding.mend}" if finding.mend else ""
    click.echo(f"{word} {finding.name}: {finding.said}{mend}")
