"""Art of an operator becomes an outfit; trouble on the way is no verdict, and nothing is lost."""

import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
import trio
from PIL import Image, ImageDraw
from trio.testing import MockClock

from actors import drafts
from actors.handles import Folder
from actors.imaging import own_art, studio
from actors.providers.base import TryAgain
from actors.providers.workers import Workers
from store import draft_queries
from store import messages as m
from store.domain import outfit_drafts
from store.domain.ids import GuestId
from store.domain.outfit_drafts import ArtFile, OutfitDraft, Stage
from store.events import OUTBOX
from store.steps import DropDraft, PublishDraft, Step, StoreData, WantDraft
from supervisor.child import ChildContext
from tests.support.pool import Kit, kit
from tests.support.steps import Caught

LONG = 1000.0
DRAFT = OutfitDraft(
    outfit=None,
    titles={"ru": "Пират", "uz": "Qaroqchi", "en": "Pirate"},
    art=None,
    front=None,
    colour="red",
    chat=900,
    language="ru",
)


def costume(size: int = 900) -> bytes:
    """Return a picture of a costume on a transparent background."""
    picture = Image.new("RGBA", (size, size))
    draw = ImageDraw.Draw(picture)
    draw.rectangle((size * 0.4, size * 0.1, size * 0.6, size * 0.3), fill="#aa2233")
    draw.ellipse((size * 0.1, size * 0.25, size * 0.9, size * 1.2), fill="#aa2233")
    content = io.BytesIO()
    picture.save(content, "PNG")
    return content.getvalue()


class Hands(Workers):
    """Worker processes that write what the studio would; the pictures are its own business.

    `troubles` are raised first, one a call of `make_outfit`.
    """

    def __init__(self, *troubles: Exception, verdict: studio.ArtRejected | None = None) -> None:
        super().__init__(1)
        self.troubles = list(troubles)
        self.verdict = verdict
        self.hold = trio.Event()
        self.hold.set()
        self.begun = trio.Event()

    async def run(  # type: ignore[override]
        self, work: Any, *args: Any, within: float = 60.0
    ) -> Any:
        """Write a file where the studio would write several."""
        self.begun.set()
        await self.hold.wait()
        if work is studio.sample_sticker:
            Path(args[4]).write_bytes(b"sample")
            return None
        if self.troubles:
            raise self.troubles.pop(0)
        assert Path(args[0]).read_bytes()
        if self.verdict:
            return self.verdict
        Path(args[2]).mkdir(exist_ok=True)
        (Path(args[2]) / "preview.png").write_bytes(b"preview")
        return studio.ArtAccepted(900, 900)


@dataclass
class Bench:
    """A kit with drafts, and the actor on demand."""

    kit: Kit
    nursery: trio.Nursery
    updates: int = 5000

    async def step(self, step: Step) -> None:
        """Have a step carried out."""
        self.updates += 1
        store, now = self.kit.running.store, self.kit.running.clock.now()
        await store.ask(m.StoreUpdates(((self.updates, "{}"),), self.updates + 1, now))
        assert await store.ask(m.FinishUpdate(self.updates, (step,), now))

    async def art(self, content: bytes | None = None) -> ArtFile:
        """Send a costume to the bot as a file."""
        data = costume() if content is None else content
        message = await self.kit.guest.send_document(data, name="art.png", mime="image/png")
        return ArtFile(message.content["document"]["file_id"], len(data))

    async def wanted(self, draft: OutfitDraft | None = None) -> int:
        """Keep a draft and want its art."""
        chosen = draft or replace(DRAFT, art=await self.art())
        rows = Caught()
        data = outfit_drafts.to_data(chosen)
        await self.step(StoreData(GuestId(900), data, rows))
        await self.step(WantDraft(rows[0]))
        return rows[0]

    async def draft(self, row: int) -> OutfitDraft | None:
        """Read a draft."""
        return await self.kit.running.store.read(draft_queries.draft, row)

    async def settled(self, row: int) -> OutfitDraft:
        """Wait for the end of a draft."""
        with self.kit.running.store.hub.listen(OUTBOX) as hint, trio.fail_after(LONG):
            while (found := await self.draft(row)) is None or found.stage is Stage.WANTED:
                await hint.wait(5.0)
            return found

    def start(self, workers: Workers | None = None) -> ChildContext:
        """Start the actor."""
        spec = drafts.child(
            store=self.kit.running.store,
            api=self.kit.api,
            clock=self.kit.running.clock,
            files=self.kit.files,
            workers=workers or Hands(),
        )
        context = ChildContext("drafts")
        self.nursery.start_soon(spec.start, context)
        return context

    def folders(self) -> list[str]:
        """Names of what lies under the outfits."""
        return sorted(path.name for path in self.kit.files.outfits.iterdir())


@asynccontextmanager
async def bench(folder: Path) -> AsyncIterator[Bench]:
    async with kit(folder) as made, trio.open_nursery() as nursery:
        yield Bench(made, nursery)
        nursery.cancel_scope.cancel()


