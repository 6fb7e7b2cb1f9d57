"""Sending, editing, deleting, answering presses; each with its refusals."""

from typing import Any

import pytest

from telegram.sandbox.guest import Guest
from telegram.sandbox.model import ChatKind
from telegram.sandbox.world import World
from tests.unit.telegram.sandbox.api import Api

YES = {"inline_keyboard": [[{"text": "Да", "callback_data": "yes"}]]}
KEYS = {"keyboard": [["Меню"]], "resize_keyboard": True}


async def test_sent_html_comes_back_as_text_with_entities(api: Api) -> None:
    guest = await api.guest()

    sent = await api.result(
        "sendMessage", chat_id=guest.id, text="<b>Привет</b>, Ёж 😀", parse_mode="HTML"
    )

    assert sent["text"] == "Привет, Ёж 😀"
    assert sent["entities"] == [{"type": "bold", "offset": 0, "length": 6}]
    assert sent["from"]["is_bot"]
    assert guest.texts() == ["Привет, Ёж 😀"]


@pytest.mark.parametrize(
    ("fields", "refusal"),
    [
        ({"text": ""}, "message text is empty"),
        ({"text": " \n "}, "text must be non-empty"),
        ({"text": "я" * 4097}, "message is too long"),
        ({"text": "я" * 16385}, "text is too long"),
        ({"text": "x", "parse_mode": "loud"}, "unsupported parse_mode"),
        (
            {"text": "<x>", "parse_mode": "html"},
            'can\'t parse entities: Unsupported start tag "x" at byte offset 0',
        ),
        ({"text": "x", "reply_markup": "{"}, "can't parse reply keyboard markup JSON object"),
        ({"text": "x", "reply_markup": []}, "object expected as reply markup"),
        ({"text": "x", "message_thread_id": 5}, "message thread not found"),
        (
            {"text": "x", "reply_parameters": {"message_id": 99}},
            "message to be replied not found",
        ),
    ],
)
async def test_bad_texts_are_refused(api: Api, fields: dict[str, Any], refusal: str) -> None:
    guest = await api.guest()

    said = await api.refusal("sendMessage", chat_id=guest.id, **fields)

    assert said == f"Bad Request: {refusal}"
    assert guest.messages() == []


async def test_length_is_counted_after_parsing(api: Api) -> None:
    guest = await api.guest()
    text = "<b>" + "я" * 4096 + "</b>"

    sent = await api.result("sendMessage", chat_id=guest.id, text=text, parse_mode="HTML")

    assert len(sent["text"]) == 4096


@pytest.mark.parametrize(
    ("button", "refusal"),
    [
        ({"text": "x", "callback_data": "я" * 33}, "BUTTON_DATA_INVALID"),
        ({"text": "x", "url": "no url"}, "BUTTON_URL_INVALID"),
        (
            {"text": "x", "callback_data": ""},
            (
                "can't parse inline keyboard button: "
                "text buttons are unallowed in the inline keyboard"
            ),
        ),
        ({"text": " ", "callback_data": "x"}, "inline keyboard button text must be non-empty"),
        ({"callback_data": "x"}, "can't parse inline keyboard button: can't find field \"text\""),
        ("x", "can't parse inline keyboard button: InlineKeyboardButton must be an Object"),
    ],
)
async def test_bad_buttons_are_refused(api: Api, button: Any, refusal: str) -> None:
    guest = await api.guest()

    markup = {"inline_keyboard": [[button]]}
    said = await api.refusal("sendMessage", chat_id=guest.id, text="x", reply_markup=markup)

    assert said == f"Bad Request: {refusal}"


async def test_data_of_64_bytes_passes(api: Api) -> None:
    guest = await api.guest()
    markup = {"inline_keyboard": [[{"text": "x", "callback_data": "я" * 32}]]}

    sent = await api.result("sendMessage", chat_id=guest.id, text="x", reply_markup=markup)

    assert sent["reply_markup"] == markup


async def test_person_who_never_pressed_start_cannot_be_written_to(api: Api) -> None:
    stranger = Guest(api.sandbox.world)

    said = await api.refusal("sendMessage", chat_id=stranger.id, text="x")

    assert said == "Forbidden: bot can't initiate conversation with a user"


async def test_blocking_refuses_sends_until_the_next_start(api: Api) -> None:
    guest = await api.guest()
    await guest.block()

    said = await api.refusal("sendMessage", chat_id=guest.id, text="x")
    await guest.press_start()
    await api.result("sendMessage", chat_id=guest.id, text="x")

    assert said == "Forbidden: bot was blocked by the user"


