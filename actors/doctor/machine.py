"""Checks of this machine and of the settings: nothing here leaves the machine or writes to it."""

import ipaddress
import os
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from actors.config import Settings
from actors.doctor.finding import Finding, fail, ok, warn
from actors.imaging import assets
from store import inspection, queries
from store.backup import backups
from store.driver import SQLITE_VERSION, DatabaseError, open_reader
from store.files import DataFolder

LOW_DISK, SCARCE_DISK = 200 * 2**20, 2 * 2**30
SAFE_SQLITE = (3, 51, 3)
"""Releases before this one can corrupt a write-ahead log (DESIGN of the store)."""
OLD_BACKUP = timedelta(hours=3)


def look(settings: Settings, now: datetime) -> Iterator[Finding]:
    """Yield everything that can be known without a network."""
    files = DataFolder(settings.data_dir)
    yield _disk(files.root)
    yield from _database(files, now)
    yield art()
    yield _origin(settings)
    yield from _doors(settings)
    yield from _people(settings)
    yield _zone(settings, now)


def art() -> Finding:
    """Check fonts, models, emoji and the art of outfits."""
    missing = assets.missing()
    if not missing:
        return ok("fonts and art", "models, font, emoji and outfits are there")
    said = f"missing: {', '.join(missing)}; stickers are plainer without"
    return warn("fonts and art", said, "install npm and run make setup")


def _disk(folder: Path) -> Finding:
    there = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    if not os.access(there, os.W_OK | os.X_OK):
        mend = "let it belong to the user that runs the program"
        return fail("disk", f"{folder} cannot be written", mend)
    free = _free(there)
    said = f"{free / 2**30:.1f} GiB free at {folder}"
    if free < LOW_DISK:
        return fail("disk", said, "make room: below 200 MiB no guest is taken")
    if free < SCARCE_DISK:
        return warn("disk", said, "make room: a busy day with backups may need 2 GiB")
    return ok("disk", said)


def _free(folder: Path) -> int:
    return DataFolder(folder).free_bytes()


def _database(files: DataFolder, now: datetime) -> Iterator[Finding]:
    yield _engine()
    if not files.database.is_file():
        yield ok("database", "there is none yet; the first start makes it")
        return
    try:
        connection = open_reader(files.database)
        try:
            steps = inspection.steps(connection)
            state = queries.integrity(connection)
        finally:
            connection.close()
    except DatabaseError as error:
        yield fail("database", f"cannot be read: {error}", "restore the newest backup")
        return
    if state != "ok":
        yield fail("database", f"damaged: {state}", "restore the newest backup")
    elif steps.ahead:
        said = f"made by a newer version ({', '.join(sorted(steps.ahead))})"
        yield fail("database", said, "install that version, or restore an older backup")
    else:
        more = f"; the next start takes {len(steps.behind)} steps forward" if steps.behind else ""
        yield ok("database", f"whole{more}")
    yield _backups(files, now)


def _engine() -> Finding:
    version = tuple(int(part) for part in SQLITE_VERSION.split("."))
    if version >= SAFE_SQLITE:
        return ok("sqlite", SQLITE_VERSION)
    return warn("sqlite", f"{SQLITE_VERSION} is old", "use 3.51.3 or newer: run make setup again")


def _backups(files: DataFolder, now: datetime) -> Finding:
    found = backups(files)
    if not found:
        return warn("backup", "there is none", "run stickerbooth backup PATH, or start the booth")
    age = now - found[0].made_at
    said = f"{len(found)} kept, the newest of {found[0].made_at:%Y-%m-%d %H:%M} UTC"
    if age > OLD_BACKUP:
        return warn("backup", said, "look for backup.failed in the log, unless the booth was off")
    return ok("backup", said)


def _origin(settings: Settings) -> Finding:
    address = settings.public_url or f"http://{settings.host}:{settings.port}"
    parts = urlsplit(address)
    if parts.scheme == "https" or _is_loopback(parts.hostname or ""):
        return ok("camera page", address)
    mend = "put HTTPS before it (docs/proxy.md) and set PUBLIC_URL, or use localhost"
    return fail("camera page", f"{address}: a camera needs HTTPS or localhost", mend)


def _is_loopback(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _doors(settings: Settings) -> Iterator[Finding]:
    open_to_all = not _is_loopback(settings.host)
    if settings.kiosk_key.get_secret_value():
        yield ok("kiosk key", "set")
    elif open_to_all:
        said = f"HOST is {settings.host} and KIOSK_KEY is empty"
        yield warn("kiosk key", said, "set KIOSK_KEY, else the whole network can start sessions")
    else:
        yield ok("kiosk key", "not needed: only this machine can connect")
    password = settings.admin_password.get_secret_value()
    if password or settings.admin_password_hash.get_secret_value():
        yield ok("panel", "on")
    else:
        yield warn("panel", "off", "set ADMIN_PASSWORD to watch and help guests in the browser")


def _people(settings: Settings) -> Iterator[Finding]:
    if settings.admin_user_ids:
        yield ok("operators", f"{len(settings.admin_user_ids)} are alerted")
    else:
        mend = "put Telegram ids into ADMIN_USER_IDS"
        yield warn("operators", "nobody is alerted when something breaks", mend)
    if settings.maintenance_mode:
        mend = "set it to 0 before guests come"
        yield warn("pause", "MAINTENANCE_MODE holds the booth paused", mend)


def _zone(settings: Settings, now: datetime) -> Finding:
    here = now.astimezone(ZoneInfo(settings.timezone))
    return ok("time zone", f"{settings.timezone}, where it is {here:%H:%M}")
