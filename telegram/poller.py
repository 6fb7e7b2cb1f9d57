"""The poller: long poll, durable inbox, confirmation; it never gives up.

What stays true:
- Raw updates and the next offset are committed together before the next poll, which confirms
  them. So nothing is lost and nothing is handled twice, wherever the program dies.
- The offset is always last id + 1, even when that goes down (ids restart after an idle week). Ids
  are never compared and never guessed.
- An entry that cannot be read is kept for the dialogue to put aside, and confirmed like any other.
- Telegram out of reach keeps nothing else from starting or stopping.
Source of the server's behaviour: tdlib/telegram-bot-api; Bot API reference, getUpdates.
"""

import json
import random as randomness
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress

import structlog
import trio

from store import queries
from store.client import Store
from store.messages import PutSetting, StoreUpdates
from supervisor.child import ChildContext, ChildSpec
from supervisor.clock import Clock
from supervisor.conditions import Conditions
from supervisor.intensity import NEVER_GIVE_UP
from telegram.asking import STORE_AWAY, insist
from telegram.botapi.client import BotApi
from telegram.botapi.errors import ErrorKind, Failed, NotSent, Ok, Result, Unknown
from telegram.botapi.types import update_id_of
from telegram.trouble import Troubles

OFFSET = "telegram_offset"
"""Setting in which `StoreUpdates` keeps the offset of the next poll."""
BOT_USERNAME = "bot_username"
"""Setting under which the bot's name is kept, so that it is known while Telegram is away."""
ALLOWED_UPDATES = ("message", "edited_message", "callback_query", "my_chat_member")
POLL_SECONDS = 30
# Seconds that the start waits for Telegram before it goes on without.
_START_SECONDS = 5.0
_CONFIRM_SECONDS = 2.0
# Pause after a batch that cannot be confirmed and would be sent again at once.
_STUCK_SECONDS = 2.0
# The server holds no event above 512 KiB (tdlib/td, TQueue).
_LONGEST_RAW = 512 * 1024
_LARGEST_ID = 2**31 - 2

log = structlog.get_logger("poller")

Batch = tuple[tuple[int, str], ...]


class Poller:
    """One incarnation of the poller."""

    def __init__(
        self,
        store: Store,
        api: BotApi,
        troubles: Troubles,
        clock: Clock,
        poll_seconds: int = POLL_SECONDS,
    ) -> None:
        self._store = store
        self._api = api
        self._troubles = troubles
        self._clock = clock
        self._poll_seconds = poll_seconds
        self._introduced = False
        self._offset: int | None = None

    async def run(self, context: ChildContext) -> None:
        """Poll until asked to stop, then confirm what was stored."""
        with trio.move_on_after(_START_SECONDS):
            await self._once(self._introduce)
        context.ready()
        async with trio.open_nursery() as nursery:
            polling = trio.CancelScope()
            nursery.start_soon(_cancel_at_stop, context, polling)
            with polling:
                await self._poll_forever(context)
        await self._confirm_last()

    async def _poll_forever(self, context: ChildContext) -> None:
        self._offset = await self._stored_offset()
        while True:
            context.doing("polling" if self._introduced else "looking for Telegram")
            await trio.sleep(await self._once(self._poll if self._introduced else self._introduce))

    async def _once(self, call: Callable[[], Awaitable[Result[bool]]]) -> float:
        """Make a call and draw the conclusions; returns seconds to wait before the next."""
        began = self._clock.monotonic()
        result = await call()
        if isinstance(result, Ok):
            return 0.0 if result.value else _STUCK_SECONDS
        if _webhook_is_set(result):
            self._introduced = False
        return self._troubles.failed(result, began, self._clock.monotonic())

    async def _introduce(self) -> Result[bool]:
        """Learn who the bot is and make polling possible; updates that wait are kept."""
        me = await self._api.get_me()
        if not isinstance(me, Ok):
            return me
        named = PutSetting(BOT_USERNAME, me.value.username, self._clock.now())
        await insist(lambda: self._store.ask(named), "PutSetting")
        webhook = await self._api.delete_webhook()
        if isinstance(webhook, Ok):
            self._introduced = True
            reads_groups = me.value.can_read_all_group_messages
            log.info("poller.introduced", bot=me.value.username, reads_all_groups=reads_groups)
        return webhook

    async def _poll(self) -> Result[bool]:
        """Poll once and keep what came; false when the same would come again at once."""
        seconds = 0 if self._troubles.only_waiting else self._poll_seconds
        result = await self._api.get_updates(self._offset, seconds, allowed_updates=ALLOWED_UPDATES)
        if not isinstance(result, Ok):
            return result
        self._troubles.over()
        return Ok(await self._keep(result.value) if result.value else True)

    async def _keep(self, entries: Sequence[object]) -> bool:
        """Store a batch with the offset that confirms it; false when that leads no further."""
        batch = tuple(_usable(entries))
        if len(batch) < len(entries):
            log.error("poller.entries_without_id", entries=len(entries) - len(batch))
        if not batch:
            return False
        following = batch[-1][0] + 1
        command = StoreUpdates(batch, following, self._clock.now())
        new = await insist(lambda: self._store.ask(command), "StoreUpdates")
        moved, self._offset = following != self._offset, following
        return moved or new > 0

    async def _stored_offset(self) -> int | None:
        stored = await insist(lambda: self._store.read(queries.setting, OFFSET), "offset")
        return None if stored is None else int(stored)

    async def _confirm_last(self) -> None:
        """Confirm the last batch; what arrives with that is left for the next run."""
        if self._troubles.any:
            return
        # Read anew: a stop may have cut in between the commit and our note of it.
        with trio.move_on_after(_CONFIRM_SECONDS), suppress(*STORE_AWAY):
            stored = await self._store.read(queries.setting, OFFSET)
            if stored is not None:
                await self._api.get_updates(int(stored), 0, limit=1)


def _usable(entries: Sequence[object]) -> Iterator[tuple[int, str]]:
    """Yield id and raw text of the entries that have an id which can be confirmed."""
    for entry in entries:
        update_id = update_id_of(entry)
        # Zero or less would make an offset that tells the server to forget or to start anew.
        if update_id is not None and 0 < update_id <= _LARGEST_ID:
            yield update_id, _raw(entry)


def _raw(entry: object) -> str:
    """Return the entry as text, cut when over-long: the dialogue will put it aside unread."""
    try:
        return json.dumps(entry)[:_LONGEST_RAW]
    except (ValueError, RecursionError) as error:
        return type(error).__name__


def _webhook_is_set(result: Failed | Unknown | NotSent) -> bool:
    if not isinstance(result, Failed) or result.kind is not ErrorKind.CONFLICT:
        return False
    return "webhook" in result.description.casefold()


async def _cancel_at_stop(context: ChildContext, scope: trio.CancelScope) -> None:
    await context.stop_requested.wait()
    scope.cancel()


def child(
    *,
    store: Store,
    api: BotApi,
    conditions: Conditions,
    clock: Clock,
    random: Callable[[], float] = randomness.random,
    poll_seconds: int = POLL_SECONDS,
) -> ChildSpec:
    """Describe the poller as a child; `poll_seconds` (50 at most) is how long the server waits."""

    async def start(context: ChildContext) -> None:
        troubles = Troubles(conditions, random)
        await Poller(store, api, troubles, clock, poll_seconds).run(context)

    return ChildSpec(
        name="poller", start=start, start_timeout=15.0, stop_grace=5.0, intensity=NEVER_GIVE_UP
    )
