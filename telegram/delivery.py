"""Delivery: the durable outbox to Telegram, in order per chat, many chats at once.

What stays true:
- A row is marked `sending` (committed) before the call and settled after it, so a crash leaves no
  doubt about which messages have an unknown fate.
- A chat's messages go out in the order in which they were queued; one that has to wait holds back
  its own chat and no other. Answers to presses wait for nobody.
- Waiting for a chat's pace happens before the row is marked, so that little is ever in doubt.
- No new send begins after a stop request. A send that is cancelled is settled as maybe sent.
- A change of a message that was never sent, or of which nothing is known any more, is given up.
"""

import random as randomness
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import structlog
import trio

from store import queries
from store.client import Store
from store.domain.conditions import Condition
from store.domain.outgoing import Answer, Body, Delete, Edit, ShowSticker, decode
from store.domain.records import OutboxMessage
from store.errors import CommandFailed
from store.events import OUTBOX
from store.messages import (
    BeginSend,
    EndSend,
    MaybeSent,
    Postponed,
    RecoverOutbox,
    SendResult,
    Undeliverable,
)
from store.queries import Sendable
from supervisor.child import ChildContext, ChildSpec
from supervisor.clock import Clock, iso, parse_iso
from supervisor.conditions import Conditions
from supervisor.hint import Hint
from supervisor.intensity import NEVER_GIVE_UP
from telegram.asking import RETRY_SECONDS, STORE_AWAY, insist
from telegram.botapi.client import BotApi
from telegram.botapi.errors import ErrorKind, Failed, Ok, Result
from telegram.botapi.types import Message
from telegram.fate import ANSWER_SECONDS, Try, fate
from telegram.posting import post

AT_ONCE = 16
"""Calls in flight at the most."""
BATCH = 500
LOOK_SECONDS = 5.0
"""Seconds after which the outbox is looked at without a ring."""
LAST_WORD_SECONDS = 1.0
"""Seconds that a cancelled send gets to record that its fate is unknown."""
_LONGEST_PACE = 60.0
_ROUNDING = 0.002

log = structlog.get_logger("delivery")


@dataclass(slots=True)
class _InHand:
    """A row being sent, and what is to be recorded of it if everything ended now."""

    id: int
    fate: SendResult


