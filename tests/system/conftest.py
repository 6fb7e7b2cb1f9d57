"""Fixtures of the system tests."""

from collections.abc import AsyncIterator

import pytest

from tests.support.sandbox_process import SandboxProcess, sandbox_process


@pytest.fixture
async def sandbox() -> AsyncIterator[SandboxProcess]:
    """A Telegram of the test's own."""
    async with sandbox_process() as running:
        yield running
