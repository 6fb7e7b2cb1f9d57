"""The photo check behind the kiosk's upload: intake and quality gate in a worker process.

A hostile photo can at worst end its process, which reads as an unsupported image. One check has
a deadline of its own, so a photo that keeps a decoder busy is refused and its process killed.
"""

from pathlib import Path

from actors.imaging import studio
from actors.providers.base import TryAgain
from actors.providers.workers import Workers
from api.ports import Accepted, Rejected

PATIENCE = 15.0
"""Seconds a check may take once it runs."""


class Inspector:
    """Checks photos in worker processes."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers

    async def inspect(self, source: Path, target: Path) -> Accepted | Rejected:
        """Check an upload and write the clean photo to `target` if it is accepted."""
        try:
            verdict = await self._workers.run(
                studio.accept_photo, str(source), str(target), within=PATIENCE
            )
        except TryAgain:
            return Rejected("unsupported_image", None)
        if isinstance(verdict, studio.Rejected):
            return Rejected(verdict.code, verdict.reason)
        return Accepted()
