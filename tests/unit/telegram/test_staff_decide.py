"""The staff in the chat: who may manage it, a person's page, adding, renaming, removing."""

import pytest

from store.domain.conversation import State
from store.domain.ids import GuestId
from store.domain.outgoing import Edit, Say
from store.domain.records import StaffMember, StaffRole
from store.domain.texts import staff as texts
from store.domain.texts import talk as talk_texts
from store.steps import AskConfirmation, PutStaff, RemoveStaff
from telegram.dialogue.intents import Command
from telegram.dialogue.staff_pages import MOST_STAFF
from telegram.dialogue.view import Rights
from telegram.forms.given import ContactGiven, ForwardGiven
from tests.support.turns import IN_PRIVATE, ME, Chat, a_view, data_of, row_press

OPERATOR = Rights(operator=True)
LARGE = GuestId(2**52 - 1)
BOB = StaffMember(LARGE, "Bob <b>", StaffRole.VIEWER)
COMMAND = Command(IN_PRIVATE, "staff", "")


def chat(*members: StaffMember, rights: Rights = OPERATOR) -> Chat:
    return Chat(a_view("en", rights=rights, staff=members, bot_username="booth_bot"))


def pressed(rest: str, *members: StaffMember, row: int = LARGE) -> Chat:
    return chat(*members).play(row_press("st", row, rest))


def adding() -> Chat:
    return pressed("add", BOB, row=1)


def renaming(*members: StaffMember) -> Chat:
    return pressed("rename", *members)


def test_the_list_has_a_button_for_each_person_and_one_to_add_somebody() -> None:
    talk = chat(BOB)

    talk.play(COMMAND)

    assert data_of(talk.last.buttons) == [f"st:{LARGE}:open", "st:1:add"]
    assert talk.last.buttons[0][0].text == "Bob <b> · Views requests"


def test_an_empty_list_says_so() -> None:
    talk = chat()

    talk.play(COMMAND)

    assert talk.last.text == texts.NOBODY.en


def test_only_operators_see_the_list() -> None:
    talk = chat(BOB, rights=Rights(staff=StaffRole.LEAD_ADMIN))

    talk.play(COMMAND)

    assert talk.last == Say("No access")


@pytest.mark.parametrize("rest", ["list", "add", "open", "lead_admin", "rename", "remove"])
def test_no_button_does_anything_for_somebody_who_is_no_operator(rest: str) -> None:
    talk = chat(BOB, rights=Rights(leads_by_setting=True))

    talk.play(row_press("st", LARGE, rest))

    assert (talk.answers, len(talk.steps)) == (["No access"], 1)


def test_a_page_takes_the_place_of_the_list_with_the_name_escaped() -> None:
    talk = pressed("open", BOB)

    assert isinstance(talk.last, Edit)
    assert "<b>Bob &lt;b&gt;</b>" in talk.last.text
    assert str(LARGE) in talk.last.text


def test_a_page_says_what_each_role_may_do() -> None:
    talk = pressed("open", BOB)

    assert all(duty.en in talk.last.text for duty in texts.DUTIES.values())


def test_buttons_of_a_page_fit_and_offer_the_other_role() -> None:
    data = data_of(pressed("open", BOB).last.buttons)

    assert data == [
        f"st:{LARGE}:lead_admin",
        f"st:{LARGE}:rename",
        f"st:{LARGE}:remove",
        "st:1:list",
    ]


def test_a_role_is_given_and_shown_as_it_will_be() -> None:
    talk = pressed("lead_admin", BOB)

    assert talk.of(PutStaff) == [PutStaff(LARGE, "Bob <b>", StaffRole.LEAD_ADMIN, ME)]
    assert "Role: <b>Handles requests</b>" in talk.last.text
    assert f"st:{LARGE}:viewer" in data_of(talk.last.buttons)


def test_giving_a_role_that_somebody_has_changes_nothing() -> None:
    talk = pressed("viewer", BOB)

    assert talk.of(PutStaff) == []
    assert talk.answers == ["Views requests"]


@pytest.mark.parametrize("rest", ["open", "lead_admin", "rename", "remove"])
def test_a_button_about_somebody_who_is_gone_shows_the_list_and_says_so(rest: str) -> None:
    talk = pressed(rest)

    assert talk.answers == [texts.GONE.en]
    assert talk.last.text == texts.NOBODY.en
    assert talk.of(PutStaff) == []


def test_a_button_that_nobody_made_is_only_answered() -> None:
    talk = pressed("drop:all", BOB)

    assert (talk.answers, len(talk.steps)) == (["This button no longer works"], 1)


def test_a_button_back_shows_the_list_in_place() -> None:
    talk = pressed("list", BOB, row=1)

    assert isinstance(talk.last, Edit)
    assert f"st:{LARGE}:open" in data_of(talk.last.buttons)


def test_removing_asks_first() -> None:
    talk = pressed("remove", BOB)

    asked = talk.of(AskConfirmation)[0]
    assert (asked.action, asked.record) == ("remove_staff", str(LARGE))
    assert data_of(talk.last.buttons) == ["yes:1", "no:1"]
    assert talk.of(RemoveStaff) == []


def test_after_a_yes_the_list_is_shown_without_the_person() -> None:
    talk = pressed("remove", BOB)

    talk.confirm()

    assert [(step.user, step.by) for step in talk.of(RemoveStaff)] == [(LARGE, ME)]
    assert data_of(talk.last.buttons) == ["st:1:add"]
    assert talk.answers[-1] == texts.REMOVED.en


