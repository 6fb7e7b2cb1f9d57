"""The kiosk page: files read once at start, and its texts from the product's catalog."""

import gzip
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
    ".ttf": "font/ttf",
}
OK = 200
FONT_NAME = "display.ttf"
MODULES = "<!-- modules -->"
"""Where the page names its modules, so that a browser loads all of them at once."""
SAFETY = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:;"
        " font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none';"
        " frame-ancestors 'none'"
    ),
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
}
"""Headers of pages: no script, style or picture from elsewhere, and no framing."""


def read_files(font: Path | None = None) -> dict[str, bytes]:
    """Return the page's files by their names below `/kiosk/`, the font of headlines among them."""
    files = {
        path.relative_to(FOLDER).as_posix(): path.read_bytes()
        for path in FOLDER.rglob("*")
        if path.suffix in KINDS
    }
    if font is not None and font.is_file():
        files[FONT_NAME] = font.read_bytes()
    links = [
        f'<link rel="modulepreload" href="/kiosk/{name}">' for name in files if name.endswith(".js")
    ]
    files["index.html"] = files["index.html"].replace(MODULES.encode(), "\n".join(links).encode())
    return files


def _packed(files: dict[str, bytes]) -> dict[str, bytes]:
    return {name: gzip.compress(body, mtime=0) for name, body in files.items()}


@dataclass(frozen=True, slots=True)
class Pages:
    """The handlers."""

    languages: tuple[str, ...]
    files: dict[str, bytes]
    packed: dict[str, bytes] = field(init=False)

    def __post_init__(self) -> None:
        """Pack each file once, for a tablet on a poor network."""
        object.__setattr__(self, "packed", _packed(self.files))

    async def index(self) -> Response:
        """Answer the page."""
        return await self.file("index.html")

    async def file(self, name: str) -> Response:
        """Answer a file of the page."""
        if name not in self.files:
            raise Problem(Refusal.NOT_FOUND)
        packs = "gzip" in request.headers.get("Accept-Encoding", "")
        body = self.packed[name] if packs else self.files[name]
        response = bytes_answer(body, KINDS[Path(name).suffix])
        response.headers["Vary"] = "Accept-Encoding"
        if packs and response.status_code == OK:
            response.headers["Content-Encoding"] = "gzip"
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
