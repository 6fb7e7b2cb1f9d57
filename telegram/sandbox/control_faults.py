"""Control verbs for faults, the clock and the queue."""

from collections.abc import Callable
from typing import Any

from telegram.sandbox.faults import Cut, Fault, Faults

Body = dict[str, Any]
_PLAIN = ("envelope", "status", "content_type", "act", "delay_before", "delay_after")


def _add(faults: Faults, body: Body) -> Body:
    facts: Body = {key: body[key] for key in _PLAIN if key in body}
    if "body" in body:
        facts["body"] = str(body["body"]).encode()
    if body.get("cut"):
        facts["cut"] = Cut(body["cut"])
    envelope = facts.get("envelope")
    if envelope is not None and not {"error_code", "description"} <= envelope.keys():
        raise ValueError("an envelope needs error_code and description")
    faults.add(
        str(body["method"]),
        Fault(**facts),
        nth=int(body.get("nth", 1)),
        times=float(body.get("times", 1)),
        chat_id=int(body["chat_id"]) if body.get("chat_id") else None,
    )
    return {}


def _clear(faults: Faults, _body: Body) -> Body:
    faults.clear()
    return {}


def _created_but_500(faults: Faults, body: Body) -> Body:
    faults.created_but_500(int(body.get("nth", 1)))
    return {}


def _flood(faults: Faults, body: Body) -> Body:
    faults.flood(int(body["chat"]), float(body["seconds"]))
    return {}


def _lag(faults: Faults, body: Body) -> Body:
    faults.sticker_set_lag(float(body["seconds"]))
    return {}


def _memory(faults: Faults, body: Body) -> Body:
    faults.name_memory(float(body["seconds"]))
    return {}


def _jump(faults: Faults, body: Body) -> Body:
    faults.jump_update_id(int(body["next_id"]))
    return {}


def _inject(faults: Faults, body: Body) -> Body:
    return {"update_id": faults.inject_update(str(body["text"]))}


def _advance(faults: Faults, body: Body) -> Body:
    faults.world.clock.advance(float(body["seconds"]))
    faults.world.bump()
    return {"now": faults.world.clock.now()}


VERBS: dict[str, Callable[[Faults, Body], Any]] = {
    "faults": _add,
    "faults/clear": _clear,
    "faults/created-but-500": _created_but_500,
    "faults/flood": _flood,
    "faults/sticker-set-lag": _lag,
    "faults/name-memory": _memory,
    "queue/jump": _jump,
    "queue/inject": _inject,
    "clock/advance": _advance,
}
