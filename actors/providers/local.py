"""The embedded renderer: cut-out, outfit and captions, without any service and without cost."""

from pathlib import Path
from weakref import WeakValueDictionary

import trio

from actors.imaging import studio
from actors.imaging.intake import IntakeFault
from actors.imaging.outfit import OutfitFault
from actors.providers.base import Order, PictureOrder, TryAgain
from actors.providers.results import Finished, Refused, Transient
from actors.providers.workers import Workers

PREPARED = "guest.json"


class LocalArtist:
    """Renders in worker processes; two positions may be rendered at the same time."""

    name = "local"

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._cutting: WeakValueDictionary[Path, trio.Lock] = WeakValueDictionary()

    async def draw(self, picture: PictureOrder) -> Finished | Refused | Transient:
        """Render one position to a file in the working folder."""
        order = picture.order
        target = order.work / f"sticker-{picture.position}.webp"
        try:
            await self._cut_out(order)
            sticker = await self._workers.run(
                studio.render,
                str(order.work),
                str(order.outfit),
                picture.position,
                order.language,
                str(target),
                writes=(target,),
            )
        except TryAgain as error:
            return Transient(str(error))
        except IntakeFault:
            return Refused("the photo cannot be read")
        except OutfitFault:
            return Refused("the outfit cannot be read")
        return Finished(Path(sticker.path), sticker.emoji)

    async def aclose(self) -> None:
        """Nothing is open."""
        await trio.lowlevel.checkpoint()

    async def _cut_out(self, order: Order) -> None:
        """Cut the guest out of the photo into the working folder, once for all positions."""
        lock = self._cutting.setdefault(order.work, trio.Lock())
        async with lock:
            if not (order.work / PREPARED).is_file():
                await self._workers.run(studio.prepare, str(order.photo), str(order.work))
