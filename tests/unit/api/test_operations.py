"""Health, description and pages."""

import gzip
import json
from dataclasses import replace
from pathlib import Path

import pytest

from api.app import make_app
from api.ports import ApiSettings, Handles
from api.problems import DETAILS, KINDS, Code
from api.routes.pages import FOLDER, catalog, read_files
from api.sse import Streams
from store.domain.reasons import SENTENCES, Refusal
from store.domain.texts.text import LANGUAGES
from supervisor.lifecycle import ChildState
from tests.unit.api.serving import ready_tree, serving
from tests.unit.api.test_kiosk import assert_problem


async def test_live_answers(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        answer = await served.http.get("/health/live")

    assert answer.json() == {"status": "live"}


async def test_ready_shows_every_actor(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        answer = await served.http.get("/health/ready")

    assert answer.status_code == 200
    assert [(actor["path"], actor["state"]) for actor in answer.json()["actors"]] == [
        ("root/store", "ready")
    ]


@pytest.mark.parametrize(
    "condition", ["poller_conflict", "disk_full", "store_down", "telegram_unreachable"]
)
async def test_a_standing_condition_is_the_reason_for_not_being_ready(
    tmp_path: Path, condition: str
) -> None:
    async with serving(tmp_path) as served:
        served.conditions.set(condition, "for a test")
        answer = await served.http.get("/health/ready")

    assert_problem(answer, 503, "not_ready")
    assert answer.json()["reason"] == condition
    assert answer.json()["conditions"] == {condition: "for a test"}


async def test_a_stopping_tree_is_draining_and_takes_no_guests(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        served.tree = ready_tree(stopping=True)
        answer = await served.http.get("/health/ready")
        starting = await served.http.post("/session")

    assert_problem(answer, 503, "not_ready")
    assert answer.json()["reason"] == "draining"
    assert_problem(starting, 503, "unavailable")


async def test_a_tree_that_is_still_starting_is_not_ready(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        served.tree = ready_tree(booted=False)
        answer = await served.http.get("/health/ready")

    assert answer.json()["reason"] == "starting"


async def test_an_actor_that_is_down_is_named(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        down = replace(ready_tree().children[0], state=ChildState.BACKOFF)
        served.tree = ready_tree(children=(down,))
        answer = await served.http.get("/health/ready")

    assert_problem(answer, 503, "not_ready")
    assert answer.json()["reason"] == "actor_down"
    assert answer.json()["actors"][0]["state"] == "backoff"


async def test_a_database_that_cannot_be_read_is_store_down(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        served.running.store._readers.close()
        for path in tmp_path.glob("stickerbooth.db*"):
            path.rename(path.with_name("away-" + path.name))
        answer = await served.http.get("/health/ready")

    assert answer.json()["reason"] == "store_down"


async def test_unknown_paths_and_methods_are_problems(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        unknown = await served.http.get("/nothing")
        method = await served.http.delete("/session")
        slash = await served.http.get("/templates/")

    assert_problem(unknown, 404, "not_found")
    assert_problem(method, 405, "method_not_allowed")
    assert "POST" in method.headers["allow"]
    assert_problem(slash, 404, "not_found")


@pytest.mark.parametrize(
    ("given", "kept"), [("abc-123_X", True), ("a" * 65, False), ("a b", False), ("é", False)]
)
async def test_a_callers_request_id_is_kept_only_if_it_is_safe(
    tmp_path: Path, given: str, kept: bool
) -> None:
    async with serving(tmp_path) as served:
        headers = {b"X-Request-Id": given.encode("latin-1")}
        answer = await served.http.get("/health/live", headers=headers)

    assert (answer.headers["x-request-id"] == given) is kept
    assert answer.headers["x-request-id"]


async def test_the_description_has_every_route_and_all_its_codes(tmp_path: Path) -> None:
    async with serving(tmp_path, kiosk_key="k") as served:
        document = (await served.http.get("/openapi.json")).json()

    operations = {
        (method, path): operation
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    }
    photo = operations["post", "/session/{token}/photo"]["responses"]
    assert {"202", "400", "401", "404", "409", "413", "415", "422", "500", "503"} <= set(photo)
    assert photo["409"]["description"] == "wrong_status, pack_limit"
    assert operations["get", "/templates"]["security"] == [{"kiosk": []}]
    assert "security" not in operations["get", "/health/live"]
    used = set(json.dumps(document).split('"#/components/schemas/')[1:])
    names = {reference.split('"')[0] for reference in used}
    assert names <= set(document["components"]["schemas"])


async def test_every_registered_rule_is_described(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        described = set((await served.http.get("/openapi.json")).json()["paths"])
        handles = Handles(
            served.running.store,
            served.folder,
            served.inspector,
            served.conditions,
            ready_tree,
            served.running.clock,
            ApiSettings(public_url=served.url),
        )
        app = make_app(handles, Streams(served.running.store.hub))

    rules = {
        rule.rule.replace("<path:", "<").replace("<", "{").replace(">", "}")
        for rule in app.url_map.iter_rules()
    }
    assert rules == described


def test_every_refusal_and_code_has_its_row_and_its_sentence() -> None:
    assert set(KINDS) == {*Code, *Refusal}
    assert set(DETAILS) == set(Code)
    assert set(SENTENCES) == set(Refusal)


async def test_files_are_packed_for_who_unpacks_them(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        packed = await served.http.get("/kiosk/main.js", headers={"Accept-Encoding": "gzip"})
        plain = await served.http.get("/kiosk/main.js", headers={"Accept-Encoding": "identity"})
        nested = await served.http.get("/kiosk/screens/index.js")

    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.content == plain.content
    assert packed.headers["etag"] != plain.headers["etag"]
    assert nested.status_code == 200


async def test_the_page_names_all_its_modules(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        page = (await served.http.get("/")).text

    for path in FOLDER.rglob("*.js"):
        assert f'href="/kiosk/{path.relative_to(FOLDER).as_posix()}"' in page


def test_the_page_weighs_little() -> None:
    files = read_files()
    assert sum(len(gzip.compress(body)) for body in files.values()) < 100_000


async def test_pages_allow_nothing_from_elsewhere(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        answer = await served.http.get("/")
        again = await served.http.get("/", headers={"If-None-Match": answer.headers["etag"]})
        missing = await served.http.get("/kiosk/..%2fx")

    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-frame-options"] == "DENY"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert again.status_code == 304
    assert_problem(missing, 404, "not_found")


def test_the_page_brings_no_inline_script_and_names_no_other_host() -> None:
    for path in (path for path in FOLDER.rglob("*") if path.is_file()):
        text = path.read_text(encoding="utf-8")
        assert "http://" not in text.replace("http://www.w3.org/", "")
        assert "https://" not in text
        assert " onclick=" not in text
        assert " style=" not in text
        assert "<script>" not in text


@pytest.mark.parametrize("language", LANGUAGES)
async def test_texts_come_in_each_language(tmp_path: Path, language: str) -> None:
    async with serving(tmp_path) as served:
        answer = await served.http.get("/texts.json", params={"lang": language})

    assert answer.json()["language"] == language
    assert answer.json()["texts"] == catalog(language)
    assert answer.json()["texts"]["start"]


async def test_an_unknown_language_gets_the_default(tmp_path: Path) -> None:
    async with serving(tmp_path, languages=("uz", "ru")) as served:
        answer = await served.http.get("/texts.json?lang=en")

    assert answer.json()["language"] == "uz"
    assert answer.json()["languages"] == [
        {"code": "uz", "name": "O‘zbekcha"},
        {"code": "ru", "name": "Русский"},
    ]


def test_every_text_the_page_uses_is_in_the_catalog() -> None:
    import re

    script = "".join(path.read_text(encoding="utf-8") for path in FOLDER.rglob("*.js"))
    used = set(re.findall(r"\bt\(\w+, \"(\w+)\"", script))

    assert used
    assert used <= set(catalog("ru"))
