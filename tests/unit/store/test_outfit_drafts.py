"""A draft's row is read as it was written; anything else is no draft."""

import json
from typing import Any

import pytest

from store.domain import outfit_drafts
from store.domain.outfit_drafts import ArtFile, OutfitDraft, Stage

DRAFT = OutfitDraft(
    outfit=None,
    titles={"ru": "Пират", "uz": "Qaroqchi", "en": "Pirate"},
    art=ArtFile("file-1", 1000),
    front=ArtFile("file-2", None),
    colour="red",
    chat=900,
    language="ru",
)
DATA = outfit_drafts.to_data(DRAFT)


@pytest.mark.parametrize(
    "draft",
    [DRAFT, DRAFT.wanted(), DRAFT.wanted().ready("own-1-1", "x"), DRAFT.wanted().refused("empty")],
)
def test_a_draft_comes_back_through_json(draft: OutfitDraft) -> None:
    data = json.loads(json.dumps(outfit_drafts.to_data(draft)))

    assert outfit_drafts.from_data(data) == draft


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "x",
        {},
        {**DATA, "flow": "lead"},
        {**DATA, "outfit": 5},
        {**DATA, "fields": None},
        {**DATA, "stage": "finished"},
        {**DATA, "chat": "900"},
        {**DATA, "version": -1},
        {**DATA, "version": True},
        {**DATA, "folder": 5},
        {**DATA, "fields": {"title_ru": 5}},
        {**DATA, "fields": {"art": "file"}},
        {**DATA, "fields": {"art": {"file_id": ""}}},
        {name: value for name, value in DATA.items() if name != "language"},
    ],
)
def test_anything_else_is_no_draft(data: Any) -> None:
    assert outfit_drafts.from_data(data) is None


def test_a_row_of_a_form_without_progress_is_a_draft_at_its_start() -> None:
    data = {
        "flow": "outfit",
        "outfit": "chapan",
        "fields": {"art": {"file_id": "f", "unique_id": "u", "size": 5, "mime": None}},
        "stage": "draft",
        "chat": 900,
        "language": "uz",
    }

    draft = outfit_drafts.from_data(data)

    assert draft is not None
    assert (draft.stage, draft.version, draft.art) == (Stage.DRAFT, 0, ArtFile("f", 5))
    assert not draft.complete


def test_files_of_two_versions_never_share_a_folder() -> None:
    first = DRAFT.wanted()

    assert {first.folder_name(7), first.wanted().folder_name(7)} == {"own-7-1", "own-7-2"}
