"""The listening socket: bound before anything else starts, and by one program only.

It is bound once and outlives crashes of the server, so a restart keeps port and waiting clients.
"""

import errno
import socket
import sys
from dataclasses import dataclass

BACKLOG = 256
UNSENT_MS = 30_000
"""Milliseconds after which the kernel drops a peer that acknowledges nothing (Linux)."""

_WILDCARDS = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "": "127.0.0.1"}  # noqa: S104 - compared only


class CannotListen(Exception):
    """The address cannot be listened on; the text says why in one line.

    `setting` is the one to mend, HOST or PORT.
    """

    def __init__(self, reason: str, setting: str = "PORT") -> None:
        """Take the reason and whose fault it is."""
        super().__init__(reason)
        self.setting = setting


@dataclass(frozen=True, slots=True)
class Listener:
    """A listening socket and the address under which this machine reaches it."""

    socket: socket.socket
    url: str

    def close(self) -> None:
        """Let the port go."""
        self.socket.close()


def listen(host: str, port: int) -> Listener:
    """Bind and listen exclusively; port 0 picks a free one. Raises `CannotListen`."""
    try:
        found = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
    except (OSError, UnicodeError) as error:
        raise CannotListen(f"{host!r} is no address of this machine", "HOST") from error
    family, kind, protocol, _, address = found[0]
    bound = socket.socket(family, kind, protocol)
    try:
        _configure(bound)
        bound.bind(address)
        bound.listen(BACKLOG)
    except OSError as error:
        bound.close()
        setting = "HOST" if error.errno == errno.EADDRNOTAVAIL else "PORT"
        raise CannotListen(_explain(host, port, error), setting) from error
    return Listener(bound, _url(host, bound.getsockname()[1]))


def _configure(bound: socket.socket) -> None:
    if sys.platform == "win32":
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        # Only skips the wait after a closed connection; two listeners still exclude each other.
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if sys.platform == "linux":
        # Accepted connections inherit it.
        bound.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNSENT_MS)


def _explain(host: str, port: int, error: OSError) -> str:
    where = f"{host or '*'}:{port}"
    if error.errno == errno.EADDRINUSE:
        return f"cannot listen on {where}: the port is in use"
    if error.errno in {errno.EACCES, errno.EPERM}:
        return f"cannot listen on {where}: not permitted"
    return f"cannot listen on {where}: {error.strerror or error}"


def _url(host: str, port: int) -> str:
    shown = _WILDCARDS.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}"
