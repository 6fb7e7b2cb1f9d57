"""What a person gave in answer to a question, as read from an update.

Each kind holds only what a parser may need. What tells about a person, and what opens a file,
stays out of every repr, because reprs end up in logs.
"""

from dataclasses import dataclass, field
from typing import TypeAlias

JSON: TypeAlias = "bool | int | float | str | list[JSON] | dict[str, JSON] | None"


@dataclass(frozen=True, slots=True)
class FileRef:
    """A file that lies at Telegram; `size` in bytes and `mime` are what the sender's app said.

    A photo has neither `mime` nor `name`.
    """

    file_id: str = field(repr=False)
    unique_id: str = field(repr=False)
    size: int | None = None
    mime: str | None = None
    name: str | None = field(default=None, repr=False)

    def to_json(self) -> dict[str, JSON]:
        """Return it as an answer of a draft holds it."""
        return {
            "file_id": self.file_id,
            "unique_id": self.unique_id,
            "size": self.size,
            "mime": self.mime,
            "name": self.name,
        }

    @staticmethod
    def from_json(value: object) -> "FileRef":
        """Read what `to_json` made; raises `ValueError`, which does not quote it, on others."""
        match value:
            case {
                "file_id": str(file_id),
                "unique_id": str(unique_id),
                "size": int() | None as size,
                "mime": str() | None as mime,
                "name": str() | None as name,
            }:
                return FileRef(file_id, unique_id, size, mime, name)
            case _:
                raise ValueError("this is no reference to a file")


@dataclass(frozen=True, slots=True)
class Written:
    """A text message. Commands and reply keys are read before and never come here."""

    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Chosen:
    """A pressed button with the value of a `Choice`."""

    value: str


@dataclass(frozen=True, slots=True)
class PhotoGiven:
    """A picture sent as photo, in its largest size."""

    file: FileRef


@dataclass(frozen=True, slots=True)
class DocumentGiven:
    """A file of any kind, sent as file."""

    file: FileRef


@dataclass(frozen=True, slots=True)
class ContactGiven:
    """A shared contact; `user_id` is None when it has no Telegram account."""

    phone: str = field(repr=False)
    user_id: int | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class ForwardGiven:
    """A forwarded message: its author, None if hidden or no person, and its text, if any."""

    user_id: int | None = field(repr=False)
    text: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class OtherGiven:
    """Anything else; `kind` is the name of its field in a `Message`, such as `voice` or `dice`."""

    kind: str


Given: TypeAlias = (
    Written | Chosen | PhotoGiven | DocumentGiven | ContactGiven | ForwardGiven | OtherGiven
)
