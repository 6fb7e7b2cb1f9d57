"""A served sandbox with a caller."""

from collections.abc import AsyncIterator

import httpx
import pytest

from telegram.sandbox.server import Sandbox, open_sandbox
from tests.unit.telegram.sandbox.api import Api


@pytest.fixture
async def api() -> AsyncIterator[Api]:
    async with (
        open_sandbox(Sandbox(seed=1)) as sandbox,
        httpx.AsyncClient(timeout=20, trust_env=False, verify=False) as client,
    ):
        sandbox.world.queue.slow_repeats = False
        yield Api(sandbox, client)
        assert sandbox.http.crashes == []
