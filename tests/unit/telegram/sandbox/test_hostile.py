"""Nonsense in every field of every method and on the bare socket: answers, never a crash."""

import json
import random
from typing import Any

import pytest
import trio

from telegram.sandbox.guest import Guest
from telegram.sandbox.http import Request
from telegram.sandbox.methods import METHODS
from telegram.sandbox.server import Sandbox, open_sandbox

FIELDS = [
    "chat_id",
    "message_id",
    "user_id",
    "text",
    "caption",
    "parse_mode",
    "entities",
    "reply_markup",
    "reply_parameters",
    "message_thread_id",
    "callback_query_id",
    "file_id",
    "photo",
    "document",
    "sticker",
    "stickers",
    "name",
    "title",
    "sticker_format",
    "sticker_type",
    "old_sticker",
    "position",
    "emoji_list",
    "commands",
    "scope",
    "language_code",
    "url",
    "allowed_updates",
    "offset",
    "action",
    "show_alert",
]
KEYS = [
    "keyboard",
    "inline_keyboard",
    "text",
    "callback_data",
    "url",
    "message_id",
    "sticker",
    "format",
    "emoji_list",
    "keywords",
    "type",
    "command",
    "description",
    "offset",
    "length",
    "remove_keyboard",
]
WORDS = ["", "x", "5", "HTML", "<b>x</b>", "static", "attach://p", "😀", "\ud800", "[[", "{}"]


def nonsense(rng: random.Random, depth: int = 0) -> Any:
    choice = rng.randrange(6 if depth < 4 else 3)
    match choice:
        case 0 | 1:
            return rng.choice([*WORDS, None, True, 1.5, float("inf")])
        case 2:
            return rng.choice([0, 1, 2, -1, 10**30])
        case 3 | 4:
            count = rng.randrange(4)
            return {rng.choice(KEYS): nonsense(rng, depth + 1) for _ in range(count)}
        case _:
            return [nonsense(rng, depth + 1) for _ in range(rng.randrange(3))]


@pytest.mark.parametrize("method", METHODS)
async def test_nonsense_in_the_fields_is_answered(method: str) -> None:
    rng = random.Random(method)
    sandbox = Sandbox(seed=3)
    guest = Guest(sandbox.world)
    await guest.press_start()
    path = f"/bot{sandbox.token}/{method}"

    for _ in range(60):
        fields = {key: nonsense(rng) for key in rng.sample(FIELDS, 8)} | {"text": "hi"}
        if rng.random() < 0.8:
            fields["chat_id"] = fields["user_id"] = guest.id
        body = json.dumps(fields).encode()
        answer = await sandbox.http.handler(Request("POST", path, "", "application/json", {}, body))
        envelope = json.loads(answer.body)
        assert envelope["ok"] == (answer.status == 200)
        assert answer.status < 500


async def test_nonsense_on_the_socket_ends_that_connection_alone() -> None:
    rng = random.Random(5)
    async with open_sandbox() as sandbox:
        port = int(sandbox.base_url.rpartition(":")[2])
        head = f"POST /bot{sandbox.token}/sendPhoto HTTP/1.1\r\nHost: x\r\n".encode()
        for at in range(60):
            tail = rng.randbytes(rng.randrange(200))
            sent = [tail, head + tail, head + b"Transfer-Encoding: chunked\r\n\r\n" + tail]
            stream = await trio.open_tcp_stream("127.0.0.1", port)
            async with stream:
                await stream.send_all(sent[at % 3])
                await stream.send_eof()
                with trio.fail_after(20):
                    async for _ in stream:
                        pass

        assert sandbox.http.crashes == []
