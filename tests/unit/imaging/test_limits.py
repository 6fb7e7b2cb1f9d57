"""A worker process that asks for too much memory is told no."""

import subprocess
import sys

import pytest

PROGRAM = """
from actors.imaging.limits import limit_memory
limit_memory(400 * 1024 * 1024)
try:
    bytearray(800 * 1024 * 1024)
except MemoryError:
    print("refused")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit on Windows")
def test_memory_beyond_the_limit_is_refused() -> None:
    result = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True
    )

    assert result.stdout == "refused\n"


def test_threads_are_pinned_before_numpy_comes() -> None:
    program = (
        "import os, sys\n"
        "from actors.imaging.limits import pin_threads\n"
        "pin_threads()\n"
        "print('numpy' in sys.modules, os.environ['OPENBLAS_NUM_THREADS'])\n"
    )

    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env={}
    )

    assert result.stdout == "False 1\n"
