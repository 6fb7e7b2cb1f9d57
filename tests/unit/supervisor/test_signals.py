"""Facts of signals and of the end of a process, on real processes."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
BUDGET = 600.0
NO_BUDGET = -0.9

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are sent as on Unix")


class Process:
    """A running tree and what it has printed."""

    def __init__(self, popen: subprocess.Popen[str]) -> None:
        self.popen = popen
        self.lines: list[str] = []

    def read_until(self, wanted: str) -> None:
        assert self.popen.stdout is not None
        for line in self.popen.stdout:
            self.lines.append(line.strip())
            if self.lines[-1] == wanted:
                return
        pytest.fail(f"ended without {wanted!r} after {self.lines}")

    def end(self) -> int:
        assert self.popen.stdout is not None
        self.lines.extend(line.strip() for line in self.popen.stdout)
        return self.popen.wait()


@contextmanager
def process(tree: str, budget: float = BUDGET) -> Iterator[Process]:
    command = [sys.executable, "-m", "tests.unit.supervisor.process", tree, str(budget)]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as popen:
        try:
            yield Process(popen)
        finally:
            popen.kill()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_first_signal_is_an_ordered_stop_with_status_zero(number: signal.Signals) -> None:
    with process("obedient") as tree:
        tree.read_until("READY=1")
        tree.popen.send_signal(number)

        assert tree.end() == 0
    events = [line for line in tree.lines if "=" not in line]
    assert events[-4:] == [
        "stopping root/b",
        "stopped root/b",
        "stopping root/a",
        "stopped root/a",
    ]
    assert "STOPPING=1" in tree.lines


def test_a_second_signal_shortens_every_wait() -> None:
    with process("deaf") as tree:
        tree.read_until("READY=1")
        tree.popen.send_signal(signal.SIGTERM)
        tree.read_until("stopping root/b")
        tree.popen.send_signal(signal.SIGINT)

        assert tree.end() == 0
    assert tree.lines[-2:] == ["cancelled root/a", "stopped root/a"]


def test_a_tree_that_gives_up_ends_with_status_one() -> None:
    with process("crashing") as tree:
        assert tree.end() == 1
    events = [line for line in tree.lines if "=" not in line]
    assert events[-3:] == ["gave_up root/b", "stopping root/a", "stopped root/a"]
    assert "STOPPING=1" in tree.lines
    assert "READY=1" not in tree.lines


@pytest.mark.parametrize(
    ("tree_name", "last_words"),
    [("blocked", "blocking"), ("blocks", "READY=1"), ("swallows", "READY=1")],
)
def test_a_stop_that_hangs_ends_hard_with_status_one(tree_name: str, last_words: str) -> None:
    with process(tree_name, NO_BUDGET) as tree:
        tree.read_until(last_words)
        tree.popen.send_signal(signal.SIGTERM)

        assert tree.end() == 1


def test_a_give_up_that_hangs_ends_hard_with_status_one() -> None:
    with process("swallows and gives up", 1.0) as tree:
        assert tree.end() == 1
    assert "unresponsive root/a" not in tree.lines
