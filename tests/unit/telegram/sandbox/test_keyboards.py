"""Reply keyboards and forced replies, as the app shows and uses them."""

from typing import Any

import pytest

from telegram.sandbox import phone, samples
from telegram.sandbox.guest import Guest
from telegram.sandbox.sending import CannotDo, dismiss_reply
from tests.unit.telegram.sandbox.api import Api


async def shown(api: Api, chat_id: int, markup: dict[str, Any]) -> int:
    sent = await api.result("sendMessage", chat_id=chat_id, text="x", reply_markup=markup)
    return int(sent["message_id"])


async def last(api: Api) -> Any:
    return (await api.result("getUpdates"))[-1]["message"]


async def test_flags_and_placeholder_are_kept_and_cut(api: Api) -> None:
    guest = await api.guest()

    await shown(
        api,
        guest.id,
        {
            "keyboard": [["А"]],
            "resize_keyboard": "yes",
            "is_persistent": False,
            "input_field_placeholder": "п" * 70,
        },
    )

    assert guest.chat.keyboard == {
        "keyboard": [[{"text": "А"}]],
        "resize_keyboard": True,
        "input_field_placeholder": "п" * 64,
    }


async def test_keyboard_for_one_use_hides_and_can_be_brought_back(api: Api) -> None:
    guest = await api.guest()
    await shown(api, guest.id, {"keyboard": [["А"]], "one_time_keyboard": True})

    await guest.press_button("А")
    hidden = guest.chat.keyboard_hidden
    phone.show_keyboard(api.sandbox.world, guest.chat)

    assert hidden
    assert guest.chat.keyboard is not None
    assert not guest.chat.keyboard_hidden


async def test_removed_keyboard_cannot_be_brought_back(api: Api) -> None:
    guest = await api.guest()
    await shown(api, guest.id, {"keyboard": [["А"]]})
    await shown(api, guest.id, {"remove_keyboard": True})

    with pytest.raises(CannotDo, match="no keyboard"):
        phone.show_keyboard(api.sandbox.world, guest.chat)
    with pytest.raises(CannotDo, match="no button"):
        phone.press(api.sandbox.world, guest.person, guest.chat, "А")


async def test_deleting_the_message_takes_its_keyboard_along(api: Api) -> None:
    guest = await api.guest()
    first = await shown(api, guest.id, {"keyboard": [["А"]]})
    second = await shown(api, guest.id, {"keyboard": [["Б"]]})

    await api.result("deleteMessage", chat_id=guest.id, message_id=first)
    kept = guest.chat.keyboard
    await api.result("deleteMessage", chat_id=guest.id, message_id=second)

    assert kept == {"keyboard": [[{"text": "Б"}]]}
    assert guest.chat.keyboard is None


async def test_key_asking_for_the_contact_shares_the_own_one(api: Api) -> None:
    guest = await api.guest()
    keys = {"keyboard": [[{"text": "Мой номер", "request_contact": True}]]}
    question = await shown(api, guest.id, keys)

    await guest.press_button("Мой номер")

    message = await last(api)
    assert message["contact"]["user_id"] == guest.id
    assert message["reply_to_message"]["message_id"] == question


async def test_key_asking_for_the_place_sends_one(api: Api) -> None:
    guest = await api.guest()
    await shown(api, guest.id, {"keyboard": [[{"text": "Я тут", "request_location": True}]]})

    await guest.press_button("Я тут")

    assert (await last(api))["location"].keys() == {"latitude", "longitude"}


async def test_groups_cannot_be_asked_for_a_contact(api: Api) -> None:
    guest = await api.guest()
    group = api.sandbox.world.add_group("G", [guest.person])
    keys = {"keyboard": [[{"text": "x", "request_contact": True}]]}

    said = await api.refusal("sendMessage", chat_id=group.id, text="x", reply_markup=keys)

    assert said == "Bad Request: phone number can be requested in private chats only"


async def test_key_pressed_in_a_group_answers_the_message_it_came_with(api: Api) -> None:
    guest = await api.guest()
    group = api.sandbox.world.add_group("G", [guest.person])
    question = await shown(api, group.id, {"keyboard": [["А"]]})

    await Guest(api.sandbox.world, person=guest.person, chat=group).press_button("А")

    assert (await last(api))["reply_to_message"]["message_id"] == question


async def test_forced_reply_is_answered_by_the_next_message_only(api: Api) -> None:
    guest = await api.guest()
    markup = {"force_reply": True, "input_field_placeholder": "имя"}
    question = await shown(api, guest.id, markup)
    placeholder = guest.chat.reply_placeholder

    answer = await guest.send_text("Анна")
    later = await guest.send_text("ещё")

    assert placeholder == "имя"
    assert answer.reply_to == question
    assert later.reply_to is None
    assert guest.chat.reply_placeholder == ""


async def test_dismissed_or_deleted_question_is_not_answered(api: Api) -> None:
    guest = await api.guest()
    await shown(api, guest.id, {"force_reply": True})
    dismiss_reply(api.sandbox.world, guest.chat)
    first = await guest.send_text("x")
    question = await shown(api, guest.id, {"force_reply": True})
    await api.result("deleteMessage", chat_id=guest.id, message_id=question)
    second = await guest.send_text("x")

    assert (first.reply_to, second.reply_to) == (None, None)


async def test_reply_to_a_message_that_is_gone_is_impossible(api: Api) -> None:
    guest = await api.guest()

    with pytest.raises(CannotDo, match="not there"):
        await guest.send_text("x", reply_to=999)


async def test_uploaded_sticker_carries_inline_buttons(api: Api) -> None:
    guest = await api.guest()
    markup = '{"inline_keyboard":[[{"text":"Взять","callback_data":"take"}]]}'
    answer = await api.client.post(
        api.url("sendSticker"),
        data={"chat_id": str(guest.id), "reply_markup": markup},
        files={"sticker": ("s.webp", samples.sticker())},
    )

    sent = answer.json()["result"]
    assert (sent["sticker"]["width"], sent["sticker"]["height"]) == (512, 512)
    assert (await guest.press_button("Взять")).callback is not None
