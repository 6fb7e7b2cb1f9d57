"""Conversation states of earlier versions, read once by the migration that rewrites them.

An old state is `TYPE#method?query` in at most 255 characters, its query as PHP's http_build_query
wrote it: everything but ASCII percent-encoded, a space as `+`, lists and maps in brackets, every
value a string. A longer one was cut wherever the limit fell, so the tail of a full text is trusted
only as far as it can be read. Nothing but the migration may use this.
"""

import codecs
import re
from typing import TypeAlias
from urllib.parse import unquote_to_bytes

from store.domain.conversation import MESSAGE_METAS, STATE_DATA, BadState, State, decode, encode

LIMIT = 255
"""Characters of the old column: a text that is so long was probably cut."""
MOST_LEVELS = 8
"""Brackets of a name that are followed; a deeper parameter is dropped."""

_Value: TypeAlias = "str | int | dict[str, _Value] | list[_Value]"
_Map: TypeAlias = "dict[str, _Value]"
_ROUTE = re.compile(r"(?P<type>[\w.:\\/-]+)#(?P<method>[\w.:\\/-]+)(?:\?(?P<query>.*))?", re.DOTALL)
_NAME = re.compile(r"(?P<base>[^\[]+)(?P<keys>(?:\[[^\[\]]*\])*)")
_KEY = re.compile(r"\[([^\[\]]*)\]")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,17}")
_TORN = re.compile(r"%[0-9A-Fa-f]?\Z")


def convert(stored: str) -> str | None:
    """Return a state as it is stored now; None for one that cannot be read at all."""
    try:
        decode(stored)
    except BadState:
        found = _ROUTE.fullmatch(stored)
    else:
        return stored
    if found is None:
        return None
    cut = len(stored) >= LIMIT
    return encode(State(found["type"], found["method"], _params(found["query"] or "", cut=cut)))


def _params(query: str, *, cut: bool) -> _Map:
    """Read a query; of a name that comes twice the last value counts, as in PHP."""
    pieces = query.split("&")
    last = len(pieces) - 1
    params: _Map = {}
    for place, piece in enumerate(pieces):
        is_tail = cut and place == last
        name, equals, text = piece.partition("=")
        keys = _keys(_text(name))
        if not keys or (is_tail and (not equals or _is_number_name(keys[-1]))):
            # Half a number would point to somebody else's row.
            continue
        value = _text(text)
        _put(params, keys, int(value) if _is_number(keys[-1], value) else value)
    return {name: _listed(value) for name, value in params.items()}


def _text(encoded: str) -> str:
    """Decode percent signs and plus signs; what is no UTF-8 or was cut off is left out."""
    whole = _TORN.sub("", encoded).replace("+", " ")
    return codecs.getincrementaldecoder("utf-8")("ignore").decode(unquote_to_bytes(whole))


def _keys(name: str) -> list[str]:
    """Return the way to a value: `a[b][]` is a, b and the next place of a list."""
    found = _NAME.fullmatch(name)
    if found is None:
        return [name] if name and not name.startswith("[") else []
    keys = [found["base"], *_KEY.findall(found["keys"])]
    return keys if len(keys) <= MOST_LEVELS else []


def _put(params: _Map, keys: list[str], value: _Value) -> None:
    place = params
    for key in keys[:-1]:
        inner = place.get(_place(place, key))
        if not isinstance(inner, dict):
            inner = {}
            place[_place(place, key)] = inner
        place = inner
    place[_place(place, keys[-1])] = value


def _place(holder: _Map, key: str) -> str:
    """Return the key itself, or the next free number for empty brackets."""
    if key:
        return key
    taken = [int(name) for name in holder if _NUMBER.fullmatch(name)]
    return str(max(taken, default=-1) + 1)


def _listed(value: _Value) -> _Value:
    """Turn maps with the keys 0, 1, 2, ... into lists."""
    if not isinstance(value, dict):
        return value
    inner = {name: _listed(one) for name, one in value.items()}
    return list(inner.values()) if list(inner) == [str(n) for n in range(len(inner))] else inner


def _is_number_name(name: str) -> bool:
    return name in (*STATE_DATA, *MESSAGE_METAS) or name.endswith(("_id", "step"))


def _is_number(name: str, value: str) -> bool:
    return _is_number_name(name) and _NUMBER.fullmatch(value) is not None
