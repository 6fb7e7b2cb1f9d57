"""Faults of the web server that were seen, each with its cure, on raw sockets."""

import random
import socket
from pathlib import Path
from typing import Any

import pytest
import structlog
import trio

import api.hardening
from api.hardening import Server
from api.sockets import CannotListen, listen
from tests.unit.api.serving import raw, serving
from tests.unit.api.test_kiosk import assert_problem

LIVE = b"GET /health/live HTTP/1.1\r\nHost: x\r\n"


async def receive_until(stream: trio.SocketStream, mark: bytes) -> bytes:
    received = b""
    with trio.fail_after(10):
        while mark not in received:
            piece = await stream.receive_some()
            assert piece, received
            received += piece
    return received


MALFORMED = [
    b"\x00\xff\x16\x03\x01\x02",
    b"GET\r\n\r\n",
    b"GET / HTTP/1.1\r\n\r\n",
    b"GET / HTTP/99\r\nHost: x\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\n" + b"A: b\r\n" * 20_000 + b"\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"POST /session HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"GET /health/live HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.\xde\r\nHost: x\r\n\r\n",
]


@pytest.mark.parametrize("data", MALFORMED)
async def test_malformed_bytes_end_their_connection_only(tmp_path: Path, data: bytes) -> None:
    async with serving(tmp_path) as served:
        received = await raw(served.port, data)
        answer = await served.http.get("/health/live")

    assert b"HTTP/1.1 5" not in received
    assert answer.status_code == 200


