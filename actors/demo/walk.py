"""The scripted guest: from Start on the tablet to the link in the chat, on the real paths.

The tablet's part goes over HTTP like a tablet's, the phone's part through the sandbox's world
like a phone's. Nothing is looked up inside the product.
"""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import httpx
import trio

from telegram.sandbox.guest import Guest
from telegram.sandbox.model import Message

WITHIN = 120.0
"""Seconds the whole walk may take."""
CONSENT = "consent:"
LINK = "https://t.me/addstickers/"


class WalkFailed(Exception):
    """The guest got no pack; the text says at which step and why."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step that was reached, and when, on the event loop's clock."""

    name: str
    at: float


@dataclass(slots=True)
class Walk:
    """What the guest saw: steps with their times, and the link at the end."""

    say: Callable[[str], None]
    steps: list[Step] = field(default_factory=list)
    job: str = ""
    link: str = ""

    def reached(self, name: str) -> None:
        """Note a step."""
        self.steps.append(Step(name, trio.current_time()))
        self.say(name)


async def walk(tablet: httpx.AsyncClient, guest: Guest, photo: bytes, seen: Walk) -> None:
    """Lead one guest from Start to the link; raises `WalkFailed`."""
    try:
        with trio.fail_after(WITHIN):
            await _walk(tablet, guest, photo, seen)
    except (TimeoutError, trio.TooSlowError) as error:
        last = seen.steps[-1].name if seen.steps else "the start"
        raise WalkFailed(f"nothing happened after: {last}") from error


async def _walk(tablet: httpx.AsyncClient, guest: Guest, photo: bytes, seen: Walk) -> None:
    seen.reached("guest comes to the booth")
    session = await _session(tablet)
    token = session["token"]
    seen.reached("Start tapped, QR code shown")
    await guest.press_start(session["deep_link"].rpartition("start=")[2])
    await _status(tablet, token, "linked")
    seen.reached("QR code scanned, bot opened")
    await guest.press_button(f"{CONSENT}{token}")
    await _status(tablet, token, "consented")
    seen.reached("agreed in the bot")
    offered = await _json(tablet.get("/templates"))
    chosen = {"template_id": offered[0]["id"]}
    await _json(tablet.post(f"/session/{token}/template", json=chosen))
    seen.reached(f"outfit chosen: {offered[0]['title']}")
    view = await _json(
        tablet.post(
            f"/session/{token}/photo",
            files={"photo": ("photo.jpg", photo, "image/jpeg")},
            headers={"Idempotency-Key": "demo"},
        )
    )
    seen.job = view["job"]["id"]
    seen.reached("photo accepted")
    await _watch(tablet, token, seen)
    message = await guest.wait_for_message(_has_link, WITHIN)
    seen.link = _link_in(message)
    seen.reached("link in the chat")


async def _session(tablet: httpx.AsyncClient) -> dict[str, Any]:
    """Tap Start; the bot's name is known a moment after the program is up, so tap again."""
    while True:
        answer = await tablet.post("/session", json={"kiosk_id": "demo"})
        if answer.status_code != httpx.codes.SERVICE_UNAVAILABLE:
            view: dict[str, Any] = _checked(answer)
            return view
        await trio.sleep(0.2)


async def _json(request: Awaitable[httpx.Response]) -> Any:
    return _checked(await request)


def _checked(answer: httpx.Response) -> Any:
    if answer.is_error:
        code = answer.json().get("code", answer.status_code)
        raise WalkFailed(f"{answer.request.method} {answer.request.url.path}: {code}")
    return answer.json()


async def _status(tablet: httpx.AsyncClient, token: str, status: str) -> None:
    async for view in _views(tablet, token):
        if view["status"] == status:
            return


async def _watch(tablet: httpx.AsyncClient, token: str, seen: Walk) -> None:
    """Follow the job as the tablet does, until it has ended."""
    done = 0
    async for view in _views(tablet, token):
        job = view["job"]
        if not done and job["stickers_done"]:
            seen.reached("first sticker uploaded")
        if done < job["stickers_total"] == job["stickers_done"]:
            seen.reached(f"all {job['stickers_total']} stickers uploaded")
        done = job["stickers_done"]
        if job["status"] == "failed":
            raise WalkFailed("the job failed")
        if job["status"] == "done":
            seen.reached("set created and verified")
            return


async def _views(tablet: httpx.AsyncClient, token: str) -> AsyncIterator[dict[str, Any]]:
    """Yield the session's views from its stream of events."""
    async with tablet.stream("GET", f"/session/{token}/events", timeout=WITHIN) as stream:
        async for line in stream.aiter_lines():
            if line.startswith("data:"):
                yield json.loads(line.removeprefix("data:"))


def _has_link(message: Message) -> bool:
    return bool(_link_in(message))


def _link_in(message: Message) -> str:
    words = str(message.content.get("text") or "").split()
    return next((word for word in words if word.startswith(LINK)), "")
