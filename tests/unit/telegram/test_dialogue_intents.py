"""An update is read as what a person wants; everything that is not for us is ignored."""

from typing import Any

import pytest

from store.domain.ids import GuestId, Token
from telegram.botapi.types import Update
from telegram.dialogue import intents as i
from telegram.dialogue.reading import actor_of, intent_of
from telegram.forms import given as g

PRIVATE = {"id": 77, "type": "private"}
GROUP = {"id": -5, "type": "supergroup", "title": "Leads"}
ANNA = {"id": 77, "is_bot": False, "first_name": "Anna", "language_code": "uz-UZ"}
BOT = {"id": 1, "is_bot": True, "first_name": "Booth"}
PERSON = i.Person(GuestId(77), 77, "uz-UZ")
CALLER = i.Caller(PERSON, in_private=True, masked=False)
KNOWN = frozenset({"language", "lead"})
TOKEN = Token("abc_DEF-123")


def message(text: str | None, **changed: Any) -> dict[str, Any]:
    body = {"message_id": 5, "date": 1, "chat": PRIVATE, "from": ANNA, "text": text, **changed}
    return {"message": {key: value for key, value in body.items() if value is not None}}


def press(data: str | None, **changed: Any) -> dict[str, Any]:
    shown = {"message_id": 9, "date": 1, "chat": PRIVATE, "from": BOT, "text": "?"}
    return {"callback_query": {"id": "q", "from": ANNA, "message": shown, "data": data, **changed}}


def member(old: str, new: str, chat: dict[str, Any] = PRIVATE) -> dict[str, Any]:
    standing = {"old_chat_member": old, "new_chat_member": new}
    body = {name: {"user": BOT, "status": status} for name, status in standing.items()}
    return {"my_chat_member": {"chat": chat, "from": ANNA, "date": 1, **body}}


def read(raw: dict[str, Any], name: str | None = "Booth_Bot") -> i.Intent:
    return intent_of(Update.parse({"update_id": 1, **raw}), name, KNOWN)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("/start abc_DEF-123", i.StartToken(PERSON, TOKEN)),
        ("/START  abc_DEF-123 ", i.StartToken(PERSON, TOKEN)),
        ("/start@booth_bot abc_DEF-123", i.StartToken(PERSON, TOKEN)),
        ("/start@BOOTH_BOT", i.PlainStart(PERSON)),
        ("/start@other_bot abc", i.Ignored()),
        ("/start with spaces", i.StartToken(PERSON, None)),
        ("/start тест", i.StartToken(PERSON, None)),
        ("/start " + "a" * 64, i.StartToken(PERSON, Token("a" * 64))),
        ("/start " + "a" * 65, i.StartToken(PERSON, None)),
        ("/start\nabc", i.StartToken(PERSON, Token("abc"))),
        ("/start", i.PlainStart(PERSON)),
        ("/help", i.Help(PERSON)),
        ("/help@other_bot", i.Ignored()),
        ("/dance", i.Unclear(PERSON)),
        ("/startle", i.Unclear(PERSON)),
        ("/", i.Said(CALLER, g.Written("/"), "/")),
        ("/language", i.Command(CALLER, "language", "")),
        ("/Lead@booth_bot  for me ", i.Command(CALLER, "lead", "for me")),
        ("hello", i.Said(CALLER, g.Written("hello"), "hello")),
    ],
)
def test_a_text_in_private_is_read(text: str, wanted: i.Intent) -> None:
    assert read(message(text)) == wanted


def test_a_suffix_is_taken_for_ours_while_our_name_is_unknown() -> None:
    assert read(message("/help@any_bot"), None) == i.Help(PERSON)


@pytest.mark.parametrize(
    "raw",
    [
        message("/start abc", chat=GROUP),
        message("/start abc", **{"from": BOT}),
        message("/start abc", **{"from": None}),
        message(None),
        message(None, new_chat_title="x"),
        {"channel_post": message("/start abc")["message"]},
        member("left", "member", GROUP),
        {"chat_member": member("member", "kicked")["my_chat_member"]},
        {"poll": {"id": "1"}},
        {},
        press("consent:abc", **{"from": BOT}),
    ],
)
def test_what_is_not_for_the_guests_dialogue_is_ignored(raw: dict[str, Any]) -> None:
    assert read(raw) == i.Ignored()


PHOTO = [
    {"file_id": "small", "file_unique_id": "s", "width": 90, "height": 60},
    {"file_id": "large", "file_unique_id": "l", "width": 900, "height": 600, "file_size": 7},
]
FILE = {"file_id": "f", "file_unique_id": "u", "file_name": "a.png", "mime_type": "image/png"}
PLACE = {"latitude": 1.0, "longitude": 2.0}
STICKER = {"file_id": "f", "file_unique_id": "u", "width": 512, "height": 512}
BORIS = {"id": 2**40, "is_bot": False, "first_name": "Boris"}


