"""What real clients put on the wire, and what the server answers to nonsense."""

import json
from typing import Any

import httpx
import pytest
import trio

from tests.unit.telegram.sandbox.api import Api, picture


@pytest.mark.parametrize("verb", ["GET", "POST"])
async def test_method_names_and_verbs_are_free(api: Api, verb: str) -> None:
    answer = await api.client.request(verb, api.url("gEtMe"))

    assert answer.json()["result"]["is_bot"] is True


async def test_query_and_body_count_together(api: Api) -> None:
    guest = await api.guest()

    answer = await api.client.post(
        api.url("sendMessage"), params={"chat_id": guest.id}, data={"text": "x"}
    )

    assert answer.json()["result"]["text"] == "x"


MARKUP = {"inline_keyboard": [[{"text": "a", "callback_data": "b"}]]}


@pytest.mark.parametrize(
    "options",
    [
        {"json": {"reply_markup": MARKUP, "unknown": 1}},
        {"json": {"reply_markup": json.dumps(MARKUP), "disable_notification": "true"}},
        {"data": {"reply_markup": json.dumps(MARKUP)}},
        {"files": {"reply_markup": (None, json.dumps(MARKUP))}},
        {"params": {"reply_markup": json.dumps(MARKUP)}},
    ],
    ids=["native", "texts in json", "form", "multipart", "query"],
)
async def test_structures_may_be_native_or_text(api: Api, options: dict[str, Any]) -> None:
    guest = await api.guest()
    for kind, fields in options.items():
        options = {kind: fields | {"chat_id": str(guest.id), "text": "x"}}
        if kind == "files":
            plain = {"chat_id": (None, str(guest.id)), "text": (None, "x")}
            options = {"files": fields | plain}

    answer = await api.client.post(api.url("sendMessage"), **options)

    assert answer.json()["result"]["reply_markup"] == MARKUP


@pytest.mark.parametrize("mime", ["text/plain", "image/png", "application/octet-stream"])
async def test_file_part_may_lie_under_its_field_with_any_type(api: Api, mime: str) -> None:
    guest = await api.guest()

    answer = await api.client.post(
        api.url("sendPhoto"),
        data={"chat_id": guest.id},
        files={"photo": ("a.png", picture(), mime)},
    )

    assert answer.json()["result"]["photo"][0]["width"] == 512


async def test_file_part_may_be_attached_by_name_and_sent_in_chunks(api: Api) -> None:
    guest = await api.guest()
    built = httpx.Request(
        "POST",
        api.url("sendPhoto"),
        data={"chat_id": str(guest.id), "photo": "attach://p1"},
        files={"p1": ("a;b.png", picture())},
    )
    body = built.read()

    async def chunks() -> Any:
        for at in range(0, len(body), 700):
            yield body[at : at + 700]

    headers = {"content-type": built.headers["content-type"]}
    answer = await api.client.post(api.url("sendPhoto"), content=chunks(), headers=headers)

    assert answer.json()["result"]["photo"][0]["width"] == 512


async def test_unknown_method_path_and_token_have_their_envelopes(api: Api) -> None:
    base = api.sandbox.base_url

    async def said(path: str) -> tuple[int, str]:
        answer = await api.client.get(base + path)
        return answer.status_code, answer.json()["description"]

    unknown = await said(f"/bot{api.sandbox.token}/getLost")
    assert unknown == (404, "Not Found: method not found")
    assert await said("/elsewhere") == (404, "Not Found")
    assert await said("/botrubbish/getMe") == (404, "Not Found")
    assert await said(f"/bot123:{'A' * 35}/getMe") == (401, "Unauthorized")
    assert await said(f"/file/bot123:{'A' * 35}/photos/file_1.png") == (401, "Unauthorized")
    assert await said(f"/file/bot{api.sandbox.token}/photos/file_9.png") == (404, "Not Found")


@pytest.mark.parametrize(
    ("kind", "body", "text"),
    [
        ("application/json", b"{", "Bad Request: can't parse JSON object"),
        ("application/json", b"[1]", "Bad Request: can't parse JSON object"),
        ("application/json", b'{"a":"\xff"}', "Bad Request: strings must be encoded in UTF-8"),
        ("multipart/form-data; boundary=x", b"noise", "Bad Request: can't parse multipart body"),
        (
            "multipart/form-data",
            b"",
            "Bad Request: boundary not found in multipart content type",
        ),
        (
            "application/x-www-form-urlencoded",
            b"a=%ff",
            "Bad Request: strings must be encoded in UTF-8",
        ),
    ],
)
async def test_broken_bodies_are_refused(api: Api, kind: str, body: bytes, text: str) -> None:
    answer = await api.client.post(api.url("getMe"), content=body, headers={"content-type": kind})

    assert (answer.status_code, answer.json()["description"]) == (400, text)


async def exchange(api: Api, *sent: bytes) -> bytes:
    """Speak on a bare socket and read until the server closes."""
    port = int(api.sandbox.base_url.rpartition(":")[2])
    stream = await trio.open_tcp_stream("127.0.0.1", port)
    async with stream:
        for each in sent:
            await stream.send_all(each)
        await stream.send_eof()
        return b"".join([chunk async for chunk in stream])


async def test_connection_is_kept_alive_until_asked_to_close(api: Api) -> None:
    path = f"/bot{api.sandbox.token}/getMe".encode()
    keep = b"GET " + path + b" HTTP/1.1\r\nHost: x\r\n\r\n"
    close = b"GET " + path + b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"

    heard = await exchange(api, keep, keep, close, keep)

    assert heard.count(b"HTTP/1.1 200") == 3


async def test_malformed_connection_ends_alone(api: Api) -> None:
    heard = await exchange(api, b"\x16\x03\x01 not http\r\n\r\n")

    assert heard.startswith(b"HTTP/1.1 400")
    assert await api.result("getMe")


async def test_client_that_waits_for_continue_gets_it(api: Api) -> None:
    path = f"/bot{api.sandbox.token}/getMe".encode()
    head = b"POST " + path + b" HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n"
    length = b"Content-Length: 2\r\nContent-Type: application/json\r\n\r\n"
    port = int(api.sandbox.base_url.rpartition(":")[2])

    async with await trio.open_tcp_stream("127.0.0.1", port) as stream:
        await stream.send_all(head + length)
        assert (await stream.receive_some()).startswith(b"HTTP/1.1 100")
        await stream.send_all(b"{}")
        assert (await stream.receive_some()).startswith(b"HTTP/1.1 200")


async def test_client_that_leaves_a_long_poll_disturbs_nobody(api: Api) -> None:
    queue = api.sandbox.world.queue
    with trio.move_on_after(30) as leaving:
        async with trio.open_nursery() as nursery:

            async def leave() -> None:
                await queue.wait_polled()
                leaving.cancel()

            nursery.start_soon(leave)
            await api.client.get(api.url("getUpdates"), params={"timeout": 50})

    guest = await api.guest()
    found = await api.result("getUpdates", timeout=1)

    assert found[0]["message"]["from"]["id"] == guest.id
