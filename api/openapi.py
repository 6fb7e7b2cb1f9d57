"""The description of the API in OpenAPI 3.1, made from the table of routes."""

import re
from collections.abc import Sequence
from typing import Any

from api.auth import HEADER
from api.problems import KINDS, MEDIA_TYPE, Code
from api.route import Route
from store.domain.leads import UTM
from store.domain.reasons import ClosedReason, Notice, Refusal
from store.domain.status import JobStatus, SessionStatus

PATH = "/openapi.json"
_VARIABLE = re.compile(r"<(?:\w+(?:\([^)]*\))?:)?(\w+)>")
_Schema = dict[str, Any]


def _object(required: Sequence[str] = (), **properties: _Schema) -> _Schema:
    return {"type": "object", "properties": properties, "required": list(required)}


def _nullable(kind: str, **more: Any) -> _Schema:
    return {"type": [kind, "null"], **more}


def _reference(name: str) -> _Schema:
    return {"$ref": f"#/components/schemas/{name}"}


_TEXT: _Schema = {"type": "string"}
_NUMBER: _Schema = {"type": "integer"}
_JOB = {
    "id": _TEXT,
    "status": {"enum": [status.value for status in JobStatus]},
    "queue_position": _nullable("integer", minimum=1),
    "eta_sec": _nullable("integer", minimum=0),
    "stickers_done": _NUMBER,
    "stickers_total": _NUMBER,
}
_SESSION = {
    "token": _TEXT,
    "status": {"enum": [status.value for status in SessionStatus]},
    "notice": {"enum": [*(notice.value for notice in Notice), None]},
    "closed_reason": {"enum": [*(reason.value for reason in ClosedReason), None]},
    "template_id": _nullable("string"),
    "deep_link": _nullable("string", format="uri"),
    "qr_url": _TEXT,
    "created_at": {"type": "string", "format": "date-time"},
    "job": {"oneOf": [_reference("Job"), {"type": "null"}]},
}
_TEMPLATE = {"id": _TEXT, "title": _TEXT, "preview_url": _TEXT}
_PROBLEM = {
    "status": _NUMBER,
    "title": _TEXT,
    "detail": _TEXT,
    "code": {"enum": sorted(code.value for code in KINDS)},
    "reason": _TEXT,
    "notice": _nullable("string"),
    "fields": {"type": "object", "additionalProperties": _TEXT},
}
_LEAD = dict.fromkeys(
    ("request_id", "name", "telegram", "phone", "comment", "locale", *UTM, "website"), _TEXT
)
_ACTORS = {"type": "array", "items": {"type": "object"}}

SCHEMAS: dict[str, _Schema] = {
    "Job": _object(tuple(_JOB), **_JOB),
    "Session": _object(tuple(_SESSION), **_SESSION),
    "Templates": {"type": "array", "items": _object(tuple(_TEMPLATE), **_TEMPLATE)},
    "NewSession": _object(kiosk_id=_nullable("string", maxLength=64)),
    "Choice": _object(("template_id",), template_id=_TEXT),
    "Photo": _object(("photo",), photo={"type": "string", "format": "binary"}),
    "Texts": _object(("language", "languages", "texts"), texts={"type": "object"}),
    "KioskSettings": _object(
        ("version", "languages", "timers", "theme", "samples", "kiosk"),
        version=_TEXT,
        timers={"type": "object", "additionalProperties": {"type": "number"}},
        theme={"type": "object"},
        samples={"type": "array", "items": _TEXT},
    ),
    "KioskNow": _object(
        ("open", "reason", "text", "wait_sec", "ahead", "version"),
        open={"type": "boolean"},
        reason={"enum": [Refusal.MAINTENANCE.value, Code.UNAVAILABLE.value, None]},
        text=_nullable("string"),
        wait_sec=_nullable("integer", minimum=0),
        ahead=_nullable("integer", minimum=0),
        version=_TEXT,
    ),
    "NewLead": _object(("request_id", "name"), **_LEAD),
    "LeadAccepted": _object(
        ("status", "connect_url"),
        status={"const": "accepted"},
        connect_url=_nullable("string", format="uri"),
    ),
    "PanelForm": {"type": "object", "additionalProperties": _TEXT},
    "Live": _object(("status",), status={"const": "live"}),
    "Ready": _object(("status", "actors"), status={"const": "ready"}, actors=_ACTORS),
    "Problem": _object(("status", "title", "detail", "code"), **_PROBLEM),
}


def describe(routes: Sequence[Route], *, url: str, with_key: bool) -> dict[str, Any]:
    """Return the description of the routes at an address."""
    paths: dict[str, dict[str, Any]] = {PATH: {"get": _itself()}}
    for route in routes:
        path = _VARIABLE.sub(r"{\1}", route.path)
        paths.setdefault(path, {})[route.method.lower()] = _operation(route, with_key=with_key)
    components: dict[str, Any] = {"schemas": SCHEMAS}
    if with_key:
        scheme = {"type": "apiKey", "in": "header", "name": HEADER}
        components["securitySchemes"] = {"kiosk": scheme}
    return {
        "openapi": "3.1.0",
        "info": {"title": "stickerbooth", "version": "1"},
        "servers": [{"url": url}],
        "paths": paths,
        "components": components,
    }


def _itself() -> dict[str, Any]:
    answer = {"description": "OpenAPI 3.1", "content": {"application/json": {}}}
    return {"summary": "This description", "responses": {"200": answer}}


def _operation(route: Route, *, with_key: bool) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "summary": route.summary,
        "responses": _responses(route, with_key=with_key),
    }
    variables = [
        {"name": name, "in": "path", "required": True, "schema": _TEXT}
        for name in _VARIABLE.findall(route.path)
    ]
    others = [
        {
            "name": parameter.name,
            "in": parameter.place,
            "required": parameter.required,
            "description": parameter.meaning,
            "schema": _TEXT,
        }
        for parameter in route.parameters
    ]
    if variables or others:
        operation["parameters"] = variables + others
    if route.body is not None:
        media, schema = route.body
        operation["requestBody"] = {"content": {media: {"schema": _reference(schema)}}}
    if route.keyed and with_key:
        operation["security"] = [{"kiosk": []}]
    return operation


def _responses(route: Route, *, with_key: bool) -> dict[str, Any]:
    content: dict[str, Any] = {}
    if route.success.schema is not None:
        content["schema"] = _reference(route.success.schema)
    good = {"description": route.success.meaning, "content": {route.success.media: content}}
    responses: dict[str, Any] = {str(route.success.status): good}
    for status, codes in _by_status(route, with_key=with_key).items():
        responses[str(status)] = {
            "description": ", ".join(code.value for code in codes),
            "content": {MEDIA_TYPE: {"schema": _reference("Problem")}},
        }
    return responses


def _by_status(route: Route, *, with_key: bool) -> dict[int, list[Code | Refusal]]:
    codes: list[Code | Refusal] = [*route.problems, Code.INTERNAL]
    if route.keyed and with_key:
        codes.append(Code.UNAUTHORIZED)
    grouped: dict[int, list[Code | Refusal]] = {}
    for code in sorted(codes, key=lambda code: KINDS[code].status):
        grouped.setdefault(KINDS[code].status, []).append(code)
    return grouped