@pytest.mark.parametrize(
    ("contents", "given"),
    [
        ({"photo": PHOTO}, g.PhotoGiven(g.FileRef("large", "l", 7))),
        ({"document": FILE}, g.DocumentGiven(g.FileRef("f", "u", None, "image/png", "a.png"))),
        ({"animation": FILE, "document": FILE}, g.OtherGiven("animation")),
        ({"sticker": STICKER}, g.OtherGiven("sticker")),
        ({"voice": FILE}, g.OtherGiven("voice")),
        ({"location": PLACE}, g.OtherGiven("location")),
        ({"venue": {"location": PLACE}, "location": PLACE}, g.OtherGiven("venue")),
        (
            {"contact": {"phone_number": "+998", "first_name": "B", "user_id": 2**40}},
            g.ContactGiven("+998", 2**40),
        ),
        (
            {"text": "hi", "forward_origin": {"type": "user", "sender_user": BORIS}},
            g.ForwardGiven(2**40, "hi"),
        ),
        (
            {"text": "/start", "forward_origin": {"type": "hidden_user"}},
            g.ForwardGiven(None, "/start"),
        ),
    ],
)
def test_what_a_message_contains_is_what_was_given(
    contents: dict[str, Any], given: g.Given
) -> None:
    found = read(message(**{"text": None, **contents}))

    assert isinstance(found, i.Said)
    assert found.given == given


def test_a_picture_of_an_album_names_its_album() -> None:
    found = read(message(None, photo=PHOTO, media_group_id="7"))

    assert isinstance(found, i.Said)
    assert found.album == "7"


def test_an_edited_command_is_no_command() -> None:
    found = read({"edited_message": message("/start abc")["message"]})

    assert found == i.Said(CALLER, g.Written("/start abc"), "/start abc", edited=True)


def test_a_button_of_a_form_names_the_filling_in_the_question_and_what_is_wanted() -> None:
    found = read(press("f:aB_-:12:c:lead_admin"))

    assert isinstance(found, i.FormPress)
    assert (found.run, found.question, found.verb, found.choice) == (
        "aB_-",
        "12",
        "c",
        "lead_admin",
    )


def test_a_button_of_a_form_in_a_group_is_answered_in_the_group() -> None:
    shown = {"message_id": 9, "date": 1, "chat": GROUP, "from": BOT, "text": "?"}
    found = read(press("f:abcd:0:b", message={**shown, "message_thread_id": 4}))

    assert isinstance(found, i.FormPress)
    assert (found.press.person.chat_id, found.topic, found.place) == (-5, 4, i.Place(-5, 9))


@pytest.mark.parametrize("data", ["f:abc:0:b", "f:abcd:x:b", "f:abcd:0:", "f:abcd:0:b:", "f:abcd"])
def test_hostile_data_of_a_form_is_a_press_that_means_nothing(data: str) -> None:
    assert isinstance(read(press(data)), i.OtherPress)


def test_a_button_of_a_row_names_its_word_its_row_and_the_rest() -> None:
    found = read(press(f"st:{2**50}:role"))

    assert isinstance(found, i.RowPress)
    assert (found.word, found.row, found.rest) == ("st", 2**50, "role")


def test_the_consent_button_carries_its_token() -> None:
    assert read(press("consent:abc_DEF-123")) == i.Consent(i.Press("q", PERSON, 9), TOKEN)


@pytest.mark.parametrize("data", [None, "", "consent:", "consent:a b", "consent", "other:abc"])
def test_a_button_with_other_data_is_still_a_press(data: str | None) -> None:
    assert read(press(data)) == i.OtherPress(i.Press("q", PERSON, 9))


@pytest.mark.parametrize(
    "shown",
    [
        None,
        {"message_id": 9, "date": 0, "chat": PRIVATE},
        {"message_id": 9, "date": 1, "chat": GROUP},
    ],
)
def test_a_message_out_of_reach_is_not_edited_and_the_reply_goes_to_the_person(
    shown: dict[str, Any] | None,
) -> None:
    assert read(press("consent:abc", message=shown)) == i.Consent(
        i.Press("q", PERSON, None), Token("abc")
    )


def test_a_block_and_its_end_are_read_in_private() -> None:
    assert read(member("member", "kicked")) == i.Blocked(PERSON)
    assert read(member("kicked", "member")) == i.Unblocked(PERSON)


@pytest.mark.parametrize(
    ("raw", "actor"),
    [
        (message("x"), 77),
        (message("x", **{"from": None}), 77),
        (message("x", chat=GROUP), 77),
        (press("x"), 77),
        (member("member", "kicked"), 77),
        ({"poll": {}}, 0),
    ],
)
def test_updates_of_one_person_share_a_queue(raw: dict[str, Any], actor: int) -> None:
    assert actor_of(Update.parse({"update_id": 1, **raw})) == actor
