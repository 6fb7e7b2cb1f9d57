"""What systemd is told: ready, alive, stopping, and a line of status.

The protocol is a datagram of `KEY=value` to the unix socket named by NOTIFY_SOCKET, where a
leading @ means the abstract namespace; see sd_notify(3). Without that variable every call does
nothing, and a lost datagram never harms the program.
"""

import contextlib
import os
import socket
from collections.abc import Mapping
from typing import Self

_MICROSECONDS = 1_000_000


class Notifier:
    """Sends states to the service manager, if there is one."""

    def __init__(self, address: str | None = None, watchdog_interval: float | None = None) -> None:
        """Send to the socket at `address`; None sends nothing.

        `watchdog_interval` is how often, in seconds, `watchdog` has to be called; None is never.
        """
        self._address = f"\0{address[1:]}" if address and address[0] == "@" else address
        self.watchdog_interval = watchdog_interval

    @classmethod
    def from_environment(cls, environ: Mapping[str, str]) -> Self:
        """Return the notifier that the service manager's variables ask for.

        The interval is half of WATCHDOG_USEC, as sd_watchdog_enabled(3) recommends; it is ignored
        when WATCHDOG_PID names another process or the number makes no sense.
        """
        interval = None
        meant_for_us = environ.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        microseconds = environ.get("WATCHDOG_USEC", "")
        if meant_for_us and microseconds.isdecimal() and int(microseconds) > 0:
            interval = int(microseconds) / _MICROSECONDS / 2
        return cls(environ.get("NOTIFY_SOCKET") or None, interval)

    def ready(self) -> None:
        """Say that start-up is finished."""
        self._send("READY=1")

    def stopping(self) -> None:
        """Say that the ordered stop has begun."""
        self._send("STOPPING=1")

    def watchdog(self) -> None:
        """Say that the event loop is alive."""
        self._send("WATCHDOG=1")

    def status(self, text: str) -> None:
        """Show one line in `systemctl status`."""
        self._send(f"STATUS={' '.join(text.split())}")

    def _send(self, state: str) -> None:
        if self._address is None or not hasattr(socket, "AF_UNIX"):
            return
        with (
            contextlib.suppress(OSError),
            socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender,
        ):
            sender.setblocking(False)
            sender.sendto(state.encode(), self._address)
