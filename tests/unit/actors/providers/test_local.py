"""The embedded renderer by the rows of the suite that apply: it asks nobody and costs nothing."""

import shutil
from pathlib import Path

import trio

from actors.imaging import assets
from actors.providers.base import Order, PictureOrder
from actors.providers.local import LocalArtist
from actors.providers.results import Finished, Refused, Transient
from actors.providers.workers import Workers
from tests.support.polling import until

PHOTO = Path(__file__).parents[4] / "actors" / "demo" / "astronaut.jpg"


def order(folder: Path, photo: bytes | None = None) -> Order:
    selfie = folder / "selfie.jpg"
    selfie.write_bytes(PHOTO.read_bytes() if photo is None else photo)
    outfit = folder / "chef"
    shutil.copytree(next(f for f in assets.outfit_folders() if f.name == "chef"), outfit)
    return Order("job-1", "slot", "2026-01-01", selfie, outfit, "ru", folder / "pack")


async def test_draws(tmp_path: Path) -> None:
    artist = LocalArtist(Workers(1))

    result = await artist.draw(PictureOrder(order(tmp_path), 1))

    assert isinstance(result, Finished)
    assert result.path.read_bytes()[:4] == b"RIFF"
    assert result.emoji == "👋"


async def test_refuses_a_photo_that_cannot_be_read(tmp_path: Path) -> None:
    result = await LocalArtist(Workers(1)).draw(PictureOrder(order(tmp_path, b"no photo"), 0))

    assert isinstance(result, Refused)


async def test_refuses_an_outfit_that_cannot_be_read(tmp_path: Path) -> None:
    wanted = order(tmp_path)
    (wanted.outfit / "outfit.json").write_text("{")

    result = await LocalArtist(Workers(1)).draw(PictureOrder(wanted, 0))

    assert isinstance(result, Refused)


async def test_a_worker_that_runs_out_of_memory_is_transient(tmp_path: Path) -> None:
    result = await LocalArtist(Workers(1, memory=1 << 24)).draw(PictureOrder(order(tmp_path), 0))

    assert isinstance(result, Transient)


async def test_positions_of_one_pack_share_one_cut_out(tmp_path: Path) -> None:
    artist, wanted = LocalArtist(Workers(2)), order(tmp_path)
    results = []

    async def draw(position: int) -> None:
        results.append(await artist.draw(PictureOrder(wanted, position)))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(draw, 0)
        nursery.start_soon(draw, 1)

    assert all(isinstance(result, Finished) for result in results)


async def test_a_cancelled_picture_leaves_nothing_half_written(tmp_path: Path) -> None:
    workers, wanted = Workers(1), order(tmp_path)
    half = wanted.work / ".sticker-0.webp.1.part"
    await workers.run(len, "a process is there")
    async with trio.open_nursery() as nursery:
        nursery.start_soon(LocalArtist(workers).draw, PictureOrder(wanted, 0))
        await until(lambda: (wanted.work / "guest.json").is_file(), 60)
        half.write_bytes(b"what the process had written")
        nursery.cancel_scope.cancel()

    assert not half.exists()
