"""Two readings of the Bot API reference, the client's and the sandbox's, must agree."""

import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TypeVar

import trio
from PIL import Image

from telegram.botapi.client import BotApi
from telegram.botapi.errors import ErrorKind, Failed, Ok, Result, Unknown
from telegram.botapi.sending import InputSticker, Sending
from telegram.botapi.types import CallbackQuery, ChatMemberUpdated, Message, Update
from telegram.sandbox.faults import Cut, Fault
from telegram.sandbox.guest import Guest
from telegram.sandbox.server import Sandbox, open_sandbox

T = TypeVar("T")

KINDS = ("message", "callback_query", "my_chat_member")


async def test_the_bot_knows_itself_and_its_queue() -> None:
    async with _walk() as (api, sandbox, guest):
        await guest.press_start()
        me = _value(await api.get_me())
        webhook = await api.delete_webhook()
        queue = _value(await api.get_webhook_info())

    assert me.username == sandbox.bot_username
    assert webhook == Ok(True)
    assert (queue.url, queue.pending_update_count) == ("", 1)


async def test_commands_can_be_set_for_a_scope_and_a_language() -> None:
    async with _walk() as (api, _, _guest):
        result = await api.set_my_commands(
            [("start", "Начать")], scope={"type": "all_private_chats"}, language="ru"
        )

    assert result == Ok(True)


async def test_a_start_arrives_again_until_it_is_confirmed() -> None:
    async with _walk() as (api, _, guest):
        await guest.press_start("kTOKEN")
        first = await _poll(api, None)
        again = await _poll(api, None)
        after = await _poll(api, first[-1].update_id + 1)

    message = first[0].body
    assert isinstance(message, Message)
    assert (message.text, message.chat.id) == ("/start kTOKEN", guest.id)
    assert again == first
    assert after == []


async def test_a_card_is_sent_pressed_answered_edited_and_deleted() -> None:
    markup = {"inline_keyboard": [[{"text": "Да", "callback_data": "y:1"}]]}
    async with _walk() as (api, _, guest):
        await guest.press_start()
        card = _value(await api.send_message(guest.id, "<b>Готово?</b>", Sending(markup=markup)))
        pressed = await guest.press_button("Да")
        updates = await _poll(api, None)
        query = updates[-1].body
        assert isinstance(query, CallbackQuery)
        answered = await api.answer_callback_query(query.id, "Хорошо")
        edited = _value(await api.edit_message_text(guest.id, card.message_id, "Да!"))
        same = await api.edit_message_text(guest.id, card.message_id, "Да!")
        keyboard = await api.edit_message_reply_markup(guest.id, card.message_id, markup)
        deleted = await api.delete_message(guest.id, card.message_id)
        gone = await api.edit_message_text(guest.id, card.message_id, "?")

    assert pressed is not None
    assert (query.data, query.sender.id) == ("y:1", guest.id)
    assert isinstance(query.message, Message)
    assert query.message.message_id == card.message_id
    assert answered == Ok(True)
    assert edited.text == "Да!"
    assert _kind(same) is ErrorKind.NOT_MODIFIED
    assert isinstance(keyboard, Ok)
    assert deleted == Ok(True)
    assert _kind(gone) is ErrorKind.MESSAGE_GONE


async def test_a_reply_to_a_message_that_is_gone_still_goes_out() -> None:
    async with _walk() as (api, _, guest):
        await guest.press_start()
        result = await api.send_message(guest.id, "x", Sending(reply_to=999))

    assert isinstance(result, Ok)


async def test_broken_html_is_our_mistake() -> None:
    async with _walk() as (api, _, guest):
        await guest.press_start()
        result = await api.send_message(guest.id, "1 < 2")

    assert _kind(result) is ErrorKind.BAD_REQUEST


async def test_a_guest_who_never_started_or_blocked_the_bot_is_blocked() -> None:
    async with _walk() as (api, _, guest):
        stranger = await api.send_message(guest.id, "x")
        await guest.press_start()
        await guest.block()
        blocked = await api.send_message(guest.id, "x")
        updates = await _poll(api, None)

    assert _kind(stranger) in {ErrorKind.BLOCKED, ErrorKind.CHAT_GONE}
    assert _kind(blocked) is ErrorKind.BLOCKED
    change = updates[-1].body
    assert isinstance(change, ChatMemberUpdated)
    assert change.new.is_present is False


async def test_an_unknown_chat_and_a_wrong_token_are_told_apart() -> None:
    async with _walk() as (api, sandbox, _guest):
        stranger = BotApi("1:not_this_one", sandbox.base_url)
        chat = await api.get_chat(-424242)
        token = await stranger.get_me()
        await stranger.aclose()

    assert _kind(chat) is ErrorKind.CHAT_GONE
    assert _kind(token) is ErrorKind.UNAUTHORIZED


async def test_a_photo_goes_there_and_back() -> None:
    picture = _picture("JPEG", 64)
    async with _walk() as (api, _, guest):
        await guest.press_start()
        sent = _value(await api.send_photo(guest.id, picture, "Лист"))
        await guest.send_photo(picture)
        update = (await _poll(api, None))[-1].body
        assert isinstance(update, Message)
        file = _value(await api.get_file(update.photo[-1].file_id))
        content = await api.download(file.file_path or "")
        expired = await api.download("photos/never.jpg")

    assert (sent.caption, bool(sent.photo)) == ("Лист", True)
    assert content == Ok(picture)
    assert _kind(expired) is ErrorKind.FILE_BAD