async def test_unknown_and_missing_chats_are_refused(api: Api) -> None:
    bot = api.sandbox.world.bot.id

    assert await api.refusal("sendMessage", text="x") == "Bad Request: chat_id is empty"
    unknown = await api.refusal("sendMessage", text="x", chat_id=12345)
    assert unknown == "Bad Request: chat not found"
    to_self = await api.refusal("sendMessage", text="x", chat_id=bot)
    assert to_self == "Forbidden: the bot can't send messages to the bot"


async def test_deactivated_account_is_refused(api: Api) -> None:
    guest = await api.guest()
    guest.person.deactivated = True

    said = await api.refusal("sendMessage", chat_id=guest.id, text="x")

    assert said == "Forbidden: user is deactivated"


def group_of(world: World, guest: Guest, **facts: Any) -> Any:
    return world.add_group("Заявки", [guest.person], **facts)


async def test_upgraded_group_tells_its_new_id(api: Api) -> None:
    guest = await api.guest()
    group = group_of(api.sandbox.world, guest, kind=ChatKind.GROUP)
    new = api.sandbox.world.upgrade(group)

    answer = await api.envelope("sendMessage", chat_id=group.id, text="x")

    assert answer["error_code"] == 400
    expected = "Bad Request: group chat was upgraded to a supergroup chat"
    assert answer["description"] == expected
    assert answer["parameters"] == {"migrate_to_chat_id": new.id}
    assert await api.result("sendMessage", chat_id=new.id, text="x")


@pytest.mark.parametrize(
    ("status", "refusal"),
    [
        ("kicked", "Forbidden: bot was kicked from the supergroup chat"),
        ("left", "Forbidden: bot is not a member of the supergroup chat"),
    ],
)
async def test_group_without_the_bot_refuses(api: Api, status: str, refusal: str) -> None:
    world = api.sandbox.world
    group = group_of(world, await api.guest())
    group.members[world.bot.id] = status

    assert await api.refusal("sendMessage", chat_id=group.id, text="x") == refusal


async def test_thread_id_is_ignored_in_plain_groups_and_checked_in_forums(api: Api) -> None:
    guest = await api.guest()
    plain = group_of(api.sandbox.world, guest)
    forum = group_of(api.sandbox.world, guest, forum=True)
    forum.topics[7] = "Лиды"

    ignored = await api.result("sendMessage", chat_id=plain.id, text="x", message_thread_id=9)
    inside = await api.result("sendMessage", chat_id=forum.id, text="x", message_thread_id=7)
    general = await api.refusal("sendMessage", chat_id=forum.id, text="x", message_thread_id=1)

    assert "message_thread_id" not in ignored
    assert (inside["message_thread_id"], inside["is_topic_message"]) == (7, True)
    assert general == "Bad Request: message thread not found"


async def test_reply_to_a_lost_message_may_be_allowed(api: Api) -> None:
    guest = await api.guest()
    reply = {"message_id": 99, "allow_sending_without_reply": True}

    sent = await api.result("sendMessage", chat_id=guest.id, text="x", reply_parameters=reply)

    assert "reply_to_message" not in sent


async def test_edit_changes_the_text_and_drops_the_keyboard(api: Api) -> None:
    guest = await api.guest()
    sent = await api.result("sendMessage", chat_id=guest.id, text="x", reply_markup=YES)

    edited = await api.result(
        "editMessageText", chat_id=guest.id, message_id=sent["message_id"], text="y"
    )

    assert edited["text"] == "y"
    assert "edit_date" in edited
    assert "reply_markup" not in edited


async def test_edit_without_a_change_is_refused(api: Api) -> None:
    guest = await api.guest()
    sent = await api.result("sendMessage", chat_id=guest.id, text="x", reply_markup=YES)
    place = {"chat_id": guest.id, "message_id": sent["message_id"]}

    text = await api.refusal("editMessageText", **place, text="x", reply_markup=YES)
    markup = await api.refusal("editMessageReplyMarkup", **place, reply_markup=YES)

    assert text == markup
    assert text == (
        "Bad Request: message is not modified: specified new message content and reply markup "
        "are exactly the same as a current content and reply markup of the message"
    )


@pytest.mark.parametrize(
    "markup", [KEYS, {"remove_keyboard": True}, {"force_reply": True}], ids=["keys", "off", "reply"]
)
async def test_message_with_other_markup_can_never_be_edited(
    api: Api, markup: dict[str, Any]
) -> None:
    guest = await api.guest()
    sent = await api.result("sendMessage", chat_id=guest.id, text="x", reply_markup=markup)

    said = await api.refusal(
        "editMessageText", chat_id=guest.id, message_id=sent["message_id"], text="y"
    )

    assert said == "Bad Request: message can't be edited"


