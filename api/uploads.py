"""Request bodies: small JSON ones and forms, and a photo streamed to disk.

Nothing is believed of a length that a client announces: bytes are counted as they come. A photo
is held in memory only piece by piece, and only so many are received at once.
"""

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import trio
from werkzeug.http import parse_options_header

from api.connection import BODY, BodyTooSlow, IncomingBody
from api.multipart import Malformed, Part, Splitter
from api.ports import PHOTO_BYTES
from api.problems import Code, Problem

JSON_BYTES = 16 * 1024
FORM_FIELDS = 50
OVERHEAD_BYTES = 1024 * 1024
"""Room for everything in a multipart body that is not the photo."""
PIECE_SECONDS = 15.0
"""How long a client may pause in the middle of a body."""
BODY_SECONDS = 120.0
"""How long a whole body may take."""
AT_ONCE = 16
"""Photos received at the same time."""
TURN_SECONDS = 20.0
"""How long an upload waits for its turn."""

_BOUNDARY = re.compile(r"[0-9A-Za-z'()+_,./:=? -]{1,70}")


async def read_json(scope: Any) -> dict[str, Any]:
    """Return the JSON object of a body, empty for an empty body; raises `Problem`."""
    received = await _whole(scope)
    if not received.strip():
        return {}
    try:
        value = json.loads(received)
    except (ValueError, RecursionError) as error:
        raise Problem(Code.INVALID, "The body is not JSON.") from error
    if not isinstance(value, dict):
        raise Problem(Code.INVALID, "The body must be a JSON object.")
    return value


async def read_form(scope: Any) -> dict[str, str]:
    """Return the fields of a body that a plain HTML form sends; raises `Problem`.

    Of a field that comes more than once the last one counts.
    """
    received = await _whole(scope)
    try:
        fields = parse_qsl(received.decode(), keep_blank_values=True, max_num_fields=FORM_FIELDS)
    except ValueError as error:
        raise Problem(Code.INVALID, "The body is no form.") from error
    return dict(fields)


async def _whole(scope: Any) -> bytes:
    received = bytearray()
    pieces = _Pieces(scope)
    while piece := await pieces.next():
        received += piece
        if len(received) > JSON_BYTES:
            raise Problem(Code.INVALID, f"The body may have at most {JSON_BYTES} bytes.")
    return bytes(received)


class PhotoIntake:
    """Receives photos, a limited number at once."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._turns = trio.CapacityLimiter(at_once)

    async def receive(self, scope: Any, content_type: str, length: int | None, to: Path) -> None:
        """Write the field `photo` of a multipart body to a new file; raises `Problem`.

        The caller removes the file, also after an error.
        """
        splitter = _splitter(content_type)
        if length is not None and length > PHOTO_BYTES + OVERHEAD_BYTES:
            raise Problem(Code.TOO_LARGE)
        with trio.move_on_after(TURN_SECONDS) as patience:
            await self._turns.acquire()
        if patience.cancelled_caught:
            raise Problem(Code.UNAVAILABLE, "Too many uploads at once.", retry_after=TURN_SECONDS)
        try:
            await _write_photo(scope, splitter, to)
        except OSError as error:
            raise Problem(Code.UNAVAILABLE, "The photo could not be stored.") from error
        finally:
            self._turns.release()


def _splitter(content_type: str) -> Splitter:
    kind, options = parse_options_header(content_type)
    if kind != "multipart/form-data":
        raise Problem(Code.UNSUPPORTED_IMAGE)
    boundary = options.get("boundary", "")
    if not _BOUNDARY.fullmatch(boundary):
        raise Problem(Code.INVALID, "The multipart boundary is missing or malformed.")
    return Splitter(boundary.encode("ascii"))


async def _write_photo(scope: Any, splitter: Splitter, to: Path) -> None:
    photo, pieces, total = _Photo(), _Pieces(scope), 0
    async with await trio.open_file(to, "xb") as file:
        while piece := await pieces.next():
            total += len(piece)
            if total > PHOTO_BYTES + OVERHEAD_BYTES:
                raise Problem(Code.TOO_LARGE)
            try:
                found = splitter.feed(piece)
            except Malformed as error:
                raise Problem(Code.INVALID, f"The body is malformed: {error}.") from error
            for data in map(photo.take, found):
                if data:
                    await file.write(data)
    if not splitter.finished:
        raise Problem(Code.INVALID, "The body is malformed: it ends early.")
    photo.check()


class _Photo:
    """Which part is the photo, and how much of it has come."""

    def __init__(self) -> None:
        self._size = 0
        self._parts = 0
        self._inside = False

    def take(self, found: Part | bytes) -> bytes:
        """Return the bytes of the photo in what was found."""
        if isinstance(found, Part):
            self._inside = found.name == "photo"
            self._parts += self._inside
            if self._parts > 1:
                raise Problem(Code.INVALID, "There is more than one field photo.")
            return b""
        if not self._inside:
            return b""
        self._size += len(found)
        if self._size > PHOTO_BYTES:
            raise Problem(Code.TOO_LARGE)
        return found

    def check(self) -> None:
        """Refuse a body without a photo."""
        if not self._parts:
            raise Problem(Code.INVALID, "The field photo is missing.")
        if not self._size:
            raise Problem(Code.UNSUPPORTED_IMAGE, "The photo is empty.")


class _Pieces:
    """A body piece by piece, as it comes; an iterator that need not be closed."""

    def __init__(self, scope: Any) -> None:
        self._body: IncomingBody = scope[BODY]
        self._deadline = trio.current_time() + BODY_SECONDS

    async def next(self) -> bytes:
        """Return the next piece, empty at the end; raises `Problem` when it does not come."""
        left = max(0.0, self._deadline - trio.current_time())
        try:
            return await self._body.piece(min(PIECE_SECONDS, left))
        except BodyTooSlow as error:
            raise Problem(Code.INVALID, "The body did not arrive in time.") from error
