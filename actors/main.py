"""The command line: `stickerbooth`, also `python -m supervisor`.

Exit status: 0 done, 1 the tree gave up or a check failed, 2 a bad setting, named in one line.
Nothing heavy is imported before a command needs it.
"""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

if TYPE_CHECKING:
    from actors.config import Settings

BAD_SETTING = 2
SPARE_TOKEN = "0:none"  # noqa: S105 - stands in where nobody speaks to Telegram


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="stickerbooth")
def main() -> None:
    """AI sticker photo booth: kiosk, Telegram bot and sticker packs in one process."""
    _refuse_strangers()


@main.command()
def run() -> None:
    """Run the booth, with settings from the environment and .env."""
    from actors import config

    try:
        settings = config.load()
        from actors import running

        sys.exit(running.run(settings))
    except config.BadSetting as error:
        _bad_setting(str(error))


@main.command()
@click.option("--once", is_flag=True, help="Exit after the scripted guest.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Port; 0 picks one.")
@click.option(
    "--data-dir",
    type=click.Path(file_okay=False, path_type=Path),
    help="Keep the data here instead of a temporary folder.",
)
def demo(once: bool, port: int, data_dir: Path | None) -> None:
    """Run the booth on an embedded Telegram and lead one guest through it."""
    from actors import config
    from actors.demo import stage

    try:
        sys.exit(stage.run(once=once, port=port, data_dir=data_dir))
    except config.BadSetting as error:
        _bad_setting(str(error))


@main.command()
def doctor() -> None:
    """Check settings, Telegram, providers, disk, database, clock, art and the tablet's page."""
    from actors.doctor import visit

    sys.exit(visit.run())


@main.command()
def stats() -> None:
    """Show the guests of today, the queue, times and money."""
    from actors import stats as showing

    sys.exit(showing.show(_settings_without_token()))


@main.command()
@click.argument("path", type=click.Path(path_type=Path))
def backup(path: Path) -> None:
    """Copy database, outfits and theme into one file (or into a folder), even while it runs."""
    from actors import archive

    sys.exit(archive.make(_settings_without_token(), path))


@main.command()
@click.argument("path", type=click.Path(path_type=Path))
def restore(path: Path) -> None:
    """Put a backup back; the booth must not be running. What was there is kept aside."""
    from actors import archive

    sys.exit(archive.put_back(_settings_without_token(), path))


@main.command()
@click.option("--format", "form", type=click.Choice(["text", "mermaid", "json"]), default="text")
def machines(form: str) -> None:
    """Print every state machine from its one declaration."""
    from store import diagram

    printers = {
        "text": diagram.as_text,
        "mermaid": diagram.as_mermaid,
        "json": diagram.as_json,
    }
    click.echo(printers[form]())


def _settings_without_token() -> "Settings":
    """Read the settings for a command that only looks at the data folder."""
    from actors import config

    try:
        return config.load(bot_token=SPARE_TOKEN)
    except config.BadSetting as error:
        _bad_setting(str(error))


def _bad_setting(line: str) -> NoReturn:
    click.echo(line, err=True)
    sys.exit(BAD_SETTING)


def _refuse_strangers() -> None:
    from actors.packaging import foreign_claims

    for root, foreign in foreign_claims().items():
        names = ", ".join(foreign)
        click.echo(
            f"{names} also installed a package {root}: use an environment of its own", err=True
        )
        sys.exit(1)


if __name__ == "__main__":
    main()