async def test_art_becomes_a_folder_with_a_sample_that_its_owner_is_shown(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        row = await b.wanted()
        b.start(Workers(1))

        made = await b.settled(row)

        folder = b.kit.files.outfits / f"own-{row}-1"
        assert (made.stage, made.code) == (Stage.READY, None)
        assert made.sample == f"own-{row}-1/sample.webp"
        with Image.open(b.kit.files.outfits / made.sample) as sample:
            assert (sample.format, max(sample.size)) == ("WEBP", 512)
        assert b.folders() == [folder.name]


async def test_the_preview_of_a_published_outfit_is_found_by_its_folder(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        row = await b.wanted()
        b.start()
        made = await b.settled(row)
        await b.step(PublishDraft(row, GuestId(900)))

        assert made.folder is not None
        preview = Folder(b.kit.files.outfits, {})(made.folder) / "preview.png"
        assert preview.is_file()


async def test_a_ring_has_a_draft_made_without_waiting_for_the_next_look(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        context = b.start()
        await context.wait_ready()
        row = await b.wanted()

        assert (await b.settled(row)).stage is Stage.READY


@pytest.mark.parametrize(
    ("verdict", "code"),
    [
        (studio.ArtRejected("not_transparent"), "not_transparent"),
        (studio.ArtRejected("other_size", front=True), "front:other_size"),
    ],
)
async def test_what_the_check_refuses_is_refused_with_its_code(
    tmp_path: Path, verdict: studio.ArtRejected, code: str
) -> None:
    async with bench(tmp_path) as b:
        art = await b.art()
        row = await b.wanted(replace(DRAFT, art=art, front=art))
        b.start(Hands(verdict=verdict))

        refused = await b.settled(row)

        assert (refused.stage, refused.code) == (Stage.REFUSED, code)
        assert b.folders() == []


@pytest.mark.parametrize("art", [ArtFile("no-such-file", 5), ArtFile("big", 21 * 2**20)])
async def test_a_file_that_is_gone_or_too_big_is_refused(tmp_path: Path, art: ArtFile) -> None:
    async with bench(tmp_path) as b:
        row = await b.wanted(replace(DRAFT, art=art))
        b.start()

        assert (await b.settled(row)).code == "download_failed"


@pytest.mark.parametrize(
    ("code", "text"), [(502, "Bad Gateway"), (500, "x"), (401, "Unauthorized")]
)
async def test_trouble_on_the_way_is_tried_again_until_it_works(
    tmp_path: Path, patient_clock: MockClock, code: int, text: str
) -> None:
    async with bench(tmp_path) as b:
        row = await b.wanted()
        b.kit.sandbox.faults.answer_error("getFile", code, text, times=6)
        b.start()

        assert (await b.settled(row)).stage is Stage.READY


async def test_a_full_disk_is_no_verdict(tmp_path: Path, patient_clock: MockClock) -> None:
    async with bench(tmp_path) as b:
        row = await b.wanted()
        b.start(Hands(*(OSError(28, "No space left") for _ in range(5))))

        assert (await b.settled(row)).stage is Stage.READY


@pytest.mark.parametrize("error", [TryAgain("a worker process died"), LookupError("ours")])
async def test_a_picture_that_harms_is_refused_in_the_end_and_holds_up_nobody(
    tmp_path: Path, patient_clock: MockClock, error: Exception
) -> None:
    async with bench(tmp_path) as b:
        bad = await b.wanted()
        b.start(Hands(*[error] * drafts.MOST_HARMS))

        assert (await b.settled(bad)).code == "failed"
        good = await b.wanted()
        assert (await b.settled(good)).stage is Stage.READY


async def test_a_picture_that_harmed_less_often_is_made_after_all(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    async with bench(tmp_path) as b:
        row = await b.wanted()
        b.start(Hands(*[TryAgain("died")] * (drafts.MOST_HARMS - 1)))

        assert (await b.settled(row)).stage is Stage.READY


async def test_what_a_stop_interrupts_is_made_by_the_next_incarnation(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        row = await b.wanted()
        slow = Hands()
        slow.hold = trio.Event()
        context = b.start(slow)
        await slow.begun.wait()
        context.request_stop()
        (b.kit.files.outfits / f"own-{row}-1").mkdir()  # of a process that was killed
        (b.kit.files.outfits / f"making-{row}").mkdir(exist_ok=True)

        b.start()

        assert (await b.settled(row)).stage is Stage.READY
        assert b.folders() == [f"own-{row}-1"]


async def test_a_draft_dropped_while_it_is_made_is_not_shown(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        row = await b.wanted()
        slow = Hands()
        slow.hold = trio.Event()
        b.start(slow)
        await slow.begun.wait()
        await b.step(DropDraft(row))
        slow.hold.set()
        other = await b.wanted()
        await b.settled(other)

        said = await b.kit.running.store.read(
            lambda c: c.execute("SELECT dedupe_key FROM outbox WHERE kind = 'draft'").fetchall()
        )
        assert {key.split(":")[1] for (key,) in said} == {str(other)}


def test_a_title_is_found_for_each_language_and_fits() -> None:
    draft = replace(DRAFT, outfit="chapan", titles={"uz": "x" * 100})
    wanted = draft_queries.WantedDraft(7, draft, draft.titles)

    titles = drafts._titles(wanted)

    assert titles == dict.fromkeys(("ru", "uz", "en"), "x" * own_art.TITLE_LIMIT)


def test_a_form_offers_the_colours_that_art_is_made_with() -> None:
    assert tuple(name for name, *_ in own_art.COLOURS) == outfit_drafts.COLOURS
