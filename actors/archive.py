"""The commands `backup` and `restore`: one line about what was done, or why nothing was."""

from datetime import datetime
from pathlib import Path

import click

from actors.config import Settings
from store.backup import BackupFailed, back_up
from store.files import DataFolder
from store.restoring import RestoreRefused, restore
from supervisor.clock import SystemClock

DONE, FAILED = 0, 1


def make(settings: Settings, target: Path) -> int:
    """Make a backup at a path; returns the exit status."""
    try:
        made = back_up(DataFolder(settings.data_dir), target, SystemClock().now())
    except BackupFailed as error:
        click.echo(f"no backup was made: {error}", err=True)
        return FAILED
    click.echo(f"{made.path} ({made.size / 2**20:.1f} MiB), checked")
    return DONE


def put_back(settings: Settings, archive: Path) -> int:
    """Put a backup back; returns the exit status."""
    try:
        done = restore(DataFolder(settings.data_dir), archive, SystemClock().now())
    except RestoreRefused as error:
        click.echo(f"nothing was restored: {error}", err=True)
        return FAILED
    click.echo(f"restored the backup of {_when(done.made_at)} with {done.jobs} jobs")
    click.echo(f"what was there before lies in {done.aside}")
    click.echo("erasures that came after the backup have to be repeated: see docs/privacy.md")
    return DONE


def _when(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%d %H:%M:%S UTC")
