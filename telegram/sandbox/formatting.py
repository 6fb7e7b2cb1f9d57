"""Reads a text or caption with its parse mode the way the server does.

Order of checks: raw length, parse mode, entities, cleaning, emptiness, length after parsing. The
imitation parses HTML only; Markdown modes are refused as an unsupported mode.
"""

from dataclasses import dataclass
from typing import Any

from telegram.sandbox import limits
from telegram.sandbox.html import parse_html
from telegram.sandbox.params import Call
from telegram.sandbox.refusal import bad_request
from telegram.sandbox.text import clean_text, found_entities, merge_entities


@dataclass(frozen=True, slots=True)
class Formatted:
    """Text as kept, with entities in UTF-16 units."""

    text: str
    entities: list[dict[str, Any]]

    def content(self, field: str = "text") -> dict[str, Any]:
        """The fields of a message: `text` and `entities`, or `caption` and `caption_entities`."""
        if not self.text:
            return {}
        names = "entities" if field == "text" else "caption_entities"
        return {field: self.text} | ({names: self.entities} if self.entities else {})


def read_text(call: Call) -> Formatted:
    """The field `text`; raises `Refusal`."""
    if not call.text("text"):
        raise bad_request("message text is empty")
    formatted = _read(call, "text", "entities")
    if not formatted.text:
        raise bad_request("text must be non-empty")
    if len(formatted.text) > limits.TEXT_MAX:
        raise bad_request("message is too long")
    return formatted


def read_caption(call: Call) -> Formatted:
    """The field `caption`, which may be empty; raises `Refusal`."""
    formatted = _read(call, "caption", "caption_entities")
    if len(formatted.text) > limits.CAPTION_MAX:
        raise bad_request("message caption is too long")
    return formatted


def _read(call: Call, field: str, entities_field: str) -> Formatted:
    raw = call.text(field)
    if len(raw.encode("utf-8", "surrogatepass")) > limits.RAW_TEXT_MAX:
        raise bad_request("text is too long")
    if any("\ud800" <= char <= "\udfff" for char in raw):
        raise bad_request("strings must be encoded in UTF-8")
    mode = call.text("parse_mode").lower()
    entities: list[dict[str, Any]] = []
    if raw and mode == "html":
        raw, entities = parse_html(raw)
    elif raw and mode not in {"", "none"}:
        raise bad_request("unsupported parse_mode")
    else:
        entities = _given(call, entities_field)
    text, entities = clean_text(raw, entities)
    return Formatted(text, merge_entities(entities, found_entities(text)))


def _given(call: Call, field: str) -> list[dict[str, Any]]:
    value = call.structure(field, f"can't parse {field} JSON object")
    if not isinstance(value, list):
        return []
    kept: list[dict[str, Any]] = []
    for each in value:
        if not isinstance(each, dict):
            raise bad_request("can't parse MessageEntity: expected an Object")
        offset, length = each.get("offset"), each.get("length")
        if not (isinstance(offset, int) and isinstance(length, int)):
            raise bad_request("can't parse MessageEntity: can't find field \"offset\"")
        if length > 0 and offset >= 0:
            kept.append({**each, "type": str(each.get("type", ""))})
    return kept
