"""The photo call: one job per photo, nothing left behind, hostile bodies refused."""

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
import trio

from api.ports import PHOTO_BYTES, Rejected
from store.domain.policy import Policy
from tests.unit.api.serving import PHOTO, Served, serving
from tests.unit.api.test_kiosk import assert_problem

B = "multipart/form-data; boundary=b"


def part(head: bytes, content: bytes = PHOTO, end: bytes = b"\r\n--b--\r\n") -> bytes:
    return b"--b\r\nContent-Disposition: form-data; " + head + b"\r\n\r\n" + content + end


async def upload(
    served: Served, token: str, content: bytes | AsyncIterator[bytes], kind: str = B
) -> httpx.Response:
    return await served.http.post(
        f"/session/{token}/photo", content=content, headers={"Content-Type": kind}
    )


async def test_a_photo_becomes_a_job_and_its_clean_copy_is_kept(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        token = await served.ready_for_photo()
        answer = await served.send_photo(token)

    view = answer.json()
    assert answer.status_code == 202
    assert view["status"] == "photo_taken"
    assert view["job"]["status"] == "queued"
    assert served.inspector.seen == [PHOTO]
    assert served.files() == [f"{view['job']['id']}.jpg"]


async def test_a_repeat_with_the_same_key_answers_with_the_same_job_unread(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        token = await served.ready_for_photo()
        first = await served.send_photo(token, key="k1")
        again = await served.send_photo(token, content=b"anything", key="k1")

    assert (first.status_code, again.status_code) == (202, 202)
    assert again.json()["job"] == first.json()["job"]
    assert served.inspector.seen == [PHOTO]
    assert len(served.files()) == 1


async def test_parallel_uploads_with_one_key_make_one_job(tmp_path: Path) -> None:
    answers: list[httpx.Response] = []
    async with serving(tmp_path) as served:
        token = await served.ready_for_photo()
        served.inspector.waits = True

        async def send() -> None:
            answers.append(await served.send_photo(token, key="k1"))

        async with trio.open_nursery() as nursery:
            nursery.start_soon(send)
            await served.inspector.begun.wait()
            nursery.start_soon(send)
            while len(served.files()) < 2:  # noqa: ASYNC110 - the second upload has no event
                await trio.sleep(0.005)
            served.inspector.go_on.set()

    assert [answer.status_code for answer in answers] == [202, 202]
    assert answers[0].json()["job"]["id"] == answers[1].json()["job"]["id"]
    assert len(served.inspector.seen) == 1
    assert len(served.files()) == 1


async def test_a_second_photo_with_another_key_is_refused(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        token = await served.ready_for_photo()
        await served.send_photo(token, key="k1")
        other = await served.send_photo(token, key="k2")

    assert_problem(other, 409, "wrong_status")
    assert len(served.inspector.seen) == 1
    assert len(served.files()) == 1


@pytest.mark.parametrize("key", ["x" * 201, "\x80\x81"])
async def test_a_malformed_key_is_invalid(tmp_path: Path, key: str) -> None:
    async with serving(tmp_path) as served:
        token = await served.ready_for_photo()
        answer = await served.http.post(
            f"/session/{token}/photo", headers={b"Idempotency-Key": key.encode("latin-1")}
        )

    assert_problem(answer, 400, "invalid")


async def test_a_photo_at_the_wrong_step_is_refused_before_it_is_read(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        token = await served.running.consented()
        answer = await served.send_photo(token)

    assert_problem(answer, 409, "wrong_status")
    assert served.inspector.seen == []


async def test_a_photo_while_paused_is_refused_and_the_session_stays(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        token = await served.ready_for_photo()
        await served.pause("")
        answer = await served.send_photo(token)
        after = await served.http.get(f"/session/{token}")

    assert_problem(answer, 503, "maintenance")
    assert after.json()["status"] == "template_chosen"
    assert served.files() == []


async def test_the_pack_limit_at_the_photo_closes_the_session_and_keeps_nothing(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path, Policy(pack_limit=1)) as served:
        token = await served.ready_for_photo(guest=5)
        await served.running.job(guest=5)
        answer = await served.send_photo(token)
        after = await served.http.get(f"/session/{token}")

    assert_problem(answer, 409, "pack_limit")
    assert answer.json()["notice"] == "pack_in_progress"
    assert after.json()["status"] == "expired"
    assert served.files() == []


async def test_a_session_lost_during_inspection_leaves_no_orphan(tmp_path: Path) -> None:
    answers: list[httpx.Response] = []
    async with serving(tmp_path) as served:
        token = await served.ready_for_photo()
        served.inspector.waits = True

        async def send() -> None:
            answers.append(await served.send_photo(token))

        async with trio.open_nursery() as nursery:
            nursery.start_soon(send)
            await served.inspector.begun.wait()
            await served.http.post(f"/session/{token}/expire?reason=cancel")
            served.inspector.go_on.set()

    assert_problem(answers[0], 409, "wrong_status")
    assert served.files() == []


async def test_after_a_refused_photo_the_guest_may_try_again(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        token = await served.ready_for_photo()
        good = served.inspector.verdict
        served.inspector.verdict = Rejected("bad_photo", "no_person")
        refused = await served.send_photo(token, key="k1")
        served.inspector.verdict = good
        taken = await served.send_photo(token, key="k1")

    assert_problem(refused, 422, "bad_photo")
    assert refused.json()["reason"] == "no_person"
    assert taken.status_code == 202


async def test_a_fault_of_the_inspector_is_an_internal_error_without_detail(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path) as served:
        token = await served.ready_for_photo()
        served.inspector.verdict = RuntimeError("inner secret")
        answer = await served.send_photo(token)

    assert_problem(answer, 500, "internal")
    assert "secret" not in answer.text
    assert served.files() == []


async def test_a_photo_over_the_limit_is_too_large_by_its_announced_length(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        token = await served.ready_for_photo()
        answer = await served.send_photo(token, content=bytes(PHOTO_BYTES + 1))
        very = await served.send_photo(token, content=bytes(PHOTO_BYTES * 2))
        after = await served.send_photo(token)

    assert_problem(answer, 413, "too_large")
    assert_problem(very, 413, "too_large")
    assert after.status_code == 202
    assert len(served.files()) == 1


async def test_a_photo_of_just_the_limit_is_taken(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        token = await served.ready_for_photo()
        answer = await served.send_photo(token, content=bytes(PHOTO_BYTES))

    assert answer.status_code == 202


@pytest.mark.parametrize("field", [b'name="photo"; filename="a.jpg"', b'name="other"'])
async def test_an_oversize_chunked_body_is_too_large(tmp_path: Path, field: bytes) -> None:
    async def endless() -> AsyncIterator[bytes]:
        yield part(field, b"", b"")
        for _ in range(PHOTO_BYTES // 2**16 + 32):
            yield bytes(2**16)

    async with serving(tmp_path) as served:
        token = await served.ready_for_photo()
        answer = await upload(served, token, endless())

    assert_problem(answer, 413, "too_large")
    assert served.files() == []


PHOTO_FIELD = b'name="photo"; filename="a.jpg"'
HOSTILE = {
    "no boundary": ("multipart/form-data", part(PHOTO_FIELD)),
    "long boundary": ("multipart/form-data; boundary=" + "b" * 71, part(PHOTO_FIELD)),
    "another boundary": ("multipart/form-data; boundary=c", part(PHOTO_FIELD)),
    "nothing": (B, b""),
    "cut off": (B, part(PHOTO_FIELD, end=b"")),
    "cut in the head": (B, b"--b\r\nContent-Dispo"),
    "no disposition": (B, b"--b\r\nX: y\r\n\r\nz\r\n--b--\r\n"),
    "bytes for a name": (B, part(b'name="\xff\xfe"')),
    "a head without end": (B, b"--b\r\nContent-Disposition: form-data; " + b"a" * 600_000),
    "a preamble without end": (B, b"a" * 600_000),
    "many parts": (B, part(b'name="a"', b"x", b"\r\n") * 30 + part(PHOTO_FIELD)),
    "two photos": (B, part(PHOTO_FIELD, end=b"\r\n") + part(PHOTO_FIELD)),
    "no photo": (B, part(b'name="picture"; filename="a.jpg"')),
    "only the end": (B, b"--b--\r\n"),
}


@pytest.mark.parametrize("case", HOSTILE)
async def test_a_hostile_multipart_body_is_invalid_and_costs_nothing(
    tmp_path: Path, case: str
) -> None:
    kind, body = HOSTILE[case]
    async with serving(tmp_path) as served:
        token = await served.ready_for_photo()
        answer = await upload(served, token, body, kind)
        left = served.files()
        after = await served.send_photo(token)

    assert_problem(answer, 400, "invalid")
    assert left == []
    assert after.status_code == 202


@pytest.mark.parametrize("kind", ["image/jpeg", "application/json", "multipart/mixed; boundary=b"])
async def test_a_body_of_another_kind_is_no_image(tmp_path: Path, kind: str) -> None:
    async with serving(tmp_path) as served:
        token = await served.ready_for_photo()
        answer = await upload(served, token, part(PHOTO_FIELD), kind)

    assert_problem(answer, 415, "unsupported_image")


async def test_an_empty_photo_is_no_image(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        token = await served.ready_for_photo()
        answer = await served.send_photo(token, content=b"")

    assert_problem(answer, 415, "unsupported_image")


async def test_a_photo_in_pieces_that_split_its_boundary_arrives_whole(tmp_path: Path) -> None:
    content = PHOTO + b"\r\n--\r\n--x\r" + bytes(range(256)) + b"\r\n-"

    async def by_bytes() -> AsyncIterator[bytes]:
        for byte in part(b'name="note"', b"hello", b"\r\n") + part(PHOTO_FIELD, content):
            yield bytes([byte])

    async with serving(tmp_path) as served:
        token = await served.ready_for_photo()
        answer = await upload(served, token, by_bytes())

    assert answer.status_code == 202
    assert served.inspector.seen == [content]


async def test_a_client_that_vanishes_in_mid_upload_leaves_nothing(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        token = await served.ready_for_photo()
        head = (
            f"POST /session/{token}/photo HTTP/1.1\r\nHost: x\r\n"
            f"Content-Type: {B}\r\nContent-Length: 100000\r\n\r\n"
        )
        stream = await trio.open_tcp_stream("127.0.0.1", served.port)
        await stream.send_all(head.encode() + part(PHOTO_FIELD, bytes(5000), b""))
        with trio.fail_after(10):
            while not served.files():  # noqa: ASYNC110 - a file gives no event
                await trio.sleep(0.005)
            await stream.aclose()
            while served.files():  # noqa: ASYNC110 - a file gives no event
                await trio.sleep(0.005)
        after = await served.send_photo(token)

    assert after.status_code == 202
