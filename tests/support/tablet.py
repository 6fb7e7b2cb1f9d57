"""A guest at the tablet: a page of the running product in Chromium, and the guest's phone.

The page is the product's own, served by the product; only the network between them is broken by
tests, never the page. Screens are known by `data-screen` of the page's body.
"""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import BrowserContext, Page, expect

from tests.support.booth import Booth
from tests.support.polling import until
from tests.support.portal import Portal
from tests.support.sandbox_process import SandboxProcess

SECONDS = 20.0
SESSION = "stickerbooth.session"
SHUTTER = ".camera-shutter:not([disabled])"


def write_camera(path: Path, photo: Path, size: tuple[int, int] = (1280, 720)) -> None:
    """Write a motion picture of one photo for Chromium's fake camera."""
    with Image.open(photo) as opened:
        face = opened.convert("RGB").resize((size[1], size[1]))
    picture = Image.new("RGB", size, face.getpixel((2, 2)))
    picture.paste(face, ((size[0] - size[1]) // 2, 0))
    frame = io.BytesIO()
    picture.save(frame, "JPEG", quality=90)
    path.write_bytes(frame.getvalue() * 2)


class Tablet:
    """One page and the person who stands before it."""

    def __init__(
        self, context: BrowserContext, booth: Booth, sandbox: SandboxProcess, portal: Portal
    ) -> None:
        self.context = context
        self.booth = booth
        self.sandbox = sandbox
        self.portal = portal
        self.page: Page = context.new_page()
        self.errors: list[str] = []
        self.loads = 0
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("load", lambda _: self._loaded())
        person = portal.call(sandbox.post, "people", first_name="Анна", language_code="ru")
        self.user = int(person["id"])

    def _loaded(self) -> None:
        self.loads += 1

    def open(self, query: str = "") -> "Tablet":
        """Open the page and wait for the start screen."""
        self.page.goto(f"{self.booth.url}/{query}")
        return self.until("attract")

    def until(self, screen: str, seconds: float = SECONDS) -> "Tablet":
        """Wait for a screen."""
        expect(self.page.locator("body")).to_have_attribute(
            "data-screen", screen, timeout=seconds * 1000
        )
        return self

    @property
    def screen(self) -> str:
        """The screen that stands now."""
        return self.page.locator("body").get_attribute("data-screen") or ""

    @property
    def token(self) -> str:
        """The session on the screen."""
        kept = self.page.evaluate(f"sessionStorage.getItem({SESSION!r})")
        return str(json.loads(kept)["token"])

    def start(self) -> None:
        """Tap START."""
        self.page.click(".hero")
        self.until("qr")

    def scan(self) -> None:
        """Scan the code and press START in Telegram."""
        self.portal.call(self.sandbox.post, "start", user=self.user, payload=self.token)
        self.until("consent")

    def agree(self) -> None:
        """Press the consent button in Telegram, once it is there."""
        label = f"consent:{self.token}"
        self.portal.call(self._press, label)
        self.until("outfits")

    async def _press(self, label: str) -> None:
        async def asked() -> bool:
            return label in json.dumps(await self.sandbox.state(self.user))

        await until(asked, SECONDS)
        await self.sandbox.post("press", user=self.user, label=label)

    def dress(self) -> None:
        """Tap the first outfit."""
        self.page.locator("button.outfit").first.click()
        self.until("camera")

    def shoot(self) -> None:
        """Tap the shutter and wait for the photo."""
        self.page.click(SHUTTER)
        self.until("review")

    def send(self) -> None:
        """Tap Take, without waiting for anything."""
        self.page.locator(".review .hero").click()

    def lead_to(self, screen: str) -> None:
        """Go on as a guest does, from the start screen to a screen of the session."""
        ways: dict[str, Callable[[], None]] = {
            "qr": self.start,
            "consent": self.scan,
            "outfits": self.agree,
            "camera": self.dress,
            "review": self.shoot,
            "making": self.take,
        }
        for name, way in ways.items():
            way()
            if name == screen:
                return

    def take(self) -> None:
        """Tap Take and wait until the photo was accepted."""
        self.send()
        self.until("making")

    def go_on(self) -> None:
        """Go on from whatever screen stands to the making of the pack."""
        ways: dict[str, Callable[[], None]] = {
            "qr": self.scan,
            "consent": self.agree,
            "outfits": self.dress,
            "camera": self.shoot,
            "review": self.take,
        }
        for _ in ways:
            if self.screen in ways:
                ways[self.screen]()
        self.until("making")

    def sessions(self) -> list[dict[str, Any]]:
        """The sessions that the booth holds."""
        return self.booth.rows("SELECT * FROM sessions ORDER BY created_at")

    def session(self, token: str) -> dict[str, Any]:
        """One session of the booth."""
        (found,) = self.booth.rows("SELECT * FROM sessions WHERE token = ?", token)
        return found

    def jobs(self, token: str) -> list[dict[str, Any]]:
        """The jobs of a session."""
        return self.booth.rows("SELECT * FROM jobs WHERE session_token = ?", token)
