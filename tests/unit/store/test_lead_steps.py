"""Steps about leads: entered by hand, noted on, and what adoption of a card leaves to be told."""

import pytest

from store import lead_messages as lm
from store import lead_queries
from store.domain.leads import LeadForm, LeadId
from store.domain.machine import Role
from store.events import LEADS
from store.steps import AddNote, DeleteLead, EnterLead
from tests.machines.desk import Desk
from tests.support.steps import Caught, carry_out, said, traces

FORM = LeadForm("Анна", phone="+998901234567")


def entered(desk: Desk, request: str = "r1", form: LeadForm = FORM) -> LeadId:
    carry_out(
        desk, EnterLead(request, form, f"key-{request}", "@boss", lambda lead: said(f"{lead}"))
    )
    return LeadId(int(traces(desk)[-1]))


def note(desk: Desk, lead: LeadId, text: str = "перезвонить") -> set[str]:
    return carry_out(desk, AddNote(lead, text, "@boss", said("noted"), said("not noted")))


def version(desk: Desk, lead: LeadId) -> int:
    found = lead_queries.lead(desk.connection, lead)
    assert found is not None
    return found.card_version


def test_a_lead_entered_by_hand_is_told_apart_and_knows_who_entered_it(desk: Desk) -> None:
    lead = entered(desk)

    card = lead_queries.card(desk.connection, lead)
    assert card is not None
    assert (card.lead.source, card.entered_by) == ("manual", "@boss")


def test_a_lead_of_the_landing_page_was_entered_by_nobody(desk: Desk) -> None:
    lead = desk.do(lm.SubmitLead("r1", FORM, "key", desk.at)).lead_id

    card = lead_queries.card(desk.connection, lead)
    assert card is not None
    assert card.entered_by is None


def test_the_same_entry_twice_makes_one_lead(desk: Desk) -> None:
    first = entered(desk)
    repeated = Caught()
    carry_out(desk, EnterLead("r1", FORM, "key-x", "@boss", repeated))

    assert repeated == [first]
    assert len(desk.rows("SELECT id FROM leads")) == 1
    assert not desk.rows("SELECT id FROM lead_repeats")


def test_an_entry_joins_the_recent_lead_of_the_same_contact(desk: Desk) -> None:
    first = entered(desk)
    again = entered(desk, "r2", LeadForm("Анна", phone=FORM.phone, comment="юбилей"))

    assert again == first
    assert desk.rows("SELECT changed FROM lead_repeats") == [{"changed": '{"comment": "юбилей"}'}]


def test_a_note_is_kept_and_redraws_the_card(desk: Desk) -> None:
    lead = entered(desk)
    before = version(desk, lead)

    topics = note(desk, lead)

    (kept,) = lead_queries.notes(desk.connection, lead)
    assert (kept.text, kept.by, kept.at) == ("перезвонить", "@boss", desk.now)
    assert version(desk, lead) == before + 1
    assert LEADS in topics
    assert traces(desk)[-1] == "noted"


def test_an_unknown_lead_takes_no_note(desk: Desk) -> None:
    note(desk, LeadId(99))

    assert traces(desk) == ["not noted"]
    assert not desk.rows("SELECT id FROM lead_notes")


def test_an_erased_lead_loses_the_text_of_its_notes_and_takes_no_more(desk: Desk) -> None:
    lead = entered(desk)
    note(desk, lead)
    desk.fire("lead_card", str(lead), "erase", Role.LEAD_ADMIN, who="@boss")

    note(desk, lead, "ещё")

    assert traces(desk)[-1] == "not noted"
    assert desk.rows("SELECT text, by FROM lead_notes") == [{"text": None, "by": "@boss"}]


def test_a_deleted_test_lead_takes_its_notes_along(desk: Desk) -> None:
    lead = entered(desk, form=LeadForm("Тест", phone=FORM.phone))
    note(desk, lead)

    carry_out(desk, DeleteLead(lead, "@boss", said("deleted"), said("kept")))

    assert traces(desk)[-1] == "deleted"
    assert not desk.rows("SELECT id FROM lead_notes")


def test_a_lead_that_is_no_test_is_not_deleted(desk: Desk) -> None:
    lead = entered(desk)

    carry_out(desk, DeleteLead(lead, "@boss", said("deleted"), said("kept")))

    assert traces(desk)[-1] == "kept"


def test_a_pressed_card_of_unknown_age_leaves_every_repeat_to_be_told(desk: Desk) -> None:
    lead = entered(desk)
    entered(desk, "r2", LeadForm("Анна", phone=FORM.phone, comment="юбилей"))
    place = {"chat_id": -100, "message_id": 7, "shown": 0}

    desk.fire("lead_card", str(lead), "published", Role.LEAD_ADMIN, **place)

    assert [each.lead_id for each in lead_queries.to_tell(desk.connection, desk.now)] == [lead]


@pytest.mark.parametrize("table", ["lead_notes", "lead_requests"])
def test_notes_and_connect_keys_are_found_by_an_index(desk: Desk, table: str) -> None:
    condition = {"lead_notes": "lead_id = 1", "lead_requests": "connect_key = 'x'"}[table]
    plan = desk.rows(f"EXPLAIN QUERY PLAN SELECT 1 FROM {table} WHERE {condition}")

    assert "INDEX" in plan[0]["detail"]
