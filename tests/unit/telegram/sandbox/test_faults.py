"""Fault switches: what a call meets, and whether it acted."""

import json

import httpx
import pytest
import trio
from trio.testing import MockClock

from telegram.sandbox.faults import Cut, Fault
from telegram.sandbox.guest import Guest
from telegram.sandbox.server import Sandbox, open_sandbox
from telegram.sandbox.updates import TAKEN_OVER
from tests.unit.telegram.sandbox.api import Api, sticker


async def test_envelope_hits_the_nth_call_only(api: Api) -> None:
    api.sandbox.faults.answer_error("GetMe", 500, "Internal Server Error: restart", nth=2)

    answers = [(await api.envelope("getMe"))["ok"] for _ in range(3)]

    assert answers == [True, False, True]


async def test_envelope_hits_the_next_calls(api: Api) -> None:
    api.sandbox.faults.answer_error("*", 401, "Unauthorized", times=2)

    answers = [(await api.envelope("getMe"))["ok"] for _ in range(3)]

    assert answers == [False, False, True]


async def test_rate_error_carries_parameters_and_header(api: Api) -> None:
    text = "Too Many Requests: retry after 7"
    api.sandbox.faults.answer_error("getMe", 429, text, retry_after=7)

    answer = await api.client.get(api.url("getMe"))

    assert answer.status_code == 429
    assert answer.headers["retry-after"] == "7"
    assert answer.json()["parameters"] == {"retry_after": 7}


async def test_raw_answer_replaces_status_body_and_type(api: Api) -> None:
    page = Fault(status=502, body=b"<html>Bad Gateway</html>")
    api.sandbox.faults.add("getMe", page)

    answer = await api.client.get(api.url("getMe"))

    assert (answer.status_code, answer.text) == (502, "<html>Bad Gateway</html>")
    assert answer.headers["content-type"] == "text/html"


@pytest.mark.parametrize(
    ("cut", "acted"), [(Cut.BEFORE, False), (Cut.AFTER, True), (Cut.BODY, True)]
)
async def test_cut_drops_the_connection(api: Api, cut: Cut, acted: bool) -> None:
    guest = await api.guest()
    api.sandbox.faults.add("sendMessage", Fault(cut=cut))

    with pytest.raises(httpx.RemoteProtocolError):
        await api.envelope("sendMessage", chat_id=guest.id, text="x")

    assert bool(guest.messages()) is acted
    assert await api.result("getMe")


async def test_fault_for_one_chat_spares_the_others(api: Api) -> None:
    first, second = await api.guest(), await api.guest()
    fault = Fault(envelope={"error_code": 400, "description": "Bad Request: x"})
    api.sandbox.faults.add("sendMessage", fault, chat_id=first.id)

    spared = await api.envelope("sendMessage", chat_id=second.id, text="x")
    hit = await api.envelope("sendMessage", chat_id=first.id, text="x")

    assert (spared["ok"], hit["ok"]) == (True, False)


async def test_delays_lie_before_and_after_the_act(api: Api) -> None:
    guest = await api.guest()
    api.sandbox.faults.add("sendMessage", Fault(delay_before=3600))
    api.sandbox.faults.add("sendMessage", Fault(delay_after=3600), nth=2)
    calls = api.sandbox.calls

    async def leave_when_called(scope: trio.CancelScope, count: int) -> None:
        await calls.wait_until(lambda: calls.counts["sendmessage"] == count)
        scope.cancel()

    for count, seen in ((1, 0), (2, 1)):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(leave_when_called, nursery.cancel_scope, count)
            await api.envelope("sendMessage", chat_id=guest.id, text="x")
        assert len(guest.messages()) == seen


async def test_flood_lasts_its_window_in_its_chat(api: Api) -> None:
    guest, other = await api.guest(), await api.guest()
    api.sandbox.faults.flood(guest.id, 30)

    hit = await api.envelope("sendMessage", chat_id=guest.id, text="x")
    spared = await api.envelope("sendMessage", chat_id=other.id, text="x")
    api.sandbox.world.clock.advance(31)
    later = await api.envelope("sendMessage", chat_id=guest.id, text="x")

    assert (
        hit["description"] == f"Too Many Requests: retry after {hit['parameters']['retry_after']}"
    )
    assert 1 <= hit["parameters"]["retry_after"] <= 30
    assert (spared["ok"], later["ok"]) == (True, True)


