"""Files: whole or absent, and swept only when nobody names them."""

import os
from pathlib import Path

import pytest

from store.files import DataFolder, erase, folders, remove, settle, stale, write_whole


def test_a_file_is_written_whole_under_its_name(tmp_path: Path) -> None:
    path = tmp_path / "a.jpg"

    write_whole(path, b"photo")

    assert path.read_bytes() == b"photo"
    assert [found.name for found in tmp_path.iterdir()] == ["a.jpg"]


def test_a_write_that_fails_leaves_the_former_file(tmp_path: Path) -> None:
    path = tmp_path / "a.jpg"
    write_whole(path, b"former")

    with pytest.raises(TypeError):
        write_whole(path, "no bytes")  # type: ignore[arg-type]

    assert path.read_bytes() == b"former"


def test_settling_replaces_what_was_there(tmp_path: Path) -> None:
    partial, path = tmp_path / "a.part", tmp_path / "a"
    partial.write_bytes(b"new")
    path.write_bytes(b"old")

    settle(partial, path)

    assert path.read_bytes() == b"new"
    assert not partial.exists()


def test_removing_what_is_gone_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"")

    remove([tmp_path / "a", tmp_path / "never"])

    assert list(tmp_path.iterdir()) == []


def test_only_old_files_that_no_row_names_are_stale(tmp_path: Path) -> None:
    for name, written in (("old", 100), ("new", 300), ("kept", 100)):
        (tmp_path / name).write_bytes(b"")
        os.utime(tmp_path / name, (written, written))
    (tmp_path / "folder").mkdir()

    assert stale(tmp_path, {"kept"}, older_than=200) == [tmp_path / "old"]


def test_a_file_that_goes_while_it_is_looked_at_is_not_stale(tmp_path: Path) -> None:
    (tmp_path / "dangling").symlink_to(tmp_path / "gone")

    assert stale(tmp_path, set(), older_than=1e12) == []


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
def test_the_folders_are_for_their_owner_only(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path / "data")

    folder.prepare()
    folder.prepare()

    assert {path.stat().st_mode & 0o777 for path in folder.root.iterdir()} == {0o700}


def test_an_upload_lies_beside_its_final_place(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)

    assert folder.incoming("x").parent == folder.photo("x").parent
    assert folder.incoming("x") != folder.photo("x")


def test_files_and_whole_folders_are_erased_and_what_is_gone_counts(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"x")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "inside").write_bytes(b"x")
    (tmp_path / "kept").write_bytes(b"x")

    gone = erase(tmp_path, ("file", "folder", "nothing"))

    assert gone == ("file", "folder", "nothing")
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


@pytest.mark.parametrize("name", ["", ".", "..", "../outside", "a/b"])
def test_nothing_outside_the_folder_is_erased(tmp_path: Path, name: str) -> None:
    inside = tmp_path / "inside"
    (inside / "a" / "b").mkdir(parents=True)
    (tmp_path / "outside").write_bytes(b"x")

    assert erase(inside, (name,)) == ()
    assert (inside / "a" / "b").exists()
    assert (tmp_path / "outside").exists()


def test_a_link_is_erased_and_not_what_it_points_to(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.mkdir()
    link.symlink_to(target)

    assert erase(tmp_path, ("link",)) == ("link",)
    assert target.exists()
    assert not link.is_symlink()


def test_folders_are_told_by_their_age_and_files_are_not_named(tmp_path: Path) -> None:
    for name, changed in (("old", 100), ("new", 300)):
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (changed, changed))
    (tmp_path / "file").write_bytes(b"x")
    os.utime(tmp_path / "file", (100, 100))

    assert folders(tmp_path, 200) == {"old"}
