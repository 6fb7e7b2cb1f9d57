"""Logging in and out.

A wrong password says nothing about which part was wrong; too many tries of one address wait.
"""

from dataclasses import dataclass
from urllib.parse import urlsplit

import structlog
from quart import request
from quart.wrappers import Response

from api.answers import json_answer, problem_answer
from api.caller import address
from api.panel.auth import LIFE
from api.panel.desk import COOKIE, Desk, redirect, wants_json
from api.panel.entry import HOME, LOGIN, is_ours
from api.panel.words import Words
from api.problems import Code, Problem
from api.uploads import read_form
from store.panel_messages import NoteAction

NAME_LENGTH = 40
ELSEWHERE = frozenset({"cross-site", "same-site"})

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class LoginPage:
    """The handlers."""

    desk: Desk

    async def show(self) -> Response:
        """Ask for the password."""
        return self._ask(self._words())

    async def enter(self) -> Response:
        """Log in with a password."""
        words = self._words()
        wait = self.desk.memory.throttle.admit(address(), self.desk.handles.clock.monotonic())
        if wait is not None:
            return self._refuse(
                words, "too_many_tries", Problem(Code.RATE_LIMITED, retry_after=wait)
            )
        form = await read_form(request.scope)
        if request.headers.get("Sec-Fetch-Site") in ELSEWHERE:
            return self._refuse(words, "wrong_password", Problem(Code.FORBIDDEN))
        role = await self.desk.memory.passwords.role_of(form.get("password", ""))
        if role is None:
            log.warning("panel.login_refused")
            return self._refuse(words, "wrong_password", Problem(Code.LOGIN_NEEDED))
        self.desk.memory.throttle.forgive(address())
        who = f"panel:{_name(form.get('who', '')) or role.value}"
        token, login = self.desk.memory.logins.open(role, who, self.desk.handles.clock.monotonic())
        login.language = request.args.get("lang")
        await self.desk.handles.store.ask(
            NoteAction("login", role.value, who, self.desk.handles.clock.now())
        )
        log.info("panel.login", role=role.value)
        if wants_json():
            answer = json_answer({"status": "ok", "csrf_token": login.csrf})
        else:
            answer = redirect(_onward(form.get("next", "")))
        return self._keep(answer, token, int(LIFE))

    async def leave(self) -> Response:
        """Log out."""
        self.desk.memory.logins.close(request.cookies.get(COOKIE, ""))
        answer = json_answer({"status": "ok"}) if wants_json() else redirect(LOGIN)
        return self._keep(answer, "", 0)

    def _words(self) -> Words:
        asked = request.args.get("lang") or request.headers.get("Accept-Language")
        return self.desk.words(asked)

    def _ask(self, words: Words, status: int = 200, trouble: str | None = None) -> Response:
        onward = request.args.get("next", "")
        return self.desk.draw("login.html", words, status, trouble=trouble, onward=onward)

    def _refuse(self, words: Words, trouble: str, problem: Problem) -> Response:
        if wants_json():
            return problem_answer(problem)
        response = self._ask(words, problem.status, words(trouble))
        if retry_after := problem.headers().get("Retry-After"):
            response.headers["Retry-After"] = retry_after
        return response

    def _keep(self, answer: Response, token: str, seconds: int) -> Response:
        answer.set_cookie(
            COOKIE,
            token,
            max_age=seconds,
            path=HOME,
            secure=self.desk.secure,
            httponly=True,
            samesite="Strict",
        )
        return answer


def _name(given: str) -> str:
    """Return what somebody calls themselves, fit for the log of actions."""
    plain = "".join(letter for letter in given if letter.isprintable())
    return " ".join(plain.split())[:NAME_LENGTH]


def _onward(target: str) -> str:
    """Return where to go after the login: a page of ours, whatever the address says."""
    try:
        parts = urlsplit(target)
    except ValueError:
        return HOME
    if parts.scheme or parts.netloc or not is_ours(parts.path) or not target.isprintable():
        return HOME
    return parts.path + (f"?{parts.query}" if parts.query else "")
