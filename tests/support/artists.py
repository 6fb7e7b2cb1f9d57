"""Paid artists, books and workers of a test's own making: for what a chain does with them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import trio

from actors.imaging import finishing
from actors.imaging.finishing import Plans, Spoiled
from actors.imaging.judging import Fault
from actors.providers.base import Artist, Ground, Order, PictureOrder, Reference
from actors.providers.books import Books
from actors.providers.breaker import Phase
from actors.providers.pack import Kit, PackInHand
from actors.providers.results import Drawn, DrawResult, Finished, Usage
from actors.providers.workers import Workers
from store import money_messages as mm
from store.client import Store
from store.domain.calls import CallKind
from supervisor.clock import Clock, iso

PRICE = 0.1
DRAWN = Drawn(b"picture", Usage(PRICE))


class Ledger:
    """A store that only keeps the books: what was begun, settled and judged."""

    def __init__(self) -> None:
        self.begun: list[mm.BeginCall] = []
        self.settled: list[mm.SettleCall] = []
        self.judged: list[str] = []
        self.lost = False
        self.seconds = 0.0

    async def ask(self, command: Any) -> Any:
        """Answer a command as the store would, after `seconds`."""
        await trio.sleep(self.seconds)
        match command:
            case mm.BeginCall() if self.lost:
                return mm.NotHeld()
            case mm.BeginCall(reserve=reserve, ceiling=ceiling):
                spent = reserve * len(self.begun)
                if spent + reserve > ceiling + 1e-9:
                    return mm.TooDear(spent)
                self.begun.append(command)
                return mm.Begun(len(self.begun))
            case mm.SettleCall():
                self.settled.append(command)
            case mm.JudgeCall(judged=judged):
                self.judged.append(judged)
        return None


class Hands(Workers):
    """Workers that do nothing: a picture's bytes say what is wrong with it."""

    def __init__(self) -> None:
        super().__init__(1)

    async def run(  # type: ignore[override]
        self, work: Any, *args: Any, within: float = 0, writes: Iterable[Path] = ()
    ) -> Any:
        """Judge by the words in the picture."""
        await trio.lowlevel.checkpoint()
        assert work is finishing.finish
        word = args[0].decode()
        if word == "picture":
            return finishing.Sticker("😎", 1, None)
        fault = Fault(word)
        mild = fault in {Fault.CUT_EDGES, Fault.DUPLICATE}
        return finishing.Sticker("😎", 1, fault) if mild else Spoiled(fault)


@dataclass(slots=True)
class Sketcher:
    """A paid artist whose answers a test names; it refuses to be called when it may not be."""

    name: str
    answers: Callable[[int], DrawResult]
    books: Books
    seconds: float = 1.0
    model: str = "model"
    ground: Ground = Ground.ALPHA
    asked: list[PictureOrder] = field(default_factory=list)
    drawing: int = 0

    def reserve(self, kind: CallKind) -> float:
        """A price that is easy to count with."""
        return PRICE

    async def draw(self, picture: PictureOrder) -> DrawResult:
        """Answer after a while."""
        now = self.books.clock.monotonic()
        breaker = self.books.breaker(self.name)
        assert breaker.phase(now) is not Phase.OPEN, "an open provider was called"
        self.drawing += 1
        assert not breaker.probing or self.drawing == 1, "two probes at once"
        self.asked.append(picture)
        try:
            await trio.sleep(self.seconds)
            return self.answers(len(self.asked) - 1)
        finally:
            self.drawing -= 1

    async def aclose(self) -> None:
        """Nothing is open."""
        await trio.lowlevel.checkpoint()


@dataclass(slots=True)
class Neighbour:
    """A local renderer that always works, and counts."""

    name: str = "local"
    made: int = 0

    async def draw(self, picture: PictureOrder) -> DrawResult:
        """Finish at once."""
        await trio.lowlevel.checkpoint()
        self.made += 1
        return Finished(Path("sticker.webp"), "🙂")

    async def aclose(self) -> None:
        """Nothing is open."""
        await trio.lowlevel.checkpoint()


def books_of(ledger: Ledger, clock: Clock, ceiling: float = 1e9) -> Books:
    """Books over a ledger."""
    return Books(cast(Store, ledger), clock, ceiling)


def pack_of(
    folder: Path, books: Books, artists: tuple[Sketcher, ...], local: Artist | None = None
) -> PackInHand:
    """A pack that is about to be made, ten minutes before its deadline's end."""
    created = iso(books.clock.now())
    order = Order("job", "slot", created, folder, folder, "ru", folder)
    kit = Kit(Hands(), books, tuple(artists), local, deadline=600.0)
    plans = Plans("chef", "Chef", ((255, 0, 0), (200, 0, 0)), ("classic",) * 10)
    return PackInHand(kit, order, plans, Reference(b"selfie", "image/jpeg"))
