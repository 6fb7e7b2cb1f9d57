"""A desk for tests that need the engine without actor or loop."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.machines.desk import Desk, open_desk


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """Open a new database under the usual policy."""
    with open_desk(tmp_path / "desk.db") as made:
        yield made
