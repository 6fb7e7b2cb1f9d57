"""The embedded renderer: cut-out, outfit and captions, without any service and without cost."""

from pathlib import Path

from actors.imaging import studio
from actors.providers.base import Hopeless, Order, Picture
from actors.providers.workers import Workers


class LocalProvider:
    """Renders in worker processes; two positions may be rendered at the same time."""

    name = "local"
    render_mode = "composite"

    def __init__(self, workers: Workers) -> None:
        self._workers = workers

    async def prepare(self, order: Order) -> None:
        """Cut the guest out of the photo, into the working folder."""
        if not order.photo.is_file():
            raise Hopeless("the selfie is missing")
        if not (order.outfit / "outfit.json").is_file():
            raise Hopeless("the outfit is missing")
        order.work.mkdir(parents=True, exist_ok=True, mode=0o700)
        await self._workers.run(studio.prepare, str(order.photo), str(order.work))

    async def make(self, order: Order, position: int) -> Picture:
        """Render one position to a file in the working folder."""
        target = order.work / f"sticker-{position}.webp"
        sticker = await self._workers.run(
            studio.render,
            str(order.work),
            str(order.outfit),
            position,
            order.language,
            str(target),
        )
        return Picture(Path(sticker.path), sticker.emoji)

    async def sheet(self, pictures: tuple[Picture, ...], target: Path) -> None:
        """Lay the stickers out on one sheet."""
        paths = [str(picture.path) for picture in pictures]
        await self._workers.run(studio.contact_sheet, paths, str(target))
