"""Groups and channels: who a message is from, and which ones the bot gets."""

from typing import Any

import pytest

from telegram.sandbox import phone
from telegram.sandbox.gatherings import add_channel, set_member
from telegram.sandbox.guest import Guest
from telegram.sandbox.model import Chat, ChatKind
from telegram.sandbox.sending import CannotDo
from tests.unit.telegram.sandbox.api import Api, picture


async def arrived(api: Api) -> list[Any]:
    """The updates since the last look."""
    found = await api.result("getUpdates")
    api.sandbox.world.queue.clear()
    return list(found)


async def texts(api: Api) -> list[str]:
    return [each["message"].get("text", "") for each in await arrived(api)]


async def inside(api: Api, **facts: Any) -> Guest:
    """The owner of a supergroup with the bot as a plain member."""
    guest = await api.guest()
    group = api.sandbox.world.add_group("Клуб", [guest.person], **facts)
    api.sandbox.world.queue.clear()
    return Guest(api.sandbox.world, person=guest.person, chat=group)


def make_admin(api: Api, chat: Chat) -> None:
    chat.members[api.sandbox.world.bot.id] = "administrator"


async def test_anonymous_administrator_arrives_as_the_group(api: Api) -> None:
    owner = await inside(api)

    message = await owner.send_text("/stats", on_behalf_of=owner.chat)

    (update,) = await arrived(api)
    said = update["message"]
    assert (said["from"]["id"], said["from"]["username"]) == (1087968824, "GroupAnonymousBot")
    assert said["from"]["is_bot"]
    assert said["sender_chat"]["id"] == said["chat"]["id"] == owner.chat.id
    assert message.writer.id == owner.id


async def test_plain_member_cannot_be_anonymous(api: Api) -> None:
    owner = await inside(api)
    member = Guest(api.sandbox.world, "Eve", chat=owner.chat)
    owner.chat.members[member.id] = "member"

    with pytest.raises(CannotDo, match="administrators"):
        await member.send_text("x", on_behalf_of=owner.chat)


async def test_nobody_is_anonymous_in_a_basic_group(api: Api) -> None:
    owner = await inside(api, kind=ChatKind.GROUP)

    with pytest.raises(CannotDo, match="supergroups"):
        await owner.send_text("x", on_behalf_of=owner.chat)


async def test_person_writing_as_a_channel_arrives_as_that_channel(api: Api) -> None:
    owner = await inside(api)
    channel = add_channel(api.sandbox.world, "Мой", owner.person, username="mine")
    api.sandbox.world.queue.clear()

    await owner.send_text("/stats", on_behalf_of=channel)

    (update,) = await arrived(api)
    said = update["message"]
    assert (said["from"]["id"], said["from"]["username"]) == (136817688, "Channel_Bot")
    assert said["sender_chat"] == {
        "id": channel.id,
        "type": "channel",
        "title": "Мой",
        "username": "mine",
    }


async def test_foreign_channel_cannot_be_spoken_for(api: Api) -> None:
    owner = await inside(api)
    other = api.sandbox.world.add_person("Eve")
    channel = add_channel(api.sandbox.world, "Чужой", other)

    with pytest.raises(CannotDo, match="own channels"):
        await owner.send_text("x", on_behalf_of=channel)


async def test_channel_post_has_no_sender_but_the_channel(api: Api) -> None:
    guest = await api.guest()
    world = api.sandbox.world
    channel = add_channel(world, "Новости", guest.person)
    posting = Guest(world, person=guest.person, chat=channel)

    post = await posting.send_text("пост")
    await posting.edit(post, "пост 2")

    told, first, second = (await arrived(api))[-3:]
    status = told["my_chat_member"]["new_chat_member"]
    assert (status["status"], status["can_post_messages"]) == ("administrator", True)
    assert "from" not in first["channel_post"]
    assert first["channel_post"]["sender_chat"]["id"] == channel.id
    assert second["edited_channel_post"]["text"] == "пост 2"


async def test_channel_without_the_bot_tells_it_nothing(api: Api) -> None:
    guest = await api.guest()
    channel = add_channel(api.sandbox.world, "N", guest.person, bot_status="left")
    api.sandbox.world.queue.clear()

    await Guest(api.sandbox.world, person=guest.person, chat=channel).send_text("пост")

    assert await arrived(api) == []
    refusal = await api.refusal("sendMessage", chat_id=channel.id, text="x")
    assert refusal == "Forbidden: bot is not a member of the channel chat"


async def test_bot_posts_as_administrator_of_a_channel_only(api: Api) -> None:
    guest = await api.guest()
    channel = add_channel(api.sandbox.world, "N", guest.person, username="news")

    sent = await api.result("sendMessage", chat_id="@news", text="x")
    set_member(api.sandbox.world, channel, api.sandbox.world.bot, "member", guest.person)
    refusal = await api.refusal("sendMessage", chat_id=channel.id, text="x")

    assert sent["sender_chat"]["id"] == channel.id
    assert refusal == "Bad Request: need administrator rights in the channel chat"


async def test_subscriber_cannot_post(api: Api) -> None:
    guest, eve = await api.guest(), await api.guest()
    channel = add_channel(api.sandbox.world, "N", guest.person)
    channel.members[eve.id] = "member"

    with pytest.raises(CannotDo, match="only administrators post"):
        await Guest(api.sandbox.world, person=eve.person, chat=channel).send_text("x")


