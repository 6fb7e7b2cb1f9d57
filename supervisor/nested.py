"""Supervisors as children of supervisors."""

import math
from collections.abc import Callable

from supervisor.backoff import Backoff
from supervisor.child import ChildContext, ChildSpec, Restart
from supervisor.intensity import Intensity
from supervisor.runner import Supervisor


def supervisor_child(
    name: str,
    factory: Callable[[], Supervisor],
    *,
    restart: Restart = Restart.PERMANENT,
    critical: bool = True,
    intensity: Intensity | None = None,
    backoff: Backoff | None = None,
    start_timeout: float = math.inf,
    stop_grace: float = math.inf,
) -> ChildSpec:
    """Return the spec of a nested supervisor; `factory` makes a new one for each incarnation.

    Without limits of its own it waits for as long as its children's timeouts and graces allow.
    """

    async def start(context: ChildContext) -> None:
        await factory().run(context)

    return ChildSpec(
        name=name,
        start=start,
        restart=restart,
        critical=critical,
        intensity=intensity,
        backoff=backoff or Backoff(),
        start_timeout=start_timeout,
        stop_grace=stop_grace,
    )