class Delivery:
    """One incarnation of the actor."""

    def __init__(
        self,
        store: Store,
        api: BotApi,
        conditions: Conditions,
        clock: Clock,
        data: Path,
        random: Callable[[], float] = randomness.random,
    ) -> None:
        self._data = data
        self._store = store
        self._api = api
        self._conditions = conditions
        self._clock = clock
        self._random = random
        self._places = trio.CapacityLimiter(AT_ONCE)
        self._busy: set[int | str] = set()

    async def run(self, context: ChildContext) -> None:
        """Settle what a dead program left, then send until asked to stop."""
        recover = RecoverOutbox(self._clock.now())
        await insist(lambda: self._store.ask(recover), "RecoverOutbox")
        with self._store.hub.listen(OUTBOX) as hint:
            context.ready()
            async with trio.open_nursery() as nursery:
                nursery.start_soon(_ring_at_stop, context, hint)
                while not context.stopping:
                    await hint.wait(await self._look(context, nursery, hint))

    async def _look(self, context: ChildContext, nursery: trio.Nursery, hint: Hint) -> float:
        """Start on every chat that has something to send; returns seconds to the next look."""
        now = self._clock.now()
        # What was in hand when the rows were read may have been settled since: the rows are old.
        in_hand = frozenset(self._busy)
        try:
            found = await self._store.read(queries.sendable, iso(now), BATCH)
            following = await self._store.read(queries.next_sendable_after, iso(now))
        except STORE_AWAY as error:
            log.warning("delivery.store_away", error=type(error).__name__)
            return RETRY_SECONDS
        for head in found:
            lane = _lane(head)
            if lane not in in_hand and lane not in self._busy:
                self._busy.add(lane)
                nursery.start_soon(self._deliver, head, context, hint)
        context.doing(f"{len(self._busy)} messages in hand")
        if following is None:
            return LOOK_SECONDS
        # A little late rather than a little early, which would be a look for nothing.
        seconds = (parse_iso(following) - now).total_seconds() + _ROUNDING
        return min(seconds, LOOK_SECONDS)

    async def _deliver(self, head: Sendable, context: ChildContext, hint: Hint) -> None:
        try:
            await self._pace(head, context)
            async with self._places:
                if not context.stopping:
                    await self._carry(head)
        finally:
            self._busy.discard(_lane(head))
            hint.ring()

    async def _pace(self, head: Sendable, context: ChildContext) -> None:
        """Wait for the chat's turn, or for a stop."""
        if head.chat_id is None:
            return
        seconds = self._api.throttle.ready_in(head.chat_id)
        with trio.move_on_after(min(seconds, _LONGEST_PACE)):
            await context.stop_requested.wait()

    async def _carry(self, head: Sendable) -> None:
        """Take the row, send it, settle it; a cancellation settles it as far as it got."""
        in_hand = _InHand(head.id, Postponed("stopped before sending", self._clock.now()))
        try:
            if await self._send(head, in_hand):
                await self._settle(in_hand)
        except trio.Cancelled:
            with trio.move_on_after(LAST_WORD_SECONDS, shield=True):
                await self._settle(in_hand)
            raise

    async def _send(self, head: Sendable, in_hand: _InHand) -> bool:
        """Send a row; false when it was no longer waiting."""
        try:
            message = await self._store.ask(BeginSend(head.id, self._clock.now()))
        except STORE_AWAY:
            # It may have been taken all the same, so it is given back in any case.
            return True
        if message is None:
            return False
        in_hand.fate = MaybeSent("stopped while sending", self._clock.now())
        in_hand.fate = await self._fate_of(message, head)
        return True

    async def _settle(self, in_hand: _InHand) -> None:
        command = EndSend(in_hand.id, in_hand.fate, self._clock.now())
        try:
            await insist(lambda: self._store.ask(command), "EndSend")
        except CommandFailed as error:
            # The row stays `sending`; the next start settles it.
            log.error("delivery.not_settled", message=in_hand.id, error=str(error))

    async def _fate_of(self, message: OutboxMessage, head: Sendable) -> SendResult:
        try:
            body = decode(message.method, message.payload)
        except (ValueError, KeyError, TypeError) as error:
            log.error("delivery.unreadable", message=message.id, error=type(error).__name__)
            return Undeliverable(f"unreadable: {type(error).__name__}")
        if reason := await self._is_pointless(body, head):
            return Undeliverable(reason)
        try:
            image = await _image_of(body, self._data)
        except OSError as error:
            return Undeliverable(f"no file: {type(error).__name__}")
        try:
            result = await post(self._api, body, message.chat_id, image)
        except Exception as error:  # noqa: BLE001 - one message must not hold up all others
            log.error("delivery.failed", message=message.id, error=type(error).__name__)
            return MaybeSent(type(error).__name__, self._clock.now())
        ended = fate(
            Try(body, message.chat_id, message.attempts, self._clock.now()), result, self._random
        )
        self._note(message, result, ended)
        return ended

    async def _is_pointless(self, body: Body, head: Sendable) -> str | None:
        """Say why a message need not be sent any more, if so."""
        if isinstance(body, Answer):
            age = self._clock.now() - parse_iso(head.created_at)
            return "too late to answer" if age.total_seconds() > ANSWER_SECONDS else None
        if isinstance(body, Edit | Delete) and body.message_id is None:
            return "no such message"
        if isinstance(body, Edit):
            with suppress(*STORE_AWAY):
                if await self._store.read(queries.has_newer_edit, head.id):
                    return "superseded"
        return None if head.chat_id is not None else "no chat"

    def _note(
        self,
        message: OutboxMessage,
        result: Result[Message] | Result[bool],
        ended: SendResult,
    ) -> None:
        """Log how it went, never the text; and remember what it says of the token."""
        if isinstance(result, Ok):
            self._conditions.clear(Condition.TOKEN_REFUSED)
        elif isinstance(result, Failed) and result.kind is ErrorKind.UNAUTHORIZED:
            self._conditions.set(Condition.TOKEN_REFUSED, f"{result.code} {result.kind}")
        level = log.warning if isinstance(ended, Undeliverable | MaybeSent) else log.info
        level(
            "delivery.settled",
            message=message.id,
            kind=message.kind,
            attempt=message.attempts,
            fate=type(ended).__name__,
            reason=getattr(ended, "reason", None),
        )


def _lane(head: Sendable) -> int | str:
    return f"answer {head.id}" if head.chat_id is None else head.chat_id


async def _image_of(body: Body, folder: Path) -> bytes:
    """Return the file that a sticker is made from; nothing for other messages."""
    if not isinstance(body, ShowSticker):
        return b""
    return await trio.to_thread.run_sync(_read_inside, folder, body.file)


def _read_inside(folder: Path, name: str) -> bytes:
    """Read a file below a folder; raises OSError for one that is not there."""
    path = (folder / name).resolve()
    if not path.is_relative_to(folder.resolve()):
        raise FileNotFoundError("the file lies outside the data folder")
    return path.read_bytes()


async def _ring_at_stop(context: ChildContext, hint: Hint) -> None:
    await context.stop_requested.wait()
    hint.ring()


def child(
    *,
    store: Store,
    api: BotApi,
    conditions: Conditions,
    clock: Clock,
    data: Path,
    random: Callable[[], float] = randomness.random,
) -> ChildSpec:
    """Describe delivery as a child; in flight sends get its grace at a stop.

    `data` is the folder that the files of messages are named from.
    """

    async def start(context: ChildContext) -> None:
        await Delivery(store, api, conditions, clock, data, random).run(context)

    return ChildSpec(name="delivery", start=start, intensity=NEVER_GIVE_UP)
