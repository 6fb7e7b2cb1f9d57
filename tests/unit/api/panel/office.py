"""The panel as an operator's browser sees it: logged in, with the token of its page."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from api.ports import PanelSettings, ShownBreaker, ShownSetting
from store.domain.policy import Policy
from tests.unit.api.serving import Served, serving

PASSWORD = "open sesame"
LOOKER = "just looking"
JSON = {"Accept": "application/json"}
SHOWN = (ShownSetting("BOT_TOKEN", "•••", "the token"), ShownSetting("PORT", "8080", "the port"))


@dataclass(slots=True)
class Operator:
    """Somebody who is logged in."""

    http: httpx.AsyncClient
    csrf: str

    async def page(self, path: str, **more: Any) -> str:
        """Return a page, which must be there."""
        answer = await self.http.get(path, **more)
        assert answer.status_code == 200, (path, answer.status_code, answer.text[:300])
        return answer.text

    async def press(self, path: str, /, **fields: str) -> httpx.Response:
        """Send a form as the page does and return the page it leads to."""
        sent = {"csrf_token": self.csrf, **fields}
        answer = await self.http.post(path, data=sent, follow_redirects=True)
        assert answer.status_code == 200, (path, answer.status_code)
        return answer

    async def ask(self, path: str, /, **fields: str) -> httpx.Response:
        """Send a form as a script does."""
        return await self.http.post(path, data={"csrf_token": self.csrf, **fields}, headers=JSON)


@dataclass(slots=True)
class Office:
    """A served booth with its panel."""

    served: Served
    restarted: list[str]

    def stranger(self, **headers: str) -> httpx.AsyncClient:
        """Return a browser that is not logged in."""
        return httpx.AsyncClient(
            base_url=self.served.url, timeout=20, trust_env=False, headers=headers
        )

    @asynccontextmanager
    async def operator(
        self, password: str = PASSWORD, who: str = "Anna", lang: str = "en"
    ) -> AsyncIterator[Operator]:
        """Log somebody in."""
        async with self.stranger() as http:
            answer = await http.post(
                f"/admin/login?lang={lang}", data={"password": password, "who": who}
            )
            assert answer.status_code == 303, answer.text
            home = await http.get("/admin")
            yield Operator(http, token_of(home.text))

    async def actions(self) -> list[tuple[str, str, str]]:
        """Return the log of actions, the oldest first, without logins."""
        found = await self.served.running.store.read(_actions)
        return [row for row in found if row[0] != "login"]

    async def failed_job(self, guest: int = 77, error: str = "a worker process died") -> str:
        """Lead a guest's job to its failure, the selfie still there."""
        from store import messages as m
        from store.domain.machine import Role

        running = self.served.running
        job = await running.job(guest)
        self.served.folder.photo(f"{job.id}.jpg").write_bytes(b"\xff\xd8 selfie")
        await running.store.ask(m.ClaimJob("slot-1", running.clock.now()))
        done = await running.pull("job", job.id, "hopeless", Role.SLOT, owner="slot-1", error=error)
        assert isinstance(done, m.Fired), done
        return job.id


@asynccontextmanager
async def office(
    tmp_path: Path, policy: Policy | None = None, *, viewer: bool = True, **settings: Any
) -> AsyncIterator[Office]:
    """Serve the booth with its panel until the block ends."""
    restarted: list[str] = []

    def restart(path: str) -> bool:
        restarted.append(path)
        return path == "store"

    panel = PanelSettings(
        password=PASSWORD,
        viewer_password=LOOKER if viewer else "",
        shown=SHOWN,
        breakers=lambda: (ShownBreaker("openai", "open", 90.0, "no_funds"),),
        restart=restart,
    )
    async with serving(tmp_path, policy, panel=panel, **settings) as served:
        yield Office(served, restarted)


def token_of(page: str) -> str:
    """Return the token that a page carries."""
    found = re.search(r'<meta name="csrf-token" content="([^"]+)">', page)
    assert found, page[:500]
    return found[1]


def _actions(connection: Any) -> list[tuple[str, str, str]]:
    query = "SELECT action, record, who FROM actions ORDER BY id"
    return [tuple(row) for row in connection.execute(query).fetchall()]
