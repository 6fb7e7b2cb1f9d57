"""What the kiosk page asks besides sessions: its settings, whether the booth is open, its pictures.

Settings and theme are read once at start. The look at the door uses the same judgement as the
start of a session, so the tablet says before a tap what the tap would be refused for.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import structlog
import trio
from quart import request
from quart.wrappers import Response

from api import theme
from api.answers import bytes_answer, json_answer
from api.entrance import let_in
from api.ports import Handles
from api.presenters import template_views
from api.problems import Code, Problem
from api.route import Parameter, Route, Success
from api.theme import PICTURES, Theme
from store import queries
from store.domain.reasons import Refusal
from store.domain.texts import kiosk as texts
from store.errors import StoreError
from supervisor.mailbox import ActorDown

SAMPLES = 6
VERSION_LENGTH = 16

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class KioskPage:
    """The handlers; `version` changes with the page's files, so that a tablet loads them anew."""

    handles: Handles
    version: str
    theme: Theme
    samples: dict[str, bytes]

    async def settings(self) -> Response:
        """Answer the settings of the page."""
        settings = self.handles.settings
        return json_answer(
            {
                "version": self.version,
                "languages": [
                    {"code": code, "name": texts.LANGUAGE_NAME.of(code)}
                    for code in settings.languages
                ],
                "timers": dict(settings.kiosk_timers),
                "theme": _theme(self.theme),
                "samples": await self._samples(),
                "kiosk": {"id": request.args.get("kiosk", "")[:64] or None},
            }
        )

    async def now(self) -> Response:
        """Answer whether a guest would be let in, and what they would have to expect."""
        try:
            door = await let_in(self.handles)
        except Problem as problem:
            return self._door(problem.code.value, problem.members)
        except (StoreError, ActorDown, trio.TooSlowError):
            return self._door(Code.UNAVAILABLE.value, {})
        wait = None if door.wait is None else round(door.wait)
        return json_answer(
            {
                "open": True,
                "reason": None,
                "text": None,
                "wait_sec": wait,
                "ahead": door.ahead,
                "version": self.version,
            }
        )

    def _door(self, reason: str, members: Mapping[str, object]) -> Response:
        return json_answer(
            {
                "open": False,
                "reason": reason,
                "text": members.get("operator_text"),
                "wait_sec": members.get("expected_wait_sec"),
                "ahead": None,
                "version": self.version,
            }
        )

    async def theme_picture(self, name: str) -> Response:
        """Answer the event's logo or background."""
        return _picture(self.theme.pictures, name)

    async def sample(self, name: str) -> Response:
        """Answer a sample sticker."""
        return _picture(self.samples, name)

    async def _samples(self) -> list[str]:
        """Addresses of pictures for the start screen; the outfits' own when none were made."""
        if self.samples:
            return [f"/kiosk/sample/{name}" for name in self.samples]
        try:
            outfits = await self.handles.store.read(queries.outfits)
        except StoreError:
            return []
        return [view["preview_url"] for view in template_views(outfits, "")[:SAMPLES]]


def make(handles: Handles, files: Mapping[str, bytes]) -> KioskPage:
    """Read theme and samples; what is wrong with the theme is logged, not raised."""
    found, faults = theme.load(handles.folder.theme)
    for fault in faults:
        log.warning("kiosk.theme_fault", file=theme.FILE, fault=fault)
    return KioskPage(handles, _version(files, found), found, _sample_files(handles))


def _sample_files(handles: Handles) -> dict[str, bytes]:
    folder = handles.settings.samples
    if folder is None or not folder.is_dir():
        return {}
    paths = sorted(path for path in folder.iterdir() if path.suffix in PICTURES)
    return {path.name: path.read_bytes() for path in paths[:SAMPLES]}


def _version(files: Mapping[str, bytes], theme: Theme) -> str:
    digest = hashlib.sha256(repr((theme.colors, theme.event)).encode())
    for name, body in sorted([*files.items(), *theme.pictures.items()]):
        digest.update(name.encode() + b"\0" + hashlib.sha256(body).digest())
    return digest.hexdigest()[:VERSION_LENGTH]


def _theme(theme: Theme) -> dict[str, Any]:
    def address(name: str | None) -> str | None:
        return f"/kiosk/theme/{name}" if name else None

    return {
        "colors": theme.colors,
        "event": theme.event,
        "logo": address(theme.logo),
        "background": address(theme.background),
    }


def _picture(pictures: Mapping[str, bytes], name: str) -> Response:
    if name not in pictures:
        raise Problem(Refusal.NOT_FOUND)
    response = bytes_answer(pictures[name], PICTURES[Path(name).suffix], "public, max-age=300")
    # A drawing of the operator's is shown as a picture only; opened by itself it runs nothing.
    response.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
    return response


def routes(page: KioskPage) -> tuple[Route, ...]:
    """Return the calls; the look at the door needs the key, so that a wrong one shows early."""
    return (
        Route(
            method="GET",
            path="/kiosk.json",
            handler=page.settings,
            summary="The settings of the kiosk page",
            success=Success(200, "application/json", "Timers, theme, languages", "KioskSettings"),
            parameters=(Parameter("kiosk", "query", "Which kiosk it is"),),
        ),
        Route(
            method="GET",
            path="/kiosk/now",
            handler=page.now,
            summary="Whether a new guest would be let in, and the expected wait",
            success=Success(200, "application/json", "Open, or why not", "KioskNow"),
            keyed=True,
        ),
        Route(
            method="GET",
            path="/kiosk/theme/<name>",
            handler=page.theme_picture,
            summary="The event's logo or background",
            success=Success(200, "image/*", "The picture"),
            problems=(Refusal.NOT_FOUND,),
        ),
        Route(
            method="GET",
            path="/kiosk/sample/<name>",
            handler=page.sample,
            summary="A sample sticker for the start screen",
            success=Success(200, "image/*", "The picture"),
            problems=(Refusal.NOT_FOUND,),
        ),
    )
