"""The control API, the phone page, and the sandbox as a process of its own."""

import json
import os
import re
import signal
import subprocess
import sys
from typing import Any

import httpx
import pytest
import trio

from telegram.sandbox.server import Sandbox
from tests.unit.telegram.sandbox.api import Api, picture


async def post(api: Api, verb: str, **body: Any) -> Any:
    answer = await api.client.post(f"{api.sandbox.base_url}/sandbox/{verb}", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def get(api: Api, verb: str, **query: Any) -> Any:
    answer = await api.client.get(f"{api.sandbox.base_url}/sandbox/{verb}", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_person_is_played_over_http(api: Api) -> None:
    person = await post(api, "people", first_name="Анна", username="anna_1")
    await post(api, "start", user=person["id"], payload="tok")
    markup = {"inline_keyboard": [[{"text": "Да", "callback_data": "yes"}]]}
    sent = await api.result("sendMessage", chat_id=person["id"], text="x", reply_markup=markup)
    await post(api, "press", user=person["id"], label="Да", message=sent["message_id"])
    await post(api, "text", user=person["id"], text="привет")
    url = f"{api.sandbox.base_url}/sandbox/picture"
    await api.client.post(url, params={"user": person["id"]}, content=picture())
    await post(api, "block", user=person["id"])
    await post(api, "unblock", user=person["id"])

    updates = await api.result("getUpdates")

    assert updates[0]["message"]["text"] == "/start tok"
    assert updates[1]["callback_query"]["data"] == "yes"
    assert updates[2]["message"]["text"] == "привет"
    assert updates[3]["message"]["photo"][0]["width"] == 512
    assert [*updates[4], *updates[5]].count("my_chat_member") == 2


async def test_state_shows_chats_sets_and_queue(api: Api) -> None:
    guest = await api.guest()
    await api.make_set(guest)
    await api.result("sendMessage", chat_id=guest.id, text="x", reply_markup={"keyboard": [["К"]]})

    shown = await get(api, "state", user=guest.id)

    (chat,) = shown["chats"]
    assert [each["text"] for each in chat["messages"]] == ["/start", "x"]
    assert chat["keyboard"]["keyboard"] == [[{"text": "К"}]]
    assert shown["queue"]["pending"] == 1
    file = shown["sets"][0]["stickers"][0]["file_id"]
    image = await api.client.get(f"{api.sandbox.base_url}/sandbox/file/{file}")
    assert image.headers["content-type"] == "image/png"


async def test_state_can_be_waited_for(api: Api) -> None:
    guest = await api.guest()
    revision = api.sandbox.world.revision

    async with trio.open_nursery() as nursery:
        nursery.start_soon(guest.send_text, "x")
        shown = await get(api, "state", after=revision, timeout=20)

    assert shown["revision"] > revision


async def test_groups_topics_and_membership_are_set_over_http(api: Api) -> None:
    guest = await api.guest()
    forum = await post(api, "groups", title="Заявки", members=[guest.id], forum=True)
    basic = await post(api, "groups", title="Старая", members=[guest.id], type="group")
    await post(api, "topics", chat=forum["id"], thread=5)
    new = await post(api, "upgrade", chat=basic["id"])
    await post(api, "membership", chat=new["id"], status="kicked")

    assert await api.result("sendMessage", chat_id=forum["id"], text="x", message_thread_id=5)
    old = await api.envelope("sendMessage", chat_id=basic["id"], text="x")
    assert old["parameters"]["migrate_to_chat_id"] == new["id"]
    kicked = await api.refusal("sendMessage", chat_id=new["id"], text="x")
    assert kicked == "Forbidden: bot was kicked from the supergroup chat"


async def test_faults_clock_and_queue_are_set_over_http(api: Api) -> None:
    guest = await api.guest()
    await post(api, "faults", method="getMe", status=503, body="<html>", times=1)
    raw = await api.client.get(api.url("getMe"))
    await post(api, "faults", method="getMe", cut="before")
    with pytest.raises(httpx.RemoteProtocolError):
        await api.envelope("getMe")
    await post(api, "faults/flood", chat=guest.id, seconds=60)
    flooded = await api.envelope("sendMessage", chat_id=guest.id, text="x")
    await post(api, "faults/clear")
    await post(api, "queue/jump", next_id=9)
    injected = await post(api, "queue/inject", text='{"update_id":{id}}')
    before = api.sandbox.world.clock.now()
    await post(api, "clock/advance", seconds=1000)

    assert (raw.status_code, raw.text) == (503, "<html>")
    assert flooded["error_code"] == 429
    assert injected == {"update_id": 9}
    assert api.sandbox.world.clock.now() >= before + 1000


async def test_calls_are_listed_over_http(api: Api) -> None:
    guest = await api.guest()
    await api.envelope("sendMessage", chat_id=guest.id, text="x")
    await api.envelope("getMe")

    everything = await get(api, "calls")
    later = await get(api, "calls", since=everything[0]["number"])
    only = await get(api, "calls", method="sendMessage")

    assert [each["method"] for each in everything] == ["sendmessage", "getme"]
    assert [each["method"] for each in later] == ["getme"]
    assert only[0]["fields"]["text"] == "x"
    assert only[0]["outcome"] == "ok"


@pytest.mark.parametrize(
    ("verb", "body", "status"),
    [
        ("text", {"user": 1, "text": "x"}, 400),
        ("start", {}, 400),
        ("faults", {"method": "getMe", "cut": "sideways"}, 400),
        ("faults", {"method": "getMe", "envelope": {}}, 400),
        ("nothing", {}, 404),
        ("start", [], 400),
    ],
)
async def test_misuse_is_answered_with_what_is_wrong(
    api: Api, verb: str, body: Any, status: int
) -> None:
    answer = await api.client.post(f"{api.sandbox.base_url}/sandbox/{verb}", json=body)

    assert answer.status_code == status
    assert answer.json()["error"]


async def test_foreign_page_cannot_post_a_form(api: Api) -> None:
    url = f"{api.sandbox.base_url}/sandbox/people"

    answer = await api.client.post(url, data={"first_name": "x"})

    assert answer.status_code == 415


@pytest.mark.parametrize("path", ["/", "/?start=tok&user=5", "/addstickers/k1_by_x"])
async def test_phone_page_is_served_with_its_files(api: Api, path: str) -> None:
    page = await api.client.get(api.sandbox.base_url + path)
    script = await api.client.get(f"{api.sandbox.base_url}/static/phone.js")

    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "default-src 'self'" in page.headers["content-security-policy"]
    assert "/static/phone.js" in page.text
    assert script.headers["content-type"].startswith("text/javascript")


async def test_every_file_that_the_page_loads_is_served(api: Api) -> None:
    wanted, seen = ["/static/phone.js", "/static/phone.css"], set[str]()

    while wanted:
        path = wanted.pop()
        answer = await api.client.get(api.sandbox.base_url + path)
        assert answer.status_code == 200, path
        seen.add(path)
        imported = re.findall(r'from "\./([a-z]+\.js)"', answer.text)
        wanted += [f"/static/{each}" for each in imported if f"/static/{each}" not in seen]

    assert {"/static/attach.js", "/static/composer.js", "/static/dialogs.js"} <= seen


@pytest.mark.parametrize("path", ["/static/../server.py", "/static/%2e%2e/server.py"])
async def test_no_other_file_is_served(api: Api, path: str) -> None:
    answer = await api.client.get(api.sandbox.base_url + path)

    assert answer.status_code == 404


async def test_taken_port_is_an_error_before_anything_is_served(api: Api) -> None:
    port = int(api.sandbox.base_url.rpartition(":")[2])

    with pytest.raises(OSError, match="in use"):
        await Sandbox(port=port).serve()


async def test_it_runs_alone_and_tells_its_address() -> None:
    token = "123456:" + "B" * 35
    command = [sys.executable, "-m", "telegram.sandbox", "--token", token]
    process = await trio.lowlevel.open_process(command, stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None
        facts = json.loads(await process.stdout.receive_some())
        async with httpx.AsyncClient(verify=False, trust_env=False) as client:
            answer = await client.get(f"{facts['url']}/bot{token}/getMe")
    finally:
        os.kill(process.pid, signal.SIGINT)
        with trio.fail_after(20):
            code = await process.wait()

    assert answer.json()["result"]["username"] == facts["username"]
    assert code == 0
