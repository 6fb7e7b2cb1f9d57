"""The tablet's calls: every success and every refusal, over real HTTP."""

import json
from pathlib import Path

import httpx
import pytest
import trio

from api.ports import Rejected
from store import messages as m
from store.domain.conditions import REFUSES_GUESTS
from store.domain.policy import Policy
from store.domain.records import Outfit
from tests.unit.api.serving import BOT, Served, serving

PROBLEM = "application/problem+json"
VIEW = {
    "token",
    "status",
    "notice",
    "closed_reason",
    "template_id",
    "deep_link",
    "qr_url",
    "created_at",
    "job",
}


def assert_problem(answer: httpx.Response, status: int, code: str) -> None:
    document = answer.json()
    assert (answer.status_code, document["code"]) == (status, code), answer.text
    assert answer.headers["content-type"] == PROBLEM
    assert document["status"] == status
    assert document["title"]
    assert document["detail"]
    assert answer.headers["x-request-id"]


async def test_starting_makes_a_session_with_its_deep_link(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        answer = await served.http.post("/session", json={"kiosk_id": "hall"})

    view = answer.json()
    assert answer.status_code == 201
    assert set(view) == VIEW
    assert view["status"] == "idle"
    assert view["job"] is None
    assert view["deep_link"] == f"https://t.me/{BOT}?start={view['token']}"
    assert view["qr_url"] == f"/session/{view['token']}/qr.svg"


async def test_a_session_may_be_started_without_a_body(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        answer = await served.http.post("/session")

    assert answer.status_code == 201


async def test_starting_is_refused_while_paused_in_the_operators_words(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        await served.pause("Вернёмся в 15:00")

        answer = await served.http.post("/session")

    assert_problem(answer, 503, "maintenance")
    assert answer.json()["operator_text"] == answer.json()["detail"] == "Вернёмся в 15:00"


@pytest.mark.parametrize("condition", sorted(REFUSES_GUESTS))
async def test_starting_is_refused_while_nothing_could_be_delivered(
    tmp_path: Path, condition: str
) -> None:
    async with serving(tmp_path) as served:
        served.conditions.set(condition, "because")
        refused = await served.http.post("/session")
        served.conditions.clear(condition)
        welcome = await served.http.post("/session")

    assert_problem(refused, 503, "unavailable")
    assert welcome.status_code == 201


async def test_starting_is_refused_before_the_bot_is_known(tmp_path: Path) -> None:
    async with serving(tmp_path, with_bot=False) as served:
        answer = await served.http.post("/session")

    assert_problem(answer, 503, "unavailable")


async def test_starting_is_refused_when_the_queue_is_longer_than_the_deadline(
    tmp_path: Path,
) -> None:
    async with serving(
        tmp_path, Policy(pack_limit=9), worker_slots=1, job_deadline=150.0
    ) as served:
        first = await served.running.job(guest=1)
        served.running.clock.advance(1)
        await served.running.job(guest=2)
        without_history = await served.http.post("/session")
        await served.deliver(first.id, seconds=99.0)
        refused = await served.http.post("/session")

    assert without_history.status_code == 201
    assert_problem(refused, 503, "unavailable")
    assert refused.json()["expected_wait_sec"] == 200


async def test_an_address_may_start_only_so_many_sessions_a_minute(tmp_path: Path) -> None:
    async with serving(tmp_path, session_rate_per_min=2) as served:
        for _ in range(2):
            assert (await served.http.post("/session")).status_code == 201
        refused = await served.http.post("/session")
        served.running.clock.advance(60)
        welcome = await served.http.post("/session")

    assert_problem(refused, 429, "rate_limited")
    assert 1 <= int(refused.headers["retry-after"]) <= 60
    assert welcome.status_code == 201


@pytest.mark.parametrize(
    "body", [b"{", b"[]", b'"x"', b'{"kiosk_id": 5}', b'{"kiosk_id": "\\ud800"}', b"[" * 9000]
)
async def test_a_malformed_body_is_invalid(tmp_path: Path, body: bytes) -> None:
    async with serving(tmp_path) as served:
        answer = await served.http.post("/session", content=body)

    assert_problem(answer, 400, "invalid")


async def test_a_body_larger_than_it_can_be_is_invalid(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        answer = await served.http.post("/session", content=b" " * 100_000)

    assert_problem(answer, 400, "invalid")


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", ""),
        ("GET", "/events"),
        ("GET", "/qr.svg"),
        ("POST", "/template"),
        ("POST", "/photo"),
        ("POST", "/expire"),
    ],
)
async def test_an_unknown_session_is_not_found(tmp_path: Path, method: str, path: str) -> None:
    async with serving(tmp_path) as served:
        body = {"template_id": "chapan"} if path == "/template" else None
        answer = await served.http.request(method, f"/session/nobody{path}", json=body)

    assert_problem(answer, 404, "not_found")


async def test_the_qr_code_is_a_picture(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        token = await served.running.session()
        answer = await served.http.get(f"/session/{token}/qr.svg")

    assert answer.headers["content-type"] == "image/svg+xml"
    assert b"<svg" in answer.content
    assert b"<path" in answer.content


async def test_outfits_come_in_order_and_in_the_language_asked_for(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        english = await served.http.get("/templates", params={"lang": "en-GB"})
        unknown = await served.http.get("/templates", params={"lang": "xx"})

    assert [outfit["id"] for outfit in english.json()] == ["chapan", "astronaut"]
    assert english.json()[1] == {
        "id": "astronaut",
        "title": "Astronaut",
        "preview_url": "/templates/astronaut/preview?v=astronaut",
    }
    assert unknown.json()[1]["title"] == "Космонавт"


async def test_an_outfits_picture_is_shown_and_need_not_be_sent_twice(tmp_path: Path) -> None:
    picture = tmp_path / "chapan.webp"
    picture.write_bytes(b"picture")

    def where(outfit: Outfit) -> Path:
        return tmp_path / f"{outfit.folder}.webp"

    async with serving(tmp_path, preview=where) as served:
        first = await served.http.get("/templates/chapan/preview")
        again = await served.http.get(
            "/templates/chapan/preview", headers={"If-None-Match": first.headers["etag"]}
        )
        missing = await served.http.get("/templates/astronaut/preview")
        unknown = await served.http.get("/templates/nothing/preview")

    assert (first.content, first.headers["content-type"]) == (b"picture", "image/webp")
    assert again.status_code == 304
    assert_problem(missing, 404, "not_found")
    assert_problem(unknown, 404, "not_found")


async def test_choosing_an_outfit_moves_the_session_on(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        token = await served.running.consented()
        url = f"/session/{token}/template"
        answer = await served.http.post(url, json={"template_id": "chapan"})
        changed = await served.http.post(url, json={"template_id": "astronaut"})

    assert answer.status_code == 200
    assert answer.json()["status"] == "template_chosen"
    assert changed.json()["template_id"] == "astronaut"


@pytest.mark.parametrize("template", ["nothing", "../x", "\ud800", "a\0b"])
async def test_an_unknown_outfit_cannot_be_chosen(tmp_path: Path, template: str) -> None:
    async with serving(tmp_path) as served:
        token = await served.running.consented()
        answer = await served.http.post(
            f"/session/{token}/template", content=json.dumps({"template_id": template})
        )
        after = await served.http.get(f"/session/{token}")

    assert_problem(answer, 404, "unknown_template")
    assert after.json()["status"] == "consented"


async def test_an_outfit_cannot_be_chosen_before_consent(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        token = await served.running.session()
        answer = await served.http.post(
            f"/session/{token}/template", json={"template_id": "chapan"}
        )

    assert_problem(answer, 409, "wrong_status")


async def test_an_outfit_cannot_be_chosen_while_paused(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        token = await served.running.consented()
        await served.pause("")
        answer = await served.http.post(
            f"/session/{token}/template", json={"template_id": "chapan"}
        )

    assert_problem(answer, 503, "maintenance")


async def test_the_pack_limit_at_the_choice_closes_the_session(tmp_path: Path) -> None:
    async with serving(tmp_path, Policy(pack_limit=1)) as served:
        token = await served.running.consented(guest=5)
        await served.running.job(guest=5)
        answer = await served.http.post(
            f"/session/{token}/template", json={"template_id": "chapan"}
        )
        after = await served.http.get(f"/session/{token}")

    assert_problem(answer, 409, "pack_limit")
    assert answer.json()["notice"] == "pack_in_progress"
    assert (after.json()["status"], after.json()["notice"]) == ("expired", "pack_in_progress")


async def test_the_tablet_gives_a_session_up_and_may_repeat_it(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        token = await served.running.session()
        first = await served.http.post(f"/session/{token}/expire?reason=qr_timeout")
        again = await served.http.post(f"/session/{token}/expire?reason=cancel")

    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json()["status"] == "expired"
    assert again.json()["closed_reason"] == "qr_timeout"


@pytest.mark.parametrize("query", ["", "?reason=", "?reason=nonsense", "?reason=%00%ff"])
async def test_an_unknown_reason_counts_as_a_reset(tmp_path: Path, query: str) -> None:
    async with serving(tmp_path) as served:
        token = await served.running.session()
        answer = await served.http.post(f"/session/{token}/expire{query}")

    assert answer.json()["closed_reason"] == "kiosk_reset"


async def test_a_session_with_its_photo_taken_cannot_be_given_up(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        job = await served.running.job()
        answer = await served.http.post(f"/session/{job.session_token}/expire?reason=cancel")

    assert_problem(answer, 409, "wrong_status")


async def test_the_job_is_shown_with_its_place_in_line_and_its_progress(tmp_path: Path) -> None:
    async with serving(tmp_path, Policy(pack_limit=9), worker_slots=1) as served:
        jobs = []
        for guest in range(3):
            jobs.append(await served.running.job(guest=guest))
            served.running.clock.advance(1)
        await served.deliver(jobs[0].id, seconds=57.0)
        await served.running.store.ask(m.ClaimJob("slot-1", served.running.clock.now()))
        await served.running.store.ask(m.RecordSticker(jobs[1].id, "slot-1", 0, "file", "🙂"))
        served.running.clock.advance(20)
        making, waiting, done = [
            (await served.http.get(f"/session/{job.session_token}")).json()["job"]
            for job in (jobs[1], jobs[2], jobs[0])
        ]

    assert making == {
        "id": jobs[1].id,
        "status": "processing",
        "queue_position": None,
        "eta_sec": 0,
        "stickers_done": 1,
        "stickers_total": 10,
    }
    assert (waiting["queue_position"], waiting["eta_sec"]) == (1, 120)
    assert (done["status"], done["eta_sec"]) == ("done", None)


async def test_kiosk_calls_need_the_key_when_one_is_set(tmp_path: Path) -> None:
    async with serving(tmp_path, kiosk_key="sesame") as served:
        token = await served.running.session()
        calls = [
            ("GET", "/templates"),
            ("POST", "/session"),
            ("GET", f"/session/{token}"),
            ("GET", f"/session/{token}/events"),
            ("GET", f"/session/{token}/qr.svg"),
            ("POST", f"/session/{token}/template"),
            ("POST", f"/session/{token}/photo"),
            ("POST", f"/session/{token}/expire"),
        ]
        for method, path in calls:
            for key in (None, b"wrong", "сезам".encode()):
                headers = {b"X-Kiosk-Key": key} if key else {}
                answer = await served.http.request(method, path, headers=headers)
                assert_problem(answer, 401, "unauthorized")
        right = await served.http.post("/session", headers={"X-Kiosk-Key": "sesame"})

    assert right.status_code == 201


async def test_the_page_and_its_files_need_no_key(tmp_path: Path) -> None:
    async with serving(tmp_path, kiosk_key="sesame") as served:
        answers = [
            await served.http.get(path)
            for path in ("/", "/kiosk/main.js", "/texts.json", "/health/live", "/openapi.json")
        ]

    assert [answer.status_code for answer in answers] == [200] * 5


async def test_a_stopped_store_is_told_as_such(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        token = await served.running.session()
        stop_store(served)
        starting = await served.http.post("/session")
        expiring = await served.http.post(f"/session/{token}/expire")

    assert_problem(starting, 503, "unavailable")
    assert_problem(expiring, 503, "store_down")


def stop_store(served: Served) -> None:
    served.running.store._ref._mailbox.close()


async def test_rejections_of_the_inspector_keep_their_codes(tmp_path: Path) -> None:
    expected = {
        "too_large": 413,
        "unsupported_image": 415,
        "bad_photo": 422,
    }
    async with serving(tmp_path) as served:
        token = await served.ready_for_photo()
        for code, status in expected.items():
            served.inspector.verdict = Rejected(code, "blurred" if code == "bad_photo" else None)
            answer = await served.send_photo(token)
            assert_problem(answer, status, code)
            assert answer.json().get("reason") == ("blurred" if status == 422 else None)
        with trio.fail_after(5):
            after = await served.http.get(f"/session/{token}")

    assert after.json()["status"] == "template_chosen"
    assert served.files() == []
