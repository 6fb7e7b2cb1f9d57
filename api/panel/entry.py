"""The doors of the panel: who gets to a page, and what every change has to bring.

A page without a login leads to the login, a call for JSON gets 401. A change needs a login, the
page's token and the right to act, in this order; it ends in JSON or leads back to the page it was
made on, which then says how it went.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from functools import wraps
from typing import Any
from urllib.parse import quote, urlsplit

import trio
from quart import request
from quart.wrappers import Response

from api.answers import json_answer, problem_answer
from api.panel import csrf
from api.panel.auth import Flash
from api.panel.desk import Desk, Visit, redirect, wants_json
from api.problems import Code, Problem
from api.route import Handler
from api.uploads import read_form
from store.domain.reasons import Refusal
from store.errors import StoreError
from supervisor.mailbox import ActorDown

HOME = "/admin"
LOGIN = "/admin/login"


@dataclass(frozen=True, slots=True)
class Done:
    """A change was made: what the page says, what JSON says, and where to go by default."""

    said: str
    body: dict[str, Any] = field(default_factory=dict)
    back: str = HOME


Change = Callable[..., Awaitable[Done | Response]]
Page = Callable[..., Awaitable[Response]]


def page(desk: Desk, handler: Page) -> Handler:
    """Let only those in who are logged in; what goes wrong becomes a page as well."""

    @wraps(handler)
    async def guarded(**values: Any) -> Response:
        visit = desk.visit()
        if visit is None:
            return _to_login()
        try:
            return await handler(visit, **values)
        except (Problem, StoreError, ActorDown, trio.TooSlowError) as error:
            problem = _problem(error)
            if wants_json():
                return problem_answer(problem)
            return _sorry(desk, visit, problem)

    return guarded


def change(desk: Desk, handler: Change) -> Handler:
    """Guard a change; see the module docstring."""

    @wraps(handler)
    async def guarded(**values: Any) -> Response:
        visit = desk.visit()
        if visit is None:
            return _to_login()
        try:
            form = await read_form(request.scope)
            csrf.require(visit.login, form.get(csrf.FIELD) or request.headers.get(csrf.HEADER))
            if not visit.may_act:
                raise Problem(Code.FORBIDDEN, visit.words("read_only"))
            done = await handler(replace(visit, form=form), **values)
        except (Problem, StoreError, ActorDown, trio.TooSlowError) as error:
            return _refused(desk, visit, _problem(error))
        if isinstance(done, Response):
            return done
        if wants_json():
            return json_answer({"status": "ok", **done.body})
        visit.login.flashes.append(Flash(done.said, good=True))
        return redirect(_back(done.back))

    return guarded


def _refused(desk: Desk, visit: Visit, problem: Problem) -> Response:
    if wants_json():
        return problem_answer(problem)
    if problem.code is Code.FORBIDDEN:
        return _sorry(desk, visit, problem)
    visit.login.flashes.append(Flash(problem.detail, good=False))
    return redirect(_back(HOME))


def _problem(error: Exception) -> Problem:
    return error if isinstance(error, Problem) else Problem(Code.STORE_DOWN, retry_after=5)


def _to_login() -> Response:
    if wants_json():
        raise Problem(Code.LOGIN_NEEDED)
    if request.method == "GET" and request.path != HOME:
        return redirect(f"{LOGIN}?next={quote(request.full_path.rstrip('?'), safe='/')}")
    return redirect(LOGIN)


def _sorry(desk: Desk, visit: Visit, problem: Problem) -> Response:
    title = visit.words("not_found" if problem.code is Refusal.NOT_FOUND else "sorry")
    response = desk.page(visit, "sorry.html", problem.status, title=title, detail=problem.detail)
    response.headers.extend({k: v for k, v in problem.headers().items() if k == "Retry-After"})
    return response


def _back(fallback: str) -> str:
    """Return the page of ours that the change was made on."""
    try:
        came = urlsplit(request.headers.get("Referer", ""))
    except ValueError:
        return fallback
    ours = came.netloc == request.host and is_ours(came.path)
    if not ours:
        return fallback
    return came.path + (f"?{came.query}" if came.query else "")


def is_ours(path: str) -> bool:
    """Tell whether a path is of the panel, and of no other place that looks like it."""
    plain = path == HOME or path.startswith(f"{HOME}/")
    return plain and not path.startswith(LOGIN) and "\\" not in path and "//" not in path
