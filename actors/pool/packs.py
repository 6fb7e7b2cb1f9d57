"""Making a sticker set exactly once, whatever the network does.

The name is a pure function of the job, so a repetition asks for the same set. After an unknown
outcome, or when the name is taken, the server is asked what it holds: our set counts as made, a
short one is filled up, a foreign one moves us to the next name. The job is read again before the
first creation, so a job that was failed meanwhile gets no set. Rules and texts: the facts under
"Creating a set exactly once" (tdlib/telegram-bot-api, Bot API reference).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import structlog
import trio

from actors.pool import patience
from actors.pool.outcome import Again, Hopeless, Lost
from store import messages as m
from store import queries
from store.client import Store
from store.domain.ids import pack_name
from store.domain.records import Job, StoredSticker
from store.domain.status import JobStatus
from store.domain.texts import bot as texts
from telegram.botapi.client import BotApi
from telegram.botapi.errors import ErrorKind, Failed, NotSent, Ok, Unknown
from telegram.botapi.media import StickerSet
from telegram.botapi.sending import InputSticker

log = structlog.get_logger("pool")

LOOKS = 6
LOOK_PAUSE = 5.0
"""How often, and how many seconds apart, a set of unknown fate is looked for."""
STUCK_ROUNDS = 3
"""Rounds of "occupied" and "missing" together after which the name is given up."""
SAFE_EMOJI = "🙂"
"""In every server's table (Bot API facts, emoji_list)."""

PERMANENT = frozenset({ErrorKind.BLOCKED, ErrorKind.NAME_INVALID, ErrorKind.BAD_REQUEST})


@dataclass(frozen=True, slots=True)
class Holder:
    """Who makes the set: the handles, and the owner that must still hold the job."""

    store: Store
    api: BotApi
    bot_username: str
    owner: str


class _Taken(Exception):
    """The name belongs to a set that is not ours."""


async def make_set(
    holder: Holder, job: Job, stickers: Sequence[StoredSticker]
) -> str | Again | Hopeless | Lost:
    """Make the job's set of uploaded stickers; returns its name or how it failed."""
    wanted = [InputSticker(sticker.file_id, (sticker.emoji,)) for sticker in stickers]
    current = job
    while True:
        if not await still_ours(holder, job):
            return Lost()
        name = pack_name(job.id, current.generation, holder.bot_username, current.name_clashes)
        try:
            return await _under(holder, job, name, wanted)
        except _Taken:
            log.warning("pack.name_taken", job=job.id, clashes=current.name_clashes)
            moved = await holder.store.ask(m.RecordClash(job.id, holder.owner))
            if moved is None:
                return Lost()
            current = moved


async def still_ours(holder: Holder, job: Job) -> bool:
    """Read the job again: whether it is still processed by us."""
    present = await holder.store.read(queries.job, job.id)
    return (
        present is not None
        and present.status is JobStatus.PROCESSING
        and present.owner == holder.owner
    )


async def _under(  # noqa: C901 - one case an answer
    holder: Holder, job: Job, name: str, wanted: list[InputSticker]
) -> str | Again | Hopeless:
    """Make the set under one name; raises `_Taken` when somebody else has it."""
    title = texts.PACK_TITLE.of(job.language)
    failures = stuck = 0
    while True:
        made = await holder.api.create_new_sticker_set(job.telegram_user_id, name, title, wanted)
        failures += 1
        match made:
            case Ok():
                return name
            case NotSent():
                await patience.wait(failures)
            case Unknown():
                if await _found(holder, job, name, title, wanted):
                    return name
            case Failed(kind=ErrorKind.NAME_OCCUPIED):
                if await _found(holder, job, name, title, wanted):
                    return name
                stuck += 1
                if stuck >= STUCK_ROUNDS:
                    raise _Taken
            case Failed(kind=ErrorKind.EMOJI_BAD) if wanted[0].emoji_list != (SAFE_EMOJI,):
                wanted = [InputSticker(sticker.file_id, (SAFE_EMOJI,)) for sticker in wanted]
            case Failed(kind=kind, retry_after=retry_after) if kind in patience.PASSING:
                await patience.wait(failures, retry_after)
            case Failed(kind=kind) if kind in PERMANENT:
                return Hopeless(f"the sticker set was refused: {kind}")
            case Failed(kind=kind):
                return Again(f"the sticker set was refused: {kind}")


async def _found(
    holder: Holder, job: Job, name: str, title: str, wanted: list[InputSticker]
) -> bool:
    """Look for the set; complete it when it is ours and short. False when there is none."""
    for look in range(LOOKS):
        if look:
            await trio.sleep(LOOK_PAUSE)
        seen = await patience.repeat(lambda: holder.api.get_sticker_set(name))
        if isinstance(seen, Failed):
            continue
        if not _is_ours(seen.value, title, len(wanted)):
            raise _Taken
        for sticker in wanted[len(seen.value.stickers) :]:
            await _add(holder, job, name, sticker)
        return True
    return False


def _is_ours(found: StickerSet, title: str, count: int) -> bool:
    return found.title == title and len(found.stickers) <= count


async def _add(holder: Holder, job: Job, name: str, sticker: InputSticker) -> None:
    """Add a missing sticker; a repetition with the same file changes nothing."""
    user = job.telegram_user_id
    await patience.repeat(lambda: holder.api.add_sticker_to_set(user, name, sticker))
