"""The import contracts hold, and each is seen to fail when it is violated.

The second test is what gives the first its worth: in a copy of the product one import is added
for every contract, and every contract must name its own.
"""

import configparser
import shutil
import subprocess
import sys
from pathlib import Path

from tests.architecture.sources import PACKAGES, ROOT

CONFIG = ".importlinter"
_LINT = "from importlinter.cli import lint_imports_command; lint_imports_command()"
_PREFIX = "importlinter:contract:"

# contract: (module that gets the import, what it imports); a report names the former
VIOLATIONS = {
    "roots": ("store.events", "telegram.botapi"),
    "supervisor": ("supervisor.backoff", "supervisor.runner"),
    "store": ("store.domain.status", "store.sql"),
    "domain": ("store.domain.ids", "store.domain.policy"),
    "api": ("api.problems", "api.app"),
    "providers": ("actors.providers.fal", "actors.providers.gemini"),
    "routes": ("api.routes.pages", "api.routes.kiosk"),
    "telegram": ("telegram.botapi.html", "telegram.sandbox"),
    "actors": ("actors.imaging.formats", "actors.providers"),
    "pure": ("store.domain.policy", "trio"),
    "pure-domain": ("store.domain.machine", "supervisor.message"),
    "imaging": ("actors.imaging.intake", "httpx"),
    "writer": ("api.ports", "store.engine"),
    "sqlite": ("actors.logs", "sqlite3"),
    "driver": ("store.queries", "sqlite3"),
    "web": ("actors.logs", "quart"),
    "httpx": ("supervisor.probe", "httpx"),
    "sandbox": ("actors.config", "telegram.sandbox"),
    "sandbox-own-eyes": ("telegram.sandbox.limits", "telegram.botapi.errors"),
    "acyclic": ("telegram.botapi.reading", "telegram.botapi.client"),
    "private": ("api.problems", "telegram.dialogue.view"),
    "tests": ("actors.logs", "tests"),
}


def contracts(root: Path) -> dict[str, str]:
    """Return the contracts of a tree: identifier and name."""
    parser = configparser.ConfigParser()
    parser.read(root / CONFIG, encoding="utf-8")
    return {
        section.removeprefix(_PREFIX): parser[section]["name"]
        for section in parser.sections()
        if section.startswith(_PREFIX)
    }


def lint(root: Path) -> subprocess.CompletedProcess[str]:
    """Check the contracts of a tree in a process of its own."""
    command = [sys.executable, "-c", _LINT, "--no-cache", "--no-logo", CONFIG]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)


def copy_of_the_product(target: Path) -> Path:
    """Copy every module of the product, and the name of the tests, without anything else."""
    for package in (*PACKAGES, "tests"):
        for source in sorted((ROOT / package).rglob("*.py")):
            path = source.relative_to(ROOT)
            if package != "tests" or len(path.parts) == 2:
                (target / path).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, target / path)
    shutil.copyfile(ROOT / CONFIG, target / CONFIG)
    return target


def violate(root: Path, module: str, imported: str) -> None:
    """Add an import to a module of a copy."""
    path = root.joinpath(*module.split("."))
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    path.write_text(f"{path.read_text('utf-8')}\nimport {imported}\n", encoding="utf-8")


def test_every_contract_holds() -> None:
    result = lint(ROOT)

    assert result.returncode == 0, result.stdout + result.stderr


def test_every_contract_fails_when_it_is_violated(tmp_path: Path) -> None:
    copy = copy_of_the_product(tmp_path)
    names = contracts(copy)
    for module, imported in VIOLATIONS.values():
        violate(copy, module, imported)

    result = lint(copy)

    assert set(VIOLATIONS) == set(names)
    assert result.returncode == 1, result.stderr
    reports = _reports(result.stdout, list(names.values()))
    missed = {
        contract: reports.get(name, "kept")
        for contract, name in names.items()
        if f".{VIOLATIONS[contract][0].rpartition('.')[2]}" not in reports.get(name, "")
    }
    assert missed == {}


def _reports(output: str, names: list[str]) -> dict[str, str]:
    """Split what is said of broken contracts into a part for each."""
    details = output.partition("Broken contracts\n")[2].splitlines()
    reports: dict[str, str] = {}
    current = ""
    for line in details:
        current = line if line in names else current
        reports[current] = reports.get(current, "") + line + "\n"
    return reports
