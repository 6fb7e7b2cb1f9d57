"""A worker process that asks for too much memory is told no."""

import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

PROGRAM = """
from actors.imaging.limits import limit_memory
limit_memory(400 * 1024 * 1024)
try:
    bytearray(800 * 1024 * 1024)
except MemoryError:
    print("refused")
"""


PHOTO_PROGRAM = """
import sys
from actors.imaging import studio
studio.limit_memory(400 * 1024 * 1024)
print(studio.accept_photo(sys.argv[1], sys.argv[1] + ".jpg"))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit on Windows")
def test_memory_beyond_the_limit_is_refused() -> None:
    result = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True
    )

    assert result.stdout == "refused\n"


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit on Windows")
def test_a_photo_beyond_the_memory_limit_is_too_large(tmp_path: Path) -> None:
    photo = tmp_path / "photo"
    Image.new("RGB", (7000, 7000), "teal").save(photo, "PNG", compress_level=1)

    result = subprocess.run(
        [sys.executable, "-c", PHOTO_PROGRAM, str(photo)],
        capture_output=True,
        text=True,
        check=True,
    )

    assert result.stdout == "Rejected(code='too_large', reason=None)\n"


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
