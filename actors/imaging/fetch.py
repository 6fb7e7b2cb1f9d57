"""Sets up models, font, emoji and outfit layers: `python -m actors.imaging.fetch`.

Packages come through the npm client by pinned version and are checked twice, the tarball by its
sha512 and each file by its sha256; nothing unverified is ever left in the assets folder. A missing
or offline npm is a warning (exit 0, stickers become plain crops); a wrong hash is an error
(exit 1). Running it again with everything in place does nothing.
"""

import base64
import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path

from actors.imaging import art, assets, samples

_TIMEOUT = 300


class WrongHash(Exception):
    """A downloaded package or file is not the one that was pinned."""


class Unavailable(Exception):
    """npm is missing, failed or could not reach its registry."""


@dataclass(frozen=True, slots=True)
class Pin:
    """One file of a package: path inside the tarball, path in the assets folder, sha256."""

    member: str
    target: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Package:
    """One pinned package and the files that are needed of it."""

    name: str
    version: str
    integrity: str
    licence: str
    files: tuple[Pin, ...]


def read_lock(path: Path) -> list[Package]:
    """The pinned packages of a lock file."""
    entries = json.loads(path.read_text("utf-8"))["packages"]
    return [
        Package(
            name=entry["name"],
            version=entry["version"],
            integrity=entry["integrity"],
            licence=entry["licence"],
            files=tuple(Pin(*row) for row in entry["files"]),
        )
        for entry in entries
    ]


def complete(package: Package, root: Path) -> bool:
    """Whether every file of the package is in place with the right content."""
    return all(_matches(root / pin.target, pin.sha256) for pin in package.files)


def unpack(package: Package, tarball: Path, root: Path) -> None:
    """Verify and copy the needed files; raises `WrongHash`, and then has written nothing."""
    digest = hashlib.sha512(tarball.read_bytes()).digest()
    if package.integrity != "sha512-" + base64.b64encode(digest).decode("ascii"):
        raise WrongHash(f"{package.name} {package.version}: the package is not the pinned one")
    contents = _members(package, tarball)
    for pin in package.files:
        if hashlib.sha256(contents.get(pin.member, b"")).hexdigest() != pin.sha256:
            raise WrongHash(f"{package.name} {package.version}: {pin.member} has another content")
    for pin in package.files:
        _write(root / pin.target, contents[pin.member])


def pack(package: Package, folder: Path) -> Path:
    """Let npm bring the tarball into a folder; raises `Unavailable`."""
    npm = shutil.which("npm")
    if npm is None:
        raise Unavailable("npm is not installed")
    command = [npm, "pack", f"{package.name}@{package.version}", "--silent", "--ignore-scripts"]
    try:
        subprocess.run(  # noqa: S603 - a fixed command, names from our own lock file
            command, cwd=folder, check=True, capture_output=True, timeout=_TIMEOUT
        )
    except (subprocess.SubprocessError, OSError) as fault:
        raise Unavailable(f"npm could not bring {package.name} {package.version}") from fault
    found = sorted(folder.glob("*.tgz"))
    if not found:
        raise Unavailable(f"npm brought no file for {package.name} {package.version}")
    return found[0]


def main() -> int:
    """Bring everything that is missing; returns the exit status."""
    status = 0
    for package in read_lock(assets.LOCK):
        if complete(package, assets.ROOT):
            continue
        try:
            _bring(package)
        except Unavailable as fault:
            _say(f"warning: {fault}; stickers will be plainer until this step succeeds")
        except WrongHash as fault:
            _say(f"error: {fault}")
            status = 1
    for line in (*art.render_all(assets.ART, assets.OUTFITS), *samples.render_all()):
        _say(line)
    return status


def _bring(package: Package) -> None:
    with tempfile.TemporaryDirectory(prefix="stickerbooth-") as folder:
        unpack(package, pack(package, Path(folder)), assets.ROOT)
    _say(f"{package.name} {package.version} ({package.licence}): {len(package.files)} files")


def _members(package: Package, tarball: Path) -> dict[str, bytes]:
    wanted = {pin.member for pin in package.files}
    found: dict[str, bytes] = {}
    with tarfile.open(tarball) as archive:
        for member in archive:
            source = archive.extractfile(member) if member.name in wanted else None
            if source is not None:
                found[member.name] = source.read()
    return found


def _matches(path: Path, sha256: str) -> bool:
    return path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == sha256


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(path.name + ".part")
    temporary.write_bytes(content)
    temporary.replace(path)


def _say(line: str) -> None:
    sys.stdout.write(f"assets: {line}\n")


if __name__ == "__main__":
    sys.exit(main())
