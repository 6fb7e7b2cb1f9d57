"""The client over real sockets: each way a call can end, and what goes over the wire."""

import json
from email import message_from_bytes
from email.message import Message as Part

import pytest
import trio

from telegram.botapi.calling import Bounds
from telegram.botapi.client import MAX_DOWNLOAD, BotApi
from telegram.botapi.errors import ErrorKind, Failed, NotSent, Ok, Unknown
from telegram.botapi.sending import InputSticker, Sending
from telegram.botapi.transport import MAX_ANSWER
from telegram.botapi.types import BotIdentity
from tests.unit.telegram.botapi.wire import (
    SECRET,
    TOKEN,
    Answer,
    Cut,
    Request,
    Silence,
    calling,
    ok,
    refusal,
)

MESSAGE = {"message_id": 7, "date": 1_700_000_000, "chat": {"id": 5, "type": "private"}}
FILE = {"file_id": "f1", "file_unique_id": "u1"}
BRIEF = Bounds(write_seconds=0.2, read_seconds=0.2, poll_margin=0.2)


async def test_a_success_is_parsed() -> None:
    bot = {"id": 4242, "is_bot": True, "first_name": "Booth", "username": "booth_bot"}
    async with calling(ok(bot)) as (api, wire):
        result = await api.get_me()

    assert result == Ok(BotIdentity(4242, "booth_bot", "Booth"))
    assert wire.requests[0].target == f"/bot{TOKEN}/getMe"


async def test_calls_reuse_one_connection() -> None:
    async with calling() as (api, wire):
        for _ in range(5):
            await api.delete_webhook()

    assert wire.connections == 1


async def test_a_plain_call_is_json_with_native_types() -> None:
    markup = {"inline_keyboard": [[{"text": "Да", "callback_data": "y"}]]}
    async with calling(ok(MESSAGE)) as (api, wire):
        await api.send_message(5, "Привет", Sending(markup=markup, reply_to=3, thread_id=9))

    assert wire.requests[0].headers["content-type"] == "application/json"
    assert wire.requests[0].fields == {
        "chat_id": 5,
        "text": "Привет",
        "parse_mode": "HTML",
        "link_preview_options": {"is_disabled": True},
        "reply_markup": markup,
        "reply_parameters": {"message_id": 3, "allow_sending_without_reply": True},
        "message_thread_id": 9,
    }


async def test_the_general_topic_is_left_out() -> None:
    async with calling(ok(MESSAGE)) as (api, wire):
        await api.send_message(5, "x", Sending(thread_id=1))

    assert "message_thread_id" not in wire.requests[0].fields


async def test_a_lone_surrogate_can_be_sent() -> None:
    async with calling(ok(MESSAGE)) as (api, _):
        assert isinstance(await api.send_message(5, "\ud800"), Ok)


async def test_an_upload_is_multipart_with_the_file_under_its_field() -> None:
    async with calling(ok(FILE)) as (api, wire):
        result = await api.upload_sticker_file(77, b"RIFF\0\r\n--x")

    assert isinstance(result, Ok)
    parts = _parts(wire.requests[0])
    assert int(wire.requests[0].headers["content-length"]) == len(wire.requests[0].body)
    assert parts["user_id"].get_payload(decode=True) == b"77"
    assert parts["sticker_format"].get_payload(decode=True) == b"static"
    assert parts["sticker"].get_payload(decode=True) == b"RIFF\0\r\n--x"
    assert parts["sticker"].get_content_type() == "image/webp"
    assert parts["sticker"].get_filename() == "sticker.webp"


async def test_markup_beside_an_upload_is_json_text() -> None:
    markup = {"inline_keyboard": [[{"text": "ok", "callback_data": "1"}]]}
    async with calling(ok(MESSAGE)) as (api, wire):
        await api.send_photo(5, b"\xff\xd8", "подпись", Sending(markup=markup))

    parts = _parts(wire.requests[0])
    assert parts["caption"].get_payload(decode=True) == "подпись".encode()
    assert json.loads(_content(parts["reply_markup"])) == markup


async def test_a_set_is_created_from_file_ids() -> None:
    stickers = [InputSticker("f1", ("😀",)), InputSticker("f2", ("👋", "🎉"))]
    async with calling(ok(True)) as (api, wire):
        result = await api.create_new_sticker_set(77, "k1_by_booth_bot", "Набор", stickers)

    assert result == Ok(True)
    assert wire.requests[0].fields["stickers"] == [
        {"sticker": "f1", "emoji_list": ["😀"], "format": "static"},
        {"sticker": "f2", "emoji_list": ["👋", "🎉"], "format": "static"},
    ]


