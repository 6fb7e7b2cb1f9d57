"""Fixtures of the system tests."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.sandbox_process import SandboxProcess, sandbox_process

HERE = Path(__file__).parent
# httpx leaves its generator to the collector when a server dies in the middle of a request, which
# is what many of these tests do to it.
LEFT_BY_HTTPX = "ignore:Async generator 'httpx.:ResourceWarning"
MINUTES = 600
"""Seconds for a test of several processes on a machine that does other things too."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give every test of this folder its patience."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.filterwarnings(LEFT_BY_HTTPX))
            if item.get_closest_marker("timeout") is None:
                item.add_marker(pytest.mark.timeout(MINUTES))


@pytest.fixture
async def sandbox() -> AsyncIterator[SandboxProcess]:
    """A Telegram of the test's own."""
    async with sandbox_process() as running:
        yield running
