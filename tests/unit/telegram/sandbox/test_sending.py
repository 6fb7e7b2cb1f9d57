"""What people send besides texts and pictures, and what the bot gets for it."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from telegram.sandbox import limits
from telegram.sandbox.gatherings import add_channel
from telegram.sandbox.guest import Guest
from telegram.sandbox.rewriting import FromChannel, FromChat, FromHidden, FromUser
from telegram.sandbox.sending import CannotDo
from telegram.sandbox.server import Sandbox
from tests.unit.telegram.sandbox.api import Api, picture

Send = Callable[[Guest], Awaitable[Any]]


async def updates(api: Api) -> list[Any]:
    found = await api.result("getUpdates")
    api.sandbox.world.queue.clear()
    return list(found)


async def arrived(api: Api) -> Any:
    return (await updates(api))[-1]["message"]


async def test_edited_text_arrives_as_an_edit_of_the_same_message(api: Api) -> None:
    guest = await api.guest()
    message = await guest.send_text("Ана")
    api.sandbox.world.clock.advance(5)

    await guest.edit(message, "Анна /start")

    edited = (await updates(api))[-1]["edited_message"]
    assert (edited["message_id"], edited["text"]) == (message.id, "Анна /start")
    assert edited["edit_date"] == edited["date"] + 5
    assert edited["entities"][0]["type"] == "bot_command"


async def test_edited_caption_keeps_the_photo(api: Api) -> None:
    guest = await api.guest()
    photo = await guest.send_photo(picture(), caption="было")

    await guest.edit(photo, "стало")

    edited = (await updates(api))[-1]["edited_message"]
    assert (edited["caption"], edited["photo"][0]["width"]) == ("стало", 512)


async def test_only_own_fresh_changed_texts_can_be_edited(api: Api) -> None:
    guest = await api.guest()
    sent = await api.result("sendMessage", chat_id=guest.id, text="x")
    own = await guest.send_text("x")
    sticker = await guest.send_sticker()
    forwarded = await guest.forward(own)

    with pytest.raises(CannotDo, match="their own"):
        await guest.edit(guest.chat.messages[sent["message_id"]], "y")
    with pytest.raises(CannotDo, match="their own"):
        await guest.edit(forwarded, "y")
    with pytest.raises(CannotDo, match="no text"):
        await guest.edit(sticker, "y")
    with pytest.raises(CannotDo, match="nothing has been changed"):
        await guest.edit(own, "x")
    api.sandbox.world.clock.advance(limits.EDIT_SECONDS + 1)
    with pytest.raises(CannotDo, match="too old"):
        await guest.edit(own, "y")


async def test_album_is_a_message_each_with_one_group_and_one_caption(api: Api) -> None:
    guest = await api.guest()

    await guest.send_album([picture(shade=each) for each in range(3)], caption="мы")

    items = [each["message"] for each in await updates(api)][-3:]
    assert len({each["message_id"] for each in items}) == 3
    (group,) = {each["media_group_id"] for each in items}
    assert isinstance(group, str)
    assert [each.get("caption") for each in items] == ["мы", None, None]


@pytest.mark.parametrize("count", [1, 11])
async def test_album_of_a_wrong_size_sends_nothing(api: Api, count: int) -> None:
    guest = await api.guest()

    with pytest.raises(CannotDo, match="2 to 10"):
        await guest.send_album([picture()] * count)

    assert len(guest.chat.messages) == 1


async def test_album_with_a_broken_picture_sends_nothing(api: Api) -> None:
    guest = await api.guest()

    with pytest.raises(Exception, match="IMAGE_PROCESS_FAILED"):
        await guest.send_album([picture(), b"no picture"])

    assert len(guest.chat.messages) == 1


async def test_forward_names_the_person_or_only_a_hidden_name(api: Api) -> None:
    guest = await api.guest()
    world = api.sandbox.world
    boris = world.add_person("Boris", last_name="B")
    shy = world.add_person("Shy", last_name="One", hides_forwards=True)
    group = world.add_group("G", [guest.person, boris, shy])
    said = [await Guest(world, person=each, chat=group).send_text("слово") for each in (boris, shy)]

    for each in said:
        await guest.forward(each)

    open_one, hidden = (each["message"] for each in (await updates(api))[-2:])
    assert open_one["text"] == "слово"
    assert open_one["from"]["id"] == guest.id
    assert open_one["forward_origin"]["type"] == "user"
    assert open_one["forward_origin"]["sender_user"]["id"] == boris.id
    origin = hidden["forward_origin"]
    assert origin == {
        "type": "hidden_user",
        "date": said[1].date,
        "sender_user_name": "Shy One",
    }


async def test_forward_of_a_forward_keeps_the_first_origin(api: Api) -> None:
    guest = await api.guest()
    boris = api.sandbox.world.add_person("Boris")

    first = await guest.forward_foreign("x", FromUser(boris))
    await guest.forward(first)

    assert (await arrived(api))["forward_origin"]["sender_user"]["id"] == boris.id


async def test_forwards_from_chats_and_channels_name_them(api: Api) -> None:
    guest = await api.guest()
    world = api.sandbox.world
    group = world.add_group("Клуб", [guest.person])
    channel = add_channel(world, "Новости", guest.person, username="news")

    for origin in (FromChat(group), FromChannel(channel, 7), FromHidden("Кто-то")):
        await guest.forward_foreign("x", origin)

    origins = [each["message"]["forward_origin"] for each in (await updates(api))[-3:]]
    assert [each["type"] for each in origins] == ["chat", "channel", "hidden_user"]
    assert origins[0]["sender_chat"]["title"] == "Клуб"
    assert (origins[1]["chat"]["username"], origins[1]["message_id"]) == ("news", 7)


async def test_message_of_a_foreign_chat_cannot_be_forwarded(api: Api) -> None:
    guest, other = await api.guest(), await api.guest()
    secret = await other.send_text("x")

    with pytest.raises(CannotDo, match="not in the chat"):
        await guest.forward(secret)


async def test_own_contact_carries_the_own_id(api: Api) -> None:
    guest = await api.guest(first_name="Анна", last_name="К", phone="+998901112233", id=2**40)

    await guest.share_contact()

    assert (await arrived(api))["contact"] == {
        "phone_number": "+998901112233",
        "first_name": "Анна",
        "last_name": "К",
        "user_id": 2**40,
    }


async def test_contact_of_another_carries_that_id_or_none(api: Api) -> None:
    guest = await api.guest()
    boris = api.sandbox.world.add_person("Boris")

    await guest.share_contact(boris)
    known = await arrived(api)
    await guest.send_card("+1", "Без телеграма")
    unknown = await arrived(api)

    assert known["contact"]["user_id"] == boris.id != known["from"]["id"]
    assert unknown["contact"] == {"phone_number": "+1", "first_name": "Без телеграма"}


@pytest.mark.parametrize(
    ("send", "kind", "fields"),
    [
        (Guest.send_voice, "voice", {"file_id", "file_unique_id", "duration", "mime_type"}),
        (Guest.send_video_note, "video_note", {"file_id", "file_unique_id", "duration", "length"}),
        (Guest.send_video, "video", {"file_id", "file_unique_id", "duration", "width", "height"}),
        (Guest.send_sticker, "sticker", {"file_id", "width", "height", "is_animated", "emoji"}),
        (Guest.send_location, "location", {"latitude", "longitude"}),
        (Guest.send_dice, "dice", {"emoji", "value"}),
        (
            lambda guest: guest.send_poll("?", ["да", "нет"]),
            "poll",
            {"id", "question", "options", "type", "is_closed", "is_anonymous"},
        ),
    ],
    ids=["voice", "video_note", "video", "sticker", "location", "dice", "poll"],
)
async def test_each_kind_arrives_with_its_fields(
    api: Api, send: Send, kind: str, fields: set[str]
) -> None:
    guest = await api.guest()

    await send(guest)

    message = await arrived(api)
    assert fields <= message[kind].keys()
    assert "text" not in message
    if "file_id" in fields:
        file = await api.result("getFile", file_id=message[kind]["file_id"])
        assert file["file_size"] == message[kind]["file_size"]


async def test_sticker_of_a_set_names_its_set(api: Api) -> None:
    guest = await api.guest()
    name = await api.make_set(guest)
    file = (await api.result("getStickerSet", name=name))["stickers"][0]["file_id"]

    await guest.send_sticker(file)

    assert (await arrived(api))["sticker"]["set_name"] == name


async def test_things_that_make_no_sense_are_not_sent() -> None:
    guest = Guest(Sandbox().world)
    await guest.press_start()

    with pytest.raises(CannotDo, match="no such place"):
        await guest.send_location(91, 0)
    with pytest.raises(CannotDo, match="no such place"):
        await guest.send_location(float("nan"), 0)
    with pytest.raises(CannotDo, match="dice"):
        await guest.send_dice("🍕")
    with pytest.raises(CannotDo, match="two at least"):
        await guest.send_poll("?", ["один"])
    with pytest.raises(CannotDo, match="phone number"):
        await guest.send_card(" ", "x")
    with pytest.raises(CannotDo, match="nothing to send"):
        await guest.send_voice(b"")
    with pytest.raises(CannotDo, match="caption"):
        await guest.send_photo(picture(), caption="я" * 1025)
    assert len(guest.chat.messages) == 1


async def test_nothing_is_sent_to_a_blocked_bot() -> None:
    guest = Guest(Sandbox().world)
    await guest.press_start()
    await guest.block()

    for send in (guest.send_voice, guest.send_dice, guest.share_contact, guest.send_sticker):
        with pytest.raises(CannotDo, match="blocked"):
            await send()
