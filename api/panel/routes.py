"""Everything the panel answers, as routes like all others; none of it is there without a password.

Files of the page are for everybody, since the login needs them; every other address is behind a
door (`api.panel.entry`).
"""

from pathlib import Path

from quart.wrappers import Response

from api.answers import bytes_answer
from api.panel import entry
from api.panel.actions import Actions
from api.panel.desk import SAFETY, Desk, Memory
from api.panel.pages.house import House
from api.panel.pages.jobs import Jobs
from api.panel.pages.leads import Leads
from api.panel.pages.login import LoginPage
from api.panel.pages.money import Money
from api.panel.pages.overview import Overview
from api.panel.pages.people import People
from api.ports import Handles, PanelSettings
from api.problems import Code, Problem
from api.route import Handler, Route, Success
from api.sse import MEDIA_TYPE, Streams
from store.domain.reasons import Refusal

STATIC = Path(__file__).parent.parent / "static" / "panel"
KINDS = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}
NUMBER = f"int(max={2**52 - 1})"
"""A number of Telegram's, which has at most 52 bits (Bot API)."""
FORM = "application/x-www-form-urlencoded"
_HTML = "text/html"


def routes(
    handles: Handles, settings: PanelSettings, memory: Memory, streams: Streams
) -> tuple[Route, ...]:
    """Return the calls of the panel."""
    desk = Desk(handles, settings, memory, streams)
    return (*_doors(desk), *_pages(desk), *_pictures(desk), *_changes(desk))


def _doors(desk: Desk) -> tuple[Route, ...]:
    login, files = LoginPage(desk), _files()

    async def file(name: str) -> Response:
        """Answer a file of the pages."""
        if name not in files:
            raise Problem(Refusal.NOT_FOUND)
        response = bytes_answer(files[name], KINDS[Path(name).suffix])
        response.headers.update({k: v for k, v in SAFETY.items() if k != "Cache-Control"})
        return response

    return (
        _get("/admin/login", login.show, "The login of the panel"),
        _post("/admin/login", login.enter, "Log in with `password`", Code.RATE_LIMITED),
        _post("/admin/logout", login.leave, "Log out"),
        _get("/admin/static/<path:name>", file, "A file of the panel", "*/*"),
    )


def _pages(desk: Desk) -> tuple[Route, ...]:
    overview, jobs, people = Overview(desk), Jobs(desk), People(desk)
    leads, money, house = Leads(desk), Money(desk), House(desk)
    pages: tuple[tuple[str, entry.Page, str], ...] = (
        ("/admin", overview.show, "Whether the booth can deliver now, and the live board"),
        ("/admin/jobs", jobs.list, "Jobs; filters in the address"),
        ("/admin/jobs/<job_id>", jobs.show, "A job with its story"),
        ("/admin/guests", people.guests, "Guests"),
        (f"/admin/guests/<{NUMBER}:guest>", people.guest, "A guest"),
        ("/admin/sessions", people.sessions, "Sessions"),
        ("/admin/leads", leads.list, "Requests for bookings"),
        (f"/admin/leads/<{NUMBER}:lead>", leads.show, "A request for a booking"),
        ("/admin/outfits", house.outfits, "Outfits"),
        ("/admin/money", money.show, "Providers, money, delivery times"),
        ("/admin/tree", house.tree, "The supervision tree"),
        ("/admin/schedules", house.schedules, "What is done by itself"),
        ("/admin/actions", house.actions, "What the staff did"),
        ("/admin/settings", house.settings, "Settings, without secrets"),
        ("/admin/health", house.health, "Troubles, disk, backups"),
    )
    return (
        *(_get(path, entry.page(desk, handler), summary) for path, handler, summary in pages),
        _get(
            "/admin/events", entry.page(desk, overview.events), "Changes of the board", MEDIA_TYPE
        ),
    )


def _pictures(desk: Desk) -> tuple[Route, ...]:
    jobs = Jobs(desk)
    pictures: tuple[tuple[str, entry.Page, str], ...] = (
        ("photo", jobs.photo, "The selfie of a job, after a look was asked for"),
        ("sheet", jobs.sheet, "The contact sheet of a job, likewise"),
        ("stickers/<number>", jobs.sticker, "A sticker of a job, likewise"),
    )
    return tuple(
        _get(f"/admin/jobs/<job_id>/{path}", entry.page(desk, handler), summary, "image/*")
        for path, handler, summary in pictures
    )


def _changes(desk: Desk) -> tuple[Route, ...]:
    actions, jobs, leads = Actions(desk), Jobs(desk), Leads(desk)
    changes: tuple[tuple[str, entry.Change, str], ...] = (
        ("jobs/<job_id>/retry", actions.retry, "Make a failed pack once more"),
        ("jobs/<job_id>/fail", actions.fail, "Fail a job; its guest is told"),
        ("jobs/<job_id>/resend", actions.resend, "Send the link once more"),
        ("jobs/<job_id>/look", jobs.look, "Show the pictures of a job for a while"),
        ("jobs/retry", actions.retry_all, "Make all packs once more that failed of `cause`"),
        (f"guests/<{NUMBER}:guest>/reset", actions.reset, "Let a guest start anew"),
        (f"leads/<{NUMBER}:lead>/look", leads.look, "Show name and contact for a while"),
        ("leads.csv", leads.table, "All requests as a table"),
        ("pause", actions.pause, "Let no new guests in; `text` is what they read"),
        ("resume", actions.resume, "Let guests in again"),
        ("backup", actions.backup, "Make a backup now"),
        ("tree/restart", actions.restart, "Start a child of the tree anew, by its `path`"),
    )
    refusals = (Code.INVALID, Refusal.NOT_FOUND, Refusal.WRONG_STATUS, Code.STORE_DOWN)
    return tuple(
        _post(
            f"/admin/{path}",
            entry.change(desk, handler),
            summary,
            Code.LOGIN_NEEDED,
            Code.FORBIDDEN,
            *refusals,
        )
        for path, handler, summary in changes
    )


def _get(path: str, handler: Handler, summary: str, media: str = _HTML) -> Route:
    return Route(
        method="GET",
        path=path,
        handler=handler,
        summary=summary,
        success=Success(200, media, "It"),
    )


def _post(path: str, handler: Handler, summary: str, *problems: Code | Refusal) -> Route:
    return Route(
        method="POST",
        path=path,
        handler=handler,
        summary=summary,
        success=Success(303, _HTML, "Done; JSON with 200 when that is asked for"),
        problems=problems,
        body=(FORM, "PanelForm"),
    )


def _files() -> dict[str, bytes]:
    return {
        path.relative_to(STATIC).as_posix(): path.read_bytes()
        for path in STATIC.rglob("*")
        if path.suffix in KINDS
    }
