"""Outfits in the making: rows of state data that the drafts actor works on, and their end.

What stays true:
- An answer about a draft counts only while the draft still wants that version of its art.
- A folder is named by one draft or by one outfit, or waits to be erased; none is forgotten.
- Files that a pack in the making may still use are erased only after it (`draft_queries`).
"""

import json
from html import escape
from typing import assert_never

from store import outbox
from store.domain import outfit_drafts
from store.domain.conversation import Json
from store.domain.outfit_drafts import BUTTON, DROP, EDIT, OWN, PUBLISH, OutfitDraft, Stage
from store.domain.outgoing import Body, Button, Rows, Say, ShowSticker
from store.domain.texts import outfits as texts
from store.effects import Scope
from store.events import DRAFTS, ERASED, OUTBOX
from store.steps import DropDraft, PublishDraft, Steps, WantDraft
from store.talk_messages import DraftReady, DraftRefused

OUTFITS_FOLDER = "outfits"
"""The folder of outfits inside the data folder."""

_DATA = "SELECT data FROM state_data WHERE id = ?"
_WRITE = "UPDATE state_data SET data = ?, updated_at = ? WHERE id = ?"
_FORGET = "DELETE FROM state_data WHERE id = ?"
_ERASED = """INSERT INTO erased_files (kind, name, at) VALUES ('outfit', ?, ?)
ON CONFLICT (kind, name) DO NOTHING"""
_ADD = """INSERT INTO templates (id, titles, folder, position, bundled, created_at)
SELECT ?, ?, ?, coalesce(max(position) + 1, 0), 0, ? FROM templates WHERE deleted_at IS NULL
RETURNING id"""
_CHANGE = """UPDATE templates SET folder = ?, titles = json_patch(titles, ?), bundled = 0
WHERE id = ? AND deleted_at IS NULL RETURNING id"""
_FOLDER = "SELECT folder FROM templates WHERE id = ? AND deleted_at IS NULL"

_DraftStep = WantDraft | PublishDraft | DropDraft


def do(scope: Scope, step: _DraftStep) -> Steps:
    """Carry out a step about a draft; returns what follows from its outcome."""
    match step:
        case WantDraft():
            done = _want(scope, step.row)
        case PublishDraft():
            done = _publish(scope, step)
        case DropDraft():
            done = _drop(scope, step.row)
        case _ as never:
            assert_never(never)
    return step.then if done else step.otherwise


def ready(scope: Scope, command: DraftReady) -> bool:
    """Keep what was made of a draft and show it to its owner."""
    draft = _wanted(scope, command.row, command.version)
    if draft is None:
        return False
    _write(scope, command.row, draft.ready(command.folder, command.sample))
    sticker = ShowSticker(f"{OUTFITS_FOLDER}/{command.sample}")
    # Where a title was left out another one stands in for it, which is said once.
    distinct = dict.fromkeys(draft.titles.values())
    titles = [f"<b>{escape(title, quote=False)}</b>" for title in distinct]
    said = "\n".join([texts.READY.of(draft.language), *titles])
    _tell(scope, command.row, draft, "sample", sticker)
    _tell(scope, command.row, draft, "ready", Say(said, _ready_buttons(command.row, draft)))
    return True


def refused(scope: Scope, command: DraftRefused) -> bool:
    """Tell the owner of a draft why its art cannot be used."""
    draft = _wanted(scope, command.row, command.version)
    if draft is None:
        return False
    _write(scope, command.row, draft.refused(command.code))
    said = texts.why_refused(command.code, draft.language)
    _tell(scope, command.row, draft, "refused", Say(said, (_mend_buttons(command.row, draft),)))
    return True


def retire_folder(scope: Scope, folder: str) -> None:
    """Have a folder that nothing names any more erased; bundled ones stay."""
    if folder.startswith(OWN):
        scope.execute(_ERASED, (folder, scope.now))
        scope.topics.add(ERASED)


def _want(scope: Scope, row: int) -> bool:
    draft = _read(scope, row)
    if draft is None or not draft.complete:
        return False
    if draft.folder is not None:
        retire_folder(scope, draft.folder)
    _write(scope, row, draft.wanted())
    scope.topics.add(DRAFTS)
    return True


def _publish(scope: Scope, step: PublishDraft) -> bool:
    draft = _read(scope, step.row)
    if draft is None or draft.stage is not Stage.READY or draft.folder is None:
        return False
    outfit = draft.outfit_id(step.row)
    published = (
        _replace(scope, draft, draft.folder) if draft.outfit else _add(scope, draft, step.row)
    )
    if published:
        scope.execute(_FORGET, (step.row,))
        scope.note("publish_outfit", outfit, str(step.by))
    return published


def _add(scope: Scope, draft: OutfitDraft, row: int) -> bool:
    titles = json.dumps(dict(draft.titles), ensure_ascii=False)
    added = scope.execute(_ADD, (draft.outfit_id(row), titles, draft.folder, scope.now))
    return bool(added)


def _replace(scope: Scope, draft: OutfitDraft, folder: str) -> bool:
    """Point an outfit to its new art; the old art goes once no pack needs it."""
    former = scope.execute(_FOLDER, (draft.outfit,))
    titles = json.dumps(dict(draft.titles), ensure_ascii=False)
    if not scope.execute(_CHANGE, (folder, titles, draft.outfit)):
        return False
    retire_folder(scope, str(former[0][0]))
    return True


def _drop(scope: Scope, row: int) -> bool:
    draft = _read(scope, row)
    if draft is None:
        return False
    scope.execute(_FORGET, (row,))
    if draft.folder is not None:
        retire_folder(scope, draft.folder)
    return True


def _wanted(scope: Scope, row: int, version: int) -> OutfitDraft | None:
    draft = _read(scope, row)
    if draft is None or (draft.stage, draft.version) != (Stage.WANTED, version):
        return None
    return draft


def _read(scope: Scope, row: int) -> OutfitDraft | None:
    data = _data(scope, row)
    return None if data is None else outfit_drafts.from_data(data)


def _data(scope: Scope, row: int) -> Json:
    found = scope.execute(_DATA, (row,))
    return json.loads(str(found[0][0])) if found and found[0][0] is not None else None


def _write(scope: Scope, row: int, draft: OutfitDraft) -> None:
    """Write what changed; the fields stay as they were given."""
    data = {**_data(scope, row), **draft.progress()}
    scope.execute(_WRITE, (json.dumps(data, ensure_ascii=False), scope.now, row))


def _tell(scope: Scope, row: int, draft: OutfitDraft, what: str, body: Body) -> None:
    outbox.enqueue(
        scope.connection,
        key=f"draft:{row}:{draft.version}:{what}",
        kind="draft",
        chat_id=draft.chat,
        body=body,
        now=scope.now,
        repeatable=True,
    )
    scope.topics.add(OUTBOX)


def _ready_buttons(row: int, draft: OutfitDraft) -> Rows:
    publish = Button(texts.PUBLISH.of(draft.language), f"{BUTTON}:{row}:{PUBLISH}")
    return ((publish,), _mend_buttons(row, draft))


def _mend_buttons(row: int, draft: OutfitDraft) -> tuple[Button, ...]:
    return (
        Button(texts.EDIT.of(draft.language), f"{BUTTON}:{row}:{EDIT}"),
        Button(texts.DROP.of(draft.language), f"{BUTTON}:{row}:{DROP}"),
    )
