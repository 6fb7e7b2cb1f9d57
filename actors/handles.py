"""What the actors share, made once for a run of the program: the composition root's parts list.

Mailboxes and connections outlive the incarnations of the actors that use them.
"""

import json
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from actors.config import Settings
from actors.imaging import assets
from actors.inspector import Inspector
from actors.pool.recipe import Recipe
from actors.providers.local import LocalProvider
from actors.providers.workers import Workers
from store.client import Store
from store.domain.records import Outfit
from store.events import Hub
from store.files import DataFolder
from store.lane import ThreadLane
from store.readers import Readers
from supervisor.clock import Clock, SystemClock
from supervisor.conditions import Conditions
from supervisor.mailbox import Mailbox
from telegram.botapi.client import BotApi


@dataclass(frozen=True, slots=True)
class Handles:
    """Everything a child of the tree may be given."""

    settings: Settings
    clock: Clock
    files: DataFolder
    hub: Hub
    mailbox: Mailbox[Any]
    readers: Readers
    store: Store
    api: BotApi
    conditions: Conditions
    workers: Workers
    inspector: Inspector
    recipe: Recipe
    boot: str
    """Names this run of the program; claims of earlier runs are known by it."""


def make(settings: Settings) -> Handles:
    """Make the handles of one run. Call inside the event loop; nothing is opened yet."""
    files = DataFolder(settings.data_dir)
    hub = Hub()
    mailbox: Mailbox[Any] = Mailbox("store")
    readers = Readers(files.database, ThreadLane)
    making = Workers(settings.worker_slots)
    return Handles(
        settings=settings,
        clock=SystemClock(),
        files=files,
        hub=hub,
        mailbox=mailbox,
        readers=readers,
        store=Store(mailbox.ref, readers, hub),
        api=BotApi(settings.bot_token.get_secret_value(), settings.bot_api_url),
        conditions=Conditions(),
        workers=making,
        inspector=Inspector(making),
        recipe=Recipe(LocalProvider(making), files, outfit_folder(files)),
        boot=secrets.token_hex(4),
    )


def outfit_folder(files: DataFolder) -> "Folder":
    """Return how an outfit's folder is found: an operator's own first, then the bundled ones."""
    bundled = {folder.name: folder for folder in assets.outfit_folders()}
    return Folder(files.outfits, bundled)


@dataclass(frozen=True, slots=True)
class Folder:
    """Finds outfit folders by their names, which come from our own table."""

    own: Path
    bundled: dict[str, Path]

    def __call__(self, name: str) -> Path:
        """Return the folder of an outfit, whether or not it is there."""
        return self.bundled.get(name, self.own / name)


def bundled_outfits() -> tuple[Outfit, ...]:
    """Return the outfits that come with the program, in order."""
    return tuple(_described(folder, place) for place, folder in enumerate(assets.outfit_folders()))


def _described(folder: Path, position: int) -> Outfit:
    """Read only the title: the rest of an outfit is the workers' business."""
    facts = json.loads((folder / "outfit.json").read_text("utf-8"))
    return Outfit(folder.name, facts["title"], folder.name, position)
