"""Who gets in, how long they stay, and what a stranger learns."""

from pathlib import Path

import pytest

from api.panel.auth import HASHER, IDLE, LIFE
from api.panel.desk import COOKIE
from api.ports import PanelSettings
from tests.unit.api.panel.office import JSON, LOOKER, PASSWORD, office
from tests.unit.api.serving import serving

PAGES = ("/admin", "/admin/jobs", "/admin/jobs/x", "/admin/settings", "/admin/events")


@pytest.mark.parametrize("path", ["/admin", "/admin/login", "/admin/static/panel.css"])
async def test_without_a_password_there_is_no_panel(tmp_path: Path, path: str) -> None:
    async with serving(tmp_path) as served:
        answer = await served.http.get(path)
        entered = await served.http.post("/admin/login", data={"password": ""})

    assert (answer.status_code, entered.status_code) == (404, 404)


@pytest.mark.parametrize("path", PAGES)
async def test_a_page_leads_a_stranger_to_the_login(tmp_path: Path, path: str) -> None:
    async with office(tmp_path) as here, here.stranger() as http:
        answer = await http.get(path)

    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/admin/login")


@pytest.mark.parametrize("path", PAGES)
async def test_a_script_without_a_login_gets_401(tmp_path: Path, path: str) -> None:
    async with office(tmp_path) as here, here.stranger(**JSON) as http:
        looked = await http.get(path)
        pressed = await http.post("/admin/pause", data={"text": "x"})

    assert (looked.status_code, pressed.status_code) == (401, 401)
    assert looked.json()["code"] == "login_needed"


async def test_a_wrong_password_opens_nothing(tmp_path: Path) -> None:
    async with office(tmp_path) as here, here.stranger() as http:
        answer = await http.post("/admin/login", data={"password": "guess"})
        script = await http.post("/admin/login", data={"password": "guess"}, headers=JSON)

    assert (answer.status_code, script.status_code) == (401, 401)
    assert "set-cookie" not in answer.headers
    assert "guess" not in answer.text


async def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(tmp_path: Path) -> None:
    async with office(tmp_path) as here, here.stranger() as http:
        answer = await http.post("/admin/login", data={"password": PASSWORD})

    cookie = answer.headers["set-cookie"]
    assert answer.status_code == 303
    assert answer.headers["location"] == "/admin"
    assert {"HttpOnly", "SameSite=Strict", "Path=/admin"} <= set(cookie.split("; "))
    assert "Secure" not in cookie


async def test_behind_https_the_cookie_travels_by_https_alone(tmp_path: Path) -> None:
    async with (
        office(tmp_path, public_url="https://booth.example") as here,
        here.stranger() as http,
    ):
        answer = await http.post("/admin/login", data={"password": PASSWORD})

    assert "; Secure" in answer.headers["set-cookie"]


async def test_a_hash_stands_for_the_password(tmp_path: Path) -> None:
    panel = PanelSettings(password="not this", password_hash=HASHER.hash("but this"))
    async with serving(tmp_path, panel=panel) as served:
        by_hash = await served.http.post("/admin/login", data={"password": "but this"})
        by_word = await served.http.post("/admin/login", data={"password": "not this"})

    assert (by_hash.status_code, by_word.status_code) == (303, 401)


async def test_an_address_may_try_only_so_often(tmp_path: Path) -> None:
    async with office(tmp_path) as here, here.stranger() as http:
        tries = [
            (await http.post("/admin/login", data={"password": "guess"})).status_code
            for _ in range(10)
        ]
        right = await http.post("/admin/login", data={"password": PASSWORD})

    assert set(tries) == {401}
    assert right.status_code == 429
    assert int(right.headers["retry-after"]) > 0


async def test_right_passwords_are_not_limited(tmp_path: Path) -> None:
    async with office(tmp_path) as here, here.stranger() as http:
        right = [
            (await http.post("/admin/login", data={"password": PASSWORD})).status_code
            for _ in range(12)
        ]

    assert set(right) == {303}


async def test_a_login_ends_after_an_hour_without_a_sign_of_life(tmp_path: Path) -> None:
    async with office(tmp_path) as here, here.operator() as operator:
        here.served.running.clock.advance(IDLE - 1)
        alive = await operator.http.get("/admin/jobs")
        here.served.running.clock.advance(IDLE)
        over = await operator.http.get("/admin/jobs")

    assert (alive.status_code, over.status_code) == (200, 303)


