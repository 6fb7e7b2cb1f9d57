"""Which web pages of other origins may post requests (Fetch standard, CORS protocol)."""

from quart import request
from quart.wrappers import Response

PATH = "/leads"
MAX_AGE_SEC = 600


def allow(response: Response, origins: tuple[str, ...]) -> None:
    """Let the page of an allowed origin read the answer, errors included."""
    if request.path != PATH:
        return
    response.headers.add("Vary", "Origin")
    origin = request.headers.get("Origin")
    if origin in origins:
        response.headers["Access-Control-Allow-Origin"] = origin
        response.headers["Access-Control-Expose-Headers"] = "Retry-After, X-Request-Id"


def preflight() -> Response:
    """Answer the question a browser asks before it posts JSON."""
    headers = {
        "Access-Control-Allow-Methods": "POST",
        "Access-Control-Allow-Headers": "Content-Type",
        "Access-Control-Max-Age": str(MAX_AGE_SEC),
    }
    return Response(b"", status=204, headers=headers)
