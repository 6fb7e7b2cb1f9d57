"""The scripted person: sees and does what the app offers."""

import pytest
import trio
from trio.testing import MockClock

from telegram.sandbox.guest import Guest
from telegram.sandbox.sending import CannotDo
from telegram.sandbox.server import Sandbox
from tests.unit.telegram.sandbox.api import Api


async def test_start_carries_the_payload(api: Api) -> None:
    guest = Guest(api.sandbox.world, "Ёж", last_name="<b>")

    await guest.press_start("abc-DEF_1")

    message = (await api.result("getUpdates"))[0]["message"]
    assert message["text"] == "/start abc-DEF_1"
    assert message["entities"] == [{"type": "bot_command", "offset": 0, "length": 6}]
    assert message["from"]["last_name"] == "<b>"


@pytest.mark.parametrize("payload", ["a" * 65, "a b", "я"])
async def test_impossible_payload_is_dropped_by_the_app(payload: str) -> None:
    guest = Guest(Sandbox().world)

    message = await guest.press_start(payload)

    assert message.content["text"] == "/start"


async def test_waiting_sees_messages_and_their_edits(api: Api) -> None:
    guest = await api.guest()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(guest.wait_for_text, "готово")
        sent = await api.result("sendMessage", chat_id=guest.id, text="жди")
        await api.result(
            "editMessageText", chat_id=guest.id, message_id=sent["message_id"], text="готово"
        )

    later = await guest.wait_for_message(lambda each: each.id == sent["message_id"], 1)
    assert later.content["text"] == "готово"


async def test_waiting_in_vain_tells_what_was_on_the_screen(autojump_clock: MockClock) -> None:
    guest = Guest(Sandbox().world)
    await guest.press_start()

    with pytest.raises(TimeoutError, match="waited 5 s in vain for a message"):
        await guest.wait_for_text("x", within=5)
    with pytest.raises(TimeoutError, match="for a button 'Да'"):
        await guest.press_button("Да", within=5)


async def test_what_the_app_does_not_offer_cannot_be_done() -> None:
    guest = Guest(Sandbox().world)

    with pytest.raises(CannotDo, match="START"):
        await guest.send_text("x")
    await guest.press_start()
    with pytest.raises(CannotDo, match="nothing to send"):
        await guest.send_text(" ")
    await guest.block()
    with pytest.raises(CannotDo, match="blocked"):
        await guest.send_text("x")


async def test_block_and_unblock_are_told_to_the_bot(api: Api) -> None:
    guest = await api.guest()
    await guest.block()
    await guest.press_start()

    updates = await api.result("getUpdates")
    changes = [each["my_chat_member"] for each in updates if "my_chat_member" in each]

    statuses = [each["new_chat_member"]["status"] for each in changes]
    assert statuses == ["kicked", "member"]
    assert changes[0]["old_chat_member"]["user"]["is_bot"]
    assert changes[0]["new_chat_member"]["until_date"] == 0


async def test_link_button_gives_its_address(api: Api) -> None:
    guest = await api.guest()
    url = "https://t.me/addstickers/k1_by_stickerbooth_bot"
    markup = {"inline_keyboard": [[{"text": "Набор", "url": url}]]}
    await api.result("sendMessage", chat_id=guest.id, text="x", reply_markup=markup)

    assert (await guest.press_button("Набор")).url == url
