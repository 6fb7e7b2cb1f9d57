"""Every row of the lead tables of the specification, one test a sentence."""

from datetime import timedelta
from itertools import count
from typing import Any

import pytest

from store import lead_queries
from store import messages as m
from store.domain.lead_transitions import LEAD
from store.domain.leads import LeadForm, LeadId
from store.domain.machine import Role
from store.domain.reasons import Refusal
from store.lead_messages import CardGone, LeadAccepted, RemindLead, SubmitLead
from store.steps import ConnectLead, DeleteLead, Step
from supervisor.clock import iso
from tests.machines.desk import ADMINS, GUEST, Desk

HANDLED = ("in_work", "contacted", "deal", "refused", "spam")
PERSON = {
    "name": "Анна", "telegram": "Anna_1", "phone": "+998901234567", "comment": "свадьба",
}  # fmt: skip
_numbers = count(1)


def submit(desk: Desk, request: str | None = None, **fields: Any) -> LeadAccepted:
    number = next(_numbers)
    utm = fields.pop("utm", {})
    locale = fields.pop("locale", None)
    form = LeadForm(**{**PERSON, **fields}, locale=locale, utm=utm)
    command = SubmitLead(
        request or f"request-{number}", form, f"key-{number}", desk.at, ip_hash="hash"
    )
    return desk.do(command)


def born(desk: Desk, **fields: Any) -> LeadId:
    return submit(desk, **fields).lead_id


def press(desk: Desk, lead: LeadId, status: str) -> m.Pulled:
    return desk.pull("lead", str(lead), status, Role.LEAD_ADMIN, who="@boss")


def publish(desk: Desk, lead: LeadId, **more: Any) -> m.Pulled:
    args = {"chat_id": -100, "message_id": 7, "shown": 1, **more}
    return desk.pull("lead_card", str(lead), "published", Role.PUBLISHER, **args)


def fail(desk: Desk, lead: LeadId, error: str = "429 flood") -> m.Pulled:
    args = {"next_at": desk.now, "error": error}
    return desk.pull("lead_card", str(lead), "publish_failed", Role.PUBLISHER, **args)


def erase(desk: Desk, lead: LeadId) -> m.Pulled:
    return desk.pull("lead_card", str(lead), "erase", Role.LEAD_ADMIN, who="@boss")


def row(desk: Desk, lead: LeadId) -> dict[str, Any]:
    (found,) = desk.rows("SELECT * FROM leads WHERE id = ?", lead)
    return found


def repeats(desk: Desk) -> list[dict[str, Any]]:
    return desk.rows("SELECT * FROM lead_repeats ORDER BY id")


def step(desk: Desk, step: Step) -> None:
    number = 1000 + next(_numbers)
    desk.do(m.StoreUpdates(((number, "{}"),), number + 1, desk.at))
    assert desk.do(m.FinishUpdate(number, (step,), desk.at))


def due(desk: Desk) -> list[LeadId]:
    return [lead.id for lead in lead_queries.to_post(desk.connection, desk.now)]


# --- status


def test_a_new_request_id_without_a_recent_contact_makes_a_new_lead(desk: Desk) -> None:
    accepted = submit(desk)

    lead = row(desk, accepted.lead_id)
    assert (lead["status"], lead["card"], accepted.seen) == ("new", "pending", False)
    assert {name: lead[name] for name in PERSON} == PERSON


def test_the_same_request_id_makes_nothing_and_answers_the_same(desk: Desk) -> None:
    first = submit(desk, "request-a")
    again = submit(desk, "request-a", comment="другое")

    assert (again.lead_id, again.connect_key, again.seen) == (
        first.lead_id, first.connect_key, True,
    )  # fmt: skip
    assert repeats(desk) == []


@pytest.mark.parametrize("target", HANDLED)
@pytest.mark.parametrize("source", ["new", *HANDLED])
def test_a_button_press_moves_a_lead_from_any_status_to_any_other_of_the_five(
    desk: Desk, source: str, target: str
) -> None:
    lead = born(desk)
    if source != "new":
        press(desk, lead, source)

    pressed = press(desk, lead, target)

    assert isinstance(pressed, m.Fired) is (source != target)
    assert row(desk, lead)["status"] == target


def test_one_transaction_updates_the_lead_and_appends_to_its_history(desk: Desk) -> None:
    lead = born(desk)
    now = desk.later(5)

    press(desk, lead, "deal")

    (entry,) = desk.rows("SELECT * FROM lead_status_history")
    assert (entry["lead_id"], entry["from_status"], entry["to_status"]) == (lead, "new", "deal")
    assert (entry["by"], entry["at"]) == ("@boss", now)
    assert row(desk, lead)["status_changed_at"] == now
    assert row(desk, lead)["status_changed_by"] == "@boss"


