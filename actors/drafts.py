"""The drafts actor: fetches the art of an outfit in the making, checks it, makes it, shows it.

What stays true:
- A draft is wanted in the database until its end is committed, so whatever stops the work in the
  middle has it done again; doing it twice changes nothing. A folder that is nobody's in the end is
  swept by the housekeeping.
- Trouble on the way to Telegram or with the disk is no verdict: it is tried again, ever later. A
  picture that harms its process or our code several times is refused, so that it holds up nobody.
- What a picture can harm is one worker process.
"""

import shutil
from dataclasses import dataclass
from pathlib import Path
from random import random
from typing import TypeVar

import structlog
import trio

from actors.imaging import own_art, studio
from actors.providers.base import TryAgain
from actors.providers.workers import Workers
from store import draft_queries
from store.client import Store
from store.domain.outfit_drafts import TITLES, ArtFile
from store.domain.texts.outfits import OF_FRONT
from store.draft_queries import WantedDraft
from store.errors import CommandFailed
from store.events import DRAFTS
from store.files import DataFolder
from store.talk_messages import DraftReady, DraftRefused
from supervisor.backoff import Backoff
from supervisor.child import ChildContext, ChildSpec
from supervisor.clock import Clock
from supervisor.intensity import NEVER_GIVE_UP
from supervisor.periodic import every
from telegram.asking import STORE_AWAY, insist
from telegram.botapi.client import MAX_DOWNLOAD, BotApi
from telegram.botapi.errors import ErrorKind, Failed, NotSent, Ok, Result, Unknown

INTERVAL = 2.0
PAUSES = Backoff(first=2.0, cap=300.0)
MOST_HARMS = 3
"""Tries of a picture that ends its worker process or finds a fault of ours."""
SAMPLE_PHOTO = Path(__file__).parent / "demo" / "astronaut.jpg"
"""Who wears a draft in its sample sticker."""
SAMPLE = "sample.webp"
DOWNLOAD_FAILED, FAILED = "download_failed", "failed"
"""Codes of a refusal that are not the check's."""
_LOST = frozenset({ErrorKind.FILE_BAD, ErrorKind.BAD_REQUEST})
"""Refusals of a file that no repetition changes."""

T = TypeVar("T")
log = structlog.get_logger("drafts")


