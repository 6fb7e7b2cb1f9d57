"""Bad settings: one line that names the setting, exit status 2, no traceback and no secret."""

import socket
from pathlib import Path

import pytest

from tests.support.booth import PLAIN, Booth, booth_on
from tests.support.sandbox_process import SandboxProcess
from tests.system.visitor import visitor

SECRET = "AAx_a_secret_that_nobody_may_read_0001"
TOKEN = f"123456:{SECRET}"

BAD = {
    "BOT_TOKEN": ["", SECRET, f"bot:{SECRET}", f"123456{SECRET}"],
    "BOT_API_URL": ["ftp://example.org", "example.org"],
    "PORT": ["70000", "-1", "http"],
    "HOST": ["no such host", "192.0.2.1"],
    "WORKER_SLOTS": ["0", "many"],
    "PACK_LIMIT": ["0"],
    "MAX_ATTEMPTS": ["0"],
    "JOB_DEADLINE_SEC": ["0", "nan", "soon"],
    "SHUTDOWN_GRACE_SEC": ["-1", "inf"],
    "MAINTENANCE_MODE": ["perhaps"],
    "PROVIDERS": ["nobody", ","],
    "LANGUAGES": ["xx"],
    "TIMEZONE": ["Asia/Nowhere"],
    "LOG_FORMAT": ["xml"],
    "ADMIN_USER_IDS": ["12,me"],
    "LEADS_CHAT_ID": ["group"],
}


async def refusal(booth: Booth, setting: str) -> str:
    """Start a booth that must refuse, and return the one line in which it says why."""
    booth.spawn()
    assert await booth.wait() == 2
    line = booth.log()
    assert line.startswith((f"{setting}:", f"{setting} ")), line
    assert line.count("\n") == 1
    assert SECRET not in line
    return line


@pytest.mark.parametrize("setting", BAD)
async def test_a_malformed_setting_is_named_in_one_line(setting: str, tmp_path: Path) -> None:
    for number, value in enumerate(BAD[setting]):
        settings: dict[str, object] = {"BOT_TOKEN": TOKEN, setting: value}
        await refusal(Booth(tmp_path / str(number), PLAIN, **settings), setting)


async def test_a_missing_token_is_named(tmp_path: Path) -> None:
    assert "required" in await refusal(Booth(tmp_path), "BOT_TOKEN")


async def test_an_unknown_name_in_the_file_of_settings_is_named(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(f"BOT_TOKEN={TOKEN}\nWORKER_SLOT={SECRET}\n")

    await refusal(Booth(tmp_path), "WORKER_SLOT")


async def test_a_file_of_settings_that_is_no_text_is_named(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"BOT_TOKEN=\xff\xfe\n")

    await refusal(Booth(tmp_path), ".env")


async def test_a_port_in_use_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]

        line = await refusal(Booth(tmp_path, BOT_TOKEN=TOKEN, PORT=port), "PORT")

    assert f"127.0.0.1:{port}" in line


async def test_a_data_folder_that_cannot_be_one_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    await refusal(Booth(tmp_path, BOT_TOKEN=TOKEN, DATA_DIR=tmp_path / "file"), "DATA_DIR")


async def test_a_data_folder_that_another_program_holds_is_named_and_left_in_peace(
    sandbox: SandboxProcess, tmp_path: Path
) -> None:
    async with booth_on(tmp_path / "one", sandbox) as booth:
        second = Booth(tmp_path / "two", BOT_TOKEN=TOKEN, DATA_DIR=booth.data)

        await refusal(second, "DATA_DIR")

        guest = await visitor(booth, sandbox)
        assert (await guest.open_session())["status"] == "idle"
        assert await booth.stop() == 0
