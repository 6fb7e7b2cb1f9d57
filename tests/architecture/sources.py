"""The files of the project as the architecture tests see them.

What stays true: only files that belong to the project are listed, never an environment, a cache or
set-up output, so the tests judge a fresh clone and a working copy alike.
"""

import ast
import functools
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("actors", "api", "store", "supervisor", "telegram")


@dataclass(frozen=True, slots=True)
class Source:
    """A Python file: its path from the root with slashes, its text."""

    path: str
    text: str

    @property
    def tree(self) -> ast.Module:
        """The syntax tree of the text."""
        return _parsed(self.text)

    @property
    def lines(self) -> int:
        """The number of lines."""
        return self.text.count("\n")


@functools.cache
def product() -> tuple[Source, ...]:
    """Return every module of the five packages."""
    return tuple(_sources(PACKAGES))


@functools.cache
def everything() -> tuple[Source, ...]:
    """Return every module of the product and of the tests."""
    return (*product(), *_sources(("tests",)))


@functools.cache
def tracked() -> tuple[str, ...]:
    """Return the paths of all files under version control; empty outside a checkout."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return tuple(path for path in listed.stdout.split("\0") if path and (ROOT / path).is_file())


def _sources(packages: tuple[str, ...]) -> Iterator[Source]:
    for package in packages:
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).parts
            if not any(part.startswith(".") or part == "__pycache__" for part in parts):
                yield Source("/".join(parts), path.read_text(encoding="utf-8"))


@functools.cache
def _parsed(text: str) -> ast.Module:
    return ast.parse(text)