def test_a_yes_for_somebody_who_was_removed_meanwhile_says_so() -> None:
    talk = pressed("remove", BOB)
    talk.refused = (RemoveStaff,)

    talk.confirm()

    assert talk.answers[-1] == texts.GONE.en


def test_only_an_operator_may_say_yes_to_a_removal() -> None:
    talk = pressed("remove", BOB)
    talk.view = a_view("en", rights=Rights(leads_by_setting=True))

    talk.confirm()

    assert (talk.answers[-1], talk.of(RemoveStaff)) == ("No access", [])


def test_adding_makes_its_row_when_it_is_known_who_it_is_about() -> None:
    talk = adding()
    before = dict(talk.rows)

    talk.write("4503599627370495")

    assert before == {}
    assert [row.data["fields"] for row in talk.rows.values()] == [{"telegram_id": 4503599627370495}]


def test_adding_ends_with_the_person_on_the_staff_and_no_row_left() -> None:
    talk = adding().write(ContactGiven("998901234567", 5000000000)).write("Ann & Co")
    talk.choose("lead_admin").press("k")

    assert talk.of(PutStaff) == [
        PutStaff(GuestId(5000000000), "Ann & Co", StaffRole.LEAD_ADMIN, ME)
    ]
    assert (talk.rows, talk.state) == ({}, None)


def test_who_adds_is_told_to_have_the_person_open_the_bot_and_nobody_else_is_told() -> None:
    talk = adding().write("5000000000").write("Ann & Co").choose("viewer").press("k")

    assert "Ann &amp; Co</b> is on the staff now" in talk.shown
    assert "https://t.me/booth_bot" in talk.shown
    assert {step.chat_id for step in talk.steps if hasattr(step, "chat_id")} <= {ME, None}


def test_after_adding_their_page_is_shown() -> None:
    talk = adding().write("5000000000").write("Ann").choose("viewer").press("k")

    assert "st:5000000000:lead_admin" in data_of(talk.last.buttons)


def test_adding_somebody_who_is_on_the_staff_says_that_they_are_updated() -> None:
    talk = adding().write(ForwardGiven(LARGE)).write("Bobby").choose("lead_admin").press("k")

    assert talk.of(PutStaff) == [PutStaff(LARGE, "Bobby", StaffRole.LEAD_ADMIN, ME)]
    assert "was on the staff already" in talk.shown


def test_who_adds_themselves_is_not_told_to_open_the_bot() -> None:
    talk = adding().write(str(ME)).write("Anna").choose("lead_admin").press("k")

    assert texts.ADDED_SELF.of("en", name="<b>Anna</b>") in talk.shown


def test_an_author_who_hides_is_no_answer() -> None:
    talk = adding().write(ForwardGiven(None))

    assert "author of this message is hidden" in talk.last.text
    assert talk.rows == {}


def test_cancelling_leaves_no_row() -> None:
    talk = adding().write("5000000000").write("✖️ Cancel")

    assert (talk.rows, talk.state, talk.of(PutStaff)) == ({}, None, [])


def test_somebody_who_is_no_operator_any_more_cannot_finish() -> None:
    talk = adding().write("5000000000").write("Ann").choose("viewer")
    talk.view = a_view("en", rights=Rights())

    talk.press("k")

    assert (talk.rows, talk.state, talk.of(PutStaff)) == ({}, None, [])
    assert talk.last.text == "No access"


@pytest.mark.parametrize("rest", ["add", "rename"])
def test_no_form_is_opened_over_another_one(rest: str) -> None:
    talk = chat(BOB)
    talk.state = State("OUTFITS", "add", {})

    talk.play(row_press("st", LARGE, rest))

    assert (talk.answers, len(talk.steps)) == ([talk_texts.BUSY.en], 1)


def test_a_full_list_takes_nobody() -> None:
    many = [StaffMember(GuestId(n), "x", StaffRole.VIEWER) for n in range(1, MOST_STAFF + 1)]

    talk = pressed("add", *many, row=1)

    assert talk.answers == [texts.FULL.of("en", most=MOST_STAFF)]
    assert talk.state is None


def test_a_list_that_became_full_takes_nobody() -> None:
    talk = adding().write("5000000000").write("Ann").choose("viewer")
    many = [StaffMember(GuestId(n), "x", StaffRole.VIEWER) for n in range(1, MOST_STAFF + 1)]
    talk.view = chat(*many).view

    talk.press("k")

    assert talk.of(PutStaff) == []
    assert talk.last.text == texts.FULL.of("en", most=MOST_STAFF)


def test_a_new_name_is_written_with_the_role_kept() -> None:
    talk = renaming(BOB).write("Robert")

    assert talk.of(PutStaff) == [PutStaff(LARGE, "Robert", StaffRole.VIEWER, ME)]
    assert talk.state is None
    assert "<b>Robert</b>" in talk.last.text


def test_renaming_needs_no_row() -> None:
    assert renaming(BOB).rows == {}


def test_a_name_that_is_too_long_is_asked_for_again() -> None:
    talk = renaming(BOB).write("x" * 65)

    assert "Too long" in talk.last.text
    assert talk.of(PutStaff) == []


def test_renaming_somebody_who_is_gone_says_so() -> None:
    talk = renaming(BOB)
    talk.view = chat().view

    talk.write("Robert")

    assert (talk.of(PutStaff), talk.state) == ([], None)
    assert talk.last.text == texts.GONE.en
