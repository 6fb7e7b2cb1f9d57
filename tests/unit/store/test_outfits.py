"""What operators do to outfits holds, is written down, and survives the next start."""

import pytest

from store import draft_queries, queries, talk_queries
from store import messages as m
from store.domain.ids import GuestId
from store.domain.machine import Role
from store.domain.records import Outfit
from store.steps import (
    DeleteOutfit,
    MoveOutfit,
    RetitleOutfit,
    ShowOutfit,
)
from tests.machines.desk import OUTFITS, Desk
from tests.support.steps import OTHERWISE, THEN, outcome

BOSS = GuestId(900)
LONG_AGO = "2000-01-01"


def move(desk: Desk, outfit: str, places: int) -> str:
    return outcome(desk, MoveOutfit(outfit, BOSS, places, THEN, OTHERWISE))


def show(desk: Desk, outfit: str, *, active: bool) -> str:
    return outcome(desk, ShowOutfit(outfit, BOSS, active, THEN, OTHERWISE))


def delete(desk: Desk, outfit: str) -> str:
    return outcome(desk, DeleteOutfit(outfit, BOSS, THEN, OTHERWISE))


def retitle(desk: Desk, outfit: str, language: str, title: str) -> str:
    return outcome(desk, RetitleOutfit(outfit, language, title, BOSS, THEN, OTHERWISE))


def own(desk: Desk, outfit: str = "own-7") -> None:
    desk.connection.execute(
        "INSERT INTO templates (id, titles, folder, position, created_at)"
        ' VALUES (?, \'{"ru":"Пират"}\', ?, 9, ?)',
        (outfit, f"{outfit}-1", desk.now),
    )


def restarted(desk: Desk) -> None:
    desk.do(m.SeedOutfits(OUTFITS, desk.at))


def entries(desk: Desk) -> list[tuple[str, int, bool]]:
    return [
        (entry.outfit.id, entry.outfit.position, entry.active)
        for entry in talk_queries.outfit_entries(desk.connection)
    ]


def actions(desk: Desk) -> list[tuple[str, str, str]]:
    found = desk.rows("SELECT action, record, who FROM actions ORDER BY id")
    return [(row["action"], row["record"], row["who"]) for row in found]


def test_a_title_of_an_operator_holds_after_a_start(desk: Desk) -> None:
    assert retitle(desk, "chapan", "uz", "Chopon") == "then"

    restarted(desk)

    found = queries.outfit(desk.connection, "chapan")
    assert found is not None
    assert found.titles == {"ru": "Чапан", "uz": "Chopon"}
    assert actions(desk) == [("retitle_outfit", "chapan", "900")]


@pytest.mark.parametrize(("outfit", "language"), [("nobody", "ru"), ("chapan", 'x" OR 1')])
def test_an_unknown_outfit_or_language_gets_no_title(
    desk: Desk, outfit: str, language: str
) -> None:
    assert retitle(desk, outfit, language, "x") == "otherwise"
    assert actions(desk) == []


def test_a_move_swaps_neighbours_numbers_from_0_and_holds_after_a_start(desk: Desk) -> None:
    own(desk)

    assert move(desk, "own-7", -1) == "then"
    restarted(desk)

    assert entries(desk) == [("chapan", 0, True), ("own-7", 1, True), ("astronaut", 2, True)]
    assert actions(desk) == [("move_outfit", "own-7", "900")]


@pytest.mark.parametrize(("outfit", "places"), [("chapan", -1), ("astronaut", 1), ("nobody", 1)])
def test_an_outfit_at_the_end_or_unknown_is_not_moved(desk: Desk, outfit: str, places: int) -> None:
    assert move(desk, outfit, places) == "otherwise"
    assert actions(desk) == []


def test_a_hidden_outfit_is_moved_over_like_any_other(desk: Desk) -> None:
    own(desk)
    show(desk, "astronaut", active=False)

    move(desk, "own-7", -1)

    assert [name for name, _, _ in entries(desk)] == ["chapan", "own-7", "astronaut"]


