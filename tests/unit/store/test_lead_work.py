"""What the publisher remembers, and that finding its work costs the same with many leads."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from store import lead_messages as lm
from store import lead_queries, leads
from store.domain.leads import LeadForm, LeadId
from store.domain.machine import Role
from supervisor.clock import iso
from tests.machines.desk import Desk, open_desk


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with open_desk(tmp_path / "desk.db") as made:
        yield made


def born(desk: Desk, number: int = 0) -> LeadId:
    form = LeadForm("Анна", phone=f"+99890000000{number}")
    command = lm.SubmitLead(f"request-{number}", form, f"key-{number}", desk.at)
    return desk.do(command).lead_id


def published(desk: Desk) -> LeadId:
    lead = born(desk)
    args = {"chat_id": -100, "message_id": 7, "shown": 1}
    desk.fire("lead_card", str(lead), "published", Role.PUBLISHER, **args)
    return lead


def in_doubt(desk: Desk, lead: LeadId) -> bool:
    found = lead_queries.lead(desk.connection, lead)
    assert found is not None
    return found.in_doubt


def test_a_card_is_in_doubt_from_before_it_is_sent_until_its_end_is_known(desk: Desk) -> None:
    lead = born(desk)
    assert desk.do(lm.BeginCard(lead))
    begun = in_doubt(desk, lead)
    args = {"chat_id": -100, "message_id": 7, "shown": 1}
    desk.fire("lead_card", str(lead), "published", Role.PUBLISHER, **args)

    assert (begun, in_doubt(desk, lead)) == (True, False)


def test_a_failure_alone_keeps_the_doubt_until_it_is_taken_back(desk: Desk) -> None:
    lead = born(desk)
    desk.do(lm.BeginCard(lead))
    args = {"next_at": desk.now, "error": "400 unknown"}
    desk.fire("lead_card", str(lead), "publish_failed", Role.PUBLISHER, **args)
    after_failure = in_doubt(desk, lead)

    desk.do(lm.CardNotSent(lead))

    assert (after_failure, in_doubt(desk, lead)) == (True, False)


def test_no_card_is_begun_that_nobody_wants(desk: Desk) -> None:
    lead = published(desk)
    before = desk.do(lm.BeginCard(lead))
    desk.do(lm.CardGone(lead))

    assert (before, desk.do(lm.BeginCard(lead))) == (False, True)
    assert not desk.do(lm.BeginCard(LeadId(99)))


def test_an_older_version_that_is_shown_late_takes_nothing_back(desk: Desk) -> None:
    lead = published(desk)
    desk.do(lm.CardShown(lead, 5))
    desk.do(lm.CardShown(lead, 3))

    assert desk.rows("SELECT card_shown FROM leads") == [{"card_shown": 5}]


def test_leads_that_rest_are_left_out(desk: Desk) -> None:
    lead = published(desk)
    desk.fire("lead", str(lead), "deal", Role.LEAD_ADMIN, who="@boss")

    assert lead_queries.to_edit(desk.connection, (lead,)) == ()
    assert len(lead_queries.to_edit(desk.connection, (lead + 1,))) == 1


def test_a_reminder_given_back_is_due_again(desk: Desk) -> None:
    lead = published(desk)
    desk.do(lm.RemindLead(lead, desk.at))
    desk.do(lm.ReminderNotSent(lead))

    assert desk.do(lm.RemindLead(lead, desk.at))


def test_operators_are_alerted_once_for_a_key(desk: Desk) -> None:
    for _ in range(2):
        desk.do(lm.AlertLeads("topic", "text", desk.at))

    assert len(desk.texts(900)) == 1


def test_old_requests_are_forgotten_in_time_and_nothing_else(desk: Desk) -> None:
    born(desk)

    early = desk.do(lm.PruneLeads(desk.at))
    later = desk.do(lm.PruneLeads(desk.at + timedelta(days=30)))

    assert (early, later) == (0, 1)
    assert len(desk.rows("SELECT 1 FROM state_data")) == 1


def test_a_contact_is_found_by_its_index(desk: Desk) -> None:
    plan = desk.rows(f"EXPLAIN QUERY PLAN {leads._RECENT}", iso(desk.at), "a", "b")

    assert not [step for step in plan if step["detail"].startswith("SCAN")]
