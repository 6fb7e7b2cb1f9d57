"""Parser of the HTML parse mode, with the server's error texts.

Offsets in errors count bytes of UTF-8; offsets in entities count UTF-16 units. Only `<` can break a
message; unknown named entities stay as they are. Facts from the open library's parser [T].
"""

import re
from dataclasses import dataclass, field
from typing import Any

from telegram.sandbox.refusal import Refusal, bad_request
from telegram.sandbox.text import utf16_length

_TAGS = {
    "a": "text_link",
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "u": "underline",
    "ins": "underline",
    "tg-spoiler": "spoiler",
    "tg-emoji": "custom_emoji",
    "tg-time": "date_time",
    "span": "spoiler",
    "pre": "pre",
    "code": "code",
    "blockquote": "blockquote",
}
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
_REFERENCE = re.compile(r"&(?:#x([0-9a-fA-F]+)|#([0-9]+)|([A-Za-z]+));?")
_REFERENCE_MAX = 10
_HALF_PAIR = (
    "Text contains invalid Unicode characters after decoding HTML entities, "
    "check for unmatched surrogate code units"
)
_SPACE = " \t\r\n\0\v"
_NAME_END = re.compile(r"[ \t\r\n\0\v>]|$")
_ATTRIBUTE_END = re.compile(r"[ \t\r\n\0\v=>/\"']|$")
_TOKEN = re.compile(r"[A-Za-z0-9.\-]*")
_LINK = re.compile(r"(?:[a-z][a-z0-9+.\-]*://)?[^\s/]+\.[^\s]+|[a-z]+://\S+", re.IGNORECASE)


@dataclass(slots=True)
class _Open:
    tag: str
    argument: str
    offset: int
    begin: int
    expandable: bool = False


@dataclass(slots=True)
class _Parser:
    source: str
    at: int = 0
    out: list[str] = field(default_factory=list)
    units: int = 0
    stack: list[_Open] = field(default_factory=list)
    entities: list[dict[str, Any]] = field(default_factory=list)

    def refuse(self, text: str) -> Refusal:
        return bad_request(f"can't parse entities: {text}")

    def byte(self, position: int) -> int:
        return len(self.source[:position].encode("utf-8", "surrogatepass"))

    def peek(self) -> str:
        return self.source[self.at] if self.at < len(self.source) else ""

    def skip_space(self) -> None:
        while self.peek() and self.peek() in _SPACE:
            self.at += 1

    def upto(self, pattern: re.Pattern[str]) -> str:
        found = pattern.search(self.source, self.at)
        end = found.start() if found else len(self.source)
        piece, self.at = self.source[self.at : end], end
        return piece

    def emit(self, piece: str) -> None:
        self.out.append(piece)
        self.units += utf16_length(piece)


def parse_html(source: str) -> tuple[str, list[dict[str, Any]]]:
    """Plain text and entities, sorted as the server sorts them; raises `Refusal`."""
    parser = _Parser(source)
    while parser.at < len(source):
        char = source[parser.at]
        if char == "<":
            _tag(parser)
        elif char == "&":
            parser.emit(_reference(parser))
        else:
            parser.emit(char)
            parser.at += 1
    if parser.stack:
        tag = parser.stack[-1].tag
        raise parser.refuse(f'Can\'t find end tag corresponding to start tag "{tag}"')
    entities = sorted(parser.entities, key=lambda each: (each["offset"], -each["length"]))
    return "".join(parser.out), entities


def _reference(parser: _Parser) -> str:
    """Decode the reference at the cursor and step over it, or step over the ampersand alone."""
    found = _REFERENCE.match(parser.source, parser.at)
    if found:
        hexadecimal, decimal, name = found.groups()
        if name is not None:
            char = _NAMED.get(name, "")
        else:
            short = len(found[0].rstrip(";")) < _REFERENCE_MAX
            base = 16 if hexadecimal else 10
            char = _numeric(parser, int(hexadecimal or decimal, base)) if short else ""
        if char:
            parser.at = found.end()
            return char
    parser.at += 1
    return "&"


def _numeric(parser: _Parser, code: int) -> str:
    if code == 0 or code >= 0x10FFFF:
        return ""
    if 0xD800 <= code <= 0xDFFF:
        raise parser.refuse(_HALF_PAIR)
    return chr(code)


def _tag(parser: _Parser) -> None:
    begin = parser.at
    parser.at += 1
    if parser.peek() == "/":
        parser.at += 1
        _end_tag(parser, begin)
    else:
        _start_tag(parser, begin)


def _start_tag(parser: _Parser, begin: int) -> None:
    tag = parser.upto(_NAME_END).lower()
    where = parser.byte(begin)
    if not parser.peek():
        raise parser.refuse(f"Unclosed start tag at byte offset {where}")
    if tag not in _TAGS:
        raise parser.refuse(f'Unsupported start tag "{tag}" at byte offset {where}')
    opened = _Open(tag, "", parser.units, len("".join(parser.out)))
    while parser.peek() != ">":
        parser.skip_space()
        if parser.peek() == ">":
            break
        _attribute(parser, opened, where)
    if tag == "span" and opened.argument != "spoiler":
        raise parser.refuse(f'Tag "span" must have class "tg-spoiler" at byte offset {where}')
    parser.at += 1
    parser.stack.append(opened)