async def test_edits_of_the_wrong_thing_are_refused(api: Api) -> None:
    guest = await api.guest()
    own = await api.result("sendMessage", chat_id=guest.id, text="x")
    theirs = next(iter(guest.chat.messages))

    async def edit(**fields: Any) -> str:
        said = await api.refusal("editMessageText", chat_id=guest.id, text="y", **fields)
        return said.removeprefix("Bad Request: ")

    assert await edit(message_id=999) == "message to edit not found"
    assert await edit(message_id=theirs) == "message can't be edited"
    assert await edit() == "message identifier is not specified"
    assert await edit(message_id=own["message_id"], reply_markup=KEYS) == (
        "inline keyboard expected"
    )


async def test_delete_works_once(api: Api) -> None:
    guest = await api.guest()
    sent = await api.result("sendMessage", chat_id=guest.id, text="x")
    place = {"chat_id": guest.id, "message_id": sent["message_id"]}

    assert await api.result("deleteMessage", **place) is True
    said = await api.refusal("deleteMessage", **place)

    assert said == "Bad Request: message to delete not found"
    assert guest.messages() == []


async def test_old_message_cannot_be_deleted(api: Api) -> None:
    guest = await api.guest()
    sent = await api.result("sendMessage", chat_id=guest.id, text="x")
    api.sandbox.world.clock.advance(49 * 3600)

    said = await api.refusal("deleteMessage", chat_id=guest.id, message_id=sent["message_id"])

    assert said == "Bad Request: message can't be deleted for everyone"


async def pressed(api: Api) -> tuple[Guest, Any]:
    guest = await api.guest()
    await api.result("sendMessage", chat_id=guest.id, text="x", reply_markup=YES)
    press = await guest.press_button("Да")
    assert press.callback is not None
    return guest, press.callback


async def test_press_arrives_and_its_answer_is_shown(api: Api) -> None:
    guest, callback = await pressed(api)

    update = (await api.result("getUpdates"))[-1]["callback_query"]
    await api.result("answerCallbackQuery", callback_query_id=update["id"], text="Уже так")

    assert update["data"] == "yes"
    assert update["from"]["id"] == guest.id
    assert update["message"]["text"] == "x"
    assert (await guest.wait_for_answer(callback))["text"] == "Уже так"


async def test_late_long_and_foreign_answers_are_refused(api: Api) -> None:
    _, callback = await pressed(api)
    late = "Bad Request: query is too old and response timeout expired or query ID is invalid"

    async def answer(**fields: Any) -> str:
        return await api.refusal("answerCallbackQuery", **fields)

    assert await answer(callback_query_id="1") == late
    too_long = await answer(callback_query_id=callback.id, text="я" * 201)
    assert too_long == "Bad Request: MESSAGE_TOO_LONG"
    api.sandbox.world.clock.advance(60)
    assert await answer(callback_query_id=callback.id) == late


async def test_reply_keyboard_stays_until_removed(api: Api) -> None:
    guest = await api.guest()
    await api.result("sendMessage", chat_id=guest.id, text="x", reply_markup=KEYS)

    await guest.press_button("Меню")
    await api.result(
        "sendMessage", chat_id=guest.id, text="x", reply_markup={"remove_keyboard": True}
    )

    assert [*guest.chat.messages.values()][-2].content["text"] == "Меню"
    assert guest.chat.keyboard is None


async def test_chat_action_and_chat_lookups_work(api: Api) -> None:
    guest = await api.guest(username="anna_1")

    assert await api.result("sendChatAction", chat_id=guest.id, action="typing") is True
    wrong = await api.refusal("sendChatAction", chat_id=guest.id, action="dance")
    assert wrong == "Bad Request: wrong parameter action in request"
    chat = await api.result("getChat", chat_id=guest.id)
    assert (chat["type"], chat["username"]) == ("private", "anna_1")
    member = await api.result("getChatMember", chat_id=guest.id, user_id=guest.id)
    assert member["status"] == "member"
    missing = await api.refusal("getChatMember", chat_id=guest.id, user_id=5)
    assert missing == "Bad Request: user not found"


async def test_privacy_mode_hides_plain_group_text(api: Api) -> None:
    guest = await api.guest()
    group = group_of(api.sandbox.world, guest)
    inside = Guest(api.sandbox.world, person=guest.person, chat=group)
    card = await api.result("sendMessage", chat_id=group.id, text="card")
    api.sandbox.world.queue.clear()

    await inside.send_text("just talk")
    await inside.send_text("/stats@other_bot")
    await inside.send_text(f"/stats@{api.sandbox.bot_username.upper()}")
    await inside.send_text("note", reply_to=card["message_id"])

    texts = [each["message"]["text"] for each in await api.result("getUpdates")]
    assert texts == [f"/stats@{api.sandbox.bot_username.upper()}", "note"]
