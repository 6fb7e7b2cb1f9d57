"""From a wanted draft to an outfit on offer: each answer counts once and for its own art only."""

import json
from dataclasses import replace
from typing import Any

import pytest

from store import draft_queries, queries
from store import messages as m
from store.domain import outfit_drafts
from store.domain.ids import GuestId
from store.domain.outfit_drafts import OutfitDraft
from store.domain.outgoing import Say, ShowSticker, decode
from store.domain.texts import outfits as texts
from store.events import DRAFTS, OUTBOX
from store.steps import DropDraft, PublishDraft, StoreData, WantDraft
from store.talk_messages import DraftReady, DraftRefused
from tests.machines.desk import Desk
from tests.support.steps import OTHERWISE, THEN, Caught, carry_out, outcome
from tests.unit.store.test_outfit_drafts import DRAFT

BOSS = GuestId(900)


def kept(desk: Desk, draft: OutfitDraft = DRAFT) -> int:
    rows = Caught()
    carry_out(desk, StoreData(BOSS, outfit_drafts.to_data(draft), rows))
    return rows[0]


def want(desk: Desk, row: int) -> str:
    return outcome(desk, WantDraft(row, THEN, OTHERWISE))


def publish(desk: Desk, row: int) -> str:
    return outcome(desk, PublishDraft(row, BOSS, THEN, OTHERWISE))


def drop(desk: Desk, row: int) -> str:
    return outcome(desk, DropDraft(row, THEN, OTHERWISE))


def ready(desk: Desk, row: int, version: int = 1) -> bool:
    folder = f"own-{row}-{version}"
    return desk.do(DraftReady(row, version, folder, f"{folder}/sample.webp", desk.at))


def made(desk: Desk, draft: OutfitDraft = DRAFT) -> int:
    row = kept(desk, draft)
    want(desk, row)
    assert ready(desk, row)
    return row


def told(desk: Desk) -> list[Any]:
    found = desk.rows("SELECT method, payload FROM outbox WHERE chat_id = 900 ORDER BY id")
    return [decode(row["method"], row["payload"]) for row in found]


def buttons(say: Say) -> list[str | None]:
    return [button.data for row in say.buttons for button in row]


def erased(desk: Desk) -> tuple[str, ...]:
    return draft_queries.folders_to_erase(desk.connection, "2000-01-01")


def test_a_wanted_draft_is_found_with_its_titles_and_rings(desk: Desk) -> None:
    row = kept(desk)

    topics = carry_out(desk, WantDraft(row))

    (found,) = draft_queries.wanted(desk.connection)
    assert (found.row, found.draft.version, found.titles) == (row, 1, DRAFT.titles)
    assert DRAFTS in topics


def test_new_art_for_an_outfit_has_the_titles_of_that_outfit(desk: Desk) -> None:
    row = kept(desk, replace(DRAFT, outfit="chapan", titles={}))
    want(desk, row)

    (found,) = draft_queries.wanted(desk.connection)
    assert found.titles == {"ru": "Чапан"}


@pytest.mark.parametrize(
    "draft",
    [replace(DRAFT, art=None), replace(DRAFT, titles={"uz": "x"}), replace(DRAFT, colour=None)],
)
def test_an_incomplete_draft_is_not_taken(desk: Desk, draft: OutfitDraft) -> None:
    assert want(desk, kept(desk, draft)) == "otherwise"


def test_what_is_gone_or_no_draft_cannot_be_wanted_published_or_dropped(desk: Desk) -> None:
    rows = Caught()
    carry_out(desk, StoreData(BOSS, {"flow": "lead"}, rows))

    ways = {act(desk, row) for act in (want, publish, drop) for row in (rows[0], 999)}

    assert ways == {"otherwise"}


def test_a_row_spoilt_after_it_was_wanted_is_passed_over(desk: Desk) -> None:
    row = kept(desk)
    want(desk, row)
    desk.connection.execute("UPDATE state_data SET data = json_set(data, '$.fields', 5)")

    assert draft_queries.wanted(desk.connection) == ()


def test_wanted_drafts_are_found_by_their_index(desk: Desk) -> None:
    plan = desk.rows(
        "EXPLAIN QUERY PLAN SELECT id FROM state_data WHERE data ->> 'stage' = 'wanted'"
        " ORDER BY updated_at, id LIMIT 20"
    )

    assert "drafts_wanted" in plan[0]["detail"]


def test_a_ready_draft_shows_its_owner_a_sticker_and_asks_below_it(desk: Desk) -> None:
    row = made(desk)

    sticker, say = told(desk)
    assert sticker == ShowSticker(f"outfits/own-{row}-1/sample.webp")
    assert texts.READY.ru in say.text
    assert buttons(say) == [f"draft:{row}:publish", f"draft:{row}:edit", f"draft:{row}:drop"]


def test_a_hostile_title_is_escaped(desk: Desk) -> None:
    made(desk, replace(DRAFT, titles={**DRAFT.titles, "ru": "<b>&"}))

    assert "&lt;b&gt;&amp;" in told(desk)[1].text


