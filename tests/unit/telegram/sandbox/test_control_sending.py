"""Control verbs with which a person sends, edits, forwards and presses."""

import base64
from typing import Any

import pytest

from telegram.sandbox import samples
from tests.support.sandbox_process import sandbox_process
from tests.unit.telegram.sandbox.api import Api, picture


async def post(api: Api, verb: str, **body: Any) -> Any:
    answer = await api.client.post(f"{api.sandbox.base_url}/sandbox/{verb}", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def refused(api: Api, verb: str, **body: Any) -> str:
    answer = await api.client.post(f"{api.sandbox.base_url}/sandbox/{verb}", json=body)
    assert answer.status_code == 400, answer.text
    return str(answer.json()["error"])


async def newest(api: Api) -> Any:
    return (await api.result("getUpdates"))[-1]


@pytest.mark.parametrize(
    ("verb", "body", "kind"),
    [
        ("sticker", {}, "sticker"),
        ("sticker", {"data": base64.b64encode(samples.sticker()).decode()}, "sticker"),
        ("voice", {"duration": 9}, "voice"),
        ("video", {}, "video"),
        ("video_note", {}, "video_note"),
        ("contact", {}, "contact"),
        ("contact", {"phone_number": "+1", "first_name": "X"}, "contact"),
        ("location", {"latitude": 41.3, "longitude": 69.2}, "location"),
        ("dice", {"emoji": "🎯"}, "dice"),
        ("poll", {"question": "?", "options": ["a", "b"]}, "poll"),
        ("forward", {"text": "x", "origin": {"name": "Кто-то"}}, "forward_origin"),
    ],
)
async def test_every_kind_is_sent_by_its_verb(
    api: Api, verb: str, body: dict[str, Any], kind: str
) -> None:
    guest = await api.guest()

    answer = await post(api, verb, user=guest.id, **body)

    message = (await newest(api))["message"]
    assert kind in message
    assert answer["message_id"] == message["message_id"]


async def test_album_takes_its_pictures_as_base64(api: Api) -> None:
    guest = await api.guest()
    pictures = [base64.b64encode(picture(shade=each)).decode() for each in range(2)]

    first, second = await post(api, "album", user=guest.id, pictures=pictures, caption="мы")

    assert first["media_group_id"] == second["media_group_id"]
    assert first["caption"] == "мы"


@pytest.mark.parametrize("kind", ["document", "sticker", "voice", "video", "video_note"])
async def test_raw_bytes_are_sent_as_what_the_query_says(api: Api, kind: str) -> None:
    guest = await api.guest()

    answer = await api.client.post(
        f"{api.sandbox.base_url}/sandbox/picture",
        params={"user": guest.id, "as": kind},
        content=samples.sticker(),
    )

    assert kind in answer.json()
    assert kind in (await newest(api))["message"]


async def test_messages_are_edited_and_forwarded(api: Api) -> None:
    guest = await api.guest()
    said = await post(api, "text", user=guest.id, text="раз")

    await post(api, "edit", user=guest.id, message=said["message_id"], text="два")
    edited = await newest(api)
    await post(api, "forward", user=guest.id, from_chat=guest.id, message=said["message_id"])

    assert edited["edited_message"]["text"] == "два"
    forwarded = (await newest(api))["message"]
    assert forwarded["text"] == "два"
    assert forwarded["forward_origin"]["sender_user"]["id"] == guest.id


async def test_groups_are_written_to_in_every_name(api: Api) -> None:
    guest = await api.guest()
    group = await post(api, "groups", title="G", members=[guest.id])
    channel = await post(api, "channels", title="N", owner=guest.id, discussion=group["id"])
    await post(api, "membership", chat=group["id"], status="administrator")
    where = {"user": guest.id, "chat": group["id"], "text": "x"}

    own = await post(api, "text", **where)
    anonymous = await post(api, "text", **where, **{"as": "group"})
    channelled = await post(api, "text", **where, **{"as": channel["id"]})
    await post(api, "text", user=guest.id, chat=channel["id"], text="пост")

    senders = [each["from"]["id"] for each in (own, anonymous, channelled)]
    assert senders == [guest.id, 1087968824, 136817688]
    *_, posted, forwarded = await api.result("getUpdates")
    assert posted["channel_post"]["text"] == "пост"
    assert forwarded["message"]["is_automatic_forward"] is True


async def test_privacy_other_bots_and_members_are_set(api: Api) -> None:
    guest = await api.guest()
    eve = await post(api, "people", first_name="Eve", id=2**35, last_name="", language_code="")
    group = await post(api, "groups", title="G", members=[guest.id])

    await post(api, "member", chat=group["id"], user=eve["id"], status="member", by=guest.id)
    await post(api, "other_bot", chat=group["id"], text="hi")
    await post(api, "text", user=eve["id"], chat=group["id"], text="/hidden")
    await post(api, "privacy", on=False)
    await post(api, "text", user=eve["id"], chat=group["id"], text="talk")

    joined, talk = (each["message"] for each in (await api.result("getUpdates"))[-2:])
    assert joined["new_chat_members"] == [{"id": 2**35, "is_bot": False, "first_name": "Eve"}]
    assert talk["text"] == "talk"


async def test_state_shows_who_wrote_and_what_is_asked(api: Api) -> None:
    guest = await api.guest()
    group = await post(api, "groups", title="G", members=[guest.id])
    await post(api, "text", user=guest.id, chat=group["id"], text="x", **{"as": "group"})
    markup = {"force_reply": True, "input_field_placeholder": "имя"}
    asked = await api.result("sendMessage", chat_id=guest.id, text="?", reply_markup=markup)

    url = f"{api.sandbox.base_url}/sandbox/state"
    private, shown = (await api.client.get(url, params={"user": guest.id})).json()["chats"]

    assert private["asked_reply"] == asked["message_id"]
    assert private["reply_placeholder"] == "имя"
    assert shown["messages"][-1]["written_by"] == guest.id


async def test_keyboard_is_hidden_and_shown_and_a_reply_dismissed(api: Api) -> None:
    guest = await api.guest()
    keys = {"keyboard": [["А"]]}
    await api.result("sendMessage", chat_id=guest.id, text="x", reply_markup=keys)
    await post(api, "keyboard", user=guest.id, shown=False)
    hidden = guest.chat.keyboard_hidden
    await post(api, "keyboard", user=guest.id, shown=True)
    await api.result("sendMessage", chat_id=guest.id, text="?", reply_markup={"force_reply": True})
    await post(api, "reply/dismiss", user=guest.id)

    assert (hidden, guest.chat.keyboard_hidden, guest.chat.asked_reply) == (True, False, None)


async def test_key_is_pressed_even_below_a_button_of_the_same_name(api: Api) -> None:
    guest = await api.guest()
    inline = {"inline_keyboard": [[{"text": "А", "callback_data": "a"}]]}
    await api.result("sendMessage", chat_id=guest.id, text="x", reply_markup={"keyboard": [["А"]]})
    await api.result("sendMessage", chat_id=guest.id, text="x", reply_markup=inline)

    button = await post(api, "press", user=guest.id, label="А")
    key = await post(api, "press", user=guest.id, label="А", key=True)

    assert "callback" in button
    assert key["message"]["text"] == "А"


@pytest.mark.parametrize(
    ("verb", "body"),
    [
        ("album", {"pictures": ["%%%", "%%%"]}),
        ("album", {"pictures": []}),
        ("edit", {"message": 12345, "text": "x"}),
        ("forward", {"text": "x"}),
        ("forward", {"text": "x", "origin": {}}),
        ("sticker", {"file_id": "nothing"}),
        ("sticker", {"data": "AAAA"}),
        ("location", {"latitude": "x", "longitude": 0}),
        ("poll", {"question": "?"}),
        ("text", {"text": "x", "as": "group"}),
        ("keyboard", {"shown": True}),
        ("contact", {"of": 5}),
    ],
)
async def test_misuse_is_told_and_sends_nothing(api: Api, verb: str, body: dict[str, Any]) -> None:
    guest = await api.guest()

    assert await refused(api, verb, user=guest.id, **body)

    assert len(guest.chat.messages) == 1


async def test_sandbox_process_uploads_albums_and_commands_work() -> None:
    async with sandbox_process() as sandbox:
        user = (await sandbox.post("people", first_name="Анна"))["id"]
        await sandbox.post("start", user=user)

        photo = await sandbox.upload(picture(), user=user, caption="я")
        voice = await sandbox.upload(b"sound", user=user, as_kind="voice")
        album = await sandbox.album(user, [picture(shade=each) for each in range(3)])
        commands = await sandbox.commands(user)

    assert photo["caption"] == "я"
    assert voice["voice"]["file_size"] == 5
    assert len({each["media_group_id"] for each in album}) == 1
    assert commands == []
