"""The Telegram sandbox as a process of its own, so that it outlives the product's kills.

It is reached only over its sockets: the Bot API by the product, the control API by the tests.
"""

import base64
import json
import os
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import trio

ROOT = Path(__file__).resolve().parents[2]
CONTROL_SECONDS = 30.0


class SandboxProcess:
    """A running sandbox: its address, its token, and its control API."""

    def __init__(self, process: "subprocess.Popen[bytes]", facts: dict[str, str]) -> None:
        self.url = facts["url"]
        self.token = facts["token"]
        self.username = facts["username"]
        self._process = process
        self._http = httpx.AsyncClient(base_url=self.url, trust_env=False, timeout=CONTROL_SECONDS)

    async def post(self, verb: str, **body: Any) -> Any:
        """Do something that a person, an operator or a fault would; raises on misuse."""
        answer = await self._http.post(f"/sandbox/{verb}", json=body)
        assert answer.status_code == 200, f"{verb}: {answer.text}"
        return answer.json()

    async def upload(self, data: bytes, **query: Any) -> dict[str, Any]:
        """Let a person send bytes: `user`, `as_kind` (picture unless said), `caption`, `name`."""
        kind = query.pop("as_kind", "picture")
        answer = await self._http.post(
            "/sandbox/picture", params={**query, "as": kind}, content=data
        )
        assert answer.status_code == 200, f"{kind}: {answer.text}"
        found: dict[str, Any] = answer.json()
        return found

    async def album(self, user: int, pictures: list[bytes], **body: Any) -> Any:
        """Let a person send pictures as one album."""
        encoded = [base64.b64encode(each).decode() for each in pictures]
        return await self.post("album", user=user, pictures=encoded, **body)

    async def commands(self, user: int, chat: int | None = None) -> list[str]:
        """The names of the commands that the menu lists for a person in a chat."""
        chats = (await self.state(user))["chats"]
        found = next(each for each in chats if each["id"] == (chat or user))
        return [str(each["command"]) for each in found["commands"]]

    async def state(self, user: int | None = None) -> dict[str, Any]:
        """What Telegram now holds; with a user only that person's chats."""
        query = {} if user is None else {"user": user}
        answer = await self._http.get("/sandbox/state", params=query)
        answer.raise_for_status()
        found: dict[str, Any] = answer.json()
        return found

    async def calls(self, method: str) -> list[dict[str, Any]]:
        """The calls of a method, oldest first."""
        answer = await self._http.get("/sandbox/calls", params={"method": method})
        answer.raise_for_status()
        found: list[dict[str, Any]] = answer.json()
        return found

    async def file(self, file_id: str) -> bytes:
        """The bytes of a file."""
        answer = await self._http.get(f"/sandbox/file/{file_id}")
        answer.raise_for_status()
        return answer.content

    async def aclose(self) -> None:
        """End the process."""
        await self._http.aclose()
        self._process.terminate()
        await trio.to_thread.run_sync(self._process.wait)


def _spawn(port: int, seed: int) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "telegram.sandbox", "--port", str(port), "--seed", str(seed)],
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        start_new_session=True,
    )


@asynccontextmanager
async def sandbox_process(port: int = 0, seed: int = 1) -> AsyncIterator[SandboxProcess]:
    """A sandbox for the length of the block."""
    process = _spawn(port, seed)
    assert process.stdout is not None
    with process.stdout:
        line = await trio.to_thread.run_sync(process.stdout.readline)
    sandbox = SandboxProcess(process, json.loads(line))
    try:
        yield sandbox
    finally:
        with trio.CancelScope(shield=True):
            await sandbox.aclose()


def free_port() -> int:
    """A port of this machine on which nobody listens now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
