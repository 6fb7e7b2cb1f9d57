"""Answers of one shape each: JSON, a file's bytes, a problem document."""

import hashlib
import json
from typing import Any

from quart import request
from quart.wrappers import Response

from api.problems import Problem

NO_STORE = {"Cache-Control": "no-store"}


def json_answer(value: Any, status: int = 200) -> Response:
    """Answer a value as JSON that is not to be kept."""
    body = json.dumps(value, ensure_ascii=False).encode()
    return Response(body, status=status, headers=NO_STORE, content_type="application/json")


def problem_answer(problem: Problem) -> Response:
    """Answer a problem document."""
    return Response(problem.body(), status=problem.status, headers=problem.headers())


def bytes_answer(body: bytes, content_type: str, cache: str = "no-cache") -> Response:
    """Answer bytes that a client may keep as long as their tag stays the same."""
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = {"Cache-Control": cache, "ETag": tag}
    if tag in request.headers.get("If-None-Match", ""):
        return Response(b"", status=304, headers=headers)
    return Response(body, headers=headers, content_type=content_type)