async def test_what_a_page_asks_for_by_itself_is_no_sign_of_life(tmp_path: Path) -> None:
    async with office(tmp_path) as here, here.operator() as operator:
        here.served.running.clock.advance(IDLE - 1)
        await operator.http.get("/admin", headers={"X-By-Itself": "1"})
        here.served.running.clock.advance(1)
        over = await operator.http.get("/admin")

    assert over.status_code == 303


async def test_a_login_ends_twelve_hours_after_it_began(tmp_path: Path) -> None:
    async with office(tmp_path) as here, here.operator() as operator:
        for _ in range(int(LIFE // 1800) - 1):
            here.served.running.clock.advance(1800)
            assert (await operator.http.get("/admin/settings")).status_code == 200
        here.served.running.clock.advance(1800)
        over = await operator.http.get("/admin/settings")

    assert over.status_code == 303


async def test_a_logout_ends_the_login_for_whoever_kept_the_cookie(tmp_path: Path) -> None:
    async with office(tmp_path) as here, here.operator() as operator:
        kept = operator.http.cookies[COOKIE]
        left = await operator.http.post("/admin/logout", data={"csrf_token": operator.csrf})
        async with here.stranger() as thief:
            answer = await thief.get("/admin", headers={"Cookie": f"{COOKIE}={kept}"})

    assert (left.status_code, left.headers["location"]) == (303, "/admin/login")
    assert answer.status_code == 303


@pytest.mark.parametrize(
    ("wanted", "leads_to"),
    [
        ("/admin/jobs?status=failed", "/admin/jobs?status=failed"),
        ("https://evil.example/admin", "/admin"),
        ("//evil.example/admin", "/admin"),
        ("/admin//evil.example", "/admin"),
        ("/adminevil", "/admin"),
        ("/admin/\\evil", "/admin"),
        ("/admin\r\nX: y", "/admin"),
        ("/admin/login", "/admin"),
    ],
)
async def test_a_login_leads_on_to_pages_of_ours_only(
    tmp_path: Path, wanted: str, leads_to: str
) -> None:
    async with office(tmp_path) as here, here.stranger() as http:
        answer = await http.post("/admin/login", data={"password": PASSWORD, "next": wanted})

    assert answer.headers["location"] == leads_to


async def test_a_form_of_another_site_logs_nobody_in(tmp_path: Path) -> None:
    async with office(tmp_path) as here, here.stranger() as http:
        answer = await http.post(
            "/admin/login", data={"password": PASSWORD}, headers={"Sec-Fetch-Site": "cross-site"}
        )

    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers


async def test_a_script_is_given_the_token(tmp_path: Path) -> None:
    async with office(tmp_path) as here, here.stranger(**JSON) as http:
        entered = await http.post("/admin/login", data={"password": PASSWORD})
        paused = await http.post(
            "/admin/pause", headers={"X-CSRF-Token": entered.json()["csrf_token"]}
        )

    assert (entered.status_code, paused.status_code) == (200, 200)


async def test_the_log_says_who_logged_in(tmp_path: Path) -> None:
    async with office(tmp_path) as here, here.operator(who="  An\u0000na\n<b> ") as operator:
        page = await operator.page("/admin/actions")

    assert "panel:Anna&lt;b&gt;" in page


async def test_a_viewer_sees_pages_and_no_personal_data(tmp_path: Path) -> None:
    async with office(tmp_path) as here, here.operator(LOOKER) as viewer:
        job = await here.failed_job()
        page = await viewer.page(f"/admin/jobs/{job}")
        looked = await viewer.ask(f"/admin/jobs/{job}/look")
        photo = await viewer.http.get(f"/admin/jobs/{job}/photo")

    assert "your login shows figures only" in page
    assert (looked.status_code, photo.status_code) == (403, 403)


async def test_every_answer_forbids_what_comes_from_elsewhere(tmp_path: Path) -> None:
    async with office(tmp_path) as here, here.operator() as operator:
        answers = [await operator.http.get(path) for path in ("/admin", "/admin/jobs/none")]
        answers.append(await operator.http.get("/admin/static/live.js"))
        async with here.stranger() as http:
            answers.append(await http.get("/admin/login"))
            answers.append(await http.get("/admin"))

    for answer in answers:
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["x-frame-options"] == "DENY"
        assert answer.headers["x-content-type-options"] == "nosniff"
    assert {answer.headers["cache-control"] for answer in answers if answer.is_success} == {
        "no-store",
        "no-cache",
    }
