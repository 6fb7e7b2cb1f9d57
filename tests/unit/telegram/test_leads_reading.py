"""What admins write and press about leads is read strictly, in groups and in private."""

from typing import Any

import pytest

from store.domain.ids import GuestId
from store.domain.status import LeadStatus
from telegram.botapi.types import Update, User
from telegram.dialogue import intents as i
from telegram.dialogue import wording
from telegram.dialogue.reading import intent_of
from telegram.forms.given import Written

PRIVATE = {"id": 77, "type": "private"}
GROUP = {"id": -5, "type": "supergroup", "title": "Leads"}
ANNA = {"id": 77, "is_bot": False, "first_name": "Anna", "username": "anna"}
BOT = {"id": 1, "is_bot": True, "first_name": "Booth"}
ANONYMOUS = {"id": 1087968824, "is_bot": True, "first_name": "Group"}
CHANNEL = {"id": 136817688, "is_bot": True, "first_name": "Channel"}
SERVICE = {"id": 777000, "is_bot": False, "first_name": "Telegram"}
PERSON = i.Person(GuestId(77), -5, None, "anna")
CALLER = i.Caller(PERSON, in_private=False, masked=False)


def read(raw: dict[str, Any]) -> i.Intent:
    return intent_of(Update.parse({"update_id": 1, **raw}), "Booth_Bot", frozenset())


def written(text: str, **changed: Any) -> i.Intent:
    body = {"message_id": 5, "date": 1, "chat": GROUP, "from": ANNA, "text": text, **changed}
    return read({"message": body})


def pressed(data: str | None, **changed: Any) -> i.Intent:
    shown = {"message_id": 9, "date": 1, "chat": GROUP, "from": BOT, "text": "?"}
    body = {"id": "q", "from": ANNA, "message": shown, "data": data, **changed}
    return read({"callback_query": body})


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("/stickers_lead 12", i.ShowLead(CALLER, wording.lead_id("12"))),
        ("/STICKERS_LEAD@booth_BOT  №12", i.ShowLead(CALLER, wording.lead_id("12"))),
        ("/stickers_lead@other_bot 12", i.Ignored()),
        ("/stickers_lead", i.ShowLead(CALLER, None)),
        ("/stickers_lead twelve", i.ShowLead(CALLER, None)),
        ("/stickers_forget 12", i.ForgetLead(CALLER, wording.lead_id("12"), False)),
        ("/stickers_forget #12 тест", i.ForgetLead(CALLER, wording.lead_id("12"), True)),
        ("/stickers_forget 12\tTEST", i.ForgetLead(CALLER, wording.lead_id("12"), True)),
        ("/stickers_forget 12 please", i.ForgetLead(CALLER, None, False)),
        ("/stickers_forget тест", i.ForgetLead(CALLER, None, False)),
        ("/stickers_forget@other_bot 12", i.Ignored()),
    ],
)
def test_commands_about_leads_are_read_in_groups(text: str, wanted: i.Intent) -> None:
    assert written(text) == wanted


@pytest.mark.parametrize("text", ["hello", "12"])
def test_talk_in_a_group_is_read_for_somebody_in_the_middle_of_a_form(text: str) -> None:
    assert written(text) == i.Said(CALLER, Written(text), text)


@pytest.mark.parametrize("text", ["/start", "/start abc", "/help", "/pause"])
def test_group_commands_other_than_these_commands_stay_ignored(text: str) -> None:
    assert written(text) == i.Ignored()


def test_commands_about_leads_are_read_in_private() -> None:
    found = written("/stickers_lead 12", chat=PRIVATE)

    assert isinstance(found, i.ShowLead)
    assert found.caller.in_private


@pytest.mark.parametrize(
    "changed",
    [
        {"from": ANONYMOUS, "sender_chat": GROUP},
        {"from": ANONYMOUS},
        {"from": CHANNEL, "sender_chat": {"id": -9, "type": "channel", "title": "News"}},
        {"from": ANNA, "sender_chat": GROUP},
    ],
)
def test_behind_an_anonymous_admin_or_a_channel_stands_no_person(changed: dict[str, Any]) -> None:
    found = written("/stickers_forget 12", **changed)

    assert isinstance(found, i.ForgetLead)
    assert found.caller.masked


def test_a_masked_sender_gets_no_guests_dialogue() -> None:
    assert written("/start", **{"from": ANONYMOUS, "sender_chat": GROUP}) == i.Ignored()


@pytest.mark.parametrize(
    "changed",
    [
        {"from": BOT},
        {"from": None},
        {"from": SERVICE, "sender_chat": {"id": -9, "type": "channel", "title": "News"}},
        {"from": ANNA, "is_automatic_forward": True},
        {"chat": {"id": -9, "type": "channel", "title": "News"}},
    ],
)
def test_commands_of_bots_and_service_accounts_and_in_channels_are_ignored(
    changed: dict[str, Any],
) -> None:
    assert written("/stickers_lead 12", **changed) == i.Ignored()


@pytest.mark.parametrize("status", ["in_work", "contacted", "deal", "refused", "spam"])
def test_a_button_names_a_lead_and_a_status(status: str) -> None:
    found = pressed(f"stickers_lead:12:{status}")

    assert isinstance(found, i.LeadPress)
    assert (found.lead_id, found.target) == (12, LeadStatus(status))
    assert found.place == i.Place(-5, 9)
    assert found.press.person.label == "@anna"


@pytest.mark.parametrize(
    "rest",
    [
        "12:new",
        "12:pending",
        "12:DEAL",
        "12:",
        "12",
        "",
        ":deal",
        "-1:deal",
        "0:deal",
        "01:deal",
        "1.5:deal",
        "12:deal:",
        "12:deal\n",
        "١٢:deal",
        "9" * 19 + ":deal",
        "1 OR 1=1:deal",
        "12:deal'; DROP TABLE leads",
    ],
)
def test_hostile_data_of_a_button_names_nothing(rest: str) -> None:
    found = pressed(f"stickers_lead:{rest}")

    assert isinstance(found, i.LeadPress)
    assert found.lead_id is None or found.target is None


def test_the_place_of_a_message_out_of_reach_is_not_known() -> None:
    gone = {"message_id": 9, "date": 0, "chat": GROUP}

    for message in (gone, None):
        found = pressed("stickers_lead:12:deal", message=message)
        assert isinstance(found, i.LeadPress)
        assert found.place is None


@pytest.mark.parametrize(("data", "yes"), [("yes:31", True), ("no:31", False)])
def test_answers_to_a_question_carry_its_row(data: str, *, yes: bool) -> None:
    found = pressed(data)

    assert isinstance(found, i.ConfirmPress)
    assert (found.row, found.yes, found.place) == (31, yes, i.Place(-5, 9))


@pytest.mark.parametrize(
    "data", ["yes:", "yes", "no:a b", "no:0", "yes:-1", "yes:١٢", "no:" + "9" * 19]
)
def test_an_answer_without_a_row_is_a_press_that_means_nothing(data: str) -> None:
    assert isinstance(pressed(data), i.OtherPress)


@pytest.mark.parametrize(
    ("username", "first_name", "label"),
    [
        ("anna", "Anna", "@anna"),
        (None, "Анна\u202e <b>", "Анна <b>"),
        (None, "\u200f\u2066", "77"),
        (None, "", "77"),
        (None, "x" * 100, "x" * 63 + "…"),
    ],
)
def test_an_admin_is_named_by_what_can_be_shown(
    username: str | None, first_name: str, label: str
) -> None:
    assert wording.label(User(77, False, first_name, None, username)) == label