async def test_set_can_be_made_and_reported_as_failed(api: Api) -> None:
    guest = await api.guest()
    file = await api.uploaded(guest.id)
    name = f"k1_by_{api.sandbox.bot_username}"
    fields = {"user_id": guest.id, "name": name, "title": "x", "stickers": [sticker(file)]}
    api.sandbox.faults.created_but_500()

    first = await api.envelope("createNewStickerSet", **fields)
    second = await api.refusal("createNewStickerSet", **fields)

    expected = "Internal Server Error: created sticker set not found"
    assert (first["error_code"], first["description"]) == (500, expected)
    assert second == "Bad Request: sticker set name is already occupied"
    assert await api.result("getStickerSet", name=name)


async def test_shown_set_lags_behind(api: Api) -> None:
    guest = await api.guest()
    api.sandbox.faults.sticker_set_lag(600)
    name = await api.make_set(guest)

    early = await api.refusal("getStickerSet", name=name)
    api.sandbox.world.clock.advance(601)
    await api.result("setStickerSetTitle", name=name, title="новый")
    stale = await api.result("getStickerSet", name=name)
    api.sandbox.world.clock.advance(601)
    fresh = await api.result("getStickerSet", name=name)

    assert early == "Bad Request: STICKERSET_INVALID"
    assert (stale["title"], fresh["title"]) == ("Набор", "новый")


async def test_name_memory_can_be_switched_off(api: Api) -> None:
    guest = await api.guest()
    name = await api.make_set(guest)
    api.sandbox.faults.name_memory(0)

    await api.result("deleteStickerSet", name=name)

    assert await api.make_set(guest) == name


async def test_update_ids_jump(api: Api) -> None:
    guest = await api.guest()
    api.sandbox.faults.jump_update_id(77)

    await guest.send_text("x")

    assert (await api.result("getUpdates"))[-1]["update_id"] == 77


async def test_injected_updates_arrive_as_they_are(api: Api) -> None:
    first = api.sandbox.faults.inject_update('{"update_id":{id},"novelty":{"a":1}}')
    api.sandbox.faults.inject_update('"no object"')

    assert await api.result("getUpdates") == [
        {"update_id": first, "novelty": {"a": 1}},
        "no object",
    ]


async def test_injected_broken_json_breaks_the_whole_answer(api: Api) -> None:
    api.sandbox.faults.inject_update("{broken")

    answer = await api.client.get(api.url("getUpdates"))

    with pytest.raises(json.JSONDecodeError):
        answer.json()


async def test_rival_takes_the_poll_over() -> None:
    async with (
        open_sandbox(Sandbox()) as sandbox,
        httpx.AsyncClient(timeout=30, verify=False, trust_env=False) as client,
    ):
        api = Api(sandbox, client)
        said: list[str] = []

        async def poll() -> None:
            said.append(await api.refusal("getUpdates", timeout=50))

        async with trio.open_nursery() as nursery:
            nursery.start_soon(poll)
            await sandbox.world.queue.wait_polled()
            sandbox.start_rival(0.2)

    assert said == [TAKEN_OVER]


async def test_clearing_switches_everything_off(api: Api) -> None:
    guest = await api.guest()
    api.sandbox.faults.answer_error("sendMessage", 400, "Bad Request: x", times=9)
    api.sandbox.faults.flood(guest.id, 600)
    api.sandbox.faults.clear()

    assert await api.result("sendMessage", chat_id=guest.id, text="x")


async def test_call_log_holds_fields_sizes_and_outcome_but_no_token(api: Api) -> None:
    guest = await api.guest()
    await api.upload(guest.id, b"noise")

    (record,) = api.sandbox.calls.of("uploadStickerFile")

    assert record.fields["sticker_format"] == "static"
    assert record.files == {"sticker": 5}
    assert (record.status, record.outcome) == (400, "Bad Request: STICKER_FILE_INVALID")
    assert api.sandbox.token not in json.dumps(record.as_json())


async def test_unserved_sandbox_says_how_to_serve_it() -> None:
    with pytest.raises(RuntimeError, match="serve"):
        Sandbox().start_rival(1)


async def test_clock_follows_trio_and_moves_forward_only(autojump_clock: MockClock) -> None:
    sandbox = Sandbox()
    clock = sandbox.world.clock
    before = clock.now()

    await trio.sleep(10)
    clock.advance(5)

    assert clock.now() - before == pytest.approx(15)
    with pytest.raises(ValueError, match="forward"):
        clock.advance(-1)
    assert Guest(sandbox.world).messages() == []
