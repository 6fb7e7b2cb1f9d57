"""Registers the bot's commands, so that each person's app lists those that they may give.

What stays true:
- What is registered follows from the table of commands, the settings and the staff; a change of
  any of them is made good at the next look.
- A list that may be with Telegram is in our record before the call that puts it there, so that it
  is found and taken away when its person leaves the staff, wherever the program died.
- A call is made only where something differs, and may be repeated: setting twice is setting once.
- Somebody who never started the bot has no menu yet; that holds up nobody else.
"""

import json
import random as randomness
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass

import structlog
import trio

from store import queries, talk_queries
from store.client import Store
from store.errors import CommandFailed
from store.events import STAFF
from store.messages import PutSetting
from supervisor.backoff import Backoff
from supervisor.child import ChildContext, ChildSpec
from supervisor.clock import Clock
from supervisor.intensity import NEVER_GIVE_UP
from telegram.asking import STORE_AWAY
from telegram.botapi.client import BotApi
from telegram.botapi.errors import ErrorKind, Failed, NotSent, Ok, Result, Unknown
from telegram.gathering import Booth
from telegram.registrations import IN_DOUBT, Registration, Scope, changes, digest, plan, removal

REGISTERED = "commands_registered"
"""Setting with what is registered: a JSON object of digests by scope and language."""
LOOK_SECONDS = 600.0
"""Seconds between looks without a change of the staff."""
PAUSE = Backoff(first=5.0, cap=LOOK_SECONDS)
"""Wait after a look that Telegram or the store cut short."""

_NOBODY_THERE = frozenset({ErrorKind.CHAT_GONE, ErrorKind.BLOCKED, ErrorKind.MIGRATED})
# What is wrong with one list only: the others are still to be set.
_REFUSED = frozenset({ErrorKind.BAD_REQUEST, ErrorKind.NO_RIGHTS, ErrorKind.UNKNOWN})

log = structlog.get_logger("commands")


@dataclass(frozen=True, slots=True)
class LeadsChat:
    """The group of leads as configured, and the setting that holds what its id became."""

    chat_id: int
    moved: str


class Commands:
    """One incarnation of the actor."""

    def __init__(
        self,
        store: Store,
        api: BotApi,
        clock: Clock,
        booth: Booth,
        leads: LeadsChat | None,
        random: Callable[[], float],
    ) -> None:
        self._store = store
        self._api = api
        self._clock = clock
        self._booth = booth
        self._leads = leads
        self._random = random
        self._failures = 0

    async def run(self, context: ChildContext) -> None:
        """Look until asked to stop; a call in flight is given up, since it may be repeated."""
        context.ready()
        async with trio.open_nursery() as nursery:
            looking = trio.CancelScope()
            nursery.start_soon(_cancel_at_stop, context, looking)
            with looking, self._store.hub.listen(STAFF) as hint:
                while True:
                    await hint.wait(await self._fenced_look())

    async def _fenced_look(self) -> float:
        """Look, and put off what the store cannot do now; returns seconds until the next look."""
        try:
            return await self._look()
        except (*STORE_AWAY, CommandFailed) as error:
            log.warning("commands.postponed", error=type(error).__name__)
            return self._patience()

    async def _look(self) -> float:
        """Make good what differs; returns seconds until the next look."""
        planned = plan(self._booth, await self._store.read(talk_queries.staff), await self._group())
        registered = await self._registered()
        due = changes(planned, registered, self._api.bot_id)
        begun = registered | {each.key: IN_DOUBT for each in due if each.commands}
        await self._remember(registered, begun)
        now = dict(begun)
        seconds = await self._carry_out(due, now)
        await self._remember(begun, now)
        return seconds

    async def _carry_out(self, due: Iterable[Registration], now: dict[str, str]) -> float:
        """Make the calls and note in `now` what they did; ends early when Telegram is away."""
        absent: set[Scope] = set()
        for each in due:
            if each.scope in absent and each.commands:
                continue
            result = await self._call(each)
            match result:
                case Ok():
                    _done(now, each, self._api.bot_id)
                case Failed(kind=kind) if kind in _NOBODY_THERE:
                    absent.add(each.scope)
                    if not each.commands:
                        _done(now, each, self._api.bot_id)
                case Failed(kind=kind) if kind in _REFUSED:
                    log.error("commands.refused", kind=str(kind), language=each.language_code)
                case _:
                    return self._cut_short(result)
        self._failures = 0
        if due:
            log.info("commands.looked", lists=len(now), chats_not_found=len(absent))
        return LOOK_SECONDS

    async def _call(self, each: Registration) -> Result[bool]:
        scope, language = each.scope.to_json(), each.language_code
        if not each.commands:
            return await self._api.delete_my_commands(scope=scope, language=language)
        return await self._api.set_my_commands(each.commands, scope=scope, language=language)

    def _cut_short(self, how: Failed | Unknown | NotSent) -> float:
        log.warning("commands.cut_short", reason=_reason(how))
        pause = self._patience()
        asked = how.retry_after if isinstance(how, Failed) else None
        return pause if asked is None else max(asked, pause)

    def _patience(self) -> float:
        self._failures += 1
        return PAUSE.delay(self._failures, self._random)

    async def _group(self) -> int | None:
        """Return the present id of the group of leads."""
        if self._leads is None:
            return None
        moved = await self._store.read(queries.setting, self._leads.moved)
        return int(moved) if moved else self._leads.chat_id

    async def _registered(self) -> dict[str, str]:
        """Return what is remembered; what cannot be read counts as not registered."""
        stored = await self._store.read(queries.setting, REGISTERED)
        return dict(_readable(stored or "{}"))

    async def _remember(self, before: Mapping[str, str], now: Mapping[str, str]) -> None:
        if before != now:
            value = json.dumps(now, sort_keys=True)
            await self._store.ask(PutSetting(REGISTERED, value, self._clock.now()))


def _done(now: dict[str, str], each: Registration, bot: str) -> None:
    if each.commands:
        now[each.key] = digest(each, bot)
    else:
        now.pop(each.key, None)


def _readable(stored: str) -> Iterator[tuple[str, str]]:
    try:
        found: object = json.loads(stored)
    except ValueError:
        found = None
    for key, value in found.items() if isinstance(found, dict) else ():
        with suppress(ValueError):
            yield removal(key).key, str(value)


def _reason(how: Failed | Unknown | NotSent) -> str:
    return f"{how.code} {how.kind}" if isinstance(how, Failed) else how.reason


async def _cancel_at_stop(context: ChildContext, scope: trio.CancelScope) -> None:
    await context.stop_requested.wait()
    scope.cancel()


def child(
    *,
    store: Store,
    api: BotApi,
    clock: Clock,
    booth: Booth,
    leads: LeadsChat | None = None,
    random: Callable[[], float] = randomness.random,
) -> ChildSpec:
    """Describe the registration as a child; the bot answers all commands without it."""

    async def start(context: ChildContext) -> None:
        await Commands(store, api, clock, booth, leads, random).run(context)

    return ChildSpec(name="commands", start=start, critical=False, intensity=NEVER_GIVE_UP)
