"""Paid calls as they are made: in the books first, then the call, then how it ended.

A call that was cut off by a cancellation is settled as of unknown outcome, at its estimate. What
the breaker learns and what the log says of a call is decided here too, once for all providers.
"""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import structlog
import trio

from actors.providers.base import (
    Cause,
    Describer,
    Failing,
    NotOurs,
    Order,
    PaidArtist,
    PictureOrder,
    Reference,
)
from actors.providers.breaker import Breaker, Phase
from actors.providers.results import (
    DescribeResult,
    DrawResult,
    Failure,
    Finished,
    RateLimited,
    Usage,
    verdict_of,
)
from store import money_messages as mm
from store.client import Store
from store.domain.calls import CallKind, Verdict
from store.domain.ids import JobId
from store.errors import StoreError
from supervisor.clock import Clock
from supervisor.mailbox import ActorDown

log = structlog.get_logger("providers")

SETTLE_SECONDS = 2.0
"""What settling a cancelled call may take from the time of a stop."""

R = TypeVar("R", bound=DrawResult | DescribeResult)


@dataclass(frozen=True, slots=True)
class Entry(Generic[R]):
    """A call that was made: its number in the books, and how it ended."""

    call: int
    result: R


@dataclass(slots=True)
class Books:
    """The books of all providers, their breakers, and the ceiling of a job in dollars."""

    store: Store
    clock: Clock
    ceiling: float
    breakers: dict[str, Breaker] = field(default_factory=dict)

    def breaker(self, artist: str) -> Breaker:
        """Return the breaker of a provider."""
        return self.breakers.get(artist, Breaker())

    def allows(self, artist: str) -> bool:
        """Whether a provider may be called now."""
        return self.breaker(artist).allows(self.clock.monotonic())

    def standing(self, artist: str) -> Failing:
        """Return why a provider may not be called now."""
        breaker = self.breaker(artist)
        cause = Cause(breaker.cause) if breaker.cause else Cause.TRANSIENT
        return Failing(artist, cause, breaker.reason or "a probe is under way")

    def pardon(self) -> None:
        """Let the next call to each provider be a probe."""
        now = self.clock.monotonic()
        for name, breaker in self.breakers.items():
            self.breakers[name] = breaker.pardoned(now)

    async def draw(self, artist: PaidArtist, picture: PictureOrder) -> Entry[DrawResult] | Failing:
        """Have a picture drawn; `Failing` when the ceiling forbids the call."""
        return await self._made(
            artist,
            picture.order,
            (CallKind.DRAW, artist.model, picture.position),
            lambda call: artist.draw(_named(picture, self._naming(call))),
        )

    async def describe(
        self, artist: Describer, order: Order, photo: Reference, question: str
    ) -> Entry[DescribeResult] | Failing:
        """Have a guest described; `Failing` when the ceiling forbids the call."""
        return await self._made(
            artist,
            order,
            (CallKind.DESCRIBE, artist.looker, None),
            lambda _: artist.describe(photo, question),
        )

    async def judge(self, call: int, judged: str) -> None:
        """Keep what was thought of a picture."""
        await self.store.ask(mm.JudgeCall(call, judged))

    async def _made(
        self,
        artist: PaidArtist,
        order: Order,
        what: tuple[CallKind, str, int | None],
        make: Callable[[int], Awaitable[R]],
    ) -> Entry[R] | Failing:
        kind, model, position = what
        self._note(artist.name, self.breaker(artist.name).begun(self.clock.monotonic()))
        begun = await self.store.ask(
            mm.BeginCall(
                JobId(order.job), order.owner, artist.name, model, kind, position,
                artist.reserve(kind), self.ceiling, self.clock.now(),
            )
        )  # fmt: skip
        match begun:
            case mm.NotHeld():
                self._note(artist.name, self.breaker(artist.name).abandoned())
                raise NotOurs("the job is no longer ours")
            case mm.TooDear(spent):
                self._note(artist.name, self.breaker(artist.name).abandoned())
                return Failing(artist.name, Cause.TOO_DEAR, f"{spent:.2f} of {self.ceiling:.2f}")
            case mm.Begun(call) if self._is_open(artist.name):
                await self.store.ask(self._unmade(call))
                return self.standing(artist.name)
            case mm.Begun(call):
                return Entry(call, await self._settled(artist, kind, call, make))

    async def _settled(
        self,
        artist: PaidArtist,
        kind: CallKind,
        call: int,
        make: Callable[[int], Awaitable[R]],
    ) -> R:
        started = self.clock.monotonic()
        try:
            result = await make(call)
        except BaseException:
            self._note(artist.name, self.breaker(artist.name).abandoned())
            await self._cut_off(call, started)
            raise
        now = self.clock.monotonic()
        self._learn(artist.name, kind, result, now)
        settlement = self._settlement(call, result, now - started)
        await self.store.ask(settlement)
        log.info(
            "provider.call",
            provider=artist.name,
            kind=str(kind),
            verdict=str(settlement.verdict),
            seconds=round(settlement.seconds, 1),
            usd=settlement.usd,
            reason=settlement.reason,
        )
        return result

    def _learn(
        self, artist: str, kind: CallKind, result: DrawResult | DescribeResult, now: float
    ) -> None:
        """Tell the breaker; a look is made by another model and tells of the account only."""
        breaker, verdict = self.breaker(artist), verdict_of(result)
        if kind is CallKind.DESCRIBE and verdict is not Verdict.NO_FUNDS:
            self._note(artist, breaker.abandoned())
            return
        reason = result.reason if isinstance(result, Failure) else ""
        pause = result.retry_after if isinstance(result, RateLimited) else None
        self._note(artist, breaker.ended(verdict, now, reason=reason, retry_after=pause))

    def _note(self, artist: str, breaker: Breaker) -> None:
        self.breakers[artist] = breaker

    def _is_open(self, artist: str) -> bool:
        """Whether the breaker opened while the call was being written down."""
        return self.breaker(artist).phase(self.clock.monotonic()) is Phase.OPEN

    def _unmade(self, call: int) -> mm.SettleCall:
        now = self.clock.now()
        return mm.SettleCall(call, Verdict.TRANSIENT, 0.0, 0.0, now, reason="not made")

    async def _cut_off(self, call: int, started: float) -> None:
        seconds = self.clock.monotonic() - started
        with (
            trio.move_on_after(SETTLE_SECONDS, shield=True),
            suppress(StoreError, ActorDown, trio.TooSlowError),
        ):
            await self.store.ask(
                mm.SettleCall(
                    call, Verdict.UNKNOWN, None, seconds, self.clock.now(), reason="cut off"
                )
            )

    def _settlement(
        self, call: int, result: DrawResult | DescribeResult, seconds: float
    ) -> mm.SettleCall:
        usage = Usage(0.0) if isinstance(result, Finished) else result.usage
        return mm.SettleCall(
            call,
            verdict_of(result),
            usage.usd if usage else None,
            seconds,
            self.clock.now(),
            tokens_in=usage.tokens_in if usage else None,
            tokens_out=usage.tokens_out if usage else None,
            reason=result.reason if isinstance(result, Failure) else None,
            request_id=None if isinstance(result, Finished) else result.request_id,
        )

    def _naming(self, call: int) -> Callable[[str], Awaitable[None]]:
        async def name(request: str) -> None:
            await self.store.ask(mm.NameCall(call, request))

        return name


def _named(picture: PictureOrder, named: Callable[[str], Awaitable[None]]) -> PictureOrder:
    return PictureOrder(picture.order, picture.position, picture.prompt, picture.references, named)
