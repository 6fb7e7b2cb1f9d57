"""Fields from strangers: cleaned, normalised and limited, or refused with a code.

A value that passes is safe to store and to show escaped. Nothing is cut silently: what is too
long is refused, so that nobody's words are lost unseen.
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

import phonenumbers

from store.domain.leads import UTM, LeadForm

REGION = "UZ"
"""Numbers without a country code are read as numbers of this region."""
NAME_LIMIT, COMMENT_LIMIT, UTM_LIMIT, LOCALE_LIMIT = 100, 1000, 200, 16
CONTACT_LIMIT = 200
_USERNAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{3,31}")
_USERNAME_PREFIX = re.compile(r"(?:https?://)?(?:www\.)?(?:t\.me|telegram\.me)/|@", re.IGNORECASE)
_REQUEST_ID = re.compile(r"[A-Za-z0-9_.:-]{8,100}")
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_JOINERS = frozenset("‌‍")


class FieldError(StrEnum):
    """Why a field was refused."""

    REQUIRED = "required"
    TOO_LONG = "too_long"
    MALFORMED = "malformed"


@dataclass(frozen=True, slots=True)
class Invalid:
    """The form was refused; a code for each field that is to blame."""

    fields: dict[str, FieldError]


class _Refused(Exception):
    def __init__(self, code: FieldError) -> None:
        super().__init__(code)
        self.code = code


def clean(value: str, *, lines: bool = False) -> str:
    """Return a text without what cannot be seen: controls, direction overrides, lone surrogates.

    Blanks are joined; with `lines` line breaks stay. Joiners stay, since emoji need them.
    """
    normal = unicodedata.normalize("NFC", value.encode("utf-8", "ignore").decode())
    kept = "".join(_kept(char, lines=lines) for char in normal)
    if not lines:
        return " ".join(kept.split())
    rows = [" ".join(row.split()) for row in kept.split("\n")]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(rows)).strip()


def _kept(char: str, *, lines: bool) -> str:
    if char == "\n" and lines:
        return char
    if char.isspace():
        return " "
    return "" if unicodedata.category(char) in _INVISIBLE and char not in _JOINERS else char


def parse_username(value: str) -> str | None:
    """Read `@name`, `name` or a link to it; None for anything else. Letter case is kept."""
    name = _USERNAME_PREFIX.sub("", clean(value), count=1)
    return name if _USERNAME.fullmatch(name) else None


def parse_phone(value: str, region: str = REGION) -> str | None:
    """Read a phone number in any usual form; returns it as +998901234567, or None."""
    try:
        number = phonenumbers.parse(clean(value), region)
    except phonenumbers.NumberParseException:
        return None
    if not phonenumbers.is_valid_number(number):
        return None
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)


def parse_request_id(value: object) -> str | None:
    """Read the caller's idempotency key: 8 to 100 letters, digits or `_.:-`."""
    return value if isinstance(value, str) and _REQUEST_ID.fullmatch(value) else None


def parse_lead(given: Mapping[str, object]) -> LeadForm | Invalid:
    """Read the fields of a request; at least one of telegram and phone must be there."""
    errors: dict[str, FieldError] = {}
    values: dict[str, str | None] = {}
    for name, reader in _READERS.items():
        try:
            values[name] = reader(given.get(name))
        except _Refused as refused:
            errors[name] = refused.code
    if not ({"telegram", "phone"} & set(errors)) and not (values["telegram"] or values["phone"]):
        errors |= {"telegram": FieldError.REQUIRED, "phone": FieldError.REQUIRED}
    if errors:
        return Invalid(errors)
    utm = {name: value for name in UTM if (value := values[name]) is not None}
    return LeadForm(
        name=values["name"] or "",
        telegram=values["telegram"],
        phone=values["phone"],
        comment=values["comment"],
        locale=values["locale"],
        utm=utm,
    )


def _text(value: object, limit: int, *, lines: bool = False) -> str | None:
    if value is None:
        return None
    if not isinstance(value, str):
        raise _Refused(FieldError.MALFORMED)
    if len(value) > 4 * limit:
        raise _Refused(FieldError.TOO_LONG)
    text = clean(value, lines=lines)
    if len(text) > limit:
        raise _Refused(FieldError.TOO_LONG)
    return text or None


def _name(value: object) -> str:
    text = _text(value, NAME_LIMIT)
    if text is None:
        raise _Refused(FieldError.REQUIRED)
    return text


def _username(value: object) -> str | None:
    text = _text(value, CONTACT_LIMIT)
    if text is None:
        return None
    name = parse_username(text)
    if name is None:
        raise _Refused(FieldError.MALFORMED)
    return name


def _phone(value: object) -> str | None:
    text = _text(value, CONTACT_LIMIT)
    if text is None:
        return None
    number = parse_phone(text)
    if number is None:
        raise _Refused(FieldError.MALFORMED)
    return number


def _comment(value: object) -> str | None:
    return _text(value, COMMENT_LIMIT, lines=True)


def _locale(value: object) -> str | None:
    return _text(value, LOCALE_LIMIT)


def _utm(value: object) -> str | None:
    return _text(value, UTM_LIMIT)


_READERS = {
    "name": _name,
    "telegram": _username,
    "phone": _phone,
    "comment": _comment,
    "locale": _locale,
    **dict.fromkeys(UTM, _utm),
}
