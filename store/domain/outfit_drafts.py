"""An outfit in the making: the shape of its `state_data` row.

    {"flow": "outfit", "outfit": id or null, "fields": {...}, "stage": "draft", "version": 0,
     "chat": id, "language": "ru", "folder": ..., "sample": ..., "code": ...}

`outfit` names the outfit that gets new art; null makes a new one. `fields` are the answers of a
form: `title_ru`, `title_uz`, `title_en`, `art`, `front`, `colour`; a new outfit is called as in
Russian where a title was left out. `version` counts how often the art was asked for, so that an
answer about older art is known as such. What does not have this shape, by age or by hand, is no
draft.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from store.domain.conversation import Json

FLOW = "outfit"
OWN = "own-"
"""How the ids and folders of outfits begin that an operator made."""
TITLES = {"ru": "title_ru", "uz": "title_uz", "en": "title_en"}
"""The field of the title in each language."""
BUTTON, PUBLISH, EDIT, DROP = "draft", "publish", "edit", "drop"
"""How the data of a draft's buttons begins, and what they want of it."""
COLOURS = ("red", "gold", "green", "teal", "blue", "purple", "pink")
"""The colours that a form offers; art is made with the same names."""


class Stage(StrEnum):
    """How far a draft is."""

    DRAFT = "draft"
    WANTED = "wanted"
    READY = "ready"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class ArtFile:
    """A picture that lies at Telegram; `size` in bytes is what the sender's app said."""

    file_id: str = field(repr=False)
    size: int | None


@dataclass(frozen=True, slots=True)
class OutfitDraft:
    """A draft; `chat` and `language` are its owner's.

    `art` and `colour` are None until they were given; `titles` has those that were given.
    `folder` and `sample`, relative to the folder of outfits, are there when it is ready; `code`
    says why it was refused.
    """

    outfit: str | None
    titles: Mapping[str, str]
    art: ArtFile | None
    front: ArtFile | None
    colour: str | None
    chat: int
    language: str
    stage: Stage = Stage.DRAFT
    version: int = 0
    folder: str | None = None
    sample: str | None = None
    code: str | None = None

    @property
    def complete(self) -> bool:
        """Whether it can be made: a new outfit needs titles in all languages."""
        titled = self.outfit is not None or set(self.titles) == set(TITLES)
        return titled and self.art is not None and self.colour is not None

    def folder_name(self, row: int) -> str:
        """Return the name of the folder that this version of the draft's art gets."""
        return f"{OWN}{row}-{self.version}"

    def outfit_id(self, row: int) -> str:
        """Return the id of the outfit that the draft becomes or changes."""
        return self.outfit or f"{OWN}{row}"

    def wanted(self) -> "OutfitDraft":
        """Return the draft with its art asked for, once more perhaps."""
        return replace(
            self,
            stage=Stage.WANTED,
            version=self.version + 1,
            folder=None,
            sample=None,
            code=None,
        )

    def ready(self, folder: str, sample: str) -> "OutfitDraft":
        """Return the draft with its art made."""
        return replace(self, stage=Stage.READY, folder=folder, sample=sample, code=None)

    def refused(self, code: str) -> "OutfitDraft":
        """Return the draft with its art refused."""
        return replace(self, stage=Stage.REFUSED, code=code)

    def progress(self) -> dict[str, Json]:
        """Return the parts that change while it is made, for merging into the row's data."""
        return {
            "stage": str(self.stage),
            "version": self.version,
            "folder": self.folder,
            "sample": self.sample,
            "code": self.code,
        }


def from_data(data: Json) -> OutfitDraft | None:
    """Read the data of a row; None when it is not a draft of an outfit."""
    match data:
        case {
            "flow": "outfit",
            "outfit": str() | None as outfit,
            "fields": dict(fields),
            "stage": str(stage),
            "chat": int(chat),
            "language": str(language),
        } if stage in set(Stage):
            pass
        case _:
            return None
    try:
        return OutfitDraft(
            outfit=outfit,
            titles=_titles(fields, new=outfit is None),
            art=_file(fields.get("art")),
            front=_file(fields.get("front")),
            colour=_text(fields.get("colour")),
            chat=chat,
            language=language,
            stage=Stage(stage),
            version=_count(data.get("version", 0)),
            folder=_text(data.get("folder")),
            sample=_text(data.get("sample")),
            code=_text(data.get("code")),
        )
    except _Foreign:
        return None


def to_data(draft: OutfitDraft) -> dict[str, Json]:
    """Return the data of a new row; `from_data` reads it back."""
    given = {TITLES[language]: title for language, title in draft.titles.items()}
    files = {name: _file_json(getattr(draft, name)) for name in ("art", "front")}
    fields = {**given, **files, "colour": draft.colour}
    return {
        "flow": FLOW,
        "outfit": draft.outfit,
        "fields": {name: value for name, value in fields.items() if value is not None},
        "chat": draft.chat,
        "language": draft.language,
        **draft.progress(),
    }


class _Foreign(Exception):
    """A part that no draft has."""


def _titles(fields: Mapping[str, Any], *, new: bool) -> dict[str, str]:
    found = {language: _text(fields.get(name)) for language, name in TITLES.items()}
    instead = found["ru"] if new else None
    titles = {language: title or instead for language, title in found.items()}
    return {language: title for language, title in titles.items() if title}


def _text(value: object) -> str | None:
    if value is None or isinstance(value, str):
        return value
    raise _Foreign


def _count(value: object) -> int:
    if type(value) is int and value >= 0:
        return value
    raise _Foreign


def _file(value: Json) -> ArtFile | None:
    match value:
        case None:
            return None
        case {"file_id": str(file_id)} if file_id:
            size = value.get("size")
            return ArtFile(file_id, size if type(size) is int else None)
        case _:
            raise _Foreign


def _file_json(file: ArtFile | None) -> dict[str, Json] | None:
    return None if file is None else {"file_id": file.file_id, "size": file.size}
