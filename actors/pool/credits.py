"""Who made a pack and how, from who made each of its stickers, also in earlier attempts."""

from collections import Counter
from collections.abc import Sequence

from actors.providers.base import RenderMode
from store.domain.records import StoredSticker

USUAL = "local"
"""Who made the stickers of versions that did not write it down."""


def credit(stickers: Sequence[StoredSticker]) -> tuple[str, str]:
    """Return the names for `provider_used`, the busiest first, and the word for `render_mode`.

    A pack is a `figure` or a `composite` only when all of it is; a mixture was filled.
    """
    made = Counter(sticker.provider or USUAL for sticker in stickers)
    modes = {sticker.render_mode or RenderMode.COMPOSITE for sticker in stickers}
    mode = modes.pop() if len(modes) == 1 else RenderMode.COMPOSITE_FALLBACK
    return ",".join(name for name, _ in made.most_common()), str(mode)
