"""Photos for tests: the bundled sample, and the shared collection where it is at hand."""

import os
from pathlib import Path

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "actors" / "demo" / "astronaut.jpg"
"""A NASA portrait in the public domain, the one photo in the repository."""


def shared_photos() -> Path | None:
    """Return the folder of shared test photos, or None on a machine without it."""
    named = os.environ.get("STICKERBOOTH_PHOTOS")
    folder = Path(named) if named else ROOT.parent / "shared" / "photos"
    return folder if folder.is_dir() else None