async def test_a_set_is_made_filled_sent_and_deleted() -> None:
    async with _walk() as (api, sandbox, guest):
        await guest.press_start()
        name = f"k1_by_{sandbox.bot_username}"
        stickers = [await _sticker(api, guest, size) for size in (512, 400, 300)]
        missing = await api.get_sticker_set(name)
        created = await api.create_new_sticker_set(guest.id, name, "Набор", stickers[:2])
        again = await api.create_new_sticker_set(guest.id, name, "Набор", stickers[:2])
        added = await api.add_sticker_to_set(guest.id, name, stickers[2])
        found = _value(await api.get_sticker_set(name))
        sent = _value(await api.send_sticker(guest.id, found.stickers[0].file_id))
        deleted = await api.delete_sticker_set(name)

    assert _kind(missing) is ErrorKind.SET_MISSING
    assert (created, added, deleted) == (Ok(True), Ok(True), Ok(True))
    assert _kind(again) is ErrorKind.NAME_OCCUPIED
    assert (found.title, len(found.stickers)) == ("Набор", 3)
    assert sent.sticker is not None
    assert sent.sticker.set_name == name


async def test_refusals_of_stickers_are_told_apart() -> None:
    async with _walk() as (api, sandbox, guest):
        await guest.press_start()
        name = f"k1_by_{sandbox.bot_username}"
        good = await _sticker(api, guest, 512)
        wrong_name = await api.create_new_sticker_set(guest.id, "k1", "t", [good])
        wrong_emoji = await api.create_new_sticker_set(
            guest.id, name, "t", [InputSticker(good.file_id, ("no",))]
        )
        wrong_file = await api.upload_sticker_file(guest.id, b"not an image")

    assert _kind(wrong_name) is ErrorKind.NAME_INVALID
    assert _kind(wrong_emoji) is ErrorKind.EMOJI_BAD
    assert _kind(wrong_file) in {ErrorKind.STICKER_BAD, ErrorKind.FILE_BAD}


async def test_a_set_made_behind_a_500_is_an_unknown_outcome_and_can_be_found() -> None:
    async with _walk() as (api, sandbox, guest):
        await guest.press_start()
        name = f"k1_by_{sandbox.bot_username}"
        sticker = await _sticker(api, guest, 512)
        sandbox.faults.created_but_500()
        created = await api.create_new_sticker_set(guest.id, name, "Набор", [sticker])
        found = await api.get_sticker_set(name)

    assert isinstance(created, Unknown)
    assert isinstance(found, Ok)


async def test_a_message_whose_answer_was_lost_is_an_unknown_outcome() -> None:
    async with _walk() as (api, sandbox, guest):
        await guest.press_start()
        results = []
        for cut in (Cut.AFTER, Cut.BODY):
            sandbox.faults.add("sendMessage", Fault(cut=cut))
            results.append(await api.send_message(guest.id, "x"))
        texts = guest.texts()

    assert [type(result) for result in results] == [Unknown, Unknown], results
    assert texts == ["x", "x"]


async def test_a_flood_wait_of_one_chat_leaves_the_others_free() -> None:
    async with _walk() as (api, sandbox, guest):
        other = Guest(sandbox.world, "Борис")
        await guest.press_start()
        await other.press_start()
        sandbox.faults.flood(guest.id, 120)
        flooded = await api.send_message(guest.id, "x")
        free = await api.send_message(other.id, "x")

    assert _kind(flooded) is ErrorKind.FLOOD
    assert isinstance(free, Ok)


async def test_a_second_poller_is_a_conflict() -> None:
    results: list[Result[tuple[object, ...]]] = []
    async with _walk() as (api, sandbox, _guest), trio.open_nursery() as nursery:

        async def park() -> None:
            results.append(await api.get_updates(None, 30))

        nursery.start_soon(park)
        await sandbox.calls.wait_until(lambda: bool(sandbox.calls.of("getUpdates")))
        sandbox.start_rival(5)

    assert _kind(results[0]) is ErrorKind.CONFLICT


async def test_a_chat_action_is_shown() -> None:
    async with _walk() as (api, _, guest):
        await guest.press_start()
        assert await api.send_chat_action(guest.id, "choose_sticker") == Ok(True)


@asynccontextmanager
async def _walk() -> AsyncIterator[tuple[BotApi, Sandbox, Guest]]:
    async with open_sandbox() as sandbox:
        api = BotApi(sandbox.token, sandbox.base_url)
        try:
            yield api, sandbox, Guest(sandbox.world, "Анна")
        finally:
            await api.aclose()


async def _poll(api: BotApi, offset: int | None) -> list[Update]:
    raw = _value(await api.get_updates(offset, 0, allowed_updates=KINDS))
    return [Update.parse(each) for each in raw]


async def _sticker(api: BotApi, guest: Guest, height: int) -> InputSticker:
    file = _value(await api.upload_sticker_file(guest.id, _picture("WEBP", height)))
    return InputSticker(file.file_id, ("😀",))


def _picture(form: str, height: int) -> bytes:
    stream = io.BytesIO()
    Image.new("RGB", (512, height), (200, 40, 40)).save(stream, form)
    return stream.getvalue()


def _value(result: Result[T]) -> T:
    assert isinstance(result, Ok), result
    return result.value


def _kind(result: object) -> ErrorKind:
    assert isinstance(result, Failed), result
    return result.kind
