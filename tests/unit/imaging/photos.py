"""Where the shared test photos are, and what is expected of each awkward file."""

import json
from dataclasses import dataclass
from pathlib import Path

from tests.support.photos import SAMPLE, shared_photos

ROOT = shared_photos() or Path("no shared photos here")


@dataclass(frozen=True, slots=True)
class Variant:
    """One row of the manifest."""

    file: str
    expect: str
    upright: tuple[int, int] | None

    @property
    def path(self) -> Path:
        """The file itself."""
        return ROOT / "variants" / self.file


def variants() -> list[Variant]:
    """All rows of the manifest; empty where the photos are not."""
    manifest = ROOT / "variants" / "manifest.json"
    if not manifest.is_file():
        return []
    rows = json.loads(manifest.read_text("utf-8"))
    return [
        Variant(r["file"], r["expect"], tuple(r["upright"]) if "upright" in r else None)
        for r in rows
    ]


def portraits() -> list[Path]:
    """Base photos with a person in them; the bundled sample where the photos are not."""
    found = sorted((ROOT / "base").glob("*.jpg"))
    return [path for path in found if not path.name.startswith("noface")] or [SAMPLE]
