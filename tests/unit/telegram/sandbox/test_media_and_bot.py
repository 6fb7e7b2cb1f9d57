"""Photos, documents, downloads; commands, webhook, identity."""

from typing import Any

import pytest

from tests.unit.telegram.sandbox.api import Api, picture


async def sent(api: Api, method: str, chat: int, **parts: Any) -> dict[str, Any]:
    fields = {key: value for key, value in parts.items() if isinstance(value, str)}
    files = {key: value for key, value in parts.items() if not isinstance(value, str)}
    answer = await api.client.post(
        api.url(method), data={"chat_id": str(chat)} | fields, files=files or None
    )
    decoded: dict[str, Any] = answer.json()
    return decoded


@pytest.mark.parametrize(
    ("data", "refusal"),
    [
        (picture(9500, 600), "PHOTO_INVALID_DIMENSIONS"),
        (picture(2100, 100), "PHOTO_INVALID_DIMENSIONS"),
        (b"noise", "IMAGE_PROCESS_FAILED"),
        (b"", "file must be non-empty"),
        (
            picture() + b"\0" * 10 * 1024 * 1024,
            (
                f"file of size {len(picture()) + 10 * 1024 * 1024} bytes is too big for a photo; "
                "the maximum size is 10485760 bytes"
            ),
        ),
    ],
    ids=["sum of sides", "ratio", "noise", "empty", "heavy"],
)
async def test_bad_photos_are_refused(api: Api, data: bytes, refusal: str) -> None:
    guest = await api.guest()

    answer = await sent(api, "sendPhoto", guest.id, photo=("p.png", data))

    assert answer["description"] == f"Bad Request: {refusal}"


async def test_photo_is_sent_again_by_its_id_with_a_caption(api: Api) -> None:
    guest = await api.guest()
    first = await sent(api, "sendPhoto", guest.id, photo=("p.png", picture()))
    photo = first["result"]["photo"][-1]["file_id"]

    again = await sent(
        api, "sendPhoto", guest.id, photo=photo, caption="<i>x</i>", parse_mode="HTML"
    )
    edited = await api.result(
        "editMessageCaption",
        chat_id=guest.id,
        message_id=again["result"]["message_id"],
        caption="новая",
    )

    assert again["result"]["caption_entities"][0]["type"] == "italic"
    assert edited["caption"] == "новая"
    assert edited["photo"] == again["result"]["photo"]


async def test_photo_refusals_about_the_request(api: Api) -> None:
    guest = await api.guest()
    first = await sent(api, "sendPhoto", guest.id, photo=("p.png", picture()))
    message = first["result"]["message_id"]

    missing = await sent(api, "sendPhoto", guest.id)
    wordy = await sent(api, "sendPhoto", guest.id, photo=("p", picture()), caption="я" * 1025)
    text = await api.refusal("editMessageText", chat_id=guest.id, message_id=message, text="x")

    assert missing["description"] == "Bad Request: there is no photo in the request"
    assert wordy["description"] == "Bad Request: message caption is too long"
    assert text == "Bad Request: there is no text in the message to edit"


async def test_document_keeps_its_name_and_can_be_fetched(api: Api) -> None:
    guest = await api.guest()

    answer = await sent(api, "sendDocument", guest.id, document=("a b.csv", b"1;2", "text/csv"))
    document = answer["result"]["document"]
    file = await api.result("getFile", file_id=document["file_id"])
    fetched = await api.client.get(
        f"{api.sandbox.base_url}/file/bot{api.sandbox.token}/{file['file_path']}"
    )

    assert (document["file_name"], document["mime_type"]) == ("a b.csv", "text/csv")
    assert fetched.content == b"1;2"


async def test_get_file_refuses_unknown_missing_and_big_ones(api: Api) -> None:
    guest = await api.guest()
    big = ("big.bin", b"\0" * (20 * 1024 * 1024 + 1))
    answer = await sent(api, "sendDocument", guest.id, document=big)
    file_id = answer["result"]["document"]["file_id"]

    assert await api.refusal("getFile", file_id="x") == "Bad Request: invalid file_id"
    assert await api.refusal("getFile") == "Bad Request: file_id not specified"
    assert await api.refusal("getFile", file_id=file_id) == "Bad Request: file is too big"


async def test_guest_photo_arrives_as_an_update_and_can_be_fetched(api: Api) -> None:
    guest = await api.guest()
    await guest.send_photo(picture(800, 600, "JPEG"), caption="вот")

    message = (await api.result("getUpdates"))[-1]["message"]
    file = await api.result("getFile", file_id=message["photo"][-1]["file_id"])

    assert message["caption"] == "вот"
    assert file["file_path"].endswith(".jpg")


async def test_commands_are_kept_by_scope_and_language(api: Api) -> None:
    commands = [{"command": "start", "description": "Начать"}]
    group = {"type": "all_group_chats"}

    await api.result("setMyCommands", commands=commands)
    await api.result("setMyCommands", commands=[], scope=group, language_code="en")

    assert await api.result("getMyCommands") == commands
    assert await api.result("getMyCommands", scope=group) == []
    assert await api.result("getMyCommands", language_code="ru") == []


@pytest.mark.parametrize(
    ("fields", "refusal"),
    [
        ({"command": "", "description": "x"}, "command must be non-empty"),
        ({"command": "a" * 33, "description": "x"}, "command length must not exceed 32"),
        ({"command": "a", "description": ""}, "command description must be non-empty"),
        (
            {"command": "a", "description": "x" * 257},
            "command description length must not exceed 256",
        ),
        ({"command": "привет", "description": "x"}, "BOT_COMMAND_INVALID"),
    ],
)
async def test_bad_commands_are_refused(api: Api, fields: dict[str, str], refusal: str) -> None:
    said = await api.refusal("setMyCommands", commands=[fields])

    assert said == f"Bad Request: {refusal}"


async def test_bad_command_lists_and_languages_are_refused(api: Api) -> None:
    one = {"command": "a", "description": "x"}

    many = await api.refusal("setMyCommands", commands=[one] * 101)
    language = await api.refusal("setMyCommands", commands=[one], language_code="rus")

    assert many == "Bad Request: too many commands specified"
    assert language == "Bad Request: invalid language code specified"


async def test_webhook_blocks_polling_until_deleted(api: Api) -> None:
    before = await api.envelope("deleteWebhook")
    await api.guest()
    await api.result("setWebhook", url="https://example.org/hook")
    blocked = await api.envelope("getUpdates")
    info = await api.result("getWebhookInfo")
    after = await api.envelope("deleteWebhook")

    assert before["description"] == "Webhook is already deleted"
    assert blocked["error_code"] == 409
    assert "webhook is active" in blocked["description"]
    assert (info["url"], info["pending_update_count"]) == ("https://example.org/hook", 1)
    assert after["description"] == "Webhook was deleted"
    assert len(await api.result("getUpdates")) == 1


async def test_allowed_updates_in_a_form_is_json_text(api: Api) -> None:
    fields = {"allowed_updates": '["message"]', "timeout": "0"}

    await api.client.post(api.url("getUpdates"), data=fields)
    await api.client.post(api.url("getUpdates"), data={"allowed_updates": "message"})

    assert (await api.result("getWebhookInfo"))["allowed_updates"] == ["message"]
