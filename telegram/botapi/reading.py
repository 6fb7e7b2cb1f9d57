"""Readers for single fields of untrusted JSON objects.

A reader returns a value of the promised type or raises `Malformed`, the one error of this rim.
The error names the field and never quotes what was found there: it may be personal.
Texts leave free of lone surrogates, because those cannot be stored or sent as UTF-8.
Whole numbers leave within 64 bits, because that is what the store can hold.
"""

from collections.abc import Callable, Mapping
from typing import TypeVar

T = TypeVar("T")

_INT64 = 1 << 63


class Malformed(ValueError):
    """A JSON value that does not have the shape the Bot API promises."""


def obj(raw: object, what: str) -> Mapping[str, object]:
    """`raw` as a JSON object."""
    if not isinstance(raw, dict):
        raise Malformed(f"{what}: expected an object")
    return raw


def items(raw: object, what: str) -> list[object]:
    """`raw` as a JSON array."""
    if not isinstance(raw, list):
        raise Malformed(f"{what}: expected an array")
    return raw


def whole(raw: Mapping[str, object], key: str) -> int:
    """The whole number under `key`, which must be there."""
    value = raw.get(key)
    if isinstance(value, bool) or not isinstance(value, int) or not -_INT64 <= value < _INT64:
        raise Malformed(f"{key}: expected a whole number of 64 bits")
    return value


def whole_or_none(raw: Mapping[str, object], key: str) -> int | None:
    """The whole number under `key`, or None when it is absent or null."""
    return None if raw.get(key) is None else whole(raw, key)


def text(raw: Mapping[str, object], key: str) -> str:
    """The text under `key`, which must be there."""
    value = raw.get(key)
    if not isinstance(value, str):
        raise Malformed(f"{key}: expected a text")
    return _storable(value)


def text_or_none(raw: Mapping[str, object], key: str) -> str | None:
    """The text under `key`, or None when it is absent or null."""
    return None if raw.get(key) is None else text(raw, key)


def flag(raw: Mapping[str, object], key: str) -> bool:
    """The truth value under `key`; absent means false, as everywhere in the Bot API."""
    value = raw.get(key, False)
    if not isinstance(value, bool):
        raise Malformed(f"{key}: expected true or false")
    return value


def nested(raw: Mapping[str, object], key: str, parse: Callable[[object], T]) -> T:
    """What `parse` makes of the value under `key`; its complaint is led by the key."""
    try:
        return parse(raw.get(key))
    except Malformed as error:
        raise Malformed(f"{key}.{error}") from None


def nested_or_none(raw: Mapping[str, object], key: str, parse: Callable[[object], T]) -> T | None:
    """As `nested`, or None when the key is absent or null."""
    return None if raw.get(key) is None else nested(raw, key, parse)


def many(raw: Mapping[str, object], key: str, parse: Callable[[object], T]) -> tuple[T, ...]:
    """What `parse` makes of each element under `key`; absent means none."""
    value = raw.get(key)
    if value is None:
        return ()
    return tuple(nested({key: element}, key, parse) for element in items(value, key))


def _storable(value: str) -> str:
    if value.isascii():
        return value
    return value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
