"""What lies under version control works on any machine."""

import re
from pathlib import Path

import pytest

from tests.architecture.sources import ROOT, tracked

LOCKS = [ROOT / "requirements.lock", *sorted((ROOT / "tests/drivers/locks").glob("*.txt"))]
_MACHINE_PATH = re.compile(r"(?<![\w.~/-])/(?:home|root|Users|work)/[\w.-]+")
_INDEX = re.compile(r"^\s*--?(?:extra-)?(?:index-url|find-links|trusted-host|i |f )", re.MULTILINE)


def machine_paths(text: str) -> list[str]:
    """Return the paths in a text that exist on somebody's machine only."""
    return _MACHINE_PATH.findall(text)


def readable(path: str) -> str:
    """Return a tracked file's text, or nothing for a picture and the like."""
    content = (ROOT / path).read_bytes()
    return "" if b"\0" in content else content.decode("utf-8", "replace")


def test_no_tracked_file_names_a_path_of_one_machine() -> None:
    if not tracked():
        pytest.skip("not a checkout")

    assert {path: found for path in tracked() if (found := machine_paths(readable(path)))} == {}


@pytest.mark.parametrize("path", ["home/ann/x", "root/.cache", "Users/ann", "work/a"])
@pytest.mark.parametrize("before", ["in ", '"', ""])
def test_a_path_of_one_machine_is_noticed(path: str, before: str) -> None:
    assert machine_paths(f"{before}/{path}") != []


@pytest.mark.parametrize("text", ["docs/home/page", "https://example.org/home/page", "~/home/x"])
def test_an_address_or_a_relative_path_is_no_path_of_one_machine(text: str) -> None:
    assert machine_paths(text) == []


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_every_locked_package_has_a_version_and_a_hash(lock: Path) -> None:
    entries = re.split(r"\n(?=\S)", lock.read_text("utf-8").strip())

    packages = [entry for entry in entries if not entry.startswith("#")]

    assert packages
    assert [one for one in packages if not re.match(r"[\w.-]+==\S+", one)] == []
    assert [one.split()[0] for one in packages if "--hash=sha256:" not in one] == []


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_a_lock_file_names_no_index(lock: Path) -> None:
    text = lock.read_text("utf-8")

    assert not _INDEX.search(text)
    assert "://" not in text


def test_every_make_target_that_people_are_told_of_exists() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]

    told = {
        target
        for page in pages
        for target in re.findall(r"`make ([a-z][a-z0-9.-]*)", page.read_text("utf-8"))
    }

    assert told - set(re.findall(r"^([a-z0-9.-]+):", makefile, re.MULTILINE)) == set()
