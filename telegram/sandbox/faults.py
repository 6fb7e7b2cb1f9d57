"""Switches that make the imitated service misbehave, each in a way that has been reported.

A rule names a method (or `*`) and the calls it hits, counted from the moment it is set. Rules are
asked in order; the first that hits decides. Switches that belong to the world (clock, queue,
sets) are reached from here too, so that one object is enough for a test.
"""

import math
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from telegram.sandbox.params import Call
from telegram.sandbox.refusal import flood
from telegram.sandbox.world import World

_FLOODED = ("send", "edit")


class Cut(StrEnum):
    """Where the connection is dropped."""

    BEFORE = "before"
    AFTER = "after"
    BODY = "body"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """What happens to a call that a rule hits.

    `envelope` or `status` with `body` replace the answer; then the method runs only if `act` is
    set. Delays are seconds, before and after acting. `cut` BEFORE drops the connection without
    acting, AFTER acts and drops it, BODY acts and sends half of the answer's body.
    """

    envelope: dict[str, Any] | None = None
    status: int = 0
    body: bytes = b""
    content_type: str = "text/html"
    act: bool = False
    delay_before: float = 0.0
    delay_after: float = 0.0
    cut: Cut | None = None

    @property
    def replaces(self) -> bool:
        """Whether the answer is not the method's own."""
        return self.envelope is not None or self.status != 0


@dataclass(slots=True)
class Rule:
    """A fault with the calls it hits: `times` of them after the first `skip`."""

    method: str
    fault: Fault
    skip: int = 0
    times: float = 1
    chat_id: int | None = None
    seen: int = 0
    hits: int = 0

    def takes(self, name: str, call: Call) -> bool:
        """Whether this call is hit; counts it."""
        if self.method not in {"*", name}:
            return False
        if self.chat_id is not None and call.integer("chat_id") != self.chat_id:
            return False
        self.seen += 1
        hit = self.skip < self.seen <= self.skip + self.times
        self.hits += hit
        return hit


@dataclass(slots=True)
class Faults:
    """All switches of one sandbox."""

    world: World
    rules: list[Rule] = field(default_factory=list)
    _floods: dict[int, float] = field(default_factory=dict)

    def add(
        self,
        method: str,
        fault: Fault,
        *,
        nth: int = 1,
        times: float = 1,
        chat_id: int | None = None,
    ) -> Rule:
        """Hit `times` calls of a method, from the `nth` on (1 is the next one)."""
        rule = Rule(method.lower(), fault, nth - 1, times, chat_id)
        self.rules.append(rule)
        return rule

    def answer_error(
        self,
        method: str,
        code: int,
        description: str,
        *,
        retry_after: int | None = None,
        act: bool = False,
        nth: int = 1,
        times: float = 1,
    ) -> Rule:
        """Answer calls with an error envelope, without acting unless `act`."""
        envelope: dict[str, Any] = {"ok": False, "error_code": code, "description": description}
        if retry_after is not None:
            envelope["parameters"] = {"retry_after": retry_after}
        return self.add(method, Fault(envelope=envelope, act=act), nth=nth, times=times)

    def created_but_500(self, nth: int = 1) -> Rule:
        """createNewStickerSet makes the set and says it did not."""
        text = "Internal Server Error: created sticker set not found"
        return self.answer_error("createNewStickerSet", 500, text, act=True, nth=nth)

    def flood(self, chat_id: int, seconds: float) -> None:
        """Refuse sends and edits in a chat with 429 for so many seconds."""
        self._floods[chat_id] = self.world.clock.now() + seconds

    def sticker_set_lag(self, seconds: float) -> None:
        """Let getStickerSet show sets as they were so long ago; 0 ends it."""
        self.world.shelf.lag = seconds

    def name_memory(self, seconds: float) -> None:
        """How long a deleted set's name stays occupied."""
        self.world.shelf.name_memory = seconds

    def jump_update_id(self, next_id: int) -> None:
        """Give the next update this id."""
        self.world.queue.jump(next_id)

    def inject_update(self, text: str) -> int:
        """Queue raw text as an update, valid or not.

        `{id}` stands for its id, which is returned.
        """
        return self.world.queue.inject(text)

    def clear(self) -> None:
        """Switch off every rule, flood, lag."""
        self.rules.clear()
        self._floods.clear()
        self.world.shelf.lag = 0.0

    def take(self, name: str, call: Call) -> Fault | None:
        """The fault for this call, if any; raises `Refusal` 429 inside a flood."""
        until = self._floods.get(call.integer("chat_id"))
        left = until - self.world.clock.now() if until is not None else 0
        if left > 0 and name.startswith(_FLOODED):
            raise flood(math.ceil(left))
        hit = [rule for rule in self.rules if rule.takes(name, call)]
        return hit[0].fault if hit else None