async def test_a_malformed_request_is_answered_with_a_problem_document(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        received = await raw(served.port, b"GET / HTTP/1.1\r\n\r\n")

    assert received.startswith(b"HTTP/1.1 400 ")
    assert b"application/problem+json" in received.lower()
    assert b'"code": "invalid"' in received
    assert b"x-request-id: " in received.lower()


@pytest.mark.parametrize(
    "target",
    [b"http://[", b"//", b"/%", b"/%ff%00", b"*", b"http://a/b", b"/session/%2e%2e/x", b"/?%"],
)
async def test_strange_addresses_are_never_a_fault_of_ours(tmp_path: Path, target: bytes) -> None:
    async with serving(tmp_path) as served:
        received = await raw(
            served.port, b"GET " + target + b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        )

    assert received.split(b" ")[1] in {b"200", b"400", b"404"}


@pytest.mark.parametrize("host", [b"", b"a b", b"[::", b"\xff", b"x:99999", b"a" * 300])
async def test_strange_hosts_are_never_a_fault_of_ours(tmp_path: Path, host: bytes) -> None:
    async with serving(tmp_path) as served:
        received = await raw(
            served.port,
            b"GET /health/live HTTP/1.1\r\nHost: " + host + b"\r\nConnection: close\r\n\r\n",
        )

    assert received.split(b" ")[1] in {b"200", b"400"}


async def test_random_bytes_end_nothing_but_their_connections(tmp_path: Path) -> None:
    chance = random.Random(7)
    seeds = [*MALFORMED[:6], LIVE + b"\r\n", b"POST /session HTTP/1.1\r\nHost: x\r\n\r\n{}"]

    def mangled() -> bytes:
        data = bytearray(chance.choice(seeds) * chance.randint(1, 3))
        for _ in range(chance.randint(1, 8)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        return bytes(data)

    async with serving(tmp_path) as served:
        for _ in range(150):
            stream = await trio.open_tcp_stream("127.0.0.1", served.port)
            await stream.send_all(mangled())
            with trio.move_on_after(0.002):
                await stream.receive_some()
            await stream.aclose()
        answer = await served.http.get("/health/live")

    assert answer.status_code == 200


async def test_a_broken_connection_is_counted_and_fenced() -> None:
    listener = listen("127.0.0.1", 0)
    stop = trio.Event()

    async def broken(scope: Any, receive: Any, send: Any) -> None:
        raise SystemExit(3)

    server = Server(broken, grace=0.1, linger=0.0)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(server.run, listener.socket.dup(), stop)
        for _ in range(2):
            await raw(listener.socket.getsockname()[1], LIVE + b"Connection: close\r\n\r\n")
        stop.set()
    listener.close()

    assert server.broken_connections == 2


@pytest.mark.parametrize("fault", [RuntimeError("x"), SystemExit(3)])
async def test_a_faulty_handler_is_an_internal_error_and_ends_nothing(
    tmp_path: Path, fault: BaseException
) -> None:
    async with serving(tmp_path) as served:
        token = await served.ready_for_photo()
        served.inspector.verdict = fault
        answer = await served.send_photo(token)
        after = await served.http.get("/health/live")

    assert_problem(answer, 500, "internal")
    assert after.status_code == 200


async def test_connection_close_gets_its_end(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        received = await raw(served.port, LIVE + b"Connection: close\r\n\r\n")

    assert received.startswith(b"HTTP/1.1 200 ")


async def test_http_1_0_gets_its_end(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        received = await raw(served.port, b"GET /health/live HTTP/1.0\r\n\r\n")

    assert received.split(b" ")[1] == b"200"


async def test_a_connection_serves_request_after_request(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        stream = await trio.open_tcp_stream("127.0.0.1", served.port)
        async with stream:
            for _ in range(3):
                await stream.send_all(LIVE + b"\r\n")
                assert b"200" in await receive_until(stream, b'"live"}')


@pytest.mark.parametrize("sent", [b"", b"GET / HT", LIVE + b"\r\n"])
async def test_an_idle_connection_is_closed_after_its_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    monkeypatch.setattr(api.hardening, "KEEP_ALIVE_SECONDS", 0.05)
    async with serving(tmp_path) as served:
        received = await raw(served.port, sent)

    assert (b"200" in received) is sent.endswith(b"\r\n")


async def test_an_upgrade_is_not_followed(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        for kind in (b"h2c", b"websocket"):
            received = await raw(
                served.port,
                LIVE + b"Upgrade: " + kind + b"\r\nConnection: close, upgrade\r\n\r\n",
            )
            assert received.startswith(b"HTTP/1.1 200 ")


async def test_an_early_refusal_reaches_a_client_that_still_sends(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        head = b"POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 3000000\r\n\r\n"
        stream = await trio.open_tcp_stream("127.0.0.1", served.port)
        async with stream:
            await stream.send_all(head + bytes(3_000_000))
            received = await receive_until(stream, b"not_found")
            await stream.send_all(LIVE + b"\r\n")
            after = await receive_until(stream, b'"live"}')

    assert received.startswith(b"HTTP/1.1 404 ")
    assert after.startswith(b"HTTP/1.1 200 ")


async def test_head_of_a_stream_ends(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        token = await served.running.session()
        with trio.fail_after(10):
            answer = await served.http.head(f"/session/{token}/events")

    assert answer.status_code == 200


class Flood:
    """Sends for as long as somebody takes it."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._flood, send)
            while (await receive())["type"] != "http.disconnect":
                pass
            nursery.cancel_scope.cancel()

    async def _flood(self, send: Any) -> None:
        while True:
            await send({"type": "http.response.body", "body": bytes(2**20), "more_body": True})


async def stuck_client(port: int) -> socket.socket:
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.connect(("127.0.0.1", port))
    client.sendall(LIVE + b"\r\n")
    return client


async def test_a_client_that_does_not_read_does_not_hold_up_the_stop() -> None:
    listener = listen("127.0.0.1", 0)
    stop = trio.Event()
    server = Server(Flood(), grace=0.05, linger=0.0)

    with trio.fail_after(10):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(server.run, listener.socket.dup(), stop)
            client = await stuck_client(listener.socket.getsockname()[1])
            await trio.sleep(0.2)  # the kernel's buffers fill up without an event
            stop.set()
    client.close()
    listener.close()


async def test_a_client_that_does_not_read_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api.hardening, "WRITE_SECONDS", 0.1)
    listener = listen("127.0.0.1", 0)
    stop = trio.Event()
    server = Server(Flood(), grace=0.05, linger=0.0)

    with trio.fail_after(10):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(server.run, listener.socket.dup(), stop)
            client = await stuck_client(listener.socket.getsockname()[1])
            while not server.connections:  # noqa: ASYNC110 - a figure gives no event
                await trio.sleep(0.005)
            while server.connections:  # noqa: ASYNC110 - a figure gives no event
                await trio.sleep(0.005)
            stop.set()
    client.close()
    listener.close()


async def test_a_request_in_progress_is_finished_at_a_stop(tmp_path: Path) -> None:
    async with serving(tmp_path, grace=5.0) as served:
        token = await served.ready_for_photo()
        served.inspector.waits = True
        answers = []

        async def send() -> None:
            answers.append(await served.send_photo(token))

        async with trio.open_nursery() as nursery:
            nursery.start_soon(send)
            await served.inspector.begun.wait()
            served.context.request_stop()
            served.inspector.go_on.set()

    assert answers[0].status_code == 202


async def test_a_request_that_outlasts_the_grace_is_cut_off(tmp_path: Path) -> None:
    async with serving(tmp_path, grace=0.1) as served:
        token = await served.ready_for_photo()
        served.inspector.waits = True

        answers = []

        async def send() -> None:
            answers.append(await served.send_photo(token))

        async with trio.open_nursery() as nursery:
            nursery.start_soon(send)
            await served.inspector.begun.wait()
            served.context.request_stop()
            with trio.fail_after(10):
                await served.stopped.wait()

    assert_problem(answers[0], 503, "unavailable")
    assert served.files() == []


async def test_after_a_stop_the_port_is_free(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        served.context.request_stop()
        await served.stopped.wait()
        again = listen("127.0.0.1", served.port)
        again.close()


def test_a_busy_port_is_a_clear_error() -> None:
    first = listen("127.0.0.1", 0)
    port = first.socket.getsockname()[1]

    with pytest.raises(CannotListen, match=f"127.0.0.1:{port}: the port is in use"):
        listen("127.0.0.1", port)
    first.close()


def test_an_address_of_no_machine_is_a_clear_error() -> None:
    with pytest.raises(CannotListen):
        listen("no-such-host.invalid", 0)


async def test_neither_tokens_nor_keys_reach_the_log(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with structlog.testing.capture_logs() as logs:
        async with serving(tmp_path, kiosk_key="sesame-open") as served:
            served.http.headers["X-Kiosk-Key"] = "sesame-open"
            token = await served.ready_for_photo()
            served.inspector.verdict = RuntimeError("boom")
            await served.send_photo(token)
            await served.http.get("/session/" + token, headers={"X-Kiosk-Key": "sesame-wrong"})
            await raw(served.port, f"GET /session/{token}\r\n\r\n".encode())
    out, err = capfd.readouterr()
    written = f"{logs}{out}{err}"

    assert "api.handler_failed" in written
    assert token not in written
    assert "sesame" not in written
