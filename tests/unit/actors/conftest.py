"""A clock that jumps only when sockets, too, have been quiet for a moment."""

import pytest
import trio.testing


@pytest.fixture
def patient_clock() -> trio.testing.MockClock:
    """Jump over long waits, but give real sockets 50 ms to deliver first."""
    return trio.testing.MockClock(autojump_threshold=0.05)