async def test_a_poll_returns_updates_nobody_has_read() -> None:
    broken = [{"update_id": 3, "message": "not an object"}, "nonsense"]
    async with calling(ok(broken)) as (api, wire):
        result = await api.get_updates(3, 0, allowed_updates=["message"])

    assert result == Ok(tuple(broken))
    assert wire.requests[0].fields == {
        "offset": 3,
        "timeout": 0,
        "limit": 100,
        "allowed_updates": ["message"],
    }


async def test_a_poll_has_connections_of_its_own() -> None:
    bounds = Bounds(write_seconds=1, connections=1)
    async with calling(Silence(), bounds=bounds) as (api, wire), trio.open_nursery() as nursery:
        nursery.start_soon(api.get_updates, None, 50)
        await wire.arrived.wait()
        result = await api.delete_webhook()
        nursery.cancel_scope.cancel()

    assert result == Ok(True)


async def test_a_refusal_is_a_value() -> None:
    text = "Forbidden: bot was blocked by the user"
    async with calling(refusal(403, text)) as (api, _):
        assert await api.send_message(5, "x") == Failed(ErrorKind.BLOCKED, 403, text)


async def test_a_group_upgrade_names_the_new_chat() -> None:
    text = "Bad Request: group chat was upgraded to a supergroup chat"
    async with calling(refusal(400, text, migrate_to_chat_id=-1001)) as (api, _):
        result = await api.send_message(-5, "x")

    assert result == Failed(ErrorKind.MIGRATED, 400, text, migrate_to=-1001)


async def test_a_flood_wait_is_obeyed_for_its_chat_alone() -> None:
    text = "Too Many Requests: retry after 500"
    async with calling(refusal(429, text, retry_after=500), ok(MESSAGE)) as (api, wire):
        first = await api.send_message(5, "x")
        again = await api.send_message(5, "x")
        other = await api.send_message(6, "x")

    assert first == Failed(ErrorKind.FLOOD, 429, text, retry_after=500)
    assert isinstance(again, Failed)
    assert again.kind is ErrorKind.FLOOD
    assert isinstance(other, Ok)
    assert len(wire.requests) == 2


@pytest.mark.parametrize("status", [200, 500, 502, 503])
async def test_an_html_page_leaves_the_outcome_unknown(status: int) -> None:
    async with calling(Answer(status, b"<html>Bad Gateway</html>")) as (api, _):
        result = await api.send_message(5, "x")

    assert result == Unknown(f"HTTP {status} without a JSON answer", status)


async def test_a_server_error_in_json_leaves_the_outcome_unknown() -> None:
    text = "Internal Server Error: created sticker set not found"
    async with calling(refusal(500, text)) as (api, _):
        assert await api.create_new_sticker_set(7, "n", "t", []) == Unknown(text, 500)


@pytest.mark.parametrize(
    "body",
    [
        b'{"ok":true,"resu',
        b'{"ok":true}',
        b'{"ok":true,"result":[]}',
        b'{"ok":"yes"}',
        b"[1]",
        b"\xff\xfe",
        b"",
        b'{"ok":true,"result":' + b"[" * 200_000,
        b'{"ok":true,"result":{"message_id":NaN}}',
    ],
)
async def test_a_body_that_cannot_be_read_leaves_the_outcome_unknown(body: bytes) -> None:
    async with calling(Answer(200, body)) as (api, _):
        assert isinstance(await api.send_message(5, "x"), Unknown)


async def test_a_body_that_breaks_off_leaves_the_outcome_unknown() -> None:
    async with calling(Answer(200, b'{"ok":tr', declared=500)) as (api, _):
        assert await api.send_message(5, "x") == Unknown("RemoteProtocolError")


async def test_a_cut_before_the_answer_leaves_the_outcome_unknown() -> None:
    async with calling(Cut()) as (api, _):
        assert await api.send_message(5, "x") == Unknown("RemoteProtocolError")


async def test_a_deadline_after_sending_leaves_the_outcome_unknown() -> None:
    async with calling(Silence(), bounds=BRIEF) as (api, _):
        assert await api.send_message(5, "x") == Unknown("no answer within the deadline")


async def test_a_poll_has_a_deadline() -> None:
    async with calling(Silence(), bounds=BRIEF) as (api, _):
        assert isinstance(await api.get_updates(None, 0), Unknown)


async def test_a_refused_connection_is_not_sent() -> None:
    api = BotApi(TOKEN, f"http://127.0.0.1:{await _free_port()}")

    assert await api.send_message(5, "x") == NotSent("ConnectError")
    await api.aclose()


