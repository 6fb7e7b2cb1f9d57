"""Independent clients walk the sandbox out of process: start, press, edit, stickers, refusals."""

import json
from pathlib import Path
from typing import Any

import pytest
import trio

from telegram.sandbox.faults import Fault
from telegram.sandbox.guest import Guest
from telegram.sandbox.server import Sandbox, open_sandbox
from tests.drivers.environment import HERE, python_of
from tests.unit.telegram.sandbox.api import picture

pytestmark = [pytest.mark.slow, pytest.mark.timeout(400)]

BAD = "Bad Request: "
EXPECTED_ERRORS = {
    "occupied": BAD + "sticker set name is already occupied",
    "name": BAD + "invalid sticker set name is specified",
    "unknown set": BAD + "STICKERSET_INVALID",
    "emoji": BAD + "can't parse sticker: expected a Unicode emoji",
    "entities": BAD + 'can\'t parse entities: Unsupported start tag "x" at byte offset 0',
    "empty": BAD + "text must be non-empty",
    "stranger": BAD + "chat not found",
    "same": (
        BAD + "message is not modified: specified new message content and reply markup are "
        "exactly the same as a current content and reply markup of the message"
    ),
    "gone": BAD + "message to delete not found",
    "flood": "retry after 7",
}
FLOOD: dict[str, Any] = {
    "error_code": 429,
    "description": "Too Many Requests: retry after 7",
    "parameters": {"retry_after": 7},
}


async def walk(name: str, folder: Path) -> tuple[dict[str, Any], Guest]:
    """Run a client's script against a fresh sandbox while a guest plays along."""
    python = await trio.to_thread.run_sync(python_of, name)
    paths = [trio.Path(folder / f"{shade}.png") for shade in range(3)]
    for shade, path in enumerate(paths):
        await path.write_bytes(picture(shade=shade * 40))
    async with open_sandbox(Sandbox()) as sandbox, trio.open_nursery() as nursery:
        guest = Guest(sandbox.world)
        sandbox.faults.add("sendDocument", Fault(envelope=FLOOD))
        nursery.start_soon(play, guest)
        script = HERE / "clients" / f"walk_{name}.py"
        command = [python, script, sandbox.base_url, sandbox.token, *paths]
        done = await trio.run_process(
            [str(each) for each in command],
            capture_stdout=True,
            check=False,
            capture_stderr=True,
        )
        nursery.cancel_scope.cancel()
    assert done.returncode == 0, done.stderr.decode()[-3000:]
    assert sandbox.http.crashes == []
    report: dict[str, Any] = json.loads(done.stdout)
    return report, guest


async def play(guest: Guest) -> None:
    await guest.press_start("token_1")
    await guest.press_button("Да", within=120)


@pytest.mark.parametrize("name", ["aiogram", "pytelegrambotapi"])
async def test_client_walks_the_whole_way(name: str, tmp_path: Path) -> None:
    report, guest = await walk(name, tmp_path)

    errors = report.pop("errors")
    assert {key: str(text).casefold() for key, text in errors.items()} == {
        key: text.casefold() for key, text in EXPECTED_ERRORS.items()
    }
    assert report == {
        "me": "stickerbooth_bot",
        "payload": "token_1",
        "user": guest.id,
        "sent": ["Привет, 😀", ["bold"]],
        "pressed": guest.id,
        "edited": ["спасибо", True],
        "set": ["Набор", ["😀", "😀", "😀"]],
        "moved": True,
        "left": 2,
        "same bytes": True,
        "sent sticker": True,
        "photo": ["лист", 512],
    }
