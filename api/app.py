"""The web application, made from the handles of the program.

It runs no task of its own and keeps nothing that matters. Every error becomes a problem document
here, so routes only raise.
"""

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any

import structlog
import trio
from quart import request
from quart.wrappers import Response
from quart_trio import QuartTrio
from werkzeug.exceptions import HTTPException

from api import cors
from api.answers import json_answer, problem_answer
from api.auth import HEADER, require_key
from api.connection import REQUEST_ID, Connection
from api.metrics import Metrics
from api.openapi import PATH, describe
from api.panel import routes as panel
from api.panel.desk import Memory
from api.photos import Photos
from api.ports import Handles
from api.problems import Code, Problem, code_of_status
from api.route import Handler, Route
from api.routes import kiosk, kiosk_page, leads, operations, pages
from api.sse import Streams
from store.errors import StoreError
from supervisor.mailbox import ActorDown

log = structlog.get_logger()


class WebApp(QuartTrio):
    """Quart on trio with our own connection; `routes` is everything it answers."""

    asgi_http_class = Connection
    routes: tuple[Route, ...] = ()


def make_app(handles: Handles, streams: Streams, memory: Memory | None = None) -> WebApp:
    """Make the application; `memory` is the panel's, kept over the web server's restarts."""
    app = WebApp("stickerbooth", static_folder=None, root_path=str(pages.FOLDER))
    app.url_map.merge_slashes = False
    app.url_map.redirect_defaults = False
    settings = handles.settings
    metrics = Metrics(handles)
    page = pages.Pages(settings.languages, pages.read_files(settings.display_font))
    app.routes = (
        *_lead_routes(handles),
        *pages.routes(page),
        *kiosk_page.routes(kiosk_page.make(handles, page.files)),
        *kiosk.routes(kiosk.Kiosk(handles, streams, Photos(handles))),
        *operations.routes(operations.Operations(handles, metrics)),
        *_panel_routes(handles, streams, memory),
    )
    for route in app.routes:
        handler = _keyed(route.handler, settings.kiosk_key) if route.keyed else route.handler
        app.add_url_rule(
            route.path,
            f"{route.method} {route.path}",
            handler,
            methods=[route.method],
            provide_automatic_options=False,
        )
    _describe(app, handles)
    app.register_error_handler(Exception, _on_error)
    app.after_request(_harmless)
    app.after_request(_counted(metrics))
    if settings.leads is not None:
        app.after_request(_cors(settings.leads.origins))
    return app


def _lead_routes(handles: Handles) -> tuple[Route, ...]:
    settings = handles.settings.leads
    return () if settings is None else leads.routes(leads.Leads(handles, settings))


def _panel_routes(handles: Handles, streams: Streams, memory: Memory | None) -> tuple[Route, ...]:
    settings = handles.settings.panel
    if settings is None:
        return ()
    return panel.routes(handles, settings, memory or Memory(settings), streams)


def _cors(origins: tuple[str, ...]) -> Callable[[Response], Awaitable[Response]]:
    async def allowed(response: Response) -> Response:
        cors.allow(response, origins)
        return response

    return allowed


def _describe(app: WebApp, handles: Handles) -> None:
    settings = handles.settings
    document = describe(app.routes, url=settings.public_url, with_key=bool(settings.kiosk_key))

    async def openapi() -> Response:
        return json_answer(document)

    app.add_url_rule(PATH, "GET " + PATH, openapi, methods=["GET"])


def _keyed(handler: Handler, key: str) -> Callable[..., Awaitable[Response]]:
    @wraps(handler)
    async def guarded(**values: str) -> Response:
        require_key(key, request.headers.get(HEADER))
        return await handler(**values)

    return guarded


def _counted(metrics: Metrics) -> Callable[[Response], Awaitable[Response]]:
    async def counted(response: Response) -> Response:
        metrics.note(request.method if request.url_rule else "any", _route(), response.status_code)
        return response

    return counted


async def _harmless(response: Response) -> Response:
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    return response


async def _on_error(error: Exception) -> Response:
    match error:
        case Problem():
            return problem_answer(error)
        case HTTPException():
            return _framework_error(error)
        case StoreError() | ActorDown() | trio.TooSlowError():
            log.warning("api.store_down", error=type(error).__name__, route=_route())
            return problem_answer(Problem(Code.STORE_DOWN, retry_after=5))
        case _:
            log.error(
                "api.handler_failed",
                error=type(error).__name__,
                route=_route(),
                request_id=_scope().get(REQUEST_ID),
                exc_info=error,
            )
            return problem_answer(Problem(Code.INTERNAL))


def _framework_error(error: HTTPException) -> Response:
    status = error.code or 500
    problem = Problem(code_of_status(status))
    response = problem_answer(problem)
    for name, value in error.get_headers():
        if name == "Allow":
            response.headers[name] = value
    return response


def _route() -> str:
    """Name the route without the values in the address, which may be secret."""
    return request.url_rule.rule if request.url_rule else "none"


def _scope() -> dict[str, Any]:
    return dict(request.scope)
