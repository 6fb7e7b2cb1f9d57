"""The chain: who makes each picture of a pack, in the operator's order, until one has.

What stays true:
- A provider whose breaker is open is not called, and every wait and every loop is bounded: `make`
  ends with a picture or with `NobodyLeft`.
- Only bad pictures are drawn again, a bounded number for each position and for each pack.
- With `local` in the chain, what is not there after a share of the delivery deadline is rendered
  locally, and so is what nobody could draw or the ceiling forbids: that costs nothing.
- The first picture is drawn alone, so that it can be a reference for all others.
"""

from dataclasses import dataclass
from pathlib import Path

import trio

from actors.imaging import finishing, studio
from actors.imaging.outfit import OutfitFault
from actors.providers import appearance
from actors.providers.appearance import Appearance
from actors.providers.base import Describer, Failing, Hopeless, Order, Reference
from actors.providers.pack import REPEATS, Kit, PackInHand, anchor_of
from actors.providers.results import Described, Transient, Unknown
from store import money_messages as mm
from store import money_queries
from store.domain.ids import JobId

LOOK_SECONDS = 60.0
"""What looking at the guest may take in all."""


@dataclass(frozen=True, slots=True)
class Chain:
    """Makes packs with a kit; `describers` look at guests, in order."""

    kit: Kit
    describers: tuple[Describer, ...] = ()

    async def prepare(self, order: Order) -> PackInHand:
        """Read the outfit, look at the guest; raises `ProviderError`."""
        if not await trio.Path(order.photo).is_file():
            raise Hopeless("the selfie is missing")
        if not await trio.Path(order.outfit / "outfit.json").is_file():
            raise Hopeless("the outfit is missing")
        await trio.Path(order.work).mkdir(parents=True, exist_ok=True, mode=0o700)
        if not (self.kit.before or self.kit.after):
            return PackInHand(self.kit, order)
        try:
            plans = await self.kit.workers.run(finishing.plans, str(order.outfit))
        except OutfitFault as fault:
            raise Hopeless("the outfit cannot be read") from fault
        photo = Reference(await trio.Path(order.photo).read_bytes(), "image/jpeg")
        looks = await self._looks(order, photo)
        anchor = await anchor_of(order)
        return PackInHand(self.kit, order, plans, photo, looks, anchor)

    async def sheet(self, pictures: tuple[Path, ...], target: Path) -> None:
        """Lay the stickers out on one sheet."""
        paths = [str(path) for path in pictures]
        await self.kit.workers.run(studio.contact_sheet, paths, str(target))

    async def _looks(self, order: Order, photo: Reference) -> Appearance:
        """What the guest looks like: known from an earlier attempt, else looked at once."""
        known = await self.kit.books.store.read(money_queries.looks, order.job)
        if known is not None:
            return appearance.read(known) or Appearance()
        found = None
        with trio.move_on_after(max(0.0, min(LOOK_SECONDS, self.kit.until_fill(order)))):
            found = await self._looked_at(order, photo)
        looks = found or Appearance()
        if found is not None:
            kept = mm.KeepLooks(JobId(order.job), order.owner, looks.encode())
            await self.kit.books.store.ask(kept)
        return looks

    async def _looked_at(self, order: Order, photo: Reference) -> Appearance | None:
        """Ask the first provider that can and may; without an answer the looks stay unknown."""
        for describer in self.describers:
            if not self.kit.books.allows(describer.name):
                continue
            for _ in range(1 + REPEATS):
                entry = await self.kit.books.describe(describer, order, photo, appearance.QUESTION)
                if isinstance(entry, Failing):
                    break
                match entry.result:
                    case Described(text):
                        return appearance.read(text)
                    case Transient() | Unknown():
                        continue
                    case _:
                        break
            return None
        return None
