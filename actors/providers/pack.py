"""The pictures of one order in the making: drawn in turn, judged, drawn again, filled.

One pack is one object with one anchor, one budget of remakes and the fingerprints of what it has.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from math import inf
from pathlib import Path

import structlog
import trio

from actors.imaging import finishing
from actors.imaging.finishing import Finish, Plans, Spoiled
from actors.imaging.judging import Fault as Flaw
from actors.providers import prompts
from actors.providers.appearance import Appearance
from actors.providers.base import (
    Artist,
    Cause,
    Failing,
    Ground,
    NobodyLeft,
    Order,
    PaidArtist,
    Picture,
    PictureOrder,
    Reference,
    RenderMode,
)
from actors.providers.books import Books
from actors.providers.prompts import Words
from actors.providers.results import (
    Drawn,
    Failure,
    Fault,
    Finished,
    Refused,
    Transient,
    Unknown,
    verdict_of,
)
from actors.providers.workers import Workers
from supervisor.clock import parse_iso

log = structlog.get_logger("providers")

FILL_SHARE = 0.6
"""Share of the delivery deadline after which the local renderer fills what is missing."""
REMAKES, PACK_REMAKES = 2, 4
"""How often a bad picture is drawn again, for one position and for a whole pack."""
REPEATS = 1
"""Repetitions of a call that failed in passing or whose outcome is unknown."""
REPEAT_PAUSE = 1.0
ROUNDS = 3
"""How often the whole chain is gone through for one picture."""
LONGEST_WAIT = 60.0
"""Seconds that a picture waits for a provider to be callable again."""
PASSING = frozenset({Cause.RATE, Cause.TRANSIENT, Cause.UNKNOWN})
"""Causes that pass by themselves, soon."""
LASTING = frozenset({Cause.NO_FUNDS, Cause.AUTH, Cause.MODEL_GONE})
"""Causes that last until a person mends them: with nobody else left, the next call is a probe."""
ANCHOR = "anchor.png"


@dataclass(frozen=True, slots=True)
class Kit:
    """What all packs share: the providers of this booth, and `local` where the operator put it.

    `before` are asked before the local renderer and `after` when it failed; without `local` all
    are `before`. `deadline` is the delivery deadline in seconds.
    """

    workers: Workers
    books: Books
    before: tuple[PaidArtist, ...] = ()
    local: Artist | None = None
    after: tuple[PaidArtist, ...] = ()
    deadline: float = 900.0

    def until_fill(self, order: Order) -> float:
        """Seconds left for paid pictures before the local renderer fills; infinite without it."""
        if self.local is None:
            return inf
        begun = parse_iso(order.created_at)
        fill_at = begun + timedelta(seconds=FILL_SHARE * self.deadline)
        return (fill_at - self.books.clock.now()).total_seconds()


@dataclass(slots=True)
class PackInHand:
    """The pictures of one order in the making."""

    kit: Kit
    order: Order
    plans: Plans | None = None
    photo: Reference | None = None
    looks: Appearance = field(default_factory=Appearance)
    anchor: Reference | None = None
    _remakes: int = 0
    _marks: list[int] = field(default_factory=list)
    _first: trio.Lock = field(default_factory=trio.Lock)
    _tried: bool = False

    async def make(self, position: int) -> Picture:
        """Make one sticker; raises `NobodyLeft` or another `ProviderError`."""
        kit = self.kit
        failing: dict[str, Failing] = {}
        if kit.before:
            within = max(0.0, kit.until_fill(self.order))
            with trio.move_on_after(within) as scope:
                picture = await self._first_alone(position, kit.before, failing)
                if picture is not None:
                    return picture
            if scope.cancelled_caught:
                log.info("pack.filled_locally", job=self.order.job, position=position)
        if kit.local is not None:
            picture = await self._locally(kit.local, position, failing)
            if picture is not None:
                return picture
        if kit.after:
            picture = await self._in_turn(position, kit.after, failing)
            if picture is not None:
                return picture
        if all(one.cause in LASTING for one in failing.values()):
            kit.books.pardon()
        raise NobodyLeft(tuple(failing.values()))

    async def _locally(
        self, local: Artist, position: int, failing: dict[str, Failing]
    ) -> Picture | None:
        result = await local.draw(PictureOrder(self.order, position))
        if isinstance(result, Finished):
            paid = bool(self.kit.before)
            mode = RenderMode.COMPOSITE_FALLBACK if paid else RenderMode.COMPOSITE
            return Picture(result.path, result.emoji, local.name, mode)
        if isinstance(result, Failure):
            failing[local.name] = Failing(local.name, Cause(verdict_of(result)), result.reason)
        return None

    async def _first_alone(
        self, position: int, artists: Sequence[PaidArtist], failing: dict[str, Failing]
    ) -> Picture | None:
        """Hold all others back until one picture is there or was tried."""
        if self.anchor is None and not self._tried:
            async with self._first:
                if self.anchor is None and not self._tried:
                    try:
                        return await self._in_turn(position, artists, failing)
                    finally:
                        self._tried = True
        return await self._in_turn(position, artists, failing)

    async def _in_turn(
        self, position: int, artists: Sequence[PaidArtist], failing: dict[str, Failing]
    ) -> Picture | None:
        """Go through the artists; wait for one that can be called again soon, and go again."""
        drawing = _Drawing(self, position, failing, alone=len(artists) == 1)
        for turn in range(ROUNDS):
            for artist in artists:
                picture = await drawing.by(artist)
                if picture is not None:
                    return picture
            if turn + 1 == ROUNDS or not await self._waited(artists, failing):
                break
        return drawing.second_best(keep_any=self.kit.local is None)

    async def _waited(self, artists: Sequence[PaidArtist], failing: dict[str, Failing]) -> bool:
        """Wait for the first artist that is away for a short time only; False when none is."""
        books = self.kit.books
        now = books.clock.monotonic()
        passing = [artist for artist in artists if failing[artist.name].cause in PASSING]
        pauses = [
            max(0.0, until - now)
            for artist in passing
            if (until := books.breaker(artist.name).until) is not None
        ]
        if not pauses or min(pauses) > LONGEST_WAIT:
            return False
        await trio.sleep(min(pauses))
        return True

    def may_remake(self) -> bool:
        """Take one of the pack's remakes; False when they are used up."""
        if self._remakes >= PACK_REMAKES:
            return False
        self._remakes += 1
        return True

    async def finished(
        self, artist: PaidArtist, position: int, drawn: Drawn
    ) -> finishing.Sticker | Spoiled:
        """Cut out, judge and finish what was drawn."""
        target, anchor = self.target(position), self.order.work / ANCHOR
        wanted = Finish(
            folder=str(self.order.outfit),
            position=position,
            language=self.order.language,
            key=prompts.COLOURS[self._key] if artist.ground is Ground.KEY else None,
            others=list(self._marks),
            target=str(target),
            anchor=str(anchor) if self.anchor is None else None,
        )
        return await self.kit.workers.run(
            finishing.finish, drawn.content, wanted, writes=(target, anchor)
        )

    async def accepted(self, position: int, artist: str, made: finishing.Sticker) -> Picture:
        """Count a sticker as made; the first good one becomes the anchor."""
        self._marks.append(made.fingerprint)
        if self.anchor is None:
            self.anchor = await anchor_of(self.order)
        return Picture(self.target(position), made.emoji, artist, RenderMode.FIGURE)

    def target(self, position: int) -> Path:
        """The file of a position's sticker."""
        return self.order.work / f"sticker-{position}.webp"

    def asked(self, artist: PaidArtist, position: int, *, gentle: bool) -> PictureOrder:
        """Return the order of one picture for one artist."""
        assert self.plans is not None
        assert self.photo is not None
        words = Words(
            appearance=self.looks,
            outfit=prompts.outfit_words(self.plans.id, self.plans.title),
            pose=self.plans.poses[position],
            ground=artist.ground,
            key=self._key,
            anchored=self.anchor is not None,
            gentle=gentle,
        )
        shown = (self.photo,) if self.anchor is None else (self.photo, self.anchor)
        return PictureOrder(self.order, position, prompts.prompt(words), shown)

    @property
    def _key(self) -> str:
        assert self.plans is not None
        return prompts.key_for(self.plans.colours)


