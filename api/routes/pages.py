"""The kiosk page: files read once at start, and its texts from the product's catalog."""

from dataclasses import dataclass, field
from pathlib import Path

from quart import request
from quart.wrappers import Response

from api.answers import bytes_answer, json_answer
from api.problems import Problem
from api.route import Parameter, Route, Success
from store.domain.reasons import Refusal
from store.domain.texts import kiosk as texts
from store.domain.texts.text import Text, nearest

FOLDER = Path(__file__).parent.parent / "static" / "kiosk"
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}
SAFETY = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:;"
        " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
}
"""Headers of pages: no script, style or picture from elsewhere, and no framing."""


def _files() -> dict[str, bytes]:
    return {
        path.relative_to(FOLDER).as_posix(): path.read_bytes()
        for path in FOLDER.rglob("*")
        if path.suffix in KINDS
    }


@dataclass(frozen=True, slots=True)
class Pages:
    """The handlers."""

    languages: tuple[str, ...]
    files: dict[str, bytes] = field(default_factory=_files)

    async def index(self) -> Response:
        """Answer the page."""
        return await self.file("index.html")

    async def file(self, name: str) -> Response:
        """Answer a file of the page."""
        if name not in self.files:
            raise Problem(Refusal.NOT_FOUND)
        response = bytes_answer(self.files[name], KINDS[Path(name).suffix])
        response.headers.update(SAFETY)
        return response

    async def texts(self) -> Response:
        """Answer the page's texts in one language."""
        language = nearest(request.args.get("lang"), self.languages)
        return json_answer(
            {
                "language": language,
                "languages": [
                    {"code": code, "name": texts.LANGUAGE_NAME.of(code)} for code in self.languages
                ],
                "texts": catalog(language),
            }
        )


def catalog(language: str) -> dict[str, str]:
    """Return every text of the page in a language, by name."""
    return {
        name.lower(): text.of(language)
        for name, text in vars(texts).items()
        if isinstance(text, Text)
    }


def routes(pages: Pages) -> tuple[Route, ...]:
    """Return the calls of the page; none needs a key, for the page has to ask for it."""
    return (
        Route(
            method="GET",
            path="/",
            handler=pages.index,
            summary="The kiosk page",
            success=Success(200, "text/html", "The page"),
        ),
        Route(
            method="GET",
            path="/kiosk/<path:name>",
            handler=pages.file,
            summary="A file of the kiosk page",
            success=Success(200, "*/*", "The file"),
            problems=(Refusal.NOT_FOUND,),
        ),
        Route(
            method="GET",
            path="/texts.json",
            handler=pages.texts,
            summary="The texts of the kiosk page",
            success=Success(200, "application/json", "Texts by name", "Texts"),
            parameters=(Parameter("lang", "query", "Language"),),
        ),
    )
