"""Control API under `/sandbox/`: a person's actions, the clock, faults, the log, as JSON over HTTP.

POST bodies are JSON objects (sent as application/json, which no foreign web page can do unasked).
Misuse answers 400 with `{"error": ...}` that names what is wrong.

GET: `state` (`user`, `after` and `timeout` to wait for news), `calls` (`since`, `method`),
`file/<file_id>`. POST: `rival` (`seconds`), `picture` (raw bytes; query `user`, `chat`, `caption`,
`as` one of document, sticker, voice, video, video_note; `name`, `mime`, `reply_to`, `thread`,
`as_chat`), and the verbs of `control_people`, `control_sending` and `control_faults`.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, unquote

import trio

from telegram.sandbox import control_faults, control_people, control_sending
from telegram.sandbox.calls import CallLog
from telegram.sandbox.faults import Faults
from telegram.sandbox.files import read_picture
from telegram.sandbox.http import Request, Response
from telegram.sandbox.params import decode_json
from telegram.sandbox.refusal import Refusal
from telegram.sandbox.sending import CannotDo
from telegram.sandbox.state import state
from telegram.sandbox.world import World

_PREFIX = "/sandbox/"
_WAIT_MAX = 50.0
_MISUSE = (CannotDo, Refusal, KeyError, TypeError, ValueError, AttributeError, OverflowError)


@dataclass(frozen=True, slots=True)
class Control:
    """Answers what lies under `/sandbox/`."""

    world: World
    faults: Faults
    calls: CallLog
    start_rival: Callable[[float], None]

    async def answer(self, request: Request) -> Response | None:
        """The answer to a control request, None for any other path."""
        path = unquote(request.path)
        if not path.startswith(_PREFIX):
            return None
        verb = path.removeprefix(_PREFIX)
        try:
            if request.method == "GET":
                return await self._get(verb, dict(parse_qsl(request.query)))
            return self._post(verb, request)
        except _MISUSE as misuse:
            text = f"{misuse.__class__.__name__}: {misuse}"
            return _answer({"error": text}, 400)

    async def _get(self, verb: str, query: dict[str, str]) -> Response:
        if verb.startswith("file/"):
            return self._file(verb.removeprefix("file/"))
        if verb == "calls":
            return _answer(self._calls(query))
        if verb != "state":
            return _answer({"error": f"unknown: {verb}"}, 404)
        if "after" in query:
            wait = min(float(query.get("timeout", 25)), _WAIT_MAX)
            with trio.move_on_after(wait):
                await self.world.wait_changed(int(query["after"]))
        user = query.get("user")
        return _answer(state(self.world, int(user) if user else None))

    def _calls(self, query: dict[str, str]) -> list[dict[str, Any]]:
        since = int(query.get("since", 0))
        method = query.get("method", "").lower()
        return [
            each.as_json()
            for each in self.calls.records
            if each.number > since and method in {"", each.method}
        ]

    def _file(self, file_id: str) -> Response:
        file = self.world.files.by_id.get(file_id)
        if file is None:
            return _answer({"error": "no such file"}, 404)
        try:
            kind = f"image/{read_picture(file.data).format.lower()}"
        except Refusal:
            kind = "application/octet-stream"
        headers = (
            ("X-Content-Type-Options", "nosniff"),
            ("Content-Security-Policy", "sandbox"),
            ("Cache-Control", "max-age=86400"),
        )
        return Response(200, file.data, kind, headers)

    def _post(self, verb: str, request: Request) -> Response:
        if verb == "picture":
            query = dict(parse_qsl(request.query))
            return _answer(control_sending.upload(self.world, query, request.body))
        if not request.content_type.startswith("application/json"):
            return _answer({"error": "send application/json"}, 415)
        body = decode_json((request.body or b"{}").decode())
        if not isinstance(body, dict):
            raise TypeError("the body must be a JSON object")
        if verb in control_sending.SENDS:
            return _answer(control_sending.sent(self.world, verb, body))
        if verb in control_sending.VERBS:
            return _answer(control_sending.VERBS[verb](self.world, body))
        if verb in control_people.VERBS:
            return _answer(control_people.VERBS[verb](self.world, body))
        if verb in control_faults.VERBS:
            return _answer(control_faults.VERBS[verb](self.faults, body))
        if verb == "rival":
            self.start_rival(float(body["seconds"]))
            return _answer({})
        return _answer({"error": f"unknown: {verb}"}, 404)


def _answer(value: Any, status: int = 200) -> Response:
    return Response(status, json.dumps(value, ensure_ascii=False).encode())