def test_the_same_button_again_writes_nothing(desk: Desk) -> None:
    lead = born(desk)
    press(desk, lead, "deal")
    before = row(desk, lead)
    desk.later(5)

    assert press(desk, lead, "deal") == m.Refused(Refusal.WRONG_STATUS)

    assert row(desk, lead) == before
    assert len(desk.rows("SELECT * FROM lead_status_history")) == 1


def test_there_is_no_way_back_to_new() -> None:
    assert not [edge for edge in LEAD.edges if edge.target == "new" and not edge.birth]


def test_an_erased_lead_is_frozen(desk: Desk) -> None:
    lead = born(desk)
    erase(desk, lead)

    assert press(desk, lead, "deal") == m.Refused(Refusal.ERASED)


def test_a_change_of_status_is_to_be_seen_on_the_card(desk: Desk) -> None:
    lead = born(desk)
    publish(desk, lead)
    press(desk, lead, "deal")

    assert [found.id for found in lead_queries.to_edit(desk.connection)] == [lead]


def test_only_lead_admins_press(desk: Desk) -> None:
    lead = born(desk)

    _, error, _ = desk.attempt(m.Pull("lead", str(lead), "deal", Role.GUEST, desk.at))

    assert error is not None


# --- publication


def test_a_card_that_was_posted_is_published(desk: Desk) -> None:
    lead = born(desk)
    now = desk.later(3)

    publish(desk, lead)

    found = row(desk, lead)
    assert (found["card"], found["published_at"]) == ("published", now)
    assert (found["chat_id"], found["message_id"]) == (-100, 7)
    assert due(desk) == []


def test_a_failed_attempt_is_counted_and_tried_again_at_its_time(desk: Desk) -> None:
    lead = born(desk)
    later = iso(desk.at + timedelta(seconds=5))
    args = {"next_at": later, "error": "400 unknown"}
    desk.fire("lead_card", str(lead), "publish_failed", Role.PUBLISHER, **args)

    found = row(desk, lead)
    assert (found["card"], found["publish_attempts"]) == ("pending", 1)
    assert (found["next_publish_at"], found["publish_error"]) == (later, "400 unknown")
    assert due(desk) == []
    desk.later(5)
    assert due(desk) == [lead]


def test_admins_are_alerted_once_from_the_fifth_failure(desk: Desk) -> None:
    lead = born(desk)
    for _ in range(4):
        fail(desk, lead)
    before = desk.texts(ADMINS[0])

    fail(desk, lead)
    fail(desk, lead)

    assert before == []
    assert len(desk.texts(ADMINS[0], "alert")) == 1


def test_a_card_that_moved_is_where_later_pings_reply(desk: Desk) -> None:
    lead = born(desk)
    publish(desk, lead)
    args = {"chat_id": -100, "message_id": 9, "shown": 1, "former_chat": -100, "former_message": 7}

    desk.fire("lead_card", str(lead), "moved", Role.PUBLISHER, **args)

    assert row(desk, lead)["message_id"] == 9
    (former,) = desk.rows("SELECT chat_id, payload FROM outbox WHERE kind = 'card'")
    assert former["chat_id"] == -100
    assert '"message_id": 7' in former["payload"]


def test_a_pending_card_cannot_move(desk: Desk) -> None:
    lead = born(desk)
    args = {"chat_id": -100, "message_id": 9, "shown": 1}

    pulled = desk.pull("lead_card", str(lead), "moved", Role.PUBLISHER, **args)

    assert pulled == m.Refused(Refusal.WRONG_STATUS)


# --- reminder


def test_a_reminder_is_claimed_once(desk: Desk) -> None:
    lead = born(desk)
    publish(desk, lead)

    claims = [desk.do(RemindLead(lead, desk.at)) for _ in range(2)]

    assert claims == [True, False]


def test_only_new_published_leads_are_reminded_of(desk: Desk) -> None:
    pending = born(desk, phone="+998900000001", telegram=None)
    pressed = born(desk, phone="+998900000002", telegram=None)
    erased = born(desk, phone="+998900000003", telegram=None)
    for lead in (pressed, erased):
        publish(desk, lead)
    press(desk, pressed, "in_work")
    erase(desk, erased)

    assert lead_queries.to_remind(desk.connection, desk.later(9)) == ()
    assert not any(desk.do(RemindLead(lead, desk.at)) for lead in (pending, pressed, erased))


