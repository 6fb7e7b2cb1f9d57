"""Reads about outfits in the making, and which of their files nobody needs any more."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from store.domain import outfit_drafts
from store.domain.outfit_drafts import OutfitDraft, Stage
from store.driver import Connection
from store.facts import ACTIVE

LIMIT = 20
"""Drafts and folders looked at at once, so that one look stays short."""


@dataclass(frozen=True, slots=True)
class WantedDraft:
    """A draft whose art is to be made: its row, and the titles its outfit will have."""

    row: int
    draft: OutfitDraft
    titles: Mapping[str, str]


def draft(connection: Connection, row: int) -> OutfitDraft | None:
    """Return a draft."""
    found = connection.execute("SELECT data FROM state_data WHERE id = ?", (row,)).fetchall()
    return _draft(found[0][0]) if found else None


def wanted(connection: Connection, limit: int = LIMIT) -> tuple[WantedDraft, ...]:
    """Return drafts whose art is to be made, the oldest wish first."""
    found = connection.execute(
        "SELECT state_data.id, data, templates.titles FROM state_data"
        " LEFT JOIN templates ON templates.id = data ->> 'outfit'"
        " WHERE data ->> 'stage' = 'wanted' ORDER BY updated_at, state_data.id LIMIT ?",
        (limit,),
    ).fetchall()
    rows = ((row, _draft(data), json.loads(titles or "{}")) for row, data, titles in found)
    return tuple(
        WantedDraft(row, draft, {**titles, **draft.titles})
        for row, draft, titles in rows
        if draft is not None and draft.stage is Stage.WANTED and draft.complete
    )


def folders_in_use(connection: Connection) -> frozenset[str]:
    """Return the folders of outfits that something names: an outfit, a draft, an erasure to come.

    A deleted outfit needs none: its folder waits for its erasure as long as a pack may need it.
    """
    found = connection.execute(
        "SELECT folder FROM templates WHERE deleted_at IS NULL"
        " UNION SELECT name FROM erased_files WHERE kind = 'outfit'"
        " UNION SELECT data ->> 'folder' FROM state_data"
        " WHERE data ->> 'flow' = 'outfit' AND data ->> 'folder' IS NOT NULL"
    ).fetchall()
    return frozenset(str(row[0]) for row in found)


def folders_to_erase(
    connection: Connection, chosen_before: str, limit: int = LIMIT
) -> tuple[str, ...]:
    """Return folders that may go.

    No pack in the making was begun before they were given up, and no guest who came after
    `chosen_before` has chosen what is in them and still has to take a photo.
    """
    found = connection.execute(
        "SELECT name FROM erased_files WHERE kind = 'outfit' AND NOT EXISTS"
        f" (SELECT 1 FROM jobs WHERE {ACTIVE} AND jobs.created_at <= erased_files.at)"
        " AND NOT EXISTS (SELECT 1 FROM templates JOIN sessions"
        " ON sessions.template_id = templates.id AND sessions.status = 'template_chosen'"
        " WHERE templates.folder = erased_files.name AND sessions.created_at > ?) LIMIT ?",
        (chosen_before, limit),
    ).fetchall()
    return tuple(str(row[0]) for row in found)


def _draft(data: str | None) -> OutfitDraft | None:
    return outfit_drafts.from_data(json.loads(data)) if data is not None else None