def _attribute(parser: _Parser, opened: _Open, where: int) -> None:
    name = parser.upto(_ATTRIBUTE_END)
    if not name:
        raise parser.refuse(
            f'Empty attribute name in the tag "{opened.tag}" at byte offset {where}'
        )
    parser.skip_space()
    if parser.peek() != "=":
        if not parser.peek():
            raise parser.refuse(f'Unclosed start tag "{opened.tag}" at byte offset {where}')
        opened.expandable |= opened.tag == "blockquote" and name == "expandable"
        return
    parser.at += 1
    parser.skip_space()
    if not parser.peek():
        raise parser.refuse(f'Unclosed start tag "{opened.tag}" at byte offset {where}')
    value = _value(parser)
    if not parser.peek():
        raise parser.refuse(f"Unclosed start tag at byte offset {where}")
    _take(opened, name, value)


def _value(parser: _Parser) -> str:
    quote = parser.peek()
    if quote not in "'\"":
        begin = parser.at
        found = _TOKEN.match(parser.source, parser.at)
        token = found[0] if found else ""
        parser.at += len(token)
        if parser.peek() not in _SPACE + ">":
            where = parser.byte(begin)
            raise parser.refuse(f"Unexpected end of name token at byte offset {where}")
        return token.lower()
    parser.at += 1
    piece: list[str] = []
    while parser.peek() and parser.peek() != quote:
        if parser.peek() == "&":
            piece.append(_reference(parser))
        else:
            piece.append(parser.peek())
            parser.at += 1
    parser.at += bool(parser.peek())
    return "".join(piece)


def _take(opened: _Open, name: str, value: str) -> None:
    match (opened.tag, name):
        case ("a", "href") | ("tg-emoji", "emoji-id") | ("tg-time", "unix"):
            opened.argument = value
        case ("blockquote", "expandable"):
            opened.expandable = True
        case ("code", "class") if value.startswith("language-"):
            opened.argument = value.removeprefix("language-")
        case ("span", "class") if value.startswith("tg-"):
            opened.argument = value.removeprefix("tg-")
        case _:
            pass


def _end_tag(parser: _Parser, begin: int) -> None:
    where = parser.byte(begin)
    if not parser.stack:
        raise parser.refuse(f"Unexpected end tag at byte offset {where}")
    name = parser.upto(_NAME_END).lower()
    parser.skip_space()
    if parser.peek() != ">":
        raise parser.refuse(f"Unclosed end tag at byte offset {where}")
    parser.at += 1
    opened = parser.stack.pop()
    if name and name != opened.tag:
        raise parser.refuse(
            f'Unmatched end tag at byte offset {where}, expected "</{opened.tag}>", '
            f'found "</{name}>"'
        )
    if parser.units > opened.offset:
        _close(parser, opened)


def _close(parser: _Parser, opened: _Open) -> None:
    span = {"offset": opened.offset, "length": parser.units - opened.offset}
    match opened.tag:
        case "a":
            _close_link(parser, opened, span)
        case "tg-time":
            if _is_positive(opened.argument):
                time = {"type": _TAGS["tg-time"], "unix_time": int(opened.argument)}
                parser.entities.append(span | time)
        case "tg-emoji":
            if not _is_positive(opened.argument):
                raise bad_request("invalid custom emoji identifier specified")
            custom = {"type": "custom_emoji", "custom_emoji_id": opened.argument}
            parser.entities.append(span | custom)
        case "pre" | "code":
            _close_code(parser, opened, span)
        case "blockquote" if opened.expandable:
            parser.entities.append(span | {"type": "expandable_blockquote"})
        case tag:
            parser.entities.append(span | {"type": _TAGS[tag]})


def _is_positive(text: str) -> bool:
    return bool(re.fullmatch("[0-9]{1,19}", text)) and int(text) > 0


def _close_link(parser: _Parser, opened: _Open, span: dict[str, Any]) -> None:
    url = opened.argument or "".join(parser.out)[opened.begin :]
    if found := re.fullmatch(r"tg:(?://)?user\?id=(\d+)", url):
        parser.entities.append(span | {"type": "text_link", "url": f"tg://user?id={found[1]}"})
    elif url.startswith("tg:") or _LINK.fullmatch(url):
        whole = url if ":" in url.split("/")[0] else f"http://{url}"
        parser.entities.append(span | {"type": "text_link", "url": whole})


def _close_code(parser: _Parser, opened: _Open, span: dict[str, Any]) -> None:
    last = parser.entities[-1] if parser.entities else {}
    same = last and all(last.get(key) == span[key] for key in span)
    if same and opened.tag == "pre" and last["type"] == "code" and last.get("language"):
        last["type"] = "pre"
    elif same and opened.tag == "code" and last["type"] == "pre" and opened.argument:
        last["language"] = opened.argument
    elif opened.tag == "code" and opened.argument:
        parser.entities.append(span | {"type": "code", "language": opened.argument})
    else:
        parser.entities.append(span | {"type": opened.tag})