@pytest.mark.parametrize("code", texts.REFUSALS)
def test_a_refused_draft_says_why_and_may_be_changed_or_dropped(desk: Desk, code: str) -> None:
    row = kept(desk)
    want(desk, row)

    assert desk.do(DraftRefused(row, 1, code, desk.at))

    (say,) = told(desk)
    assert say.text == texts.REFUSALS[code].ru
    assert buttons(say) == [f"draft:{row}:edit", f"draft:{row}:drop"]
    assert draft_queries.wanted(desk.connection) == ()
    assert publish(desk, row) == "otherwise"


def test_a_refusal_of_the_second_picture_says_so() -> None:
    assert texts.why_refused("front:empty", "en").startswith(texts.ABOUT_FRONT.en)
    assert texts.why_refused("never heard of", "en") == texts.FAILED.en


def test_an_answer_about_older_art_or_a_draft_that_is_gone_changes_nothing(desk: Desk) -> None:
    row = kept(desk)
    want(desk, row)
    want(desk, row)

    answers = (ready(desk, row, 1), desk.do(DraftRefused(row, 1, "empty", desk.at)))
    current = ready(desk, row, 2)

    assert (answers, current, ready(desk, row, 2)) == ((False, False), True, False)
    assert not ready(desk, 999)


def test_a_published_draft_is_an_outfit_at_the_end_of_the_list(desk: Desk) -> None:
    row = made(desk)

    assert publish(desk, row) == "then"

    last = queries.outfits(desk.connection)[-1]
    assert (last.id, last.folder, last.titles) == (f"own-{row}", f"own-{row}-1", DRAFT.titles)
    assert desk.rows("SELECT action, record, who FROM actions") == [
        {"action": "publish_outfit", "record": f"own-{row}", "who": "900"}
    ]
    assert draft_queries.draft(desk.connection, row) is None
    assert erased(desk) == ()


def test_a_draft_is_published_once_and_only_when_ready(desk: Desk) -> None:
    row = kept(desk)
    want(desk, row)
    early = publish(desk, row)
    ready(desk, row)

    assert (early, publish(desk, row), publish(desk, row)) == ("otherwise", "then", "otherwise")


def test_new_art_replaces_the_old_which_goes(desk: Desk) -> None:
    first = made(desk)
    publish(desk, first)
    second = made(desk, replace(DRAFT, outfit=f"own-{first}", titles={}))

    assert publish(desk, second) == "then"

    found = queries.outfit(desk.connection, f"own-{first}")
    assert found is not None
    assert (found.folder, found.titles) == (f"own-{second}-1", DRAFT.titles)
    assert erased(desk) == (f"own-{first}-1",)


def test_new_art_of_a_bundled_outfit_holds_after_a_start_and_erases_nothing(desk: Desk) -> None:
    row = made(desk, replace(DRAFT, outfit="chapan", titles={}))
    publish(desk, row)

    desk.do(m.SeedOutfits(tuple(queries.outfits(desk.connection)[:1]), desk.at))

    found = queries.outfit(desk.connection, "chapan")
    assert found is not None
    assert found.folder == f"own-{row}-1"
    assert erased(desk) == ()


def test_old_art_stays_while_a_pack_that_may_need_it_is_in_the_making(desk: Desk) -> None:
    first = made(desk)
    publish(desk, first)
    desk.job()
    publish(desk, made(desk, replace(DRAFT, outfit=f"own-{first}", titles={})))

    assert erased(desk) == ()
    assert f"own-{first}-1" in draft_queries.folders_in_use(desk.connection)


def test_new_art_for_an_outfit_deleted_meanwhile_is_not_published(desk: Desk) -> None:
    row = made(desk, replace(DRAFT, outfit="chapan", titles={}))
    desk.connection.execute("UPDATE templates SET deleted_at = ? WHERE id = 'chapan'", (desk.now,))

    assert publish(desk, row) == "otherwise"
    assert draft_queries.draft(desk.connection, row) is not None


def test_a_dropped_draft_takes_its_files_along(desk: Desk) -> None:
    row = made(desk)

    assert drop(desk, row) == "then"

    assert erased(desk) == (f"own-{row}-1",)
    assert draft_queries.draft(desk.connection, row) is None


def test_art_asked_for_anew_gives_up_what_was_made_before(desk: Desk) -> None:
    row = made(desk)

    want(desk, row)

    assert erased(desk) == (f"own-{row}-1",)
    assert publish(desk, row) == "otherwise"


def test_fields_that_no_draft_knows_survive_its_progress(desk: Desk) -> None:
    row = kept(desk)
    desk.connection.execute("UPDATE state_data SET data = json_set(data, '$.note', 'x')")

    topics = carry_out(desk, WantDraft(row))
    ready(desk, row)

    (found,) = desk.rows("SELECT data FROM state_data WHERE id = ?", row)
    assert json.loads(found["data"])["note"] == "x"
    assert OUTBOX not in topics
