"""From an upload to a job: received, inspected, kept, committed; or refused without a trace.

- What can be refused is refused before the body is read.
- A photo has its final name, durably, before the row that names it is committed.
- A refused photo leaves no file. After an unknown outcome the file stays: a row may name it.
- Once the photo is kept, a lost connection no longer stops the commit.
"""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import trio
from werkzeug.datastructures import Headers

from api.ports import Handles, Rejected
from api.problems import Code, Problem
from api.refusals import refuse_over_limit, refuse_when_paused
from api.uploads import PhotoIntake
from store import messages as m
from store import queries, tablet
from store.domain.ids import JobId, Token, new_job_id
from store.domain.reasons import Refusal
from store.domain.status import SessionStatus
from store.errors import StoreDown
from store.files import PHOTO_SUFFIX, remove, settle

KEY_HEADER = "Idempotency-Key"
KEY_LENGTH = 200
COMMIT_SECONDS = 5.0
"""How long the commit may take; it cannot be cancelled meanwhile."""

_REJECTIONS = {
    code.value: code for code in (Code.TOO_LARGE, Code.UNSUPPORTED_IMAGE, Code.BAD_PHOTO)
}


@dataclass(frozen=True, slots=True)
class _Upload:
    token: Token
    key: str | None
    job_id: JobId
    received: Path
    clean: Path


class Photos:
    """Takes photos; a session's uploads are inspected one after the other."""

    def __init__(self, handles: Handles) -> None:
        self._handles = handles
        self._intake = PhotoIntake()
        self._sessions: dict[Token, tuple[trio.Lock, int]] = {}

    async def take(self, token: Token, headers: Headers, scope: Any) -> None:
        """Make the session's job from the photo in a request's body; raises `Problem`.

        Returns at once when this key already made the job.
        """
        key = _key(headers.get(KEY_HEADER))
        if await self._done_or_refused(token, key):
            return
        name = new_job_id()
        folder = self._handles.folder
        upload = _Upload(
            token, key, name, folder.incoming(name), folder.incoming(name + PHOTO_SUFFIX)
        )
        try:
            kind = headers.get("Content-Type", "")
            await self._intake.receive(scope, kind, _length(headers), upload.received)
            async with self._one_at_a_time(token):
                if not await self._done_or_refused(token, key):
                    await self._inspect(upload)
                    with trio.CancelScope(shield=True):
                        await self._commit(upload)
        finally:
            remove((upload.received, upload.clean))

    async def _done_or_refused(self, token: Token, key: str | None) -> bool:
        store = self._handles.store
        if key is not None and await store.read(tablet.has_job_by_key, token, key):
            return True
        session = await store.read(queries.session, token)
        if session is None:
            raise Problem(Refusal.NOT_FOUND)
        if session.status is not SessionStatus.TEMPLATE_CHOSEN:
            raise Problem(Refusal.WRONG_STATUS)
        refuse_when_paused(await store.read(queries.maintenance))
        return False

    async def _inspect(self, upload: _Upload) -> None:
        verdict = await self._handles.inspector.inspect(upload.received, upload.clean)
        if isinstance(verdict, Rejected):
            code = _REJECTIONS.get(verdict.code, Code.UNSUPPORTED_IMAGE)
            if code is Code.BAD_PHOTO:
                raise Problem(code, reason=verdict.reason)
            raise Problem(code)

    async def _commit(self, upload: _Upload) -> None:
        photo = upload.job_id + PHOTO_SUFFIX
        kept = self._handles.folder.photo(photo)
        try:
            await trio.to_thread.run_sync(_keep, upload.clean, kept)
        except OSError as error:
            remove((kept,))
            raise Problem(Code.UNAVAILABLE, "The photo could not be stored.") from error
        at = self._handles.clock.now()
        command = m.TakePhoto(upload.token, upload.job_id, photo, upload.key, at)
        try:
            taken = await self._handles.store.ask(command, COMMIT_SECONDS)
        except StoreDown:
            remove((kept,))
            raise
        if isinstance(taken, m.PhotoTaken) and taken.job.id == upload.job_id:
            return
        remove((kept,))
        match taken:
            case m.PhotoTaken():
                return
            case m.Fired():
                refuse_over_limit(taken)
            case m.Refused(code=code):
                raise Problem(code)

    @asynccontextmanager
    async def _one_at_a_time(self, token: Token) -> AsyncIterator[None]:
        lock, users = self._sessions.get(token, (trio.Lock(), 0))
        self._sessions[token] = (lock, users + 1)
        try:
            async with lock:
                yield
        finally:
            lock, users = self._sessions.pop(token)
            if users > 1:
                self._sessions[token] = (lock, users - 1)


def _keep(clean: Path, kept: Path) -> None:
    with clean.open("rb+") as file:
        os.fsync(file.fileno())
    settle(clean, kept)


def _key(given: str | None) -> str | None:
    if given is None:
        return None
    if not 0 < len(given) <= KEY_LENGTH or not given.isprintable():
        raise Problem(Code.INVALID, f"{KEY_HEADER} must be printable, 1 to {KEY_LENGTH} long.")
    return given


def _length(headers: Headers) -> int | None:
    given = headers.get("Content-Length", "")
    return int(given) if given.isascii() and given.isdigit() else None