def test_a_lead_is_due_for_a_reminder_from_its_time_of_creation(desk: Desk) -> None:
    lead = born(desk)
    publish(desk, lead)

    before = lead_queries.to_remind(desk.connection, iso(desk.at - timedelta(seconds=1)))
    at = lead_queries.to_remind(desk.connection, desk.now)

    assert (before, [found.id for found in at]) == ((), [lead])


# --- erasure


@pytest.mark.parametrize("published", [False, True])
def test_erasure_sets_what_is_personal_to_null_and_keeps_the_rest(
    desk: Desk, *, published: bool
) -> None:
    accepted = submit(desk, locale="ru", utm={"utm_source": "insta"})
    lead = accepted.lead_id
    step(desk, ConnectLead(accepted.connect_key, GUEST, "anna"))
    if published:
        publish(desk, lead)
    press(desk, lead, "deal")
    before = row(desk, lead)
    now = desk.later(9)

    erase(desk, lead)

    personal = {
        "name", "telegram", "phone", "comment", "ip_hash", "connected_user", "connected_username",
    }  # fmt: skip
    after = row(desk, lead)
    assert {after[name] for name in personal} == {None}
    changed = {name for name in after if after[name] != before[name]}
    assert changed - personal == {"card", "erased_at", "card_version"}
    assert (after["card"], after["erased_at"]) == ("erased", now)
    assert after["utm_source"] == "insta"
    assert len(desk.rows("SELECT * FROM lead_status_history")) == 1


def test_erasure_empties_repeats_and_ends_connect_links(desk: Desk) -> None:
    accepted = submit(desk)
    submit(desk, comment="тайна")

    erase(desk, accepted.lead_id)

    (repeat,) = repeats(desk)
    assert (repeat["changed"], repeat["status"]) == ("{}", "notified")
    assert desk.rows("SELECT * FROM state_data") == []


def test_erasure_happens_once(desk: Desk) -> None:
    lead = born(desk)
    erase(desk, lead)

    assert erase(desk, lead) == m.Refused(Refusal.WRONG_STATUS)


def test_an_erased_lead_that_was_never_published_is_never_posted(desk: Desk) -> None:
    lead = born(desk)
    erase(desk, lead)
    desk.do(CardGone(lead))

    assert due(desk) == []
    assert lead_queries.to_repost(desk.connection) == ()
    assert lead_queries.to_edit(desk.connection) == ()


def test_a_card_that_was_on_its_way_during_the_erasure_is_known_and_to_be_edited(
    desk: Desk,
) -> None:
    lead = born(desk)
    erase(desk, lead)
    args = {"chat_id": -100, "message_id": 9, "shown": 1}

    assert isinstance(publish(desk, lead), m.Refused)
    desk.fire("lead_card", str(lead), "moved", Role.PUBLISHER, **args)

    assert [found.id for found in lead_queries.to_edit(desk.connection)] == [lead]


@pytest.mark.parametrize(("status", "days"), [("spam", 30), ("new", 365), ("deal", 365)])
def test_retention_is_30_days_for_spam_and_365_for_others(
    desk: Desk, status: str, days: int
) -> None:
    lead = born(desk)
    desk.later(86400)
    if status != "new":
        press(desk, lead, status)
    since = row(desk, lead)["status_changed_at"] or row(desk, lead)["created_at"]

    def found(now: timedelta) -> tuple[int, ...]:
        begin = desk.at if status != "new" else desk.at - timedelta(days=1)
        moment = begin + now
        spam, others = moment - timedelta(days=30), moment - timedelta(days=365)
        return lead_queries.to_erase(desk.connection, iso(spam), iso(others))

    assert since
    assert found(timedelta(days=days) - timedelta(seconds=1)) == ()
    assert found(timedelta(days=days)) == (lead,)


@pytest.mark.parametrize("field", ["name", "comment"])
@pytest.mark.parametrize("word", ["тест", "Тестовая", "TEST", "my test"])
def test_a_test_lead_is_deleted_whole(desk: Desk, field: str, word: str) -> None:
    lead = born(desk, **{field: word})
    press(desk, lead, "deal")
    submit(desk, comment="ещё")

    step(desk, DeleteLead(lead, "@boss"))

    for table in ("leads", "lead_status_history", "lead_repeats", "lead_requests", "state_data"):
        assert desk.rows(f"SELECT * FROM {table}") == []
    (action,) = desk.rows("SELECT * FROM actions")
    assert (action["action"], action["record"], action["who"]) == (
        "delete_lead", str(lead), "@boss",
    )  # fmt: skip


