"""What the pages show, what they hide until somebody asks, and what strangers' words cannot do."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from store import messages as m
from store.domain.fields import Invalid, parse_lead
from store.domain.ids import new_token
from store.domain.machine import Role
from store.lead_messages import SubmitLead
from supervisor.lifecycle import Run
from tests.unit.api.panel.office import LOOKER, Office, Operator, office
from tests.unit.api.serving import ready_tree

HOSTILE = '=HYPERLINK("http://evil")<img src=x onerror=alert(1)>\'"&'
PAGES = (
    "/admin",
    "/admin/jobs",
    "/admin/guests",
    "/admin/sessions",
    "/admin/leads",
    "/admin/outfits",
    "/admin/money",
    "/admin/tree",
    "/admin/schedules",
    "/admin/actions",
    "/admin/settings",
    "/admin/health",
)
FORMS = {
    "/admin/logout",
    "/admin/pause",
    "/admin/resume",
    "/admin/backup",
    "/admin/jobs/retry",
    "/admin/jobs/{job}/retry",
    "/admin/jobs/{job}/fail",
    "/admin/jobs/{job}/resend",
    "/admin/jobs/{job}/look",
    "/admin/guests/77/reset",
    "/admin/leads/{lead}/look",
    "/admin/leads.csv",
    "/admin/tree/restart",
}


async def some_lead(here: Office, name: str = "Guli", comment: str = "Two hours, please") -> int:
    """Take a request for a booking and return its number."""
    given = {"name": name, "phone": "+998901234567", "comment": comment, "utm_source": name}
    form = parse_lead(given)
    assert not isinstance(form, Invalid), form
    store, now = here.served.running.store, here.served.running.clock.now()
    await store.ask(SubmitLead(new_token(), form, new_token(), now, "hash"))

    def newest(connection: Any) -> int:
        return int(connection.execute("SELECT max(id) FROM leads").fetchall()[0][0])

    return await store.read(newest)


async def some_of_everything(here: Office) -> tuple[str, int]:
    """Fill the booth with a record of each kind; returns a failed job and a lead."""
    job = await here.failed_job(77)
    done = await here.served.running.job(78)
    await here.served.deliver(done.id, 40)
    await here.served.running.session()
    return job, await some_lead(here)


async def walk(operator: Operator) -> dict[str, str]:
    """Return every page that links lead to from the first one."""
    found: dict[str, str] = {}
    ahead = ["/admin"]
    while ahead:
        path = ahead.pop()
        if path in found:
            continue
        found[path] = await operator.page(path)
        links = re.findall(r'<a [^>]*href="([^"]+)"', found[path])
        paths = (urlsplit(link).path for link in links)
        ahead += [one for one in paths if one.startswith("/admin") and one not in found]
    return found


@pytest.mark.parametrize("language", ["ru", "uz", "en"])
async def test_every_page_is_drawn_in_each_language(tmp_path: Path, language: str) -> None:
    async with office(tmp_path) as here, here.operator(lang=language) as operator:
        await some_of_everything(here)
        pages = await walk(operator)

    assert set(PAGES) <= set(pages)
    for path, page in pages.items():
        assert f'<html lang="{language}">' in page, path
        assert page.count("<h1>") == 1, path


async def test_every_form_is_on_a_page_that_links_lead_to(tmp_path: Path) -> None:
    async with office(tmp_path) as here, here.operator() as operator:
        job, lead = await some_of_everything(here)
        here.served.folder.photo(f"{job}.jpg").write_bytes(b"\xff\xd8 selfie")
        pages = await walk(operator)

    forms = {
        action
        for page in pages.values()
        for action in re.findall(r'<form method="post" action="([^"]+)"', page)
    }
    assert {form.format(job=job, lead=lead) for form in FORMS} <= forms


async def test_every_form_carries_the_token(tmp_path: Path) -> None:
    async with office(tmp_path) as here, here.operator() as operator:
        await some_of_everything(here)
        pages = await walk(operator)

    forms = [
        form
        for page in pages.values()
        for form in re.findall(r'<form method="post".*?</form>', page, re.DOTALL)
    ]
    assert len(forms) > len(pages)
    assert all(f'name="csrf_token" value="{operator.csrf}"' in form for form in forms)


async def test_no_page_holds_a_script_or_a_style_of_its_own(tmp_path: Path) -> None:
    async with office(tmp_path) as here, here.operator() as operator:
        await some_of_everything(here)
        pages = await walk(operator)

    for path, page in pages.items():
        assert not re.search(r"<script(?![^>]* src=)", page), path
        assert not re.search(r" (style|on\w+)=", page), path
        assert "<style" not in page, path


async def test_a_lost_page_says_so_in_the_panel(tmp_path: Path) -> None:
    async with office(tmp_path) as here, here.operator() as operator:
        answer = await operator.http.get("/admin/jobs/nothing")

    assert answer.status_code == 404
    assert "Not found" in answer.text


async def test_the_first_page_is_there_without_the_database(tmp_path: Path) -> None:
    async with office(tmp_path) as here, here.operator() as operator:
        here.served.conditions.set("disk_full", "3 MiB left")
        page = await operator.page("/admin")

    assert 'class="line stopped"' in page
    assert "The disk is nearly full." in page


async def test_names_are_hidden_until_asked_for_and_the_look_is_logged(tmp_path: Path) -> None:
    async with office(tmp_path) as here, here.operator() as operator:
        lead = await some_lead(here, "Gulnora")
        listed = await operator.page("/admin/leads")
        before = await operator.page(f"/admin/leads/{lead}")
        after = (await operator.press(f"/admin/leads/{lead}/look")).text
        async with here.operator(who="Boris") as other:
            elsewhere = await other.page(f"/admin/leads/{lead}")
        done = await here.actions()

    assert "Gulnora</dd>" in after
    assert "+998901234567" in after
    for page in (listed, before, elsewhere):
        assert "G•••" in page
        assert "Two hours" not in page
        assert "998901234567" not in page
    assert done == [("look", f"lead:{lead}", "panel:Anna")]


async def test_a_look_holds_for_ten_minutes(tmp_path: Path) -> None:
    async with office(tmp_path) as here, here.operator() as operator:
        lead = await some_lead(here)
        await operator.press(f"/admin/leads/{lead}/look")
        here.served.running.clock.advance(601)
        page = await operator.page(f"/admin/leads/{lead}")

    assert "998901234567" not in page


async def test_a_selfie_is_shown_only_after_a_look_that_is_logged(tmp_path: Path) -> None:
    async with office(tmp_path) as here, here.operator() as operator:
        job = await here.failed_job()
        before = await operator.http.get(f"/admin/jobs/{job}/photo")
        await operator.press(f"/admin/jobs/{job}/look")
        after = await operator.http.get(f"/admin/jobs/{job}/photo")
        other = await operator.http.get(f"/admin/jobs/{job}/sheet")
        done = await here.actions()

    assert (before.status_code, after.status_code, other.status_code) == (403, 200, 404)
    assert after.headers["content-type"] == "image/jpeg"
    assert after.headers["cache-control"] == "no-store"
    assert after.content == b"\xff\xd8 selfie"
    assert done == [("look", f"job:{job}", "panel:Anna")]


@pytest.mark.parametrize("number", ["-1", "..%2f..%2fx", "1e3", "٣", "99999"])
async def test_a_sticker_is_named_by_its_number_only(tmp_path: Path, number: str) -> None:
    async with office(tmp_path) as here, here.operator() as operator:
        job = await here.failed_job()
        await operator.press(f"/admin/jobs/{job}/look")
        answer = await operator.http.get(f"/admin/jobs/{job}/stickers/{number}")

    assert answer.status_code == 404


async def test_words_of_strangers_are_shown_as_they_are(tmp_path: Path) -> None:
    async with office(tmp_path) as here, here.operator(who="<b>Eve</b>") as operator:
        lead = await some_lead(here, HOSTILE, HOSTILE)
        job = await here.failed_job(77, HOSTILE)
        await operator.press(f"/admin/leads/{lead}/look")
        await operator.press("/admin/pause", text=HOSTILE)
        pages = await walk(operator)
        answer = await operator.http.get(f"/admin/jobs?outfit={HOSTILE}&day={HOSTILE}")

    assert job in pages["/admin/jobs"]
    for path, page in {**pages, "filter": answer.text}.items():
        assert "<img src=x" not in page, path
        assert "<b>Eve" not in page, path
    assert "&lt;img src=x onerror=alert(1)&gt;" in pages[f"/admin/leads/{lead}"]


async def test_the_table_of_leads_holds_no_formula_and_is_logged(tmp_path: Path) -> None:
    async with office(tmp_path) as here, here.operator() as operator:
        await some_lead(here, HOSTILE)
        answer = await operator.http.post(
            "/admin/leads.csv", data={"csrf_token": operator.csrf, "status": "new"}
        )
        done = await here.actions()

    table = answer.text
    assert answer.headers["content-type"].startswith("text/csv")
    assert "attachment" in answer.headers["content-disposition"]
    assert '"\'=HYPERLINK(""http://evil"")' in table
    assert '"\'+998901234567"' in table
    assert done == [("export_leads", "new", "panel:Anna")]


async def test_filters_stand_in_the_address(tmp_path: Path) -> None:
    async with office(tmp_path) as here, here.operator() as operator:
        worker = await here.failed_job(1, "a worker process died")
        funds = await here.failed_job(2, "BillingExhausted: openai")
        queued = (await here.served.running.job(3)).id

        async def listed(query: str) -> set[str]:
            page = await operator.page(f"/admin/jobs?{query}")
            return {job for job in (worker, funds, queued) if job in page}

        assert await listed("") == {worker, funds, queued}
        assert await listed("status=failed") == {worker, funds}
        assert await listed("cause=funds") == {funds}
        assert await listed("guest=3") == {queued}
        assert await listed("day=2026-01-01") == {worker, funds, queued}
        assert await listed("day=2025-12-31") == set()
        assert await listed("outfit=none") == set()
        assert await listed("status=nonsense&guest=x&day=y&after=z") == {worker, funds, queued}


async def test_a_list_goes_on_where_its_page_ends(tmp_path: Path) -> None:
    async with office(tmp_path) as here, here.operator() as operator:
        for guest in range(60):
            here.served.running.clock.advance(1)
            await here.served.running.consented(guest + 1)
        first = await operator.page("/admin/sessions?status=consented")
        link = re.search(r'href="(/admin/sessions\?[^"]+after=[^"]+)"', first)
        assert link
        second = await operator.page(link[1].replace("&amp;", "&"))

    rows = [set(re.findall(r"/admin/guests/(\d+)", page)) for page in (first, second)]
    assert len(rows[0]) == 50
    assert len(rows[1]) == 10
    assert not rows[0] & rows[1]
    assert "after=" not in second


async def test_regular_work_says_when_it_was_and_will_be(tmp_path: Path) -> None:
    async with office(tmp_path) as here, here.operator() as operator:
        here.served.running.clock.advance(100)
        (store,) = ready_tree().children
        sweeper = replace(store, name="sweeper", runs=(Run("sweep", 5.0, 98.0),))
        here.served.tree = ready_tree(children=(sweeper,))
        page = await operator.page("/admin/schedules")

    assert "Deadlines of jobs" in page
    assert "0:02 ago" in page
    assert "in 0:03" in page


async def test_a_provider_that_rests_says_why_and_how_long(tmp_path: Path) -> None:
    async with office(tmp_path) as here, here.operator() as operator:
        page = await operator.page("/admin/money")

    assert re.search(r"openai</b> <span[^>]*>rests</span> no funds · in 1:30", page)


async def test_secrets_are_not_among_the_settings(tmp_path: Path) -> None:
    async with office(tmp_path) as here, here.operator() as operator:
        page = await operator.page("/admin/settings")

    assert "BOT_TOKEN" in page
    assert "set, not shown" in page
    assert "open sesame" not in page


async def test_a_guest_who_is_known_is_found_by_number(tmp_path: Path) -> None:
    async with office(tmp_path) as here, here.operator() as operator:
        await here.failed_job(4242)
        answer = await operator.http.get("/admin/guests?guest=4242", follow_redirects=True)
        unknown = await operator.http.get("/admin/guests/5")

    assert answer.status_code == 200
    assert "/admin/guests/4242/reset" in answer.text
    assert unknown.status_code == 404


async def test_a_step_that_is_not_open_says_why(tmp_path: Path) -> None:
    async with office(tmp_path) as here, here.operator() as operator:
        job = (await here.served.running.job()).id
        await here.served.deliver(job, 30)
        page = await operator.page(f"/admin/jobs/{job}")
        async with here.operator(LOOKER) as viewer:
            seen = await viewer.page(f"/admin/jobs/{job}")

    assert re.search(r"disabled[^>]*>Retry</button><p[^>]*>Not possible in this status", page)
    assert "<summary" in page
    assert "<summary" not in seen
    assert "Your login is view only." in seen


async def test_the_story_of_a_job_is_told(tmp_path: Path) -> None:
    async with office(tmp_path) as here, here.operator() as operator:
        job = await here.served.running.job()
        await here.served.running.store.ask(m.ClaimJob("slot-1", here.served.running.clock.now()))
        made = m.RecordSticker(job.id, "slot-1", 0, "file", "👋", "local", "composite")
        await here.served.running.store.ask(made)
        await here.served.running.pull(
            "job", job.id, "hopeless", Role.SLOT, owner="slot-1", error="the outfit is missing"
        )
        page = await operator.page(f"/admin/jobs/{job.id}")

    for told in (
        "Start tapped",
        "Photo accepted",
        "Claimed",
        "file missing",
        "👋",
        "Не получилось",
    ):
        assert told in page
