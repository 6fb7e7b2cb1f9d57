"""Alarms: a trouble that stands too long is told to the operators once, and once when it is over.

What stays true:
- A spell is told after it has stood for a while, so that what mends itself wakes nobody.
- While Telegram cannot be reached no message would arrive; such a spell is told when it is over.
- What cannot be told because the store is away is told later, not lost.
"""

from dataclasses import dataclass

import structlog

from store import alert_groups
from store.alert_messages import Alarm, TellFailures
from store.client import Store
from store.domain.conditions import Condition
from store.errors import CommandFailed
from supervisor.child import ChildContext, ChildSpec
from supervisor.clock import Clock, iso
from supervisor.conditions import Conditions
from supervisor.intensity import NEVER_GIVE_UP
from supervisor.periodic import every
from telegram.asking import STORE_AWAY

LOOK_SECONDS = 5.0
STANDS_SECONDS = 60.0
"""How long a condition stands before it is told."""
SPEECHLESS = frozenset({Condition.TELEGRAM_UNREACHABLE, Condition.TOKEN_REFUSED})
"""Conditions under which no message arrives."""

log = structlog.get_logger("alarms")


@dataclass(slots=True)
class _Spell:
    """A condition that stands since `began` (monotonic) or `since` (wall time as text)."""

    condition: Condition
    since: str
    began: float
    told: bool = False
    lasted: float | None = None


class Alarms:
    """One incarnation of the actor."""

    def __init__(self, store: Store, conditions: Conditions, clock: Clock) -> None:
        self._store = store
        self._conditions = conditions
        self._clock = clock
        self._spells: dict[str, _Spell] = {}
        self._over: list[_Spell] = []

    async def run(self, context: ChildContext) -> None:
        """Look until asked to stop."""
        context.ready()
        await every(LOOK_SECONDS, self.look, until=context.stop_requested)

    async def look(self) -> None:
        """Follow the conditions and tell what is to be told."""
        self._follow()
        try:
            await self._tell()
            if await self._store.read(alert_groups.due, self._clock.now()):
                await self._store.ask(TellFailures(self._clock.now()))
        except (*STORE_AWAY, CommandFailed) as error:
            log.warning("alarms.postponed", error=type(error).__name__)

    def _follow(self) -> None:
        now, standing = self._clock.monotonic(), self._conditions.standing
        for name in set(self._spells) - set(standing):
            spell = self._spells.pop(name)
            spell.lasted = now - spell.began
            if spell.told or spell.lasted >= STANDS_SECONDS:
                self._over.append(spell)
        for name in set(standing) - set(self._spells):
            since = iso(self._clock.now())
            self._spells[name] = _Spell(Condition(name), since, now)

    async def _tell(self) -> None:
        now = self._clock.monotonic()
        for spell in self._spells.values():
            if not spell.told and now - spell.began >= STANDS_SECONDS:
                log.error("alarms.stands", condition=str(spell.condition), since=spell.since)
                if spell.condition not in SPEECHLESS:
                    await self._say(spell)
                spell.told = True
        while self._over:
            await self._say(self._over[0])
            over = self._over.pop(0)
            log.info("alarms.over", condition=str(over.condition), seconds=round(over.lasted or 0))

    async def _say(self, spell: _Spell) -> None:
        alarm = Alarm(spell.condition, spell.since, spell.lasted, self._clock.now())
        await self._store.ask(alarm)


def child(store: Store, conditions: Conditions, clock: Clock) -> ChildSpec:
    """Describe the alarms as a child; the booth works without them."""

    async def start(context: ChildContext) -> None:
        await Alarms(store, conditions, clock).run(context)

    return ChildSpec(name="alarms", start=start, critical=False, intensity=NEVER_GIVE_UP)
