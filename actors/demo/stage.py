"""The stage: sandbox, tree and scripted guest in one process, and what is left when it ends.

With `once` the exit status is 0 only when the guest's pack was delivered and found valid. The
data folder is temporary unless one was named; the contact sheet outlives it.
"""

import io
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import trio
from PIL import Image
from rich.console import Console

from actors import handles, logs, tree
from actors.config import Settings, load
from actors.demo import proof, report
from actors.demo.memory import Meter
from actors.demo.walk import Walk, WalkFailed, walk
from actors.running import observe, place
from api.sockets import Listener
from store.files import DataFolder
from supervisor.runner import Supervisor
from supervisor.signals import supervise
from telegram.sandbox.guest import Guest
from telegram.sandbox.server import Sandbox, open_sandbox

SAMPLE = Path(__file__).parent / "astronaut.jpg"
MEGAPIXELS_12 = (3464, 3464)
FAILED = 1
PASSWORD_BYTES = 6

console = Console(highlight=False)


def run(*, once: bool, port: int, data_dir: Path | None) -> int:
    """Run the demonstration; returns the exit status. Raises `BadSetting`."""
    logs.set_up("console", level=logs.QUIET)
    with _folder(data_dir) as folder:
        return trio.run(_run, once, port, folder)


async def _run(once: bool, port: int, folder: Path) -> int:
    async with open_sandbox() as sandbox:
        settings, password = _settings(sandbox, port, folder)
        with place(settings) as listener:
            root = tree.build(handles.make(settings), listener, observe)
            show = _Show(sandbox, root, listener, settings, once=once, password=password)
            async with trio.open_nursery() as nursery:
                nursery.start_soon(show.play)
                status = await supervise(root, budget=settings.stop_budget)
                nursery.cancel_scope.cancel()
    return status or show.status


def _settings(sandbox: Sandbox, port: int, folder: Path) -> tuple[Settings, str]:
    """Return the settings, and the panel's password when it was made up here."""
    given = {
        "bot_token": sandbox.token,
        "bot_api_url": sandbox.base_url,
        "data_dir": folder,
        "host": "127.0.0.1",
        "port": port,
        "public_url": "",
        "kiosk_key": "",
        "providers": "local",
        "maintenance_mode": False,
    }
    settings = load(**given)
    if _has_panel(settings):
        return settings, ""
    password = secrets.token_urlsafe(PASSWORD_BYTES)
    return load(**given, admin_password=password), password


def _has_panel(settings: Settings) -> bool:
    return any(
        secret.get_secret_value()
        for secret in (settings.admin_password, settings.admin_password_hash)
    )


class _Show:
    """The scripted guest and the words around it."""

    def __init__(
        self,
        sandbox: Sandbox,
        root: Supervisor,
        listener: Listener,
        settings: Settings,
        *,
        once: bool,
        password: str,
    ) -> None:
        self._sandbox = sandbox
        self._root = root
        self._listener = listener
        self._files = DataFolder(settings.data_dir)
        self._password = password
        self._once = once
        self.status = FAILED

    async def play(self) -> None:
        """Lead the guest, tell how it went, and end the program if that was all."""
        await self._root.wait_ready()
        try:
            await self._lead()
            self.status = 0
        except (WalkFailed, proof.NotAPack) as error:
            console.print(f"the guest got no pack: {error}", style="bold red")
        if self._once:
            self._root.stop()
        else:
            self.status = 0
            self._invite()

    async def _lead(self) -> None:
        photo = await trio.to_thread.run_sync(sample_photo)
        seen, meter = Walk(lambda step: console.print(f"  · {step}")), Meter()
        guest = Guest(self._sandbox.world, "Анна", language_code="ru")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(meter.watch)
            async with httpx.AsyncClient(base_url=self._listener.url, trust_env=False) as tablet:
                await walk(tablet, guest, photo, seen)
            nursery.cancel_scope.cancel()
        name = seen.link.rpartition("/")[2]
        files = proof.stickers(self._sandbox.world, name)
        await trio.to_thread.run_sync(proof.check, files)
        sheet = await trio.to_thread.run_sync(self._keep_sheet, seen.job)
        report.show(console, seen, sheet, meter.peak)

    def _keep_sheet(self, job: str) -> Path:
        """Copy the contact sheet to where it outlives a temporary folder."""
        target = Path(tempfile.gettempdir()) / f"stickerbooth-{job}.jpg"
        shutil.copyfile(self._files.pack(job) / "sheet.jpg", target)
        return target

    def _invite(self) -> None:
        console.print("\nNow it is yours; Ctrl-C ends it.")
        console.print(f"  kiosk:  {self._listener.url}/")
        console.print(f"  phone:  {self._sandbox.base_url}/")
        secret = f"  (password: {self._password})" if self._password else ""
        console.print(f"  admin:  {self._listener.url}/admin{secret}", markup=False)


def sample_photo() -> bytes:
    """Return the bundled portrait, enlarged to the 12 megapixels of a camera."""
    with Image.open(SAMPLE) as picture:
        large = picture.convert("RGB").resize(MEGAPIXELS_12)
    content = io.BytesIO()
    large.save(content, "JPEG", quality=90)
    return content.getvalue()


@contextmanager
def _folder(named: Path | None) -> Iterator[Path]:
    if named is not None:
        yield named
        return
    with tempfile.TemporaryDirectory(prefix="stickerbooth-") as temporary:
        yield Path(temporary)
