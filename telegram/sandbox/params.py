"""One call of a method as the server understands it: fields and files, read by type on demand.

Fields arrive as strings (query, form, multipart) or native JSON values; both mean the same. Unknown
fields are ignored. A file is found directly under its field or through `attach://<part>`.
"""

import json
from dataclasses import dataclass, field
from typing import Any

from telegram.sandbox.refusal import bad_request


def decode_json(text: str) -> Any:
    """Decoded JSON; raises ValueError for broken text, deep nesting and half surrogate pairs."""
    try:
        decoded = json.loads(text)
        json.dumps(decoded, ensure_ascii=False).encode()
    except RecursionError:
        raise ValueError("nested too deep") from None
    return decoded


@dataclass(frozen=True, slots=True)
class Upload:
    """A file part of a multipart body."""

    name: str
    content_type: str
    data: bytes


@dataclass(slots=True)
class Call:
    """A method call; `fields` values are strings or decoded JSON."""

    method: str
    fields: dict[str, Any] = field(default_factory=dict)
    files: dict[str, Upload] = field(default_factory=dict)

    def has(self, name: str) -> bool:
        """Whether the field is there and not empty."""
        value = self.fields.get(name)
        return value is not None and value != ""

    def text(self, name: str, default: str = "") -> str:
        """The field as a string; JSON values are written out."""
        value = self.fields.get(name)
        match value:
            case None:
                return default
            case str():
                return value
            case bool():
                return "true" if value else "false"
            case int() | float():
                return str(value)
            case _:
                return json.dumps(value, ensure_ascii=False)

    def integer(self, name: str, default: int = 0) -> int:
        """The field as an integer; like the server, leading digits count and the rest does not."""
        text = self.text(name).strip()
        sign = -1 if text.startswith("-") else 1
        digits = text.removeprefix("-")
        length = next((at for at, char in enumerate(digits) if not "0" <= char <= "9"), len(digits))
        return sign * int(digits[:length][:20]) if length else default

    def boolean(self, name: str) -> bool:
        """True for `true`, `yes` and `1` in any case, as the server reads it."""
        return self.text(name).strip().lower() in {"true", "yes", "1"}

    def structure(self, name: str, refusal: str) -> Any:
        """The field as decoded JSON, None when absent; undecodable text raises with `refusal`."""
        value = self.fields.get(name)
        if value is None or value == "":
            return None
        if not isinstance(value, str):
            return value
        try:
            return decode_json(value)
        except ValueError:
            raise bad_request(refusal) from None

    def file(self, name: str, value: str | None = None) -> Upload | None:
        """The uploaded part for a field: under `attach://` if its value says so, else its own."""
        said = self.text(name) if value is None else value
        if said.startswith("attach://"):
            return self.files.get(said.removeprefix("attach://"))
        return self.files.get(name)
