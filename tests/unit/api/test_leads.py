"""Booking requests over HTTP: taken once, told nothing about others, kept anonymous."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import trio

from api.anonymity import AddressHash
from api.ports import LeadSettings
from store import lead_queries
from store.domain.leads import Lead
from supervisor.clock import FixedClock
from tests.unit.api.serving import BOT, Served, serving

ORIGIN = "https://landing.example"
LEADS = LeadSettings(origins=(ORIGIN,), rate_per_min=0)


def request(number: int = 1, **fields: Any) -> dict[str, Any]:
    return {
        "request_id": f"request-{number}",
        "name": "Анна",
        "telegram": "@anna_uz",
        "phone": "+998 90 123-45-67",
        "comment": "День рождения",
        **fields,
    }


async def leads(s: Served) -> list[Lead]:
    rows = await s.running.store.read(
        lambda c: c.execute("SELECT id FROM leads ORDER BY id").fetchall()
    )
    found = [await s.running.store.read(lead_queries.lead, row[0]) for row in rows]
    return [lead for lead in found if lead is not None]


async def repeats(s: Served) -> int:
    return int(
        (
            await s.running.store.read(
                lambda c: c.execute("SELECT count(*) FROM lead_repeats").fetchall()
            )
        )[0][0]
    )


async def test_a_request_becomes_a_lead_and_gets_a_connect_link(tmp_path: Path) -> None:
    async with serving(tmp_path, leads=LEADS) as s:
        answer = await s.http.post("/leads", json=request(utm_source="insta"))

        assert answer.status_code == 201
        body = answer.json()
        assert body["status"] == "accepted"
        assert body["connect_url"].startswith(f"https://t.me/{BOT}?start=")
        [lead] = await leads(s)
        assert (lead.name, lead.telegram, lead.phone) == ("Анна", "anna_uz", "+998901234567")
        assert (lead.comment, lead.utm_source) == ("День рождения", "insta")


async def test_the_same_request_id_answers_200_with_the_same_body(tmp_path: Path) -> None:
    async with serving(tmp_path, leads=LEADS) as s:
        first = await s.http.post("/leads", json=request())
        second = await s.http.post("/leads", json=request())

        assert (first.status_code, second.status_code) == (201, 200)
        assert first.json() == second.json()
        assert len(await leads(s)) == 1


async def test_parallel_repeats_of_one_request_make_one_lead(tmp_path: Path) -> None:
    async with serving(tmp_path, leads=LEADS) as s:
        answers: list[Any] = []

        async def post() -> None:
            answers.append(await s.http.post("/leads", json=request()))

        async with trio.open_nursery() as nursery:
            for _ in range(8):
                nursery.start_soon(post)

        assert sorted(answer.status_code for answer in answers) == [200] * 7 + [201]
        assert len({answer.text for answer in answers}) == 1
        assert len(await leads(s)) == 1


@pytest.mark.parametrize(
    "again",
    [
        {"telegram": "@ANNA_UZ", "phone": None},
        {"telegram": None, "phone": "90 123 45 67"},
        {"telegram": "https://t.me/anna_uz", "phone": "+998711234567"},
    ],
    ids=["username in other case", "phone in another form", "link to the username"],
)
async def test_the_same_contact_within_a_day_joins_the_lead_and_learns_nothing(
    tmp_path: Path, again: dict[str, Any]
) -> None:
    async with serving(tmp_path, leads=LEADS) as s:
        first = await s.http.post("/leads", json=request(1))
        s.running.clock.advance(timedelta(hours=23).total_seconds())

        second = await s.http.post("/leads", json=request(2, **again))

        assert second.status_code == first.status_code == 201
        assert second.json().keys() == first.json().keys()
        assert (len(await leads(s)), await repeats(s)) == (1, 1)


async def test_the_same_contact_after_a_day_is_a_new_lead(tmp_path: Path) -> None:
    async with serving(tmp_path, leads=LEADS) as s:
        await s.http.post("/leads", json=request(1))
        s.running.clock.advance(timedelta(hours=24, seconds=1).total_seconds())

        await s.http.post("/leads", json=request(2))

        assert (len(await leads(s)), await repeats(s)) == (2, 0)


async def test_a_filled_honeypot_gets_the_same_answer_and_stores_nothing(tmp_path: Path) -> None:
    async with serving(tmp_path, leads=LEADS) as s:
        honest = await s.http.post("/leads", json=request(1))
        robot = await s.http.post("/leads", json=request(2, website="http://spam.example"))

        assert robot.status_code == honest.status_code
        assert robot.json().keys() == honest.json().keys()
        assert len(await leads(s)) == 1


@pytest.mark.parametrize(
    ("fields", "errors"),
    [
        ({"name": None}, {"name": "required"}),
        ({"name": "  \u202e\u200b "}, {"name": "required"}),
        ({"name": "x" * 101}, {"name": "too_long"}),
        ({"name": 7}, {"name": "malformed"}),
        ({"telegram": "не имя"}, {"telegram": "malformed"}),
        ({"phone": "12"}, {"phone": "malformed"}),
        ({"comment": "x" * 1001}, {"comment": "too_long"}),
        ({"utm_source": ["a"]}, {"utm_source": "malformed"}),
        ({"request_id": "short"}, {"request_id": "malformed"}),
        ({"request_id": None}, {"request_id": "malformed"}),
        (
            {"telegram": None, "phone": None},
            {"telegram": "required", "phone": "required"},
        ),
    ],
)
async def test_a_bad_field_is_named_and_nothing_is_stored(
    tmp_path: Path, fields: dict[str, Any], errors: dict[str, str]
) -> None:
    async with serving(tmp_path, leads=LEADS) as s:
        answer = await s.http.post("/leads", json=request(**fields))

        assert answer.status_code == 422
        assert answer.json()["code"] == "invalid"
        assert answer.json()["fields"] == errors
        assert await leads(s) == []


@pytest.mark.parametrize(
    "name", ["<3", "</b>", "=1+1", "'; DROP TABLE leads;--", "a" + "\u0301" * 64]
)
async def test_a_hostile_name_is_stored_as_it_is(tmp_path: Path, name: str) -> None:
    async with serving(tmp_path, leads=LEADS) as s:
        await s.http.post("/leads", json=request(name=name))

        stored = (await leads(s))[0].name or ""
        assert stored.replace("á", "a\u0301") == name


async def test_a_body_that_is_no_object_is_malformed(tmp_path: Path) -> None:
    async with serving(tmp_path, leads=LEADS) as s:
        answer = await s.http.post("/leads", content=b"[1]")

        assert (answer.status_code, answer.json()["code"]) == (400, "invalid")


async def test_an_address_may_post_so_many_a_minute(tmp_path: Path) -> None:
    async with serving(tmp_path, leads=LeadSettings(rate_per_min=2)) as s:
        answers = [await s.http.post("/leads", json=request(n)) for n in range(3)]

        assert [answer.status_code for answer in answers] == [201, 201, 429]
        assert int(answers[-1].headers["Retry-After"]) >= 1


async def test_no_raw_address_is_stored(tmp_path: Path) -> None:
    async with serving(tmp_path, leads=LEADS) as s:
        await s.http.post("/leads", json=request())

        [lead] = await leads(s)
        content = b"".join(path.read_bytes() for path in tmp_path.glob("stickerbooth.db*"))
        assert lead.name == "Анна"
        assert b"127.0.0.1" not in content


def test_an_addresss_hash_is_the_same_within_a_day_and_another_the_next() -> None:
    clock, hashes = FixedClock(), AddressHash()
    today = hashes.of("192.0.2.1", clock.now())

    same = hashes.of("192.0.2.1", clock.now())
    other = hashes.of("192.0.2.2", clock.now())
    clock.advance(86400)

    assert same == today
    assert other != today
    assert hashes.of("192.0.2.1", clock.now()) != today


async def test_an_allowed_origin_may_read_the_answer(tmp_path: Path) -> None:
    async with serving(tmp_path, leads=LEADS) as s:
        answer = await s.http.post("/leads", json=request(), headers={"Origin": ORIGIN})

        assert answer.headers["Access-Control-Allow-Origin"] == ORIGIN
        assert "Origin" in answer.headers["Vary"]


async def test_an_allowed_origin_may_read_a_refusal_too(tmp_path: Path) -> None:
    async with serving(tmp_path, leads=LEADS) as s:
        answer = await s.http.post("/leads", json={}, headers={"Origin": ORIGIN})

        assert answer.status_code == 422
        assert answer.headers["Access-Control-Allow-Origin"] == ORIGIN


async def test_another_origin_may_not_read_the_answer(tmp_path: Path) -> None:
    async with serving(tmp_path, leads=LEADS) as s:
        answer = await s.http.post("/leads", json=request(), headers={"Origin": "https://evil"})

        assert "Access-Control-Allow-Origin" not in answer.headers


async def test_a_browsers_preflight_is_answered(tmp_path: Path) -> None:
    async with serving(tmp_path, leads=LEADS) as s:
        asked = {"Origin": ORIGIN, "Access-Control-Request-Method": "POST"}
        answer = await s.http.options("/leads", headers=asked)

        assert answer.status_code == 204
        assert answer.headers["Access-Control-Allow-Origin"] == ORIGIN
        assert "Content-Type" in answer.headers["Access-Control-Allow-Headers"]


async def test_without_a_group_there_is_no_such_call(tmp_path: Path) -> None:
    async with serving(tmp_path) as s:
        assert (await s.http.post("/leads", json=request())).status_code == 404


async def test_a_lead_is_taken_while_the_booth_is_paused_and_without_a_bot_name(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path, with_bot=False, leads=LEADS) as s:
        await s.pause("Обед")

        answer = await s.http.post("/leads", json=request())

        assert answer.status_code == 201
        assert answer.json()["connect_url"] is None
