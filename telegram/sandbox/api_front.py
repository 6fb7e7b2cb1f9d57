"""The Bot API over HTTP: routing, token, faults, envelopes, file downloads.

Well-formed unknown tokens answer 401 and malformed ones 404, as the cloud does.
"""

import json
import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

import trio

from telegram.sandbox import methods
from telegram.sandbox.bodies import read_call
from telegram.sandbox.calls import CallLog, Record
from telegram.sandbox.faults import Cut, Fault, Faults
from telegram.sandbox.http import DropConnection, Request, Response
from telegram.sandbox.methods_bot import Described, RawResult
from telegram.sandbox.params import Call
from telegram.sandbox.refusal import Refusal
from telegram.sandbox.world import World

_API = re.compile(r"/bot([^/]+)(?:/test)?/([^/]*)/?")
_FILE = re.compile(r"/file/bot([^/]+)/(.+)")
_TOKEN = re.compile(r"[0-9]{1,20}:[A-Za-z0-9_\-]{24,64}")
NOT_FOUND = Refusal(404, "Not Found")


@dataclass(frozen=True, slots=True)
class ApiFront:
    """Answers `/bot<token>/<method>` and `/file/bot<token>/<path>`."""

    world: World
    faults: Faults
    calls: CallLog
    token: str

    async def answer(self, request: Request) -> Response | None:
        """The answer to a Bot API request, None for any other path."""
        path = unquote(request.path)
        if found := _FILE.fullmatch(path):
            return self._download(*found.groups())
        if not path.startswith("/bot"):
            return None
        found = _API.fullmatch(path)
        try:
            if found is None:
                raise NOT_FOUND
            self._check_token(found[1])
            if request.method not in {"GET", "POST"}:
                raise Refusal(405, "Method Not Allowed")
            call = read_call(found[2], request.query, request.content_type, request.body)
        except Refusal as refusal:
            return refused(refusal)
        return await self._call(found[2].lower(), call)

    def _check_token(self, token: str) -> None:
        if token == self.token:
            return
        raise Refusal(401, "Unauthorized") if _TOKEN.fullmatch(token) else NOT_FOUND

    def _download(self, token: str, path: str) -> Response:
        try:
            self._check_token(token)
        except Refusal as refusal:
            return refused(refusal)
        file = self.world.files.by_path.get(path)
        if file is None:
            return refused(NOT_FOUND)
        return Response(200, file.data, "application/octet-stream")

    async def _call(self, name: str, call: Call) -> Response:
        record = self.calls.open(name, call, self.world.clock.now())
        try:
            fault = self.faults.take(name, call)
            if fault is None:
                response = await self._act(name, call, record)
            else:
                response = await self._misbehave(fault, name, call, record)
        except Refusal as refusal:
            response = refused(refusal)
            self.calls.close(record, refusal.code, refusal.description)
        finally:
            if record.outcome == "running":
                self.calls.close(record, 0, "abandoned")
        return response

    async def _act(self, name: str, call: Call, record: Record) -> Response:
        if not methods.is_known(name):
            raise Refusal(404, "Not Found: method not found")
        result = await methods.run(self.world, call, name)
        self.calls.close(record, 200, "ok")
        return _succeeded(result)

    async def _misbehave(self, fault: Fault, name: str, call: Call, record: Record) -> Response:
        await trio.sleep(fault.delay_before)
        if fault.cut is Cut.BEFORE:
            self.calls.close(record, 0, "cut before")
            raise DropConnection
        response = Response()
        if fault.act or not fault.replaces:
            try:
                response = await self._act(name, call, record)
            except Refusal as refusal:
                response = refused(refusal)
                self.calls.close(record, refusal.code, refusal.description)
        await trio.sleep(fault.delay_after)
        if fault.cut is Cut.AFTER:
            self.calls.close(record, 0, "cut after")
            raise DropConnection
        if fault.replaces:
            response = _replaced(fault)
            self.calls.close(record, response.status, "replaced")
        if fault.cut is Cut.BODY:
            self.calls.close(record, 0, "cut in the body")
            return Response(response.status, response.body, response.content_type, cut_body=True)
        return response


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def _succeeded(result: Any) -> Response:
    match result:
        case RawResult(text):
            return Response(200, b'{"ok":true,"result":' + text.encode() + b"}")
        case Described(value, description):
            return Response(200, _json({"ok": True, "result": value, "description": description}))
        case _:
            return Response(200, _json({"ok": True, "result": result}))


def refused(refusal: Refusal) -> Response:
    """The envelope of a refusal, with `Retry-After` for a flood."""
    parameters = refusal.parameters or {}
    wait = parameters.get("retry_after")
    headers = (("Retry-After", str(wait)),) if wait is not None else ()
    return Response(refusal.code, _json(refusal.envelope()), headers=headers)


def _replaced(fault: Fault) -> Response:
    if fault.envelope is not None:
        envelope = fault.envelope
        return refused(
            Refusal(envelope["error_code"], envelope["description"], envelope.get("parameters"))
        )
    return Response(fault.status, fault.body, fault.content_type)
