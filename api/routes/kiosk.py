"""The calls of the tablet, as the contract lists them: parse, ask the store, present."""

import re
from dataclasses import dataclass, field
from typing import Any

import trio
from quart import request
from quart.wrappers import Response

from api import qr
from api.answers import bytes_answer, json_answer
from api.caller import address
from api.entrance import let_in
from api.photos import Photos
from api.ports import Handles
from api.presenters import View, session_view, template_views
from api.problems import Code, Problem
from api.refusals import refuse_over_limit
from api.route import Parameter, Route, Success
from api.sse import MEDIA_TYPE, Streams
from api.throttle import Throttle
from api.uploads import read_json
from store import messages as m
from store import queries, tablet
from store.domain.ids import Token, new_token
from store.domain.machine import Role
from store.domain.reasons import ClosedReason, Refusal
from store.domain.status import SessionStatus
from store.domain.texts.text import nearest
from store.errors import StoreError
from supervisor.clock import iso
from supervisor.mailbox import ActorDown

_KIOSK_ID_LENGTH = 64
_TEMPLATE_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_IMAGES = {
    ".png": "image/png",
    ".webp": "image/webp",
    ".jpg": "image/jpeg",
    ".svg": "image/svg+xml",
}


@dataclass(slots=True)
class Kiosk:
    """The handlers, on the handles of the program."""

    handles: Handles
    streams: Streams
    photos: Photos
    throttle: Throttle = field(init=False)

    def __post_init__(self) -> None:
        """Start with nobody counted."""
        self.throttle = Throttle(self.handles.settings.session_rate_per_min)

    async def templates(self) -> Response:
        """List the outfits on offer."""
        language = nearest(request.args.get("lang"), self.handles.settings.languages)
        outfits = await self.handles.store.read(queries.outfits)
        return json_answer(template_views(outfits, language))

    async def preview(self, template_id: str) -> Response:
        """Show the picture of an outfit."""
        outfit = None
        if _TEMPLATE_ID.fullmatch(template_id):
            outfit = await self.handles.store.read(queries.outfit, template_id)
        path = self.handles.settings.preview(outfit) if outfit else None
        if path is None or path.suffix not in _IMAGES:
            raise Problem(Refusal.NOT_FOUND)
        try:
            picture = await trio.Path(path).read_bytes()
        except OSError as error:
            raise Problem(Refusal.NOT_FOUND) from error
        return bytes_answer(picture, _IMAGES[path.suffix], "public, max-age=300")

    async def create(self) -> Response:
        """Start a session, if a pack could be delivered."""
        wait = self.throttle.admit(address(), self.handles.clock.monotonic())
        if wait is not None:
            raise Problem(Code.RATE_LIMITED, retry_after=wait)
        kiosk_id = _kiosk_id(await read_json(request.scope))
        try:
            await let_in(self.handles)
            token = new_token()
            made = await self.handles.store.ask(
                m.CreateSession(token, kiosk_id, self.handles.clock.now())
            )
        except (StoreError, ActorDown, trio.TooSlowError) as error:
            raise Problem(Code.UNAVAILABLE) from error
        if isinstance(made, m.Refused):
            raise Problem(made.code)
        return json_answer(await self._view(token), 201)

    async def show(self, token: str) -> Response:
        """Show a session."""
        return json_answer(await self._view(token))

    async def events(self, token: str) -> Response:
        """Stream a session."""
        await self._view(token)

        async def look() -> View | None:
            return await self._look(token)

        response = Response(
            self.streams.open(token, look),
            headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
            content_type=MEDIA_TYPE,
        )
        response.timeout = None
        return response

    async def qr_code(self, token: str) -> Response:
        """Show the deep link as a QR code."""
        link = (await self._view(token))["deep_link"]
        if link is None:
            raise Problem(Code.UNAVAILABLE, "The bot's name is not known yet.", retry_after=5)
        return bytes_answer(qr.svg(link), "image/svg+xml", "no-store")

    async def choose(self, token: str) -> Response:
        """Choose an outfit."""
        template = (await read_json(request.scope)).get("template_id")
        if not isinstance(template, str):
            raise Problem(Code.INVALID, "template_id must be a text.")
        await self._view(token)
        if not _TEMPLATE_ID.fullmatch(template):
            raise Problem(Refusal.UNKNOWN_TEMPLATE)
        pulled = await self._pull(token, "choose", {"template_id": template})
        if isinstance(pulled, m.Refused):
            raise Problem(pulled.code)
        refuse_over_limit(pulled)
        return json_answer(await self._view(token))

    async def photo(self, token: str) -> Response:
        """Take a photo."""
        await self.photos.take(Token(token), request.headers, request.scope)
        return json_answer(await self._view(token), 202)

    async def expire(self, token: str) -> Response:
        """Give a session up."""
        reason = ClosedReason.of(request.args.get("reason", ""))
        pulled = await self._pull(token, "expire", {"reason": reason.value})
        view = await self._view(token)
        if isinstance(pulled, m.Refused) and view["status"] != SessionStatus.EXPIRED:
            raise Problem(pulled.code)
        return json_answer(view)

    async def _pull(self, token: str, trigger: str, args: dict[str, str]) -> m.Pulled:
        now = self.handles.clock.now()
        return await self.handles.store.ask(
            m.Pull("session", token, trigger, Role.KIOSK, now, args)
        )

    async def _look(self, token: str) -> View | None:
        found = await self.handles.store.read(tablet.shown, token)
        if found is None:
            return None
        settings = self.handles.settings
        return session_view(found, slots=settings.worker_slots, now=iso(self.handles.clock.now()))

    async def _view(self, token: str) -> View:
        view = await self._look(token)
        if view is None:
            raise Problem(Refusal.NOT_FOUND)
        return view


