"""Makes the environment of a third-party client, once per lock file.

The environments lie under `.venvs/` beside this file and never touch the project's own: some of the
clients bring packages with our names. A stamp holds the digest of the lock it was made from.
"""

import hashlib
import shutil
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).parent


def python_of(name: str) -> Path:
    """The interpreter of a client's environment, made or remade when the lock has changed."""
    lock = HERE / "locks" / f"{name}.txt"
    home = HERE / ".venvs" / name
    stamp = home / "lock.sha256"
    digest = hashlib.sha256(lock.read_bytes() + sys.version.encode()).hexdigest()
    python = home / "bin" / "python"
    if not (stamp.exists() and stamp.read_text() == digest):
        shutil.rmtree(home, ignore_errors=True)
        venv.create(home, with_pip=True, symlinks=True)
        flags = "--quiet --disable-pip-version-check --require-hashes --only-binary :all: --no-deps"
        install = [str(python), "-m", "pip", "install", *flags.split(), "-r", str(lock)]
        subprocess.run(install, check=True)
        stamp.write_text(digest)
    return python
