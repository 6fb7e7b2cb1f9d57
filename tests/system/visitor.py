"""A scripted guest at a real booth: the tablet over HTTP, the phone over the control API.

It behaves like a tablet and a person: what gets no answer is tried again, the photo with the same
Idempotency-Key, START and the consent button when nothing comes for a while. It counts what it
did, so that afterwards the books can be compared.
"""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import trio

from tests.support.booth import Booth
from tests.support.polling import until
from tests.support.sandbox_process import ROOT, SandboxProcess

PHOTO = ROOT / "actors" / "demo" / "astronaut.jpg"
PATIENCE = 4.0
"""Seconds after which a person presses again."""
PAUSE = 0.1
WITHIN = 180.0
LINK = "https://t.me/addstickers/"
APOLOGY = "Поможем вручную"
MOMENTARY = frozenset({502, 503, 504})

Json = dict[str, Any]


class Visitor:
    """One guest; `user` is the Telegram id."""

    def __init__(self, booth: Booth, sandbox: SandboxProcess, user: int, photo: bytes) -> None:
        self.within = WITHIN
        self.booth = booth
        self.sandbox = sandbox
        self.user = user
        self.photo = photo
        self.token = ""
        self.accepted: str | None = None
        """The job that the tablet was told of by a 202."""
        self.presses = 0
        """Updates that this guest's presses made."""
        self._pressed: dict[str, float] = {}

    async def walk(self) -> None:
        """Go from Start to the end: the link or an apology in the chat."""
        with trio.fail_after(self.within):
            await self.until_photo()
            await self.until_outcome()

    async def open_session(self) -> Json:
        """Tap Start on the tablet until there is a session."""
        answer = await self.ask("POST", "/session", json={"kiosk_id": "tests"})
        assert answer.status_code == 201, answer.text
        view: Json = answer.json()
        self.token = view["token"]
        return view

    async def until_photo(self) -> None:
        """Lead the session to an accepted photo."""
        await self.lead_to("photo_taken")

    async def lead_to(self, status: str) -> Json:
        """Do at each step what a guest does there, until the session has a status."""
        if not self.token:
            await self.open_session()
        with trio.fail_after(self.within):
            while True:
                view = await self.view()
                if view["status"] == status and (status != "photo_taken" or self.accepted):
                    return view
                assert view["status"] != "expired", view
                await self._step(view["status"])
                await trio.sleep(PAUSE)

    async def _step(self, status: str) -> None:
        match status:
            case "idle":
                await self._again("start", self.press_start)
            case "linked" if await self._sees_consent():
                await self._again("consent", self.press_consent)
            case "linked":
                await self._again("start", self.press_start)
            case "consented":
                await self.choose()
            case "template_chosen" | "photo_taken":
                await self.upload()

    async def _again(self, what: str, press: Callable[[], Awaitable[None]]) -> None:
        """Press, unless the same was pressed a moment ago."""
        now = trio.current_time()
        if now >= self._pressed.get(what, float("-inf")) + PATIENCE:
            await press()
            self._pressed[what] = now

    async def press_start(self, payload: str | None = None) -> None:
        """Press START in the chat, as from the QR code."""
        await self.sandbox.post("start", user=self.user, payload=payload or self.token)
        self.presses += 1

    async def press_consent(self, token: str | None = None) -> None:
        """Press the consent button of a session."""
        await self.sandbox.post("press", user=self.user, label=f"consent:{token or self.token}")
        self.presses += 1

    async def _sees_consent(self) -> bool:
        label = f"consent:{self.token}"
        return any(label in _data(message) for message in await self.messages())

    async def choose(self, template: str | None = None) -> httpx.Response:
        """Tap the first outfit, or a named one."""
        if template is None:
            template = (await self.ask("GET", "/templates")).json()[0]["id"]
        return await self.ask(
            "POST", f"/session/{self.token}/template", json={"template_id": template}
        )

    async def upload(self, photo: bytes | None = None, key: str | None = "auto") -> httpx.Response:
        """Upload the photo; a repeat has the same key."""
        headers = {} if key is None else {"Idempotency-Key": f"{self.token}-{key}"}
        answer = await self.ask(
            "POST",
            f"/session/{self.token}/photo",
            files={"photo": ("photo.jpg", self.photo if photo is None else photo, "image/jpeg")},
            headers=headers,
        )
        if answer.status_code == 202:
            job = answer.json()["job"]["id"]
            assert self.accepted in {None, job}, "a repeat made another job"
            self.accepted = job
        return answer

    async def until_outcome(self) -> Json:
        """Wait until the job has ended and the chat says how; returns the job's view."""
        job = await self.until_job(lambda job: job["status"] in {"done", "failed"})
        await until(self._was_told, self.within, PAUSE * 3)
        return job

    async def _was_told(self) -> bool:
        return bool(await self.links() or await self.apologies())

    async def until_job(self, holds: Callable[[Json], bool]) -> Json:
        """Wait until the job's part of the view holds something; returns that part."""
        view = await self.until_view(lambda view: bool(view["job"]) and holds(view["job"]))
        job: Json = view["job"]
        return job

    async def until_view(self, holds: Callable[[Json], bool]) -> Json:
        """Wait until the tablet's view holds something; returns the view."""
        with trio.fail_after(self.within):
            while True:
                view = await self.view()
                if holds(view):
                    return view
                await trio.sleep(PAUSE)

    async def come_again(self) -> "Visitor":
        """The same person in a new session, with the START of its QR code pressed."""
        again = Visitor(self.booth, self.sandbox, self.user, self.photo)
        await again.open_session()
        await again.press_start()
        return again

    async def until_closed(self) -> Json:
        """Wait until the session is expired; returns the view."""
        return await self.until_view(lambda view: view["status"] == "expired")

    async def view(self) -> Json:
        """The session as the tablet sees it."""
        answer = await self.ask("GET", f"/session/{self.token}")
        assert answer.status_code == 200, answer.text
        found: Json = answer.json()
        return found

    async def ask(self, method: str, path: str, **what: Any) -> httpx.Response:
        """Make a tablet's call again and again until the booth has answered it."""
        while True:
            try:
                answer = await self.once(method, path, **what)
            except httpx.TransportError:
                await trio.sleep(PAUSE)
                continue
            if answer.status_code not in MOMENTARY:
                return answer
            await trio.sleep(PAUSE)

    async def once(self, method: str, path: str, **what: Any) -> httpx.Response:
        """Make a tablet's call once; raises httpx.TransportError on a dead connection."""
        async with self.booth.tablet() as tablet:
            return await tablet.request(method, path, **what)

    async def messages(self) -> list[Json]:
        """What the bot has in this guest's chat."""
        state = await self.sandbox.state(self.user)
        bot = state["bot"]["id"]
        return [
            message
            for chat in state["chats"]
            for message in chat["messages"]
            if message["from"]["id"] == bot
        ]

    async def texts(self) -> list[str]:
        """The bot's texts in this guest's chat."""
        return [message.get("text", "") for message in await self.messages()]

    async def links(self) -> list[str]:
        """The bot's texts with a pack's link."""
        return [text for text in await self.texts() if LINK in text]

    async def apologies(self) -> list[str]:
        """The bot's texts that say that there is no pack."""
        return [text for text in await self.texts() if APOLOGY in text]

    async def until_text(self, part: str) -> None:
        """Wait for a text of the bot that holds `part`."""

        async def said() -> bool:
            return any(part in text for text in await self.texts())

        await until(said, self.within)


def _data(message: Json) -> list[str]:
    rows = message.get("reply_markup", {}).get("inline_keyboard", [])
    return [button.get("callback_data", "") for row in rows for button in row]


async def visitor(
    booth: Booth, sandbox: SandboxProcess, name: str = "Анна", photo: Path = PHOTO
) -> Visitor:
    """A guest whom Telegram knows."""
    person = await sandbox.post("people", first_name=name, language_code="ru")
    return Visitor(booth, sandbox, person["id"], photo.read_bytes())
