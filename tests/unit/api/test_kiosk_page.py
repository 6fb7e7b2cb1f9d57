"""The calls of the kiosk page besides sessions."""

import json
import re
from pathlib import Path

from actors.config import Settings
from api.routes.pages import FOLDER
from store.domain.policy import Policy
from tests.unit.api.serving import serving

TIMERS = FOLDER / "timers.js"


async def test_settings_carry_timers_languages_and_an_empty_theme(tmp_path: Path) -> None:
    async with serving(tmp_path, kiosk_timers={"qr": 90.0}, languages=("uz", "ru")) as served:
        answer = await served.http.get("/kiosk.json", params={"kiosk": "hall"})

    given = answer.json()
    assert given["timers"] == {"qr": 90.0}
    assert [each["code"] for each in given["languages"]] == ["uz", "ru"]
    assert given["theme"] == {"colors": {}, "event": None, "logo": None, "background": None}
    assert given["kiosk"] == {"id": "hall"}
    assert given["version"]


def test_the_page_and_the_settings_know_the_same_timers() -> None:
    table = TIMERS.read_text("utf-8").split("export const TIMERS = {")[1].split("\n};")[0]
    names = re.findall(r"^  (\w+): \{", table, re.MULTILINE)

    fields = Settings.model_fields
    served = [name[6:-4] for name in fields if name.startswith("kiosk_") and name.endswith("_sec")]
    assert sorted(names) == sorted(served)


async def test_theme_pictures_are_served_by_name_and_nothing_else_is(tmp_path: Path) -> None:
    (tmp_path / "theme").mkdir()
    (tmp_path / "theme" / "logo.svg").write_text("<svg/>")
    (tmp_path / "theme" / "notes.png").write_text("private")
    (tmp_path / "theme" / "theme.json").write_text(json.dumps({"logo": "logo.svg"}))
    async with serving(tmp_path) as served:
        theme = (await served.http.get("/kiosk.json")).json()["theme"]
        logo = await served.http.get(theme["logo"])
        others = [
            await served.http.get(f"/kiosk/theme/{name}")
            for name in ("notes.png", "theme.json", "..%2fstickerbooth.db")
        ]

    assert logo.content == b"<svg/>"
    assert logo.headers["content-type"] == "image/svg+xml"
    assert "default-src 'none'" in logo.headers["content-security-policy"]
    assert [answer.status_code for answer in others] == [404] * 3


async def test_samples_are_the_made_stickers(tmp_path: Path) -> None:
    made = tmp_path / "made"
    made.mkdir()
    (made / "1.webp").write_bytes(b"sticker")
    (made / "notes.txt").write_bytes(b"no")
    async with serving(tmp_path / "data", samples=made) as served:
        samples = (await served.http.get("/kiosk.json")).json()["samples"]
        sticker = await served.http.get(samples[0])

    assert samples == ["/kiosk/sample/1.webp"]
    assert sticker.content == b"sticker"


async def test_without_samples_the_outfits_stand_in(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        samples = (await served.http.get("/kiosk.json")).json()["samples"]
        outfits = (await served.http.get("/templates")).json()

    assert samples == [outfit["preview_url"] for outfit in outfits][:6]


async def test_the_version_changes_with_the_theme(tmp_path: Path) -> None:
    versions = set()
    for event in ("One", "Two"):
        folder = tmp_path / event / "theme"
        folder.mkdir(parents=True)
        (folder / "theme.json").write_text(json.dumps({"event": event}))
        async with serving(tmp_path / event) as served:
            now = (await served.http.get("/kiosk/now")).json()
            versions.add(now["version"])

    assert len(versions) == 2


async def test_an_open_door_tells_the_wait(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        fresh = (await served.http.get("/kiosk/now")).json()
        token = await served.ready_for_photo()
        job = (await served.send_photo(token)).json()["job"]["id"]
        await served.deliver(job, 40)
        known = (await served.http.get("/kiosk/now")).json()

    assert (fresh["open"], fresh["wait_sec"], fresh["ahead"]) == (True, None, 0)
    assert (known["open"], known["wait_sec"]) == (True, 40)


async def test_a_pause_shows_before_the_tap_in_the_operators_words(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        await served.pause("Обед до двух")
        now = (await served.http.get("/kiosk/now")).json()

    assert (now["open"], now["reason"], now["text"]) == (False, "maintenance", "Обед до двух")


async def test_a_queue_beyond_the_deadline_closes_the_door(tmp_path: Path) -> None:
    async with serving(tmp_path, Policy(job_deadline=10_000), job_deadline=30.0) as served:
        token = await served.ready_for_photo()
        job = (await served.send_photo(token)).json()["job"]["id"]
        await served.deliver(job, 40)
        now = (await served.http.get("/kiosk/now")).json()
        tapped = await served.http.post("/session")

    assert (now["open"], now["reason"], now["wait_sec"]) == (False, "unavailable", 40)
    assert tapped.status_code == 503


async def test_a_bot_without_a_name_closes_the_door(tmp_path: Path) -> None:
    async with serving(tmp_path, with_bot=False) as served:
        now = (await served.http.get("/kiosk/now")).json()

    assert (now["open"], now["reason"]) == (False, "unavailable")


async def test_the_door_needs_the_key_and_the_settings_do_not(tmp_path: Path) -> None:
    async with serving(tmp_path, kiosk_key="sesame") as served:
        shut = await served.http.get("/kiosk/now")
        right = await served.http.get("/kiosk/now", headers={"X-Kiosk-Key": "sesame"})
        settings = await served.http.get("/kiosk.json")

    assert (shut.status_code, right.status_code, settings.status_code) == (401, 200, 200)
