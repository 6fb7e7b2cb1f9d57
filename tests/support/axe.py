"""The accessibility scan of axe-core, brought by npm by pinned version and hash; for tests only.

Only what hinders people counts: findings that axe calls serious or critical.
"""

import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from actors.imaging.fetch import complete, pack, read_lock, unpack

LOCK = Path(__file__).with_name("axe.lock.json")
FOLDER = Path(__file__).parents[2] / "build" / "axe"
COUNTS = frozenset({"serious", "critical"})


@lru_cache(maxsize=1)
def source() -> str:
    """Return the script; it is brought once for a checkout."""
    (package,) = read_lock(LOCK)
    if not complete(package, FOLDER):
        with tempfile.TemporaryDirectory() as folder:
            unpack(package, pack(package, Path(folder)), FOLDER)
    return (FOLDER / "axe.min.js").read_text("utf-8")


def findings(page: Page) -> list[str]:
    """Return what is wrong with the page as it stands: rule, element and what to do."""
    if not page.evaluate("typeof window.axe === 'object'"):
        page.evaluate(source())
    result: dict[str, Any] = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{each['id']}: {node['html'][:80]} ({each['help']})"
        for each in result["violations"]
        if each["impact"] in COUNTS
        for node in each["nodes"]
    ]
