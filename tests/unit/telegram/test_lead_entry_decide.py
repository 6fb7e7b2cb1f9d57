"""Leads by hand: entering one, writing a note, and what a viewer gets to see."""

from dataclasses import replace
from typing import Any

import pytest

from store.domain.leads import Lead, LeadForm, LeadId
from store.domain.outgoing import Say
from store.domain.records import StaffRole
from store.domain.status import CardStatus, LeadStatus
from store.domain.texts import lead_entry as texts
from store.steps import AddNote, Enqueue, EnterLead, MeetUser
from telegram.dialogue.intents import Caller, Command, Person, ShowLead
from telegram.dialogue.view import LeadFacts, Rights
from telegram.forms.given import ContactGiven, OtherGiven
from tests.support.turns import (
    FRESH_KEY,
    IN_PRIVATE,
    LEAD_NUMBER,
    ME,
    SPARE_KEY,
    Chat,
    a_view,
)

ID = LeadId(12)
LEAD = Lead(
    ID, LeadStatus.NEW, CardStatus.PUBLISHED, "Anna", "anna", None, None, None, "landing",
    None, None, None, None, None, "2026-01-01", None, None, -100, 9, "2026-01-01", 0,
    "2026-01-01", None, 1, 1, False, None, None, None, None,
)  # fmt: skip
ADMIN, VIEWER = Rights(leads_by_setting=True), Rights(staff=StaffRole.VIEWER)
GROUP = Caller(Person(ME, -100, "ru", "anna", "@anna"), in_private=False, masked=False, topic=5)
MASKED = replace(GROUP, masked=True)
CARD = "<b>Request 12</b>"


def chat(rights: Rights = ADMIN, caller: Caller = IN_PRIVATE, **facts: Any) -> Chat:
    known = replace(LeadFacts(lead=LEAD, card=CARD), **facts)
    return Chat(a_view("en", rights=rights, leads=known), caller)


def entering(caller: Caller = IN_PRIVATE, rights: Rights = ADMIN) -> Chat:
    return chat(rights, caller).play(Command(caller, "lead", ""))


def noting(
    argument: str, caller: Caller = IN_PRIVATE, rights: Rights = ADMIN, **facts: Any
) -> Chat:
    return chat(rights, caller, **facts).play(Command(caller, "note", argument))


def showing(caller: Caller = IN_PRIVATE, lead: LeadId | None = ID, **facts: Any) -> Chat:
    return chat(VIEWER, caller, **facts).play(ShowLead(caller, lead))


def test_a_lead_is_entered_with_what_was_answered() -> None:
    talk = entering().write("Anna").write("t.me/anna_k").write(ContactGiven("998901234567"))
    talk.write("On Friday\nin the park").press("k")

    form = LeadForm("Anna", "anna_k", "+998901234567", "On Friday\nin the park")
    assert [(step.form, step.by) for step in talk.of(EnterLead)] == [(form, "@anna")]


def test_the_last_word_names_the_number_of_the_lead() -> None:
    talk = entering().write("Anna").write("@anna_k").press("s").press("s").press("k")

    assert talk.last.text == texts.ENTERED.of("en", lead=LEAD_NUMBER)
    assert talk.state is None


def test_a_lead_and_its_connect_link_have_two_different_keys() -> None:
    talk = entering().write("Anna").write("@anna_k").press("s").press("s").press("k")

    entered = talk.of(EnterLead)[0]
    assert (entered.request_id, entered.connect_key) == (FRESH_KEY, SPARE_KEY)


def test_a_lead_that_was_given_no_contact_is_not_entered() -> None:
    talk = entering().write("Anna").press("s").press("s").press("s").press("k")

    assert talk.of(EnterLead) == []
    assert texts.NO_CONTACT.en in talk.last.text


def test_a_missing_contact_can_be_given_afterwards() -> None:
    talk = entering().write("Anna").press("s").press("s").press("s").press("k")

    talk.write("@anna_k").press("k")

    assert talk.of(EnterLead)[0].form.telegram == "anna_k"


def test_a_name_is_required_and_limited_as_elsewhere() -> None:
    talk = entering().press("s")
    skipped = talk.last.text

    talk.write("x" * 101)

    assert "cannot be skipped" in skipped
    assert "Too long" in talk.last.text


def test_a_voice_message_is_no_name() -> None:
    talk = entering().write(OtherGiven("voice"))

    assert "cannot listen to voice" in talk.last.text


@pytest.mark.parametrize(
    ("caller", "rights"),
    [
        (IN_PRIVATE, Rights()),
        (IN_PRIVATE, VIEWER),
        (IN_PRIVATE, Rights(operator=True)),
        (MASKED, ADMIN),
    ],
)
def test_only_lead_admins_with_a_face_may_enter_a_lead_or_write_a_note(
    caller: Caller, rights: Rights
) -> None:
    entered, noted = entering(caller, rights), noting("12 words", caller, rights)

    assert (entered.last.text, noted.last.text) == ("No access", "No access")
    assert (entered.state, noted.of(AddNote)) == (None, [])


def test_a_lead_admin_of_run_time_may_enter_a_lead() -> None:
    talk = entering(rights=Rights(staff=StaffRole.LEAD_ADMIN))

    assert texts.ASK_NAME.en in talk.last.text


