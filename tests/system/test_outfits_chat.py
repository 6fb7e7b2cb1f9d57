"""An operator's outfits, from a picture in the chat to a guest who wears it, on a real booth."""

import io
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from store.domain.texts import outfit_pages as pages
from store.domain.texts import outfits as texts
from store.domain.texts import talk
from tests.support.booth import Booth, booth_on
from tests.support.sandbox_process import SandboxProcess
from tests.system.chatter import Chatter
from tests.system.visitor import visitor

OPERATOR, COLLEAGUE = 2**33 + 1, 2**33 + 2


@pytest.fixture
async def booth(sandbox: SandboxProcess, tmp_path: Path) -> AsyncIterator[Booth]:
    """A booth with two operators."""
    for user, name in ((OPERATOR, "Олег"), (COLLEAGUE, "Пётр")):
        await sandbox.post("people", id=user, first_name=name)
        await sandbox.post("start", user=user, payload="")
    async with booth_on(tmp_path, sandbox, ADMIN_USER_IDS=f"{OPERATOR},{COLLEAGUE}") as running:
        yield running


def costume(colour: str = "#2a6fdb") -> bytes:
    """Draw a plain costume on a transparent background."""
    picture = Image.new("RGBA", (800, 800))
    draw = ImageDraw.Draw(picture)
    draw.polygon([(330, 220), (470, 220), (640, 330), (640, 790), (160, 790), (160, 330)], colour)
    draw.polygon([(360, 215), (440, 215), (400, 330)], "white")
    written = io.BytesIO()
    picture.save(written, "PNG")
    return written.getvalue()


async def describe(operator: Chatter) -> None:
    """Fill in the form of a new outfit up to its summary."""
    await operator.say("/outfits")
    await operator.press(pages.ADD.ru)
    await operator.reads("шаг 1")
    await operator.say("Синий <плащ>")
    await operator.reads("шаг 2")
    await operator.press(talk.SKIP.ru)
    await operator.reads("шаг 3")
    await operator.press(talk.SKIP.ru)
    await operator.reads("шаг 4")
    await operator.send_file(costume(), "cape.png")
    await operator.reads("шаг 5")
    await operator.press(talk.SKIP.ru)
    await operator.reads("шаг 6")
    await operator.press(pages.COLOURS["blue"].ru)
    await operator.reads(talk.CHECK.ru)


async def test_an_outfit_is_added_seen_as_a_sticker_published_and_worn(
    booth: Booth, sandbox: SandboxProcess
) -> None:
    operator = Chatter(sandbox, OPERATOR)
    await describe(operator)
    await operator.press(talk.CONFIRM.ru)
    await operator.reads("Готов")
    await operator.press(texts.PUBLISH.ru)
    await operator.reads("Синий <плащ>")

    assert any("sticker" in message for message in await operator.messages())
    async with booth.tablet() as http:
        offered = (await http.get("/templates")).json()
        new = next(each for each in offered if each["title"] == "Синий <плащ>")
        preview = await http.get(new["preview_url"])
        assert preview.status_code == 200
        assert preview.headers["content-type"] == "image/png"
    guest = await visitor(booth, sandbox)
    await guest.lead_to("consented")
    assert (await guest.choose(new["id"])).status_code == 200
    await guest.walk()
    assert booth.rows("SELECT template_id, status FROM jobs") == [
        {"template_id": new["id"], "status": "done"}
    ]


async def test_a_draft_survives_a_command_and_a_colleague_goes_on_with_it(
    booth: Booth, sandbox: SandboxProcess
) -> None:
    operator, colleague = Chatter(sandbox, OPERATOR), Chatter(sandbox, COLLEAGUE)
    await describe(operator)
    await operator.say("/help")
    link = await operator.reads("?start=")
    payload = link.split("?start=")[1].split()[0]

    await booth.kill9()
    await booth.start()
    await colleague.start(payload)
    await colleague.reads("Синий <плащ>")
    await colleague.press(pages.CONTINUE.ru)
    await colleague.reads(talk.CHECK.ru)
    await colleague.press(talk.CONFIRM.ru)
    await colleague.press(texts.PUBLISH.ru)
    await colleague.reads("теперь видят гости")

    titles = [row["titles"] for row in booth.rows("SELECT titles FROM templates")]
    assert any("Синий <плащ>" in title for title in titles)


async def test_art_that_cannot_be_used_is_refused_in_words_and_may_be_changed(
    booth: Booth, sandbox: SandboxProcess
) -> None:
    operator = Chatter(sandbox, OPERATOR)
    await describe(operator)
    await operator.press(talk.CHANGE.of("ru", label=pages.ART.ru))
    await operator.reads("шаг 4")
    await operator.send_file(b"%!PS-Adobe-3.0 EPSF-3.0", "cape.png")
    await operator.reads(talk.CHECK.ru)
    await operator.press(talk.CONFIRM.ru)
    await operator.reads("не получается прочитать")

    await operator.press(texts.EDIT.ru)
    await operator.reads(talk.CHECK.ru)
    await operator.press(talk.CHANGE.of("ru", label=pages.ART.ru))
    await operator.reads("шаг 4")
    await operator.send_file(costume(), "cape.png")
    await operator.reads(talk.CHECK.ru)
    await operator.press(talk.CONFIRM.ru)

    await operator.press(texts.PUBLISH.ru)
    await operator.reads("теперь видят гости")


async def test_outfits_are_retitled_moved_hidden_and_deleted(
    booth: Booth, sandbox: SandboxProcess
) -> None:
    operator = Chatter(sandbox, OPERATOR)
    async with booth.tablet() as http:
        before = (await http.get("/templates")).json()
        await operator.say("/outfits")
        await operator.press(before[1]["title"])
        await operator.press(pages.UP.ru)
        await operator.reads("1 из")
        await operator.press("✏️ RU")
        await operator.say("Другое имя")
        await operator.reads("Другое имя")
        await operator.say("/outfits")
        await operator.press(before[2]["title"])
        await operator.reads(f"RU: {before[2]['title']}")
        await operator.press(pages.HIDE.ru)
        await operator.reads(pages.HIDDEN.ru)
        await operator.say("/outfits")
        await operator.press(before[3]["title"])
        await operator.reads(f"RU: {before[3]['title']}")
        await operator.press(pages.DELETE.ru)
        await operator.answered(await operator.press(talk.YES.ru))
        await booth.kill9()
        await booth.start()

        after = [(each["id"], each["title"]) for each in (await http.get("/templates")).json()]

    wanted = [(before[1]["id"], "Другое имя")]
    kept = [each for place, each in enumerate(before) if place not in {1, 2, 3}]
    wanted += [(each["id"], each["title"]) for each in kept]
    assert after == wanted