def test_a_lead_without_the_word_is_not_deleted(desk: Desk) -> None:
    lead = born(desk, telegram="test_user")

    step(desk, DeleteLead(lead, "@boss"))

    assert row(desk, lead)["status"] == "new"


def test_the_number_of_a_deleted_lead_is_never_used_again(desk: Desk) -> None:
    lead = born(desk, name="тест")
    step(desk, DeleteLead(lead, "@boss"))

    assert born(desk) > lead


# --- repeat contacts


@pytest.mark.parametrize(
    "same",
    [
        {"telegram": "ANNA_1", "phone": None},
        {"telegram": None, "phone": "+998901234567"},
        {"telegram": "other", "phone": "+998901234567"},
    ],
)
def test_the_same_username_in_any_case_or_phone_within_24_hours_makes_a_repeat(
    desk: Desk, same: dict[str, Any]
) -> None:
    lead = born(desk)
    desk.later(86399)

    again = submit(desk, **same)

    assert again.lead_id == lead
    assert not again.seen
    assert [repeat["lead_id"] for repeat in repeats(desk)] == [lead]


def test_after_24_hours_it_is_a_new_lead(desk: Desk) -> None:
    lead = born(desk)
    desk.later(86400)

    assert born(desk) != lead


@pytest.mark.parametrize("end", ["spam", "erased"])
def test_a_lead_that_is_spam_or_erased_is_ignored(desk: Desk, end: str) -> None:
    lead = born(desk)
    if end == "spam":
        press(desk, lead, "spam")
    else:
        erase(desk, lead)

    assert born(desk) != lead


def test_another_contact_is_a_new_lead(desk: Desk) -> None:
    lead = born(desk)

    assert born(desk, telegram=None, phone="+998900000000") != lead
    assert born(desk, telegram=None, phone=None) != lead


def test_a_repeat_stores_its_time_and_only_the_fields_that_changed(desk: Desk) -> None:
    born(desk)
    now = desk.later(60)

    submit(desk, name="АННА", telegram="aNNa_1", phone=None, comment="юбилей")

    (repeat,) = repeats(desk)
    assert repeat["created_at"] == now
    assert repeat["changed"] == '{"name": "АННА", "comment": "юбилей"}'


def test_a_repeat_changes_the_card_and_not_the_lead(desk: Desk) -> None:
    lead = born(desk)
    publish(desk, lead)
    submit(desk, comment="юбилей")

    assert row(desk, lead)["comment"] == "свадьба"
    assert [found.id for found in lead_queries.to_edit(desk.connection)] == [lead]
    assert len(lead_queries.to_tell(desk.connection, desk.now)) == 1


def test_a_repeat_before_publication_is_absorbed_when_the_card_is_published(desk: Desk) -> None:
    lead = born(desk)
    submit(desk, comment="раз")
    submit(desk, comment="два")
    first, second = repeats(desk)
    pending = lead_queries.to_tell(desk.connection, desk.now)

    publish(desk, lead, last_repeat=first["id"])

    assert pending == ()
    assert [repeat["status"] for repeat in repeats(desk)] == ["notified", "pending"]
    (told,) = lead_queries.to_tell(desk.connection, desk.now)
    assert told.id == second["id"]


def test_five_failed_pings_mark_a_repeat_notified_with_the_error(desk: Desk) -> None:
    lead = born(desk)
    publish(desk, lead)
    submit(desk, comment="раз")
    (repeat,) = repeats(desk)
    args = {"next_at": desk.now, "error": "400 unknown"}

    ends = [
        desk.fire("lead_repeat", repeat["id"], "notify_failed", Role.PUBLISHER, **args).target
        for _ in range(5)
    ]

    assert ends == ["pending"] * 4 + ["notified"]
    (after,) = repeats(desk)
    assert (after["notify_attempts"], after["notify_error"]) == (5, "400 unknown")
    assert after["notified_at"] is not None


def test_a_failed_ping_waits_for_its_next_time(desk: Desk) -> None:
    lead = born(desk)
    publish(desk, lead)
    submit(desk, comment="раз")
    (repeat,) = repeats(desk)
    args = {"next_at": iso(desk.at + timedelta(seconds=5)), "error": "400 unknown"}
    desk.fire("lead_repeat", repeat["id"], "notify_failed", Role.PUBLISHER, **args)

    assert lead_queries.to_tell(desk.connection, desk.now) == ()
    assert len(lead_queries.to_tell(desk.connection, desk.later(5))) == 1


# --- the pause


def test_lead_handling_is_not_affected_by_the_pause(desk: Desk) -> None:
    desk.pause()

    lead = born(desk)
    publish(desk, lead)

    assert isinstance(press(desk, lead, "deal"), m.Fired)
