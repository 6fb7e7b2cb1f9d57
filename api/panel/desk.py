"""What all pages of the panel share: the handles, who is logged in, and how a page is drawn.

Every answer is drawn from a template that escapes all values, carries headers that allow nothing
from elsewhere, and is kept by no cache.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from quart import request
from quart.wrappers import Response

from api.panel.auth import LOGINS_PER_MIN, Login, Logins, PanelRole, Passwords
from api.panel.headline import Limits, Spells
from api.panel.words import Words, money, size, span
from api.ports import Handles, PanelSettings
from api.sse import Streams
from api.throttle import Throttle
from store.domain.texts.text import nearest

FOLDER = Path(__file__).parent.parent / "templates" / "panel"
COOKIE = "stickerbooth_panel"
BY_ITSELF = "X-By-Itself"
"""Header of what a page asks for without anybody touching it."""
SAFETY = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
        " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "X-Robots-Tag": "noindex, nofollow",
    "Cache-Control": "no-store",
}


class Memory:
    """What outlives the web server's restarts: logins, tries, since when the line on top holds."""

    def __init__(self, settings: PanelSettings) -> None:
        self.logins = Logins()
        self.passwords = Passwords(settings)
        self.throttle = Throttle(LOGINS_PER_MIN)
        self.spells = Spells()


@dataclass(frozen=True, slots=True)
class Visit:
    """One request of somebody who is logged in."""

    login: Login
    words: Words
    path: str
    now: datetime
    monotonic: float
    form: Mapping[str, str] = field(default_factory=dict, repr=False)
    """The fields of the form that was sent; none unless it is a change."""

    @property
    def may_act(self) -> bool:
        """Whether they may change something."""
        return self.login.role is PanelRole.ADMIN


@dataclass(slots=True)
class Desk:
    """The panel on the handles of the program."""

    handles: Handles
    settings: PanelSettings
    memory: Memory
    streams: Streams
    zone: ZoneInfo = field(init=False)
    templates: Environment = field(init=False)

    def __post_init__(self) -> None:
        """Read the templates once."""
        self.zone = ZoneInfo(self.settings.timezone)
        self.templates = Environment(
            loader=FileSystemLoader(FOLDER),
            autoescape=True,
            undefined=StrictUndefined,
            auto_reload=False,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.templates.filters.update(span=span, money=money, size=size)

    @property
    def limits(self) -> Limits:
        """What the line on top is judged by."""
        choices = self.handles.settings
        return Limits(choices.worker_slots, choices.job_deadline, self.settings.delay_notice)

    @property
    def secure(self) -> bool:
        """Whether the panel is reached by HTTPS alone."""
        return self.handles.settings.public_url.startswith("https:")

    def words(self, language: str | None) -> Words:
        """Return the texts in a language, the default for an unknown one."""
        return Words(nearest(language, self.handles.settings.languages), self.zone)

    def visit(self) -> Visit | None:
        """Return who makes the present request, None when nobody is logged in."""
        monotonic = self.handles.clock.monotonic()
        token = request.cookies.get(COOKIE, "")
        alive = BY_ITSELF not in request.headers
        login = self.memory.logins.find(token, monotonic, sign_of_life=alive)
        if login is None:
            return None
        if asked := request.args.get("lang"):
            login.language = asked
        words = self.words(login.language or request.headers.get("Accept-Language"))
        return Visit(login, words, request.path, self.handles.clock.now(), monotonic)

    def page(self, visit: Visit, template: str, status: int = 200, **values: Any) -> Response:
        """Draw a page for somebody who is logged in."""
        return self.draw(
            template,
            visit.words,
            status,
            visit=visit,
            csrf=visit.login.csrf,
            may_act=visit.may_act,
            flashes=() if BY_ITSELF in request.headers else visit.login.take_flashes(),
            **values,
        )

    def draw(self, template: str, words: Words, status: int = 200, **values: Any) -> Response:
        """Draw any page."""
        text = self.templates.get_template(template).render(
            t=words, languages=self.handles.settings.languages, path=request.path, **values
        )
        return Response(
            text, status=status, headers=SAFETY, content_type="text/html; charset=utf-8"
        )


def wants_json() -> bool:
    """Tell whether the caller asks for JSON rather than for a page."""
    accepted = request.headers.get("Accept", "")
    return "application/json" in accepted and "text/html" not in accepted


def redirect(target: str) -> Response:
    """Lead to another page of ours after a post."""
    return Response(b"", status=303, headers={**SAFETY, "Location": target})
