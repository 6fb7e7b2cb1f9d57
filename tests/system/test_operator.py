"""An operator's tools beside the running product: figures, doctor, metrics, backup, restore."""

import subprocess
import sys
from pathlib import Path

import trio

from tests.support.booth import Booth, booth_on
from tests.support.sandbox_process import ROOT, SandboxProcess
from tests.system.visitor import visitor


async def tool(booth: Booth, sandbox: SandboxProcess, *words: str) -> tuple[int, str]:
    """Call the command line on the booth's folder; returns status and all it said."""
    settings = {
        "PATH": "/usr/bin:/bin",
        "PYTHONPATH": str(ROOT),
        "PYTHONUTF8": "1",
        "COLUMNS": "100",
        "DATA_DIR": str(booth.data),
        "BOT_TOKEN": sandbox.token,
        "BOT_API_URL": sandbox.url,
    }
    done = await trio.run_process(
        [sys.executable, "-m", "supervisor", *words],
        cwd=booth.home,
        env=settings,
        capture_stdout=True,
        stderr=subprocess.STDOUT,
        check=False,
    )
    return done.returncode, done.stdout.decode()


async def test_an_operator_looks_backs_up_and_restores(
    tmp_path: Path, sandbox: SandboxProcess
) -> None:
    async with booth_on(tmp_path, sandbox) as booth:
        guest = await visitor(booth, sandbox)
        await guest.walk()
        await booth.until(
            lambda: (
                bool(booth.rows("SELECT 1 FROM jobs WHERE status = 'done'"))
                and bool(booth.events("backup.made"))
            )
        )
        async with booth.tablet() as tablet:
            metrics = (await tablet.get("/metrics")).text
        stats = await tool(booth, sandbox, "stats")
        doctor = await tool(booth, sandbox, "doctor")
        made = await tool(booth, sandbox, "backup", "b.tar")
        early = await tool(booth, sandbox, "restore", "b.tar")
        stopped = await booth.stop()
        (booth.data / "stickerbooth.db").write_bytes(b"lost")

        restored = await tool(booth, sandbox, "restore", "b.tar")
        await booth.start()

        assert 'stickerbooth_job_outcomes_total{outcome="done"} 1' in metrics
        assert 'stickerbooth_transitions_total{machine="job",trigger="verified"} 1' in metrics
        assert stats[0] == 0, stats
        assert "tapped START" in stats[1]
        assert doctor[0] == 0, doctor
        assert made[0] == 0, made
        assert early[0] == 1
        assert "stop it first" in early[1]
        assert stopped == 0
        assert restored[0] == 0, restored
        assert booth.rows("SELECT status FROM jobs") == [{"status": "done"}]
