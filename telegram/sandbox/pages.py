"""Files of the phone page.

Nothing from a request reaches the disk but the name of a listed file; pages may load from here
alone.
"""

from importlib import resources
from urllib.parse import unquote

from telegram.sandbox.http import Request, Response

_KINDS = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
}
_FILES = (
    "phone.html",
    "phone.css",
    "phone.js",
    "attach.js",
    "composer.js",
    "dialogs.js",
    "rendering.js",
    "wire.js",
)
SAFE_HEADERS = (
    ("Content-Security-Policy", "default-src 'self'; img-src 'self' blob: data:"),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cache-Control", "no-cache"),
)


def page(request: Request) -> Response | None:
    """The answer for a page or one of its files; None for other paths."""
    path = unquote(request.path)
    if path == "/favicon.ico":
        return Response(204, b"", "image/x-icon")
    if path == "/" or path.startswith("/addstickers/"):
        return _file("phone.html")
    name = path.removeprefix("/static/")
    if path.startswith("/static/") and name in _FILES:
        return _file(name)
    return None


def _file(name: str) -> Response:
    source = resources.files("telegram.sandbox").joinpath("static", name)
    kind = _KINDS[name.rpartition(".")[2]]
    return Response(200, source.read_bytes(), kind, SAFE_HEADERS)
