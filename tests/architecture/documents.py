"""Documents that are written by the code they describe: `python -m tests.architecture.documents`.

Without an argument the files are written; with `--check` nothing is written and the exit status
is 1 when one is stale. What stays true: a document says nothing that its declaration does not.
"""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from pydantic import SecretStr
from pydantic.fields import FieldInfo

from actors.config import Settings
from api import metric_families
from store.diagram import as_markdown

ROOT = Path(__file__).parents[2]


def settings_markdown(fields: Mapping[str, FieldInfo] = Settings.model_fields) -> str:
    """Return the table of all settings: name, default, meaning."""
    rows = [
        f"| `{name.upper()}` | {_default(field)} | {field.description} |"
        for name, field in fields.items()
    ]
    head = (
        "# Settings\n\nGenerated from `actors/config.py` by `make docs`; do not edit.\n\n"
        "Settings come from the environment and from the file `.env`, the environment first. "
        "An unknown or\nmalformed one ends the program with exit status 2 and one line that names "
        "it. All durations accept fractions;\nlists are separated by commas.\n"
    )
    return "\n".join([head, "| setting | default | meaning |", "|---|---|---|", *rows, ""])


DOCUMENTS: Mapping[str, Callable[[], str]] = {
    "docs/machines.md": as_markdown,
    "docs/metrics.md": metric_families.markdown,
    "docs/settings.md": settings_markdown,
}


def stale(root: Path = ROOT) -> list[str]:
    """Return the documents that differ from what the code says now."""
    return [name for name, write in DOCUMENTS.items() if _read(root / name) != write()]


def main(arguments: list[str]) -> int:
    """Write the documents, or check them; returns the exit status."""
    behind = stale()
    if arguments == ["--check"]:
        for name in behind:
            sys.stderr.write(f'{name} is stale: run "make docs"\n')
        return 1 if behind else 0
    for name in behind:
        (ROOT / name).write_text(DOCUMENTS[name](), encoding="utf-8")
        sys.stdout.write(f"{name}\n")
    return 0


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def _default(field: FieldInfo) -> str:
    if field.is_required():
        return "required"
    value = field.default
    if isinstance(value, SecretStr):
        value = value.get_secret_value()
    if isinstance(value, tuple):
        value = ",".join(str(part) for part in value)
    if isinstance(value, bool):
        value = int(value)
    return "empty" if value is None or value == "" else f"`{value}`"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
