"""Reading of updates nobody has looked at."""

import pytest

from telegram.botapi.reading import Malformed
from telegram.botapi.types import (
    CallbackQuery,
    ChatMemberUpdated,
    InaccessibleMessage,
    Message,
    OtherBody,
    Update,
    WebhookInfo,
    update_id_of,
)

CHAT = {"id": -1001234567890, "type": "supergroup", "title": "Leads"}
USER = {"id": 5, "is_bot": False, "first_name": "Ольга", "username": "olga"}
MESSAGE = {"message_id": 7, "date": 1_700_000_000, "chat": CHAT, "from": USER, "text": "/start k1"}
PRESS = {"id": "99", "from": USER, "data": "y:1"}
STANDING = {"user": USER, "status": "member"}


def test_a_message_is_read() -> None:
    body = _body("message", MESSAGE)

    assert isinstance(body, Message)
    assert body.sender is not None
    assert (body.message_id, body.text, body.chat.id) == (7, "/start k1", -1001234567890)
    assert (body.sender.id, body.sender.first_name) == (5, "Ольга")


@pytest.mark.parametrize("kind", ["message", "edited_message", "channel_post"])
def test_each_kind_of_message_keeps_its_name(kind: str) -> None:
    assert Update.parse({"update_id": 1, kind: MESSAGE}).kind == kind


def test_a_channel_post_has_no_sender() -> None:
    body = _body("channel_post", {**MESSAGE, "from": None, "sender_chat": CHAT})

    assert isinstance(body, Message)
    assert body.sender is None
    assert body.sender_chat is not None


def test_a_reply_of_a_reply_is_not_read() -> None:
    deep: object = MESSAGE
    for _ in range(5000):
        deep = {**MESSAGE, "reply_to_message": deep}
    body = _body("message", deep)

    assert isinstance(body, Message)
    assert body.reply_to is not None
    assert body.reply_to.reply_to is None


def test_a_press_may_lack_its_message() -> None:
    body = _body("callback_query", PRESS)

    assert isinstance(body, CallbackQuery)
    assert (body.id, body.data, body.message) == ("99", "y:1", None)


def test_a_press_on_an_inaccessible_message_knows_its_place() -> None:
    gone = {"message_id": 7, "date": 0, "chat": CHAT}
    body = _body("callback_query", {**PRESS, "message": gone})

    assert isinstance(body, CallbackQuery)
    assert isinstance(body.message, InaccessibleMessage)
    assert body.message.message_id == 7


def test_a_press_on_a_live_message_has_it_whole() -> None:
    body = _body("callback_query", {**PRESS, "message": MESSAGE})

    assert isinstance(body, CallbackQuery)
    assert isinstance(body.message, Message)


@pytest.mark.parametrize(
    ("standing", "present"),
    [
        ({"status": "member"}, True),
        ({"status": "kicked"}, False),
        ({"status": "restricted", "is_member": True}, True),
        ({"status": "restricted"}, False),
        ({"status": "a word of next year"}, False),
    ],
)
def test_a_change_of_standing_tells_who_is_present(
    standing: dict[str, object], present: bool
) -> None:
    change = {
        "chat": CHAT,
        "from": USER,
        "date": 1,
        "old_chat_member": STANDING,
        "new_chat_member": {"user": USER, **standing},
    }
    body = _body("my_chat_member", change)

    assert isinstance(body, ChatMemberUpdated)
    assert body.new.is_present is present


@pytest.mark.parametrize("kind", ["poll_answer", "invented_next_year"])
def test_an_unread_kind_is_kept_as_it_came(kind: str) -> None:
    assert Update.parse({"update_id": 4, kind: {"a": [1]}}) == Update(
        4, kind, OtherBody({"a": [1]})
    )


def test_an_update_of_nothing_but_an_id_is_read() -> None:
    assert Update.parse({"update_id": 4}) == Update(4, "", OtherBody(None))


@pytest.mark.parametrize(
    ("raw", "field"),
    [
        (None, "update"),
        ([], "update"),
        ({}, "update_id"),
        ({"update_id": "4"}, "update_id"),
        ({"update_id": True}, "update_id"),
        ({"update_id": 1 << 63}, "update_id"),
        ({"update_id": 4, "message": None}, "message"),
        ({"update_id": 4, "message": {**MESSAGE, "chat": 5}}, "message.chat"),
        ({"update_id": 4, "message": {**MESSAGE, "text": 5}}, "message.text"),
        ({"update_id": 4, "message": {**MESSAGE, "photo": {}}}, "message.photo"),
        ({"update_id": 4, "callback_query": {"id": "1"}}, "callback_query.from"),
    ],
)
def test_a_broken_update_is_malformed_and_names_the_field(raw: object, field: str) -> None:
    with pytest.raises(Malformed) as caught:
        Update.parse(raw)

    assert str(caught.value).startswith(field)


def test_a_complaint_never_quotes_what_was_found() -> None:
    with pytest.raises(Malformed) as caught:
        Update.parse({"update_id": 4, "message": {**MESSAGE, "date": "+998 90 123"}})

    assert "998" not in str(caught.value)


def test_the_id_of_a_broken_update_can_be_known() -> None:
    assert update_id_of({"update_id": 4, "message": "?"}) == 4
    assert update_id_of({"message": "?"}) is None
    assert update_id_of("?") is None


def test_lone_surrogates_become_storable() -> None:
    body = _body("message", {**MESSAGE, "text": "a\ud800😀"})

    assert isinstance(body, Message)
    assert body.text == "a\ufffd😀"


def test_a_repr_shows_nothing_personal() -> None:
    contact = {"phone_number": "+998901234567", "first_name": "Ольга"}
    shown = repr(Update.parse({"update_id": 1, "message": {**MESSAGE, "contact": contact}}))

    assert not any(secret in shown for secret in ("Ольга", "olga", "+998", "k1", "Leads"))


def test_webhook_information_survives_odd_names() -> None:
    raw = {"url": "", "pending_update_count": 3, "allowed_updates": ["message", 5]}

    assert WebhookInfo.parse(raw) == WebhookInfo("", 3, ("message",))


def _body(kind: str, raw: object) -> object:
    return Update.parse({"update_id": 1, kind: raw}).body