async def test_a_call_without_a_free_place_is_not_sent() -> None:
    bounds = Bounds(read_seconds=0.2, connections=1)
    async with calling(Silence(), bounds=bounds) as (api, wire), trio.open_nursery() as nursery:
        nursery.start_soon(api.send_message, 5, "x")
        await wire.arrived.wait()
        result = await api.get_me()
        nursery.cancel_scope.cancel()

    assert result == NotSent("no free place among the calls in flight")


async def test_a_closed_client_sends_nothing() -> None:
    async with calling() as (api, wire):
        await api.aclose()
        result = await api.delete_webhook()

    assert result == NotSent("the client is closed")
    assert wire.requests == []


async def test_an_answer_over_the_limit_is_not_read() -> None:
    async with calling(Answer(200, b"{", declared=MAX_ANSWER + 1)) as (api, _):
        assert await api.get_me() == Unknown(f"answer over {MAX_ANSWER} bytes")


@pytest.mark.parametrize("size", [5000, 3_000_000])
async def test_an_unannounced_flood_of_bytes_is_cut(size: int) -> None:
    async with calling(Answer(200, b"x" * size, chunked=True)) as (api, _):
        assert await api.download("photos/a.jpg", limit=4000) == Unknown("answer over 4000 bytes")


async def test_an_answer_cut_short_gives_its_connection_back() -> None:
    bounds = Bounds(connections=1)
    flood = Answer(200, b"x" * 3_000_000, chunked=True)
    async with calling(flood, Answer(200, b"x" * 5000), bounds=bounds) as (api, _):
        for _flood in range(2):
            await api.download("photos/a.jpg", limit=4000)

        assert await api.delete_webhook() == Ok(True)


async def test_a_download_comes_from_the_file_root() -> None:
    async with calling(Answer(200, b"\xff\xd8jpeg")) as (api, wire):
        result = await api.download("photos/file 1.jpg")

    assert result == Ok(b"\xff\xd8jpeg")
    assert wire.requests[0].target == f"/file/bot{TOKEN}/photos/file%201.jpg"
    assert len(b"\xff\xd8jpeg") < MAX_DOWNLOAD


async def test_an_expired_file_does_not_accuse_the_token() -> None:
    async with calling(refusal(404, "Not Found")) as (api, _):
        result = await api.download("photos/a.jpg")

    assert result == Failed(ErrorKind.FILE_BAD, 404, "Not Found")


@pytest.mark.parametrize("path", ["../secret", "/etc/passwd", "a//b", "a/./b", "a\\b", ""])
async def test_a_file_path_cannot_leave_the_file_root(path: str) -> None:
    async with calling() as (api, wire):
        result = await api.download(path)

    assert isinstance(result, Failed)
    assert wire.requests == []


async def test_cancelled_calls_leave_the_client_usable() -> None:
    bounds = Bounds(connections=3)
    async with calling(*[Silence()] * 12, bounds=bounds) as (api, wire):
        for number in range(12):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(api.delete_webhook)
                await wire.arrived.wait()
                wire.arrived = trio.Event()
                nursery.cancel_scope.cancel()
            assert len(wire.requests) == number + 1

        assert await api.delete_webhook() == Ok(True)


@pytest.mark.parametrize("token", ["", "abc", f"{TOKEN}/../x", f" {TOKEN}", f"{TOKEN}\n", SECRET])
def test_a_token_of_another_shape_is_refused_without_being_quoted(token: str) -> None:
    with pytest.raises(ValueError, match="token") as caught:
        BotApi(token)

    assert SECRET not in str(caught.value)


@pytest.mark.parametrize(
    "root", ["ftp://x", "api.telegram.org", "http://", "http://u:p@x", "http://x?a"]
)
def test_a_root_that_is_no_plain_address_is_refused(root: str) -> None:
    with pytest.raises(ValueError, match="root"):
        BotApi(TOKEN, root)


def _parts(request: Request) -> dict[str, Part]:
    head = f"Content-Type: {request.headers['content-type']}\r\n\r\n".encode()
    whole = message_from_bytes(head + request.body)
    parts = [part for part in whole.get_payload() if isinstance(part, Part)]
    return {str(part.get_param("name", header="content-disposition")): part for part in parts}


def _content(part: Part) -> bytes:
    content = part.get_payload(decode=True)
    assert isinstance(content, bytes)
    return content


async def _free_port() -> int:
    listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
    port = listeners[0].socket.getsockname()[1]
    await listeners[0].aclose()
    assert isinstance(port, int)
    return port