async def test_post_of_a_linked_channel_is_forwarded_by_the_service(api: Api) -> None:
    owner = await inside(api)
    make_admin(api, owner.chat)
    world = api.sandbox.world
    channel = add_channel(world, "Новости", owner.person, discussion=owner.chat, bot_status="left")

    post = phone.say(world, owner.person, channel, "пост")

    (update,) = await arrived(api)
    said = update["message"]
    assert said["from"]["id"] == 777000
    assert not said["from"]["is_bot"]
    assert said["is_automatic_forward"] is True
    assert said["sender_chat"]["id"] == channel.id
    assert said["forward_origin"]["type"] == "channel"
    assert said["forward_origin"]["message_id"] == post.id
    assert said["chat"]["id"] == owner.chat.id


async def test_person_may_have_a_first_name_only_and_a_long_id(api: Api) -> None:
    guest = await api.guest(first_name="Ё", id=2**33 + 5, language_code="")

    await guest.send_text("x")

    sender = (await arrived(api))[-1]["message"]["from"]
    assert sender == {"id": 2**33 + 5, "is_bot": False, "first_name": "Ё"}


@pytest.mark.parametrize("taken", [777000, 1087968824, 2**52, -1])
async def test_ids_of_the_service_and_impossible_ids_are_refused(api: Api, taken: int) -> None:
    with pytest.raises(ValueError, match=r"an id lies|there already"):
        api.sandbox.world.add_person("x", id=taken)


async def test_privacy_mode_hides_all_but_replies_when_nothing_is_a_command(api: Api) -> None:
    owner = await inside(api)
    card = await api.result("sendMessage", chat_id=owner.chat.id, text="card")

    await owner.send_photo(picture())
    await owner.send_sticker()
    await owner.share_contact()
    await owner.send_dice()
    await owner.send_text(f"@{api.sandbox.bot_username} привет")
    phone.say(api.sandbox.world, owner.person, owner.chat, "ответ", reply_to=card["message_id"])

    assert await texts(api) == ["ответ"]


async def test_reply_with_a_photo_passes_privacy_mode(api: Api) -> None:
    owner = await inside(api)
    card = await api.result(
        "sendMessage", chat_id=owner.chat.id, text="card", reply_markup={"force_reply": True}
    )

    await owner.send_photo(picture())

    (update,) = await arrived(api)
    assert update["message"]["reply_to_message"]["message_id"] == card["message_id"]


async def test_commands_of_other_bots_pass_only_without_privacy_mode(api: Api) -> None:
    owner = await inside(api)
    lines = ["/a@other_bot", f"/b@{api.sandbox.bot_username.upper()}", "/c", "say /d"]

    for line in lines:
        await owner.send_text(line)
    hidden = await texts(api)
    make_admin(api, owner.chat)
    for line in lines:
        await owner.send_text(line)

    assert hidden == lines[1:3]
    assert await texts(api) == lines


async def test_bare_command_goes_to_the_bot_that_spoke_last(api: Api) -> None:
    owner = await inside(api)
    world = api.sandbox.world
    other = world.add_person("other", username="other_bot", is_bot=True)

    world.post(owner.chat, other, {"text": "hi"})
    await owner.send_text("/mine")
    await api.result("sendMessage", chat_id=owner.chat.id, text="x")
    await owner.send_text("/now")

    assert await texts(api) == ["/now"]


async def test_edit_of_a_hidden_message_stays_hidden(api: Api) -> None:
    owner = await inside(api)
    message = await owner.send_text("talk")

    await owner.edit(message, "more talk")
    hidden = await arrived(api)
    await owner.edit(message, "/stats")

    assert hidden == []
    assert [*(await arrived(api))[0]][-1] == "edited_message"


async def test_coming_and_going_are_service_messages(api: Api) -> None:
    owner = await inside(api)
    eve = api.sandbox.world.add_person("Eve")

    set_member(api.sandbox.world, owner.chat, eve, "member", eve)
    set_member(api.sandbox.world, owner.chat, eve, "kicked", owner.person)

    came, went = await arrived(api)
    assert came["message"]["new_chat_members"][0]["id"] == eve.id
    assert went["message"]["left_chat_member"]["id"] == eve.id
    assert went["message"]["from"]["id"] == owner.id


async def test_rank_of_others_is_told_to_an_administrator_that_asked(api: Api) -> None:
    owner = await inside(api)
    eve = api.sandbox.world.add_person("Eve")
    make_admin(api, owner.chat)
    await api.result("getUpdates", allowed_updates=["chat_member"])

    set_member(api.sandbox.world, owner.chat, eve, "administrator", owner.person)

    (update,) = await arrived(api)
    change = update["chat_member"]
    assert change["old_chat_member"]["status"] == "left"
    assert change["new_chat_member"]["status"] == "administrator"
    assert change["new_chat_member"]["user"]["id"] == eve.id


async def test_kicked_bot_sees_nothing(api: Api) -> None:
    owner = await inside(api)
    owner.chat.members[api.sandbox.world.bot.id] = "kicked"

    await owner.send_text("/stats")

    assert await arrived(api) == []
