"""Is the process alive, is it ready, and how is it doing."""

from dataclasses import dataclass
from typing import Any

import trio
from quart.wrappers import Response

from api.answers import json_answer
from api.metrics import Metrics
from api.ports import Handles
from api.problems import Code, Problem
from api.route import Route, Success
from store import queries
from store.domain.conditions import Condition
from store.errors import StoreError
from supervisor.lifecycle import ChildSnapshot, TreeSnapshot

READ_SECONDS = 2.0
"""How long the database may take to answer before it counts as down."""
PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Operations:
    """The handlers."""

    handles: Handles
    metrics: Metrics

    async def measured(self) -> Response:
        """Answer the metrics."""
        return Response(await self.metrics.page(), content_type=PROMETHEUS)

    async def live(self) -> Response:
        """Answer while the process runs."""
        return json_answer({"status": "live"})

    async def ready(self) -> Response:
        """Answer the state of every actor, or why the booth is not ready."""
        tree = self.handles.tree()
        reasons = dict(self.handles.conditions.standing)
        if not await self._store_answers():
            reasons.setdefault(Condition.STORE_DOWN, "the database does not answer")
        actors = [_actor(path, child) for path, child in tree.walk()]
        reason = _first_reason(tree, reasons)
        if reason is None:
            return json_answer({"status": "ready", "actors": actors})
        raise Problem(
            Code.NOT_READY,
            f"The booth is not ready: {reason}.",
            reason=reason,
            conditions=reasons,
            actors=actors,
        )

    async def _store_answers(self) -> bool:
        with trio.move_on_after(READ_SECONDS):
            try:
                await self.handles.store.read(queries.maintenance)
            except StoreError:
                return False
            return True
        return False


def _first_reason(tree: TreeSnapshot, conditions: dict[str, str]) -> str | None:
    if tree.stopping:
        return "draining"
    if conditions:
        return min(conditions, key=_weight)
    if not tree.booted:
        return "starting"
    return None if tree.is_ready else "actor_down"


def _weight(condition: str) -> tuple[int, str]:
    return (0 if condition == Condition.STORE_DOWN else 1, str(condition))


def _actor(path: str, child: ChildSnapshot) -> dict[str, Any]:
    return {
        "path": path,
        "state": child.state.value,
        "ready": child.is_ready,
        "critical": child.critical,
        "incarnation": child.incarnation,
        "restarts": child.restarts,
        "mailbox_depth": child.mailbox_depth,
        "last_failure": child.last_failure.kind if child.last_failure else None,
    }


def routes(operations: Operations) -> tuple[Route, ...]:
    """Return the calls of operators."""
    return (
        Route(
            method="GET",
            path="/health/live",
            handler=operations.live,
            summary="Whether the process runs",
            success=Success(200, "application/json", "It does", "Live"),
        ),
        Route(
            method="GET",
            path="/health/ready",
            handler=operations.ready,
            summary="Whether guests can be served, with the state of every actor",
            success=Success(200, "application/json", "They can", "Ready"),
            problems=(Code.NOT_READY,),
        ),
        Route(
            method="GET",
            path="/metrics",
            handler=operations.measured,
            summary="Figures for Prometheus",
            success=Success(200, "text/plain", "In its text format"),
            problems=(Code.STORE_DOWN,),
        ),
    )
