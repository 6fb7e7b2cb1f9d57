"""What the program wants to say in Telegram, as values that a database row can hold.

A body says what the person should see, not which call shows it; delivery knows the calls.
`encode` and `decode` are inverses for every value made here.
"""

import json
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Button:
    """An inline button: with `data` it is pressed (64 bytes at most), with `url` it opens."""

    text: str
    data: str | None = None
    url: str | None = None

    def __post_init__(self) -> None:
        if (self.data is None) == (self.url is None):
            raise ValueError("a button either carries data or opens an address")
        if self.data is not None and not 1 <= len(self.data.encode()) <= 64:
            raise ValueError("button data must be 1 to 64 bytes; point to a row instead")


Rows = tuple[tuple[Button, ...], ...]


@dataclass(frozen=True, slots=True)
class Keys:
    """The keyboard under the input field, by its labels; without rows it is taken away."""

    rows: tuple[tuple[str, ...], ...] = ()
    placeholder: str = ""


@dataclass(frozen=True, slots=True)
class Say:
    """A new message; `text` is Telegram's HTML with every value from outside escaped.

    `topic` is the topic of a forum that it goes to. A message has buttons or keys, not both.
    """

    text: str
    buttons: Rows = ()
    topic: int | None = None
    keys: Keys | None = None

    def __post_init__(self) -> None:
        if self.buttons and self.keys is not None:
            raise ValueError("a message has buttons of its own or changes the keyboard, not both")


@dataclass(frozen=True, slots=True)
class ShowSticker:
    """A new sticker from a WEBP file, named relative to the data folder."""

    file: str
    buttons: Rows = ()


@dataclass(frozen=True, slots=True)
class Edit:
    """The wanted state of a message sent earlier.

    Without `message_id` it is the message that the row's reference points to.
    """

    message_id: int | None
    text: str
    buttons: Rows = ()


@dataclass(frozen=True, slots=True)
class Delete:
    """Away with a message sent earlier; without `message_id` as for `Edit`."""

    message_id: int | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a button press; `text` may be empty, `alert` makes it a dialog."""

    query_id: str
    text: str = ""
    alert: bool = False


Body = Say | ShowSticker | Edit | Delete | Answer
_KINDS: dict[str, type[Body]] = {
    "say": Say,
    "sticker": ShowSticker,
    "edit": Edit,
    "delete": Delete,
    "answer": Answer,
}


def encode(body: Body) -> tuple[str, str]:
    """Return the method word and the JSON text of a body."""
    word = next(word for word, kind in _KINDS.items() if type(body) is kind)
    return word, _ENCODER.encode(body)


def _fields(value: Body | Button | Keys) -> dict[str, object]:
    return {name: getattr(value, name) for name in value.__slots__}


_ENCODER = json.JSONEncoder(default=_fields, ensure_ascii=False)


def decode(method: str, payload: str) -> Body:
    """Read back what `encode` wrote; raises ValueError or KeyError on anything else."""
    fields = json.loads(payload)
    if fields.get("keys"):
        keys = fields["keys"]
        fields["keys"] = Keys(tuple(map(tuple, keys["rows"])), keys["placeholder"])
    if "buttons" in fields:
        fields["buttons"] = tuple(tuple(Button(**b) for b in row) for row in fields["buttons"])
    return _KINDS[method](**fields)
