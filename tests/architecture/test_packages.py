"""Shape of the packages: docstrings, empty package files, names that are ours alone."""

import ast

import pytest

from actors.packaging import foreign_claims
from tests.architecture.sources import ROOT, Source, everything, product


def holds_more_than_a_docstring(source: Source) -> bool:
    """Say whether a package file has a statement besides its docstring."""
    return any(
        not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
        for node in source.tree.body
    )


def test_every_module_opens_with_a_docstring() -> None:
    written = [one for one in everything() if one.text.strip()]

    assert [one.path for one in written if not ast.get_docstring(one.tree)] == []


def test_package_files_hold_a_docstring_at_most() -> None:
    files = [one for one in product() if one.path.endswith("__init__.py")]

    assert [one.path for one in files if holds_more_than_a_docstring(one)] == []


@pytest.mark.parametrize("text", ["import os\n", '"""Doc."""\nfrom store import x\n', "x = 1\n"])
def test_a_package_file_with_code_is_noticed(text: str) -> None:
    assert holds_more_than_a_docstring(Source("x/__init__.py", text))


def test_every_folder_of_modules_is_a_package() -> None:
    folders = {one.path.rpartition("/")[0] for one in product()}

    assert [name for name in sorted(folders) if not (ROOT / name / "__init__.py").is_file()] == []


def test_no_module_lies_in_the_root() -> None:
    assert [path.name for path in ROOT.glob("*.py")] == []


def test_no_foreign_distribution_owns_one_of_our_names() -> None:
    assert foreign_claims() == {}
