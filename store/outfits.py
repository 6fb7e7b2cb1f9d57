"""Outfits as operators change them, and the bundled ones as a start finds them.

What stays true:
- There is always an outfit for guests to choose: the last one on offer is neither hidden nor
  deleted.
- A start changes nothing that an operator did: a title, the order, what is hidden or deleted.
- Each change has a row in `actions`.
"""

import json
from typing import assert_never

from store import drafts
from store.domain.records import Outfit
from store.domain.texts.text import LANGUAGES
from store.effects import Scope
from store.steps import (
    DeleteOutfit,
    DropDraft,
    MoveOutfit,
    OutfitStep,
    PublishDraft,
    RetitleOutfit,
    ShowOutfit,
    Steps,
    WantDraft,
)

ARRANGED = "outfits_arranged"
"""Setting that says that an operator moved outfits, so that a start keeps their order."""

_SEED = """INSERT INTO templates (id, titles, folder, position, bundled, created_at)
SELECT :id, :titles, :folder, iif(:arranged, coalesce(max(position) + 1, 0), :position), 1, :now
FROM templates WHERE deleted_at IS NULL
ON CONFLICT (id) DO UPDATE SET titles = excluded.titles, folder = excluded.folder,
position = iif(:arranged, position, excluded.position) WHERE bundled = 1 AND deleted_at IS NULL"""
_RETITLE = """UPDATE templates SET titles = json_set(titles, ?, ?), bundled = 0
WHERE id = ? AND deleted_at IS NULL RETURNING id"""
_ORDER = "SELECT id FROM templates WHERE deleted_at IS NULL ORDER BY position, id"
_PLACE = "UPDATE templates SET position = ? WHERE id = ?"
_ARRANGED = """INSERT INTO settings (key, value, changed_by, changed_at) VALUES (?, 'yes', ?, ?)
ON CONFLICT (key) DO UPDATE SET changed_by = excluded.changed_by,
changed_at = excluded.changed_at"""
_SHOW = "UPDATE templates SET active = ? WHERE id = ?"
_DELETE = """UPDATE templates SET deleted_at = ?, active = 0
WHERE id = ? AND deleted_at IS NULL RETURNING folder"""
_ACTIVE = "SELECT active FROM templates WHERE id = ? AND deleted_at IS NULL"
_OTHERS = "SELECT 1 FROM templates WHERE id <> ? AND active = 1 LIMIT 1"


def do(scope: Scope, step: OutfitStep) -> Steps:
    """Carry out a step about an outfit or a draft; returns what follows from its outcome."""
    match step:
        case WantDraft() | PublishDraft() | DropDraft():
            return drafts.do(scope, step)
        case RetitleOutfit():
            done = _retitle(scope, step)
        case MoveOutfit():
            done = _move(scope, step)
        case ShowOutfit():
            done = _show(scope, step)
        case DeleteOutfit():
            done = _delete(scope, step)
        case _ as never:
            assert_never(never)
    return step.then if done else step.otherwise


def seed(scope: Scope, outfits: tuple[Outfit, ...]) -> int:
    """Make the bundled outfits known; those an operator changed are left alone."""
    arranged = bool(scope.execute("SELECT 1 FROM settings WHERE key = ?", (ARRANGED,)))
    for outfit in outfits:
        values = {
            "id": outfit.id,
            "titles": json.dumps(outfit.titles, ensure_ascii=False),
            "folder": outfit.folder,
            "position": outfit.position,
            "arranged": arranged,
            "now": scope.now,
        }
        scope.connection.execute(_SEED, values)
    return len(outfits)


def _retitle(scope: Scope, step: RetitleOutfit) -> bool:
    if step.language not in LANGUAGES:
        return False
    if not scope.execute(_RETITLE, (f"$.{step.language}", step.title, step.outfit)):
        return False
    scope.note("retitle_outfit", step.outfit, str(step.by))
    return True


def _move(scope: Scope, step: MoveOutfit) -> bool:
    """Move one and number all anew from 0, whatever the numbers were."""
    order = [str(outfit) for (outfit,) in scope.execute(_ORDER, ())]
    if step.outfit not in order:
        return False
    place = order.index(step.outfit)
    wanted = min(max(place + step.places, 0), len(order) - 1)
    if wanted == place:
        return False
    order.insert(wanted, order.pop(place))
    for position, outfit in enumerate(order):
        scope.execute(_PLACE, (position, outfit))
    scope.execute(_ARRANGED, (ARRANGED, str(step.by), scope.now))
    scope.note("move_outfit", step.outfit, str(step.by))
    return True


def _show(scope: Scope, step: ShowOutfit) -> bool:
    found = scope.execute(_ACTIVE, (step.outfit,))
    if not found or not (step.active or _others_on_offer(scope, step.outfit)):
        return False
    if bool(found[0][0]) != step.active:
        scope.execute(_SHOW, (int(step.active), step.outfit))
        action = "show_outfit" if step.active else "hide_outfit"
        scope.note(action, step.outfit, str(step.by))
    return True


def _delete(scope: Scope, step: DeleteOutfit) -> bool:
    """Delete an outfit; its row stays, since jobs name it and a start must not bring it back."""
    if not _others_on_offer(scope, step.outfit):
        return False
    deleted = scope.execute(_DELETE, (scope.now, step.outfit))
    if not deleted:
        return False
    drafts.retire_folder(scope, str(deleted[0][0]))
    scope.note("delete_outfit", step.outfit, str(step.by))
    return True


def _others_on_offer(scope: Scope, outfit: str) -> bool:
    return bool(scope.execute(_OTHERS, (outfit,)))
