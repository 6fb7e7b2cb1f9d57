"""Hostile and broken uploads are refused as the client's fault and cost the guest nothing."""

import io
import json
import os
from pathlib import Path

import pytest
import trio
from PIL import Image

from tests.support.booth import booth_on
from tests.support.sandbox_process import ROOT, SandboxProcess
from tests.system.closing_time import ONCE, audit
from tests.system.visitor import PHOTO, Visitor, visitor

PHOTOS = Path(os.environ.get("STICKERBOOTH_PHOTOS", ROOT.parent / "shared" / "photos"))
VARIANTS = PHOTOS / "variants"


def picture(mode: str, size: tuple[int, int], colour: object, form: str) -> bytes:
    content = io.BytesIO()
    Image.new(mode, size, colour).save(content, form)  # type: ignore[arg-type]
    return content.getvalue()


GOOD = PHOTO.read_bytes()
CRAFTED = {
    "empty": (b"", 415),
    "one byte": (b"x", 415),
    "no picture": (b"<html><script>alert(1)</script></html>" * 50, 415),
    "postscript": (b"%!PS-Adobe-3.0\n/showpage quit\n" * 50, 415),
    "header only": (GOOD[:200], 415),
    "huge": (b"\xff\xd8\xff\xe0" + bytes(21 * 1024 * 1024), 413),
    "too many pixels": (picture("1", (9000, 9000), 1, "PNG"), 413),
    "nobody": (picture("RGB", (800, 800), "white", "PNG"), 422),
    "black": (picture("RGB", (800, 800), "black", "JPEG"), 422),
    "tiny": (picture("RGB", (1, 1), "white", "PNG"), 422),
}


EXPECTED = {"reject", "noface", "ok_warn", "either"}
"""What the list of awkward photos calls those that are refused, or may be."""
GOOD_ALL_THE_SAME = {"face_small_in_corner.jpg"}


async def test_a_refused_photo_leaves_the_session_and_a_good_one_follows(
    sandbox: SandboxProcess, tmp_path: Path
) -> None:
    async with booth_on(tmp_path, sandbox) as booth:
        guest = await visitor(booth, sandbox)
        await guest.lead_to("template_chosen")
        for name, (content, status) in CRAFTED.items():
            answer = await guest.upload(content, key=name)
            assert answer.status_code == status, (name, answer.text)
            assert answer.headers["content-type"] == "application/problem+json"
            assert (await guest.view())["status"] == "template_chosen"
        await _malformed(guest)
        assert list((booth.data / "photos").iterdir()) == []

        await guest.walk()
        assert await audit(booth, sandbox, [guest], links=ONCE) == []


async def _malformed(guest: Visitor) -> None:
    """Send bodies that are no upload of a photo."""
    path = f"/session/{guest.token}/photo"
    form = {"Content-Type": "multipart/form-data; boundary=b"}
    for body, headers in (
        (b"", {}),
        (b"{}", {"Content-Type": "application/json"}),
        (b"--b\r\n", form),
        (b'--b\r\nContent-Disposition: form-data; name="other"\r\n\r\nx\r\n--b--\r\n', form),
        (GOOD, {"Content-Type": "multipart/form-data"}),
    ):
        answer = await guest.ask("POST", path, content=body, headers=headers)
        assert 400 <= answer.status_code < 500, answer.text
    nameless = await guest.ask("POST", path, files={"photo": ("../../x", b"x", "image/jpeg")})
    assert nameless.status_code == 415


async def test_a_client_that_goes_away_in_the_middle_leaves_no_file(
    sandbox: SandboxProcess, tmp_path: Path
) -> None:
    async with booth_on(tmp_path, sandbox) as booth:
        guest = await visitor(booth, sandbox)
        await guest.lead_to("template_chosen")
        host, _, port = booth.url.removeprefix("http://").rpartition(":")
        stream = await trio.open_tcp_stream(host, int(port))
        head = (
            f"POST /session/{guest.token}/photo HTTP/1.1\r\nHost: {host}\r\n"
            "Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 900000\r\n\r\n"
            '--b\r\nContent-Disposition: form-data; name="photo"; filename="p.jpg"\r\n\r\n'
        )
        await stream.send_all(head.encode() + GOOD)
        await trio.aclose_forcefully(stream)

        await guest.until_photo()
        await guest.until_outcome()
        assert await audit(booth, sandbox, [guest], links=ONCE) == []
        left = {path.name for path in (booth.data / "photos").iterdir()}
        assert not [name for name in left if name.startswith("incoming-")]


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.skipif(not VARIANTS.is_dir(), reason="the folder of awkward photos is not here")
async def test_every_awkward_photo_is_answered_as_its_list_says(
    sandbox: SandboxProcess, tmp_path: Path
) -> None:
    listed = json.loads((VARIANTS / "manifest.json").read_text("utf-8"))
    wrong: list[str] = []
    async with booth_on(tmp_path, sandbox) as booth:
        guest = await visitor(booth, sandbox)
        await guest.lead_to("template_chosen")
        for entry in listed:
            if entry["expect"] not in EXPECTED or entry["file"] in GOOD_ALL_THE_SAME:
                continue
            photo = (VARIANTS / entry["file"]).read_bytes()
            answer = await guest.upload(photo, key=entry["file"])
            if answer.status_code == 202:
                if entry["expect"] != "either":
                    wrong.append(f"{entry['file']}: accepted")
                guest = await visitor(booth, sandbox)
                await guest.lead_to("template_chosen")
            elif not 400 <= answer.status_code < 500:
                wrong.append(f"{entry['file']}: {answer.status_code}")
    assert wrong == []