def _kiosk_id(body: dict[str, Any]) -> str | None:
    given = body.get("kiosk_id")
    if given is None:
        return None
    if not isinstance(given, str) or len(given) > _KIOSK_ID_LENGTH or not given.isprintable():
        raise Problem(
            Code.INVALID, f"kiosk_id must be a printable text of at most {_KIOSK_ID_LENGTH}."
        )
    return given or None


_UNKNOWN = (Refusal.NOT_FOUND,)
_STORE = (Code.STORE_DOWN,)
_VIEW = Success(200, "application/json", "The session", "Session")
_LANG = Parameter("lang", "query", "Language of the titles")
_KEY = Parameter("Idempotency-Key", "header", "Makes a repeat answer with the first one's job")
_REASON = Parameter("reason", "query", "Why; an unknown code counts as kiosk_reset")


def routes(kiosk: Kiosk) -> tuple[Route, ...]:
    """Return the tablet's calls."""
    return (*_outfits(kiosk), *_sessions(kiosk), *_looks(kiosk), *_steps(kiosk))


def _outfits(kiosk: Kiosk) -> tuple[Route, ...]:
    return (
        Route(
            method="GET",
            path="/templates",
            handler=kiosk.templates,
            summary="The outfits on offer",
            success=Success(200, "application/json", "Outfits, in order", "Templates"),
            problems=_STORE,
            parameters=(_LANG,),
            keyed=True,
        ),
        Route(
            method="GET",
            path="/templates/<template_id>/preview",
            handler=kiosk.preview,
            summary="The picture of an outfit; needs no key",
            success=Success(200, "image/*", "The picture"),
            problems=_UNKNOWN + _STORE,
        ),
    )


def _sessions(kiosk: Kiosk) -> tuple[Route, ...]:
    return (
        Route(
            method="POST",
            path="/session",
            handler=kiosk.create,
            summary="Start a session",
            success=Success(201, "application/json", "The new session", "Session"),
            problems=(
                Code.INVALID,
                Code.RATE_LIMITED,
                Refusal.MAINTENANCE,
                Code.UNAVAILABLE,
                Code.STORE_DOWN,
            ),
            body=("application/json", "NewSession"),
            keyed=True,
        ),
        Route(
            method="POST",
            path="/session/<token>/expire",
            handler=kiosk.expire,
            summary="Give the session up",
            success=_VIEW,
            problems=(*_UNKNOWN, Refusal.WRONG_STATUS, *_STORE),
            parameters=(_REASON,),
            keyed=True,
        ),
    )


def _looks(kiosk: Kiosk) -> tuple[Route, ...]:
    return (
        Route(
            method="GET",
            path="/session/<token>",
            handler=kiosk.show,
            summary="The session",
            success=_VIEW,
            problems=_UNKNOWN + _STORE,
            keyed=True,
        ),
        Route(
            method="GET",
            path="/session/<token>/events",
            handler=kiosk.events,
            summary="The session now and at each change, as events named session",
            success=Success(200, MEDIA_TYPE, "Events whose data is the session", "Session"),
            problems=(*_UNKNOWN, Code.UNAVAILABLE, *_STORE),
            keyed=True,
        ),
        Route(
            method="GET",
            path="/session/<token>/qr.svg",
            handler=kiosk.qr_code,
            summary="The deep link as a QR code",
            success=Success(200, "image/svg+xml", "The code"),
            problems=(*_UNKNOWN, Code.UNAVAILABLE, *_STORE),
            keyed=True,
        ),
    )


def _steps(kiosk: Kiosk) -> tuple[Route, ...]:
    return (
        Route(
            method="POST",
            path="/session/<token>/template",
            handler=kiosk.choose,
            summary="Choose an outfit",
            success=_VIEW,
            problems=(
                Code.INVALID,
                *_UNKNOWN,
                Refusal.UNKNOWN_TEMPLATE,
                Refusal.WRONG_STATUS,
                Refusal.PACK_LIMIT,
                Refusal.MAINTENANCE,
                *_STORE,
            ),
            body=("application/json", "Choice"),
            keyed=True,
        ),
        Route(
            method="POST",
            path="/session/<token>/photo",
            handler=kiosk.photo,
            summary="Take the photo and queue the pack",
            success=Success(202, "application/json", "The session with its job", "Session"),
            problems=(
                Code.INVALID,
                *_UNKNOWN,
                Refusal.WRONG_STATUS,
                Refusal.PACK_LIMIT,
                Code.TOO_LARGE,
                Code.UNSUPPORTED_IMAGE,
                Code.BAD_PHOTO,
                Refusal.MAINTENANCE,
                Code.UNAVAILABLE,
                *_STORE,
            ),
            parameters=(_KEY,),
            body=("multipart/form-data", "Photo"),
            keyed=True,
        ),
    )
