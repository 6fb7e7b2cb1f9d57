"""Facts of the service manager's protocol, over a real socket."""

import os
import socket
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from supervisor.notify import Notifier

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="systemd is a Linux matter")


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[tuple[str, socket.socket]]:
    address = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as receiver:
        receiver.bind(address)
        receiver.settimeout(10)
        yield address, receiver


def test_every_state_is_one_datagram(manager: tuple[str, socket.socket]) -> None:
    address, receiver = manager
    notifier = Notifier.from_environment({"NOTIFY_SOCKET": address})

    notifier.ready()
    notifier.watchdog()
    notifier.status("two\nlines")
    notifier.stopping()

    received = [receiver.recv(100) for _ in range(4)]
    assert received == [b"READY=1", b"WATCHDOG=1", b"STATUS=two lines", b"STOPPING=1"]


@pytest.mark.skipif(sys.platform != "linux", reason="abstract sockets exist on Linux only")
def test_an_at_sign_means_the_abstract_namespace() -> None:
    name = f"stickerbooth-{uuid.uuid4()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as receiver:
        receiver.bind(f"\0{name}")
        receiver.settimeout(10)
        Notifier.from_environment({"NOTIFY_SOCKET": f"@{name}"}).ready()

        assert receiver.recv(100) == b"READY=1"


def test_without_a_manager_or_with_a_dead_one_nothing_happens(tmp_path: Path) -> None:
    Notifier.from_environment({}).ready()
    Notifier.from_environment({"NOTIFY_SOCKET": str(tmp_path / "gone")}).ready()


@pytest.mark.parametrize(
    ("environ", "interval"),
    [
        ({}, None),
        ({"WATCHDOG_USEC": "30000000"}, 15.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": str(os.getpid())}, 15.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
    ],
)
def test_the_watchdog_interval_is_half_of_what_the_manager_allows(
    environ: dict[str, str], interval: float | None
) -> None:
    assert Notifier.from_environment(environ).watchdog_interval == interval
