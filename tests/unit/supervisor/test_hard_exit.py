"""Facts of the hard exit; the real end of a process is shown with the signals."""

import threading

import pytest

from supervisor.hard_exit import HardExit


def test_it_ends_the_process_when_the_budget_is_used_up(capfd: pytest.CaptureFixture[str]) -> None:
    ended = threading.Event()
    with HardExit(-1.0, exit=ended.set) as hard_exit:
        hard_exit.arm()
        assert ended.wait(10)

    assert "stop budget used up" in capfd.readouterr().err


def test_leaving_the_context_calls_it_off_whether_armed_or_not() -> None:
    ended = threading.Event()
    with HardExit(1000.0, exit=ended.set):
        pass
    with HardExit(1000.0, exit=ended.set) as hard_exit:
        hard_exit.arm()
        hard_exit.arm()

    assert not ended.is_set()
