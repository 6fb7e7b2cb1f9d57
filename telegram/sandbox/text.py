"""What the server does to texts, titles and names before it keeps them.

A text that comes back may differ from the one sent; counts in entities are UTF-16 units [T].
"""

import re
from typing import Any

_DROPPED = re.compile("[\u2028-\u202e\u0333\u033f\u030a\r]")
_BLANKED = re.compile("[\x00-\x09\x0b\x0c\x0e-\x1f]")
_WIDE_BLANKS = re.compile("[\u1680\u180e\u2000-\u200a\u202e\u202f\u205f\u2800\u3000\ufffc]")
_INVISIBLE = re.compile("[ \n\u200b-\u200f\u202e\ufeff\u00a0]*")
_COMMAND = re.compile(r"(?<![\w/@])/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?(?![\w@/])")
_MENTION = re.compile(r"(?<![\w@])@[A-Za-z0-9_]{3,32}\b")
_URL = re.compile(r"https?://[^\s<>\"]+[^\s<>\".,;:!?)]")
_KEEP_ALL_ENDS = {"pre", "code"}


def utf16_length(text: str) -> int:
    """Length in UTF-16 units."""
    return len(text) + sum(char > "\uffff" for char in text)


def clean_input(text: str) -> str:
    """Control characters to blanks; carriage returns, line controls and stacking marks away."""
    return _BLANKED.sub(" ", _DROPPED.sub("", text))


def clean_text(text: str, entities: list[dict[str, Any]]) -> tuple[str, list[dict[str, Any]]]:
    """Cleaned and trimmed text with its entities moved along and cut to what is left."""
    moved = [dict(each) for each in entities]
    pieces: list[str] = []
    position = 0
    for char in text:
        width = utf16_length(char)
        if _DROPPED.match(char):
            _remove(moved, position, width)
            continue
        pieces.append(" " if _BLANKED.match(char) else char)
        position += width
    cleaned = "".join(pieces)
    start = len(cleaned) - len(cleaned.lstrip(" \n"))
    _remove(moved, 0, start)
    cleaned = cleaned.strip(" \n")
    total = utf16_length(cleaned)
    for each in moved:
        each["length"] = min(each["length"], total - each["offset"])
    if not _INVISIBLE.sub("", cleaned, count=1) and _INVISIBLE.fullmatch(cleaned):
        return "", []
    return cleaned, [each for each in moved if each["length"] > 0]


def _remove(entities: list[dict[str, Any]], position: int, width: int) -> None:
    """Take `width` units at `position` out of the text the entities point into."""
    for each in entities:
        begin, end = each["offset"], each["offset"] + each["length"]
        new_begin = begin - max(0, min(begin - position, width))
        new_end = end - max(0, min(end - position, width))
        each["offset"], each["length"] = new_begin, new_end - new_begin


def found_entities(text: str) -> list[dict[str, Any]]:
    """Commands, mentions and links that the server marks by itself."""
    marks: list[dict[str, Any]] = []
    for kind, pattern in (("bot_command", _COMMAND), ("mention", _MENTION), ("url", _URL)):
        for found in pattern.finditer(text):
            offset = utf16_length(text[: found.start()])
            marks.append({"type": kind, "offset": offset, "length": utf16_length(found[0])})
    urls = [each for each in marks if each["type"] == "url"]
    inside = [each for each in marks if each["type"] == "url" or not _within(each, urls)]
    return sorted(inside, key=lambda each: each["offset"])


def _within(mark: dict[str, Any], others: list[dict[str, Any]]) -> bool:
    begin = mark["offset"]
    return any(each["offset"] <= begin < each["offset"] + each["length"] for each in others)


def merge_entities(own: list[dict[str, Any]], found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The sender's entities with the found ones that do not lie inside code or links."""
    closed = [each for each in own if each["type"] in _KEEP_ALL_ENDS | {"text_link"}]
    added = [each for each in found if not _within(each, closed)]
    return sorted(own + added, key=lambda each: (each["offset"], -each["length"]))


def clean_title(title: str, limit: int) -> str:
    """A title or name as the server keeps it: blanks joined, cut to `limit`, empty if invisible."""
    cut = _WIDE_BLANKS.sub(" ", clean_input(title)).strip(" \n")[:limit].strip(" \n")
    if _INVISIBLE.fullmatch(cut):
        return ""
    return re.sub("[ \n\u00a0]+", " ", cut).strip()


def folded_name(name: str) -> str:
    """The key under which a sticker set is found: dots ignored, case ignored."""
    return name.replace(".", "").lower().strip()
