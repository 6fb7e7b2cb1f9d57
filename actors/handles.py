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
from actors.pool.recipe import AT_ONCE, PAID_AT_ONCE, Recipe
from actors.providers.base import Artist, Describer, PaidArtist
from actors.providers.books import Books
from actors.providers.chain import Chain
from actors.providers.fal import Fal
from actors.providers.gemini import Gemini
from actors.providers.local import LocalArtist
from actors.providers.openai import OpenAI
from actors.providers.pack import Kit
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
    artists: tuple[Artist, ...]
    books: Books
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
    clock = SystemClock()
    store = Store(mailbox.ref, readers, hub)
    artists = _artists(settings, making)
    books = Books(store, clock, settings.job_cost_limit_usd)
    chain = _chain(settings, artists, books, making)
    return Handles(
        settings=settings,
        clock=clock,
        files=files,
        hub=hub,
        mailbox=mailbox,
        readers=readers,
        store=store,
        api=BotApi(settings.bot_token.get_secret_value(), settings.bot_api_url),
        conditions=Conditions(),
        workers=making,
        inspector=Inspector(making),
        artists=artists.all,
        books=books,
        recipe=Recipe(chain, files, outfit_folder(files), _at_once(artists)),
        boot=secrets.token_hex(4),
    )


@dataclass(frozen=True, slots=True)
class _Artists:
    """The providers of the settings: in three parts as the local renderer divides them."""

    before: tuple[PaidArtist, ...]
    local: LocalArtist | None
    after: tuple[PaidArtist, ...]
    describers: tuple[Describer, ...]

    @property
    def all(self) -> tuple[Artist, ...]:
        """All of them, for whoever closes their connections."""
        return (*self.before, *([self.local] if self.local else []), *self.after)


def _artists(s: Settings, workers: Workers) -> _Artists:
    before: list[PaidArtist] = []
    after: list[PaidArtist] = []
    describers: list[Describer] = []
    local: LocalArtist | None = None
    for name in dict.fromkeys(s.providers):
        paid = after if local else before
        match name:
            case "openai":
                key = s.openai_api_key.get_secret_value()
                openai = OpenAI(key, s.openai_base_url, s.openai_model)
                paid.append(openai)
                describers.append(openai)
            case "gemini":
                key = s.gemini_api_key.get_secret_value()
                gemini = Gemini(key, s.gemini_base_url, s.gemini_model)
                paid.append(gemini)
                describers.append(gemini)
            case "fal":
                paid.append(Fal(s.fal_key.get_secret_value(), s.fal_base_url, s.fal_model))
            case _:
                local = LocalArtist(workers)
    return _Artists(tuple(before), local, tuple(after), tuple(describers))


def _chain(s: Settings, artists: _Artists, books: Books, workers: Workers) -> Chain:
    kit = Kit(workers, books, artists.before, artists.local, artists.after, s.job_deadline_sec)
    return Chain(kit, artists.describers)


def _at_once(artists: _Artists) -> int:
    return PAID_AT_ONCE if artists.before else AT_ONCE


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