@dataclass(slots=True)
class _Drawing:
    """One position on its way through the chain."""

    pack: PackInHand
    position: int
    failing: dict[str, Failing]
    alone: bool
    _gentle: bool = False
    _refused: set[str] = field(default_factory=set)
    _spoilt: set[str] = field(default_factory=set)
    _usable: tuple[str, finishing.Sticker] | None = None

    async def by(self, artist: PaidArtist) -> Picture | None:
        """Have one artist try; None when it made no good picture, `failing` says why."""
        repeats = remakes = 0
        books = self.pack.kit.books
        while artist.name not in self._refused | self._spoilt:
            if not books.allows(artist.name):
                self.failing[artist.name] = books.standing(artist.name)
                return None
            asked = self.pack.asked(artist, self.position, gentle=self._gentle)
            entry = await books.draw(artist, asked)
            if isinstance(entry, Failing):
                self.failing[artist.name] = entry
                return None
            match entry.result:
                case Drawn() as drawn:
                    picture = await self._judged(artist, entry.call, drawn)
                    if picture is not None:
                        return picture
                    if remakes >= REMAKES or not self.pack.may_remake():
                        self._spoilt.add(artist.name)
                    remakes += 1
                case Finished():
                    raise TypeError("a paid artist draws, it does not finish")
                case failure:
                    again = self._failed(artist.name, failure, repeated=repeats >= REPEATS)
                    if not again:
                        return None
                    repeats += 1
                    await trio.sleep(REPEAT_PAUSE)
        return None

    def second_best(self, *, keep_any: bool) -> Picture | None:
        """Return a usable picture that is not good: any, or one that is merely like another."""
        if self._usable is None:
            return None
        artist, made = self._usable
        if not (keep_any or made.fault is Flaw.DUPLICATE):
            return None
        return Picture(self.pack.target(self.position), made.emoji, artist, RenderMode.FIGURE)

    async def _judged(self, artist: PaidArtist, call: int, drawn: Drawn) -> Picture | None:
        made = await self.pack.finished(artist, self.position, drawn)
        flaw = made.fault
        await self.pack.kit.books.judge(call, flaw or "good")
        if flaw is not None:
            self.failing[artist.name] = Failing(artist.name, Cause.SPOILED, flaw)
            if not isinstance(made, Spoiled):
                self._usable = (artist.name, made)
            return None
        assert not isinstance(made, Spoiled)
        return await self.pack.accepted(self.position, artist.name, made)

    def _failed(self, artist: str, failure: Fault, *, repeated: bool) -> bool:
        """Write down why; whether the same artist is asked once more.

        After a refusal the next one is asked in gentler words, or the only one is, once.
        """
        cause = Cause(verdict_of(failure))
        self.failing[artist] = Failing(artist, cause, failure.reason)
        match failure:
            case Refused():
                again = self.alone and not self._gentle
                if not again:
                    self._refused.add(artist)
                self._gentle = True
                return again
            case Transient() | Unknown():
                return not repeated
            case _:
                return False


async def anchor_of(order: Order) -> Reference | None:
    """Return the first accepted sticker, also of an earlier attempt."""
    path = trio.Path(order.work / ANCHOR)
    if not await path.is_file():
        return None
    return Reference(await path.read_bytes(), "image/png")
