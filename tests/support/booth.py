"""The product as a process: started, asked, stopped and killed like an operator's or a power cut.

Its settings come from the environment alone, its log is read from standard error, its address is
learned from the log event `api.ready` and stays the same over restarts.
"""

import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import httpx
import trio

from tests.support.polling import until
from tests.support.sandbox_process import ROOT, SandboxProcess

READY_SECONDS = 100.0
EXIT_SECONDS = 100.0
WAIT_SECONDS = 100.0
KEPT = ("PATH", "HOME", "LANG", "TMPDIR", "SYSTEMROOT")
PLAIN = ("-m", "supervisor", "run")
DEBUG = ("-m", "tests.support.debug_launcher")


class BoothEnded(Exception):
    """The process ended though it should not have; the text holds its log."""


class Booth:
    """The product on one data folder, over as many lives as a test gives it."""

    def __init__(self, home: Path, command: tuple[str, ...] = PLAIN, **settings: object) -> None:
        self.home = home
        self.data = home / "data"
        self.url = ""
        self.starts = 0
        self._command = command
        self._settings = {
            "DATA_DIR": str(self.data),
            "PORT": "0",
            "LOG_FORMAT": "json",
            "SESSION_RATE_PER_MIN": "0",
            **{name: str(value) for name, value in settings.items()},
        }
        self._process: subprocess.Popen[bytes] | None = None
        home.mkdir(parents=True, exist_ok=True)

    @property
    def pid(self) -> int:
        """The process of the present life."""
        assert self._process is not None
        return self._process.pid

    def set(self, **settings: object) -> None:
        """Change settings for the next start."""
        self._settings |= {name: str(value) for name, value in settings.items()}

    def spawn(self) -> None:
        """Start the process without waiting for anything."""
        self.starts += 1
        kept = {name: os.environ[name] for name in KEPT if name in os.environ}
        with self._log_path().open("wb") as log:
            self._process = subprocess.Popen(
                [sys.executable, *self._command],
                cwd=self.home,
                env=kept | {"PYTHONPATH": str(ROOT)} | self._settings,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    async def start(self) -> None:
        """Start the process and wait until it serves; raises `BoothEnded`."""
        self.spawn()
        await self.until(lambda: bool(self.events("api.ready")), READY_SECONDS)
        self.url = self.events("api.ready")[0]["url"]
        # The tablet knows one address, so the port that was picked is kept.
        self._settings["PORT"] = self.url.rpartition(":")[2]

    async def until(self, holds: Callable[[], bool], within: float = WAIT_SECONDS) -> None:
        """Wait until something about the running process holds; raises `BoothEnded`."""
        process = self._process
        assert process is not None

        def holds_or_ended() -> bool:
            if process.poll() is not None:
                raise BoothEnded(f"exit status {process.returncode}\n{self.log()}")
            return holds()

        await until(holds_or_ended, within)

    async def kill9(self) -> None:
        """End the process as a power cut would; its worker processes are left to themselves."""
        assert self._process is not None
        self._process.kill()
        await self.wait()

    def sigterm(self) -> None:
        """Ask for an ordered stop."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)

    async def wait(self) -> int:
        """Wait for the end of the process; returns its exit status."""
        process = self._process
        assert process is not None
        await until(lambda: process.poll() is not None, EXIT_SECONDS)
        return process.returncode

    async def stop(self) -> int:
        """Ask for an ordered stop and wait for it; returns the exit status."""
        self.sigterm()
        return await self.wait()

    async def close(self) -> None:
        """Leave no process behind, whatever happened."""
        if self._process is not None and self._process.poll() is None:
            await self.kill9()

    def log(self, life: int | None = None) -> str:
        """What a life of the process said, the newest by default."""
        return self._log_path(life).read_text("utf-8", "replace")

    def logs(self) -> str:
        """What all lives said."""
        return "".join(self.log(life) for life in range(1, self.starts + 1))

    def events(self, name: str) -> list[dict[str, Any]]:
        """Log lines of the present life with this event."""
        return [line for line in self._lines() if line.get("event") == name]

    def rows(self, query: str, *values: Any) -> list[dict[str, Any]]:
        """Read the database file."""
        path = self.data / "stickerbooth.db"
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
            connection.row_factory = sqlite3.Row
            return [dict(row) for row in connection.execute(query, values)]

    def tablet(self) -> httpx.AsyncClient:
        """A client for the kiosk's calls."""
        return httpx.AsyncClient(base_url=self.url, trust_env=False, timeout=30.0)

    def workers(self) -> list[int]:
        """The processes below the present one (Linux)."""
        found: list[int] = []
        for task in Path(f"/proc/{self.pid}/task").iterdir():
            found += [int(pid) for pid in (task / "children").read_text().split()]
        return found

    def _lines(self) -> Iterator[dict[str, Any]]:
        for line in self.log().splitlines():
            if line.startswith("{"):
                try:
                    yield json.loads(line)
                except ValueError:
                    continue

    def _log_path(self, life: int | None = None) -> Path:
        return self.home / f"run-{life or self.starts}.log"


@asynccontextmanager
async def booth_on(
    home: Path, sandbox: SandboxProcess, command: tuple[str, ...] = PLAIN, **settings: object
) -> AsyncIterator[Booth]:
    """A started booth that speaks to this sandbox, for the length of the block."""
    booth = Booth(
        home, command, **{"BOT_TOKEN": sandbox.token, "BOT_API_URL": sandbox.url, **settings}
    )
    try:
        await booth.start()
        yield booth
    finally:
        with trio.CancelScope(shield=True):
            await booth.close()
