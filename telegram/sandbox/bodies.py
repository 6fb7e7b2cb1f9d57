"""Reads the fields and files of a request in every form the clients send.

Query and body count together, the body wins. Bodies: form, JSON, multipart (the HTTP layer has
already joined chunks). Everything from outside is hostile: what cannot be read is a refusal,
never a crash.
"""

import re
from typing import Any
from urllib.parse import parse_qsl

from telegram.sandbox import limits
from telegram.sandbox.params import Call, Upload, decode_json
from telegram.sandbox.refusal import Refusal, bad_request

_NOT_UTF8 = "strings must be encoded in UTF-8"


def read_call(method: str, query: str, content_type: str, body: bytes) -> Call:
    """The call with all its fields; raises `Refusal` for what the server's reader refuses."""
    call = Call(method)
    call.fields.update(_pairs(query))
    kind, _, options = content_type.partition(";")
    match kind.strip().lower():
        case "application/x-www-form-urlencoded":
            call.fields.update(_pairs(_utf8(body)))
        case "application/json":
            call.fields.update(_object(body))
        case "multipart/form-data":
            _read_multipart(call, _option(options, "boundary"), body)
        case _:
            pass
    return call


def _utf8(raw: bytes) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError:
        raise bad_request(_NOT_UTF8) from None


def _pairs(text: str) -> dict[str, str]:
    try:
        pairs = parse_qsl(text, keep_blank_values=True, errors="strict", max_num_fields=1000)
    except UnicodeDecodeError:
        raise bad_request(_NOT_UTF8) from None
    except ValueError:
        raise Refusal(413, "Request Entity Too Large: too many fields") from None
    return dict(pairs)


def _object(body: bytes) -> dict[str, Any]:
    if not body.strip():
        return {}
    text = _utf8(body)
    try:
        decoded = decode_json(text)
    except UnicodeEncodeError:
        raise bad_request(_NOT_UTF8) from None
    except ValueError:
        raise bad_request("can't parse JSON object") from None
    if not isinstance(decoded, dict):
        raise bad_request("can't parse JSON object")
    return {key: value for key, value in decoded.items() if value is not None}


def _option(options: str, name: str) -> str:
    found = re.search(rf'(?:^|;)\s*{name}=(?:"([^"]*)"|([^;\s"]+))', options, re.IGNORECASE)
    return (found[1] or found[2] or "") if found else ""


def _read_multipart(call: Call, boundary: str, body: bytes) -> None:
    if not boundary:
        raise bad_request("boundary not found in multipart content type")
    mark = b"--" + boundary.encode("latin-1", "replace")
    parts = (b"\r\n" + body).split(b"\r\n" + mark)
    if len(parts) < 2 or not parts[-1].startswith(b"--"):
        raise bad_request("can't parse multipart body")
    for part in parts[1:-1]:
        _read_part(call, part)
    if len(call.files) > limits.FILES_PER_REQUEST:
        raise Refusal(413, "Request Entity Too Large: too many files attached")


def _read_part(call: Call, part: bytes) -> None:
    head, found, data = part.partition(b"\r\n\r\n")
    if not found:
        raise bad_request("can't parse multipart body")
    headers = _part_headers(head)
    disposition = headers.get("content-disposition", "")
    name = _option(disposition, "name")
    if not name:
        raise bad_request("can't parse multipart body")
    if "filename" in disposition.lower():
        file_name = _option(disposition, "filename")
        kind = headers.get("content-type", "application/octet-stream")
        call.files[name] = Upload(file_name, kind, data)
    else:
        call.fields[name] = _utf8(data)


def _part_headers(head: bytes) -> dict[str, str]:
    headers: dict[str, str] = {}
    for line in head.decode("utf-8", "replace").split("\r\n"):
        key, _, value = line.partition(":")
        headers[key.strip().lower()] = value.strip()
    return headers