def test_a_new_bundled_outfit_comes_last_once_an_operator_made_an_order(desk: Desk) -> None:
    move(desk, "astronaut", -1)

    desk.do(m.SeedOutfits((*OUTFITS, Outfit("chef", {"ru": "Шеф"}, "chef", 0)), desk.at))

    assert entries(desk) == [("astronaut", 0, True), ("chapan", 1, True), ("chef", 2, True)]


def test_a_hidden_outfit_is_not_offered_until_it_is_shown(desk: Desk) -> None:
    show(desk, "chapan", active=False)
    restarted(desk)
    hidden = [outfit.id for outfit in queries.outfits(desk.connection)]

    assert show(desk, "chapan", active=True) == "then"

    assert hidden == ["astronaut"]
    assert len(queries.outfits(desk.connection)) == 2
    assert [action for action, _, _ in actions(desk)] == ["hide_outfit", "show_outfit"]


def test_what_is_hidden_already_is_hidden_without_a_trace(desk: Desk) -> None:
    show(desk, "chapan", active=False)

    assert show(desk, "chapan", active=False) == "then"
    assert len(actions(desk)) == 1


def test_the_last_outfit_on_offer_is_neither_hidden_nor_deleted(desk: Desk) -> None:
    show(desk, "chapan", active=False)

    assert show(desk, "astronaut", active=False) == "otherwise"
    assert delete(desk, "astronaut") == "otherwise"
    assert [outfit.id for outfit in queries.outfits(desk.connection)] == ["astronaut"]


def test_a_hidden_outfit_may_be_deleted_beside_the_last_one(desk: Desk) -> None:
    show(desk, "chapan", active=False)

    assert delete(desk, "chapan") == "then"


def test_a_deleted_bundled_outfit_stays_deleted_and_keeps_its_files(desk: Desk) -> None:
    assert delete(desk, "chapan") == "then"

    restarted(desk)

    assert entries(desk) == [("astronaut", 2, True)]
    assert queries.outfit(desk.connection, "chapan") is not None
    assert draft_queries.folders_to_erase(desk.connection, LONG_AGO) == ()
    assert actions(desk) == [("delete_outfit", "chapan", "900")]


def test_a_deleted_outfit_is_gone_for_every_step(desk: Desk) -> None:
    own(desk)
    delete(desk, "own-7")

    ways = {
        delete(desk, "own-7"),
        show(desk, "own-7", active=True),
        move(desk, "own-7", -1),
        retitle(desk, "own-7", "ru", "x"),
    }

    assert ways == {"otherwise"}


def test_files_of_a_deleted_outfit_go_when_no_pack_in_the_making_needs_them(desk: Desk) -> None:
    own(desk)
    job = desk.processing()
    delete(desk, "own-7")
    during = draft_queries.folders_to_erase(desk.connection, LONG_AGO)
    kept = draft_queries.folders_in_use(desk.connection)

    desk.later(1)
    desk.create_set(job)
    before_the_check = draft_queries.folders_to_erase(desk.connection, LONG_AGO)
    desk.fire("job", job, "verified", Role.VERIFIER)
    desk.job(GuestId(88))  # begun after the deletion, so it wears something else

    assert (during, before_the_check) == ((), ())
    assert "own-7-1" in kept
    assert draft_queries.folders_to_erase(desk.connection, LONG_AGO) == ("own-7-1",)


def test_files_of_a_deleted_outfit_wait_for_a_guest_who_has_chosen_it(desk: Desk) -> None:
    own(desk)
    token = desk.consented()
    desk.fire("session", token, "choose", Role.KIOSK, template_id="own-7")
    delete(desk, "own-7")

    waiting = draft_queries.folders_to_erase(desk.connection, LONG_AGO)
    given_up = draft_queries.folders_to_erase(desk.connection, desk.now)
    desk.fire("session", token, "expire", Role.KIOSK, reason="cancel")

    assert (waiting, given_up) == ((), ("own-7-1",))
    assert draft_queries.folders_to_erase(desk.connection, LONG_AGO) == ("own-7-1",)