def test_somebody_who_is_no_lead_admin_any_more_cannot_finish() -> None:
    talk = entering().write("Anna").write("@anna_k").press("s").press("s")
    talk.view = a_view("en", rights=Rights())

    talk.press("k")

    assert (talk.of(EnterLead), talk.state, talk.last.text) == ([], None, "No access")


def test_in_a_group_a_lead_is_entered_where_the_command_was_given() -> None:
    talk = entering(GROUP).write("Anna").write("@anna_k").press("s").press("s").press("k")

    chats = {step.chat_id for step in talk.steps if hasattr(step, "chat_id")} - {None}
    topics = {body.topic for body in talk.bodies if isinstance(body, Say)}
    assert (chats, topics) == ({-100}, {5})
    assert talk.last == Say(texts.ENTERED.of("en", lead=LEAD_NUMBER), topic=5)


@pytest.mark.parametrize("argument", ["12 some words", "№12  some words", "#12\nsome words"])
def test_a_note_with_words_is_written_at_once(argument: str) -> None:
    talk = noting(argument)

    assert [(n.lead_id, n.text, n.by) for n in talk.of(AddNote)] == [(12, "some words", "@anna")]
    assert (talk.last.text, talk.state) == (texts.NOTED.of("en", lead=12), None)


def test_lines_of_a_note_stay() -> None:
    assert noting("12 one\ntwo").of(AddNote)[0].text == "one\ntwo"


def test_a_note_without_words_is_asked_for() -> None:
    talk = noting("12")
    before = talk.of(AddNote)

    talk.write("called twice")

    assert before == []
    assert [(n.lead_id, n.text, n.by) for n in talk.of(AddNote)] == [(12, "called twice", "@anna")]
    assert (talk.last.text, talk.state) == (texts.NOTED.of("en", lead=12), None)


@pytest.mark.parametrize("argument", ["", "twelve", "0", "-1 x", "12x words", "1" * 19])
def test_a_note_without_a_readable_number_tells_how(argument: str) -> None:
    talk = noting(argument)

    assert "/note 12" in talk.last.text
    assert (talk.of(AddNote), talk.state) == ([], None)


@pytest.mark.parametrize("argument", ["12", "12 words"])
def test_a_note_on_an_unknown_lead_says_so(argument: str) -> None:
    talk = noting(argument, lead=None)

    assert talk.last.text == "There is no such request"
    assert (talk.of(AddNote), talk.state) == ([], None)


@pytest.mark.parametrize("argument", ["12", "12 words"])
def test_a_note_on_an_erased_lead_says_so(argument: str) -> None:
    talk = noting(argument, lead=replace(LEAD, erased_at="2026-01-02"))

    assert talk.last.text == texts.ERASED.of("en", lead=12)
    assert (talk.of(AddNote), talk.state) == ([], None)


@pytest.mark.parametrize("asked", [True, False])
def test_a_note_on_a_lead_erased_meanwhile_says_so(asked: bool) -> None:
    talk = chat()
    talk.refused = (AddNote,)

    talk.play(Command(IN_PRIVATE, "note", "12" if asked else "12 words"))
    if asked:
        talk.write("words")

    assert talk.last.text == texts.NOT_NOTED.of("en", lead=12)


def test_a_note_that_is_too_long_is_refused_whole() -> None:
    talk = noting("12 " + "x" * 1001)

    assert "Too long" in talk.last.text
    assert talk.of(AddNote) == []


def test_a_note_of_nothing_one_can_see_is_refused() -> None:
    talk = noting("12 \u200b")

    assert "nothing visible" in talk.last.text
    assert talk.of(AddNote) == []


def test_a_note_in_a_group_is_answered_in_its_topic() -> None:
    talk = noting("12 words", GROUP)

    assert talk.last == Say(texts.NOTED.of("en", lead=12), topic=5)
    assert talk.of(MeetUser) == []


def test_a_viewer_sees_the_card_without_buttons() -> None:
    assert showing().last == Say(CARD)


def test_a_viewer_is_not_shown_a_card_in_a_group() -> None:
    talk = showing(GROUP)

    assert CARD not in talk.shown
    assert talk.last.text == texts.PRIVATELY.en


def test_a_mask_is_not_shown_a_card() -> None:
    assert showing(replace(IN_PRIVATE, masked=True)).last.text == "No access"


def test_somebody_without_a_role_is_not_shown_a_card() -> None:
    talk = chat(Rights())

    talk.play(ShowLead(IN_PRIVATE, ID))

    assert talk.last.text == "No access"


def test_a_viewer_who_names_no_lead_is_told_how() -> None:
    assert "/stickers_lead 12" in showing(lead=None).last.text


def test_a_viewer_is_told_of_a_lead_that_is_not_there() -> None:
    assert showing(card=None).last.text == "There is no such request"


def test_a_command_in_a_group_ends_a_private_form_where_it_was_open() -> None:
    talk = entering().write("Anna")

    steps = talk.go(ShowLead(replace(GROUP, person=replace(GROUP.person, chat_id=-100)), ID))

    (left,) = (step for step in steps if isinstance(step, Enqueue))
    assert left.chat_id == ME
    assert isinstance(left.body, Say)
    assert left.body.keys is not None
    assert talk.state is None