class _Refused(Exception):
    """The art cannot be used."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class _NotNow(Exception):
    """It did not work this time; `seconds` is the wait that was asked for."""

    def __init__(self, reason: str, seconds: float | None = None) -> None:
        super().__init__(reason)
        self.seconds = seconds


@dataclass(slots=True)
class _Rest:
    """How often a version of a draft failed, how often by harm, and until when it rests."""

    failures: int = 0
    harms: int = 0
    until: float = 0.0


class DraftsActor:
    """One incarnation; what rests is forgotten with it."""

    def __init__(
        self, store: Store, api: BotApi, clock: Clock, files: DataFolder, workers: Workers
    ) -> None:
        self._store = store
        self._api = api
        self._clock = clock
        self._files = files
        self._workers = workers
        self._rests: dict[tuple[int, int], _Rest] = {}

    async def run(self, context: ChildContext) -> None:
        """Work until asked to stop; what is being made then is made again after the next start."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._look_on)
            context.ready()
            await context.stop_requested.wait()
            nursery.cancel_scope.cancel()

    async def _look_on(self) -> None:
        with self._store.hub.listen(DRAFTS) as hint:
            await every(INTERVAL, self._look, hint=hint)

    async def _look(self) -> None:
        """Take each wanted draft that does not rest; what the store cannot do now is put off."""
        try:
            found = await self._store.read(draft_queries.wanted)
            known = {_key(each) for each in found}
            self._rests = {key: rest for key, rest in self._rests.items() if key in known}
            for each in found:
                rest = self._rests.get(_key(each))
                if rest is None or rest.until <= trio.current_time():
                    await self._work(each)
        except (*STORE_AWAY, CommandFailed) as error:
            log.warning("drafts.postponed", error=type(error).__name__)

    async def _work(self, wanted: WantedDraft) -> None:
        try:
            await self._make(wanted)
        except _Refused as refused:
            await self._refuse(wanted, refused.code)
        except (_NotNow, OSError) as trouble:
            self._put_off(wanted, trouble)
        except Exception as error:  # noqa: BLE001 - a picture nobody thought of holds up nobody
            await self._harmed(wanted, error)
        else:
            await self._done(wanted)

    # --- how a draft ends

    async def _done(self, wanted: WantedDraft) -> None:
        folder = wanted.draft.folder_name(wanted.row)
        version = wanted.draft.version
        command = DraftReady(wanted.row, version, folder, f"{folder}/{SAMPLE}", self._clock.now())
        shown = await insist(lambda: self._store.ask(command), "DraftReady")
        log.info("drafts.made", draft=wanted.row, shown=shown)

    async def _refuse(self, wanted: WantedDraft, code: str) -> None:
        command = DraftRefused(wanted.row, wanted.draft.version, code, self._clock.now())
        await insist(lambda: self._store.ask(command), "DraftRefused")
        log.info("drafts.refused", draft=wanted.row, code=code)

    def _put_off(self, wanted: WantedDraft, trouble: Exception) -> None:
        rest = self._rests.setdefault(_key(wanted), _Rest())
        rest.failures += 1
        asked = trouble.seconds if isinstance(trouble, _NotNow) else None
        pause = PAUSES.delay(rest.failures, random) if asked is None else asked
        rest.until = trio.current_time() + pause
        reason = str(trouble) if isinstance(trouble, _NotNow) else type(trouble).__name__
        log.warning("drafts.not_now", draft=wanted.row, reason=reason)

    async def _harmed(self, wanted: WantedDraft, error: Exception) -> None:
        """Count what is the picture's fault or ours, and give the picture up in the end."""
        self._put_off(wanted, error)
        rest = self._rests[_key(wanted)]
        rest.harms += 1
        if not isinstance(error, TryAgain):
            log.error("drafts.fault", draft=wanted.row, error=type(error).__name__)
        if rest.harms >= MOST_HARMS:
            await self._refuse(wanted, FAILED)

    # --- how a draft is made

    async def _make(self, wanted: WantedDraft) -> None:
        """Fetch the pictures, make the outfit's folder and a sample sticker in it."""
        work = self._files.outfits / f"making-{wanted.row}"
        await trio.to_thread.run_sync(_fresh, work)
        try:
            await self._make_in(work, wanted)
        finally:
            with trio.CancelScope(shield=True):
                await trio.to_thread.run_sync(_clear, work)

    async def _make_in(self, work: Path, wanted: WantedDraft) -> None:
        draft = wanted.draft
        art = await self._fetch(draft.art, work / "art")
        front = await self._fetch(draft.front, work / "front")
        folder = self._files.outfits / draft.folder_name(wanted.row)
        verdict = await self._workers.run(
            studio.make_outfit,
            str(art),
            str(front) if front else None,
            str(folder),
            draft.outfit_id(wanted.row),
            _titles(wanted),
            str(draft.colour),
        )
        if isinstance(verdict, studio.ArtRejected):
            raise _Refused(f"{OF_FRONT}{verdict.code}" if verdict.front else verdict.code)
        await self._workers.run(
            studio.sample_sticker,
            str(SAMPLE_PHOTO),
            str(folder),
            draft.language,
            str(work / "sample"),
            str(folder / SAMPLE),
        )

    async def _fetch(self, file: ArtFile | None, target: Path) -> Path | None:
        """Bring a file from Telegram; None where none was given."""
        if file is None:
            return None
        _check_size(file.size)
        found = _value(await self._api.get_file(file.file_id))
        _check_size(found.file_size)
        if found.file_path is None:
            raise _NotNow("the file has no path yet")
        content = _value(await self._api.download(found.file_path))
        await trio.to_thread.run_sync(target.write_bytes, content)
        return target


def _key(wanted: WantedDraft) -> tuple[int, int]:
    return wanted.row, wanted.draft.version


def _titles(wanted: WantedDraft) -> dict[str, str]:
    """Return a title for each language, within the limit of a folder's description."""
    usual = next(iter(wanted.titles.values()), wanted.draft.outfit_id(wanted.row))
    found = {language: wanted.titles.get(language) or usual for language in TITLES}
    return {language: title[: own_art.TITLE_LIMIT] for language, title in found.items()}


def _value(result: Result[T]) -> T:
    match result:
        case Ok(value):
            return value
        case Failed(kind=kind) if kind in _LOST:
            raise _Refused(DOWNLOAD_FAILED)
        case Failed(kind=kind, retry_after=seconds):
            raise _NotNow(str(kind), seconds)
        case Unknown(reason=reason) | NotSent(reason=reason):
            raise _NotNow(reason)


def _check_size(size: int | None) -> None:
    if size is not None and size > MAX_DOWNLOAD:
        raise _Refused(DOWNLOAD_FAILED)


def _fresh(folder: Path) -> None:
    _clear(folder)
    folder.mkdir(parents=True, mode=0o700)


def _clear(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)


def child(
    *, store: Store, api: BotApi, clock: Clock, files: DataFolder, workers: Workers
) -> ChildSpec:
    """Describe the actor as a child; the booth goes on without it."""

    async def start(context: ChildContext) -> None:
        await DraftsActor(store, api, clock, files, workers).run(context)

    return ChildSpec(name="drafts", start=start, critical=False, intensity=NEVER_GIVE_UP)
