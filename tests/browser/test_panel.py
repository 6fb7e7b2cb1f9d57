"""The operators' panel in Chromium: every page and every action, on a desk and on a phone."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support import axe
from tests.support.booth import Booth, booth_on
from tests.support.portal import Portal
from tests.support.sandbox_process import SandboxProcess
from tests.system.visitor import Visitor, visitor

PASSWORD, LOOKER = "open sesame", "just looking"
PATIENCE = 60_000.0
PAGES = (
    "/admin",
    "/admin/jobs",
    "/admin/guests",
    "/admin/sessions",
    "/admin/leads",
    "/admin/leads/1",
    "/admin/outfits",
    "/admin/money",
    "/admin/tree",
    "/admin/schedules",
    "/admin/health",
    "/admin/actions",
    "/admin/settings",
)
SHAPES = {
    "desk, light": {"viewport": {"width": 1280, "height": 800}, "color_scheme": "light"},
    "desk, dark": {"viewport": {"width": 1280, "height": 800}, "color_scheme": "dark"},
    "phone, light": {"viewport": {"width": 390, "height": 844}, "color_scheme": "light"},
    "phone, dark": {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark"},
}
OpenPanel = Callable[..., Page]


@pytest.fixture(scope="module")
def booth(
    portal: Portal, sandbox: SandboxProcess, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Booth]:
    """The product with its panel, a group for leads and two slots."""
    group = portal.call(sandbox.post, "groups", title="Leads", members=[], type="supergroup")
    settings = {
        "ADMIN_PASSWORD": PASSWORD,
        "ADMIN_VIEWER_PASSWORD": LOOKER,
        "LEADS_CHAT_ID": group["id"],
        "WORKER_SLOTS": 2,
        "SHUTDOWN_GRACE_SEC": 0.1,
    }
    home = tmp_path_factory.mktemp("booth")
    with portal.entered(booth_on(home, sandbox, **settings)) as running:
        lead = {"request_id": "panel-lead-1", "name": "<b>Гули</b>", "phone": "+998901234567"}
        httpx.post(f"{running.url}/leads", json=lead, trust_env=False).raise_for_status()
        yield running


@pytest.fixture(scope="module")
def delivered(portal: Portal, booth: Booth, sandbox: SandboxProcess) -> Visitor:
    """A guest who has their pack."""
    guest = portal.call(visitor, booth, sandbox)
    portal.call(guest.walk)
    return guest


@pytest.fixture
def open_panel(chromium: Browser, booth: Booth) -> Iterator[OpenPanel]:
    """Log in with a browser of its own; what a page complains of fails the test."""
    opened: list[Page] = []
    complaints: list[str] = []

    def new(password: str = PASSWORD, **options: object) -> Page:
        context = chromium.new_context(**{**SHAPES["desk, light"], **options})  # type: ignore[arg-type]
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.extend([said.text] * (said.type == "error")))
        opened.append(page)
        page.goto(f"{booth.url}/admin?lang=en")
        page.goto(f"{booth.url}/admin/login?lang=en")
        page.fill("#password", password)
        page.fill("#who", "Anna")
        page.click("button.strong")
        page.wait_for_url("**/admin")
        return page

    yield new
    for page in opened:
        page.context.close()
    assert complaints == []


def press(page: Page, label: str, **fields: str) -> None:
    """Open a step and confirm it, as a person does."""
    step = page.locator("details.step", has=page.locator("summary", has_text=label)).first
    step.locator("summary").click()
    for name, value in fields.items():
        step.locator(f"[name={name}]").fill(value)
    step.locator("form button").click()
    page.wait_for_load_state()


def said(page: Page) -> str:
    """Return what the page says of the last action."""
    return page.locator(".flash").first.inner_text()


@pytest.mark.parametrize("shape", SHAPES)
def test_no_page_has_a_serious_finding_or_is_wider_than_its_screen(
    open_panel: OpenPanel, booth: Booth, delivered: Visitor, shape: str
) -> None:
    page = open_panel(**SHAPES[shape])
    found = {}

    for path in (*PAGES, f"/admin/jobs/{delivered.accepted}", f"/admin/guests/{delivered.user}"):
        page.goto(booth.url + path)
        wider = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        found[path] = [*axe.findings(page), *([f"{wider} px too wide"] if wider > 0 else [])]

    assert {path: what for path, what in found.items() if what} == {}


def test_the_login_has_no_serious_finding(chromium: Browser, booth: Booth) -> None:
    context = chromium.new_context(color_scheme="dark")
    page = context.new_page()
    page.goto(f"{booth.url}/admin")

    assert axe.findings(page) == []
    context.close()


def test_the_board_follows_without_a_reload(
    open_panel: OpenPanel, portal: Portal, booth: Booth, sandbox: SandboxProcess
) -> None:
    page = open_panel()
    before = int(page.locator(".card.good b").inner_text())
    page.evaluate("window.same = true")

    guest = portal.call(visitor, booth, sandbox)
    portal.call(guest.walk)

    expect(page.locator(".card.good b")).to_have_text(str(before + 1), timeout=PATIENCE)
    assert page.evaluate("window.same")


def test_the_booth_is_paused_with_a_text_and_resumed(open_panel: OpenPanel, booth: Booth) -> None:
    page = open_panel()

    press(page, "Pause", text="Back at <b>five</b>")
    paused = page.locator(".line").inner_text()
    refused = httpx.post(f"{booth.url}/session", trust_env=False)
    press(page, "Resume")

    assert "The booth is paused." in paused
    assert refused.status_code == 503
    assert refused.json()["detail"] == "Back at <b>five</b>"
    assert "Delivering" in page.locator(".line").inner_text()


def test_a_job_is_failed_by_hand_retried_and_its_link_sent_again(
    open_panel: OpenPanel, portal: Portal, booth: Booth, sandbox: SandboxProcess
) -> None:
    page = open_panel()
    guest = portal.call(visitor, booth, sandbox)
    # The set takes its time, so that the job is still being made when it is failed.
    portal.call(sandbox.post, "faults", method="createNewStickerSet", delay_before=15)
    portal.call(guest.until_photo)
    page.goto(f"{booth.url}/admin/jobs/{guest.accepted}")

    press(page, "Fail", reason="left the event")
    failed = said(page), page.locator("[data-live=job]").inner_text()
    press(page, "Retry")
    retried = said(page)
    badge = page.locator("[data-live=job] .badge").first
    expect(badge).to_have_text("delivered", timeout=PATIENCE)
    expect(page.locator(".told .badge.sent").last).to_be_visible(timeout=PATIENCE)
    page.reload()
    press(page, "Resend the link")

    assert "has failed and its guest is told" in failed[0]
    assert "failed by hand: left the event" in failed[1]
    assert "queued again" in retried
    assert "on its way" in said(page)


def test_pictures_are_shown_after_a_look_that_is_logged(
    open_panel: OpenPanel, booth: Booth, delivered: Visitor
) -> None:
    page = open_panel()
    page.goto(f"{booth.url}/admin/jobs/{delivered.accepted}")
    hidden = page.locator(".pictures img").count()

    page.click("form.veil button")
    page.wait_for_load_state("networkidle")
    seen = page.evaluate(
        "[...document.querySelectorAll('.pictures img')].filter((i) => i.naturalWidth > 0).length"
    )
    page.goto(f"{booth.url}/admin/actions?action=look")

    assert hidden == 0
    assert seen > 0
    assert f"job:{delivered.accepted}" in page.locator("table").inner_text()


def test_a_name_is_shown_as_it_was_written(open_panel: OpenPanel, booth: Booth) -> None:
    page = open_panel()
    page.goto(f"{booth.url}/admin/leads/1")
    before = page.locator("main").inner_text()

    page.click("form.veil button")

    assert "Гули" not in before
    assert "<b>Гули</b>" in page.locator("main").inner_text()


def test_the_leads_are_taken_away_as_a_table(open_panel: OpenPanel, booth: Booth) -> None:
    page = open_panel()
    page.goto(f"{booth.url}/admin/leads")

    with page.expect_download() as download:
        press(page, "Download CSV")

    table = Path(download.value.path()).read_text("utf-8-sig")
    assert "'+998901234567" in table


def test_a_guest_is_reset(
    open_panel: OpenPanel, portal: Portal, booth: Booth, sandbox: SandboxProcess
) -> None:
    guest = portal.call(visitor, booth, sandbox)
    portal.call(guest.walk)
    page = open_panel()
    page.goto(f"{booth.url}/admin/guests/{guest.user}")

    press(page, "Reset the guest")

    assert "can start anew" in said(page)
    assert booth.rows("SELECT 1 FROM jobs WHERE telegram_user_id = ?", guest.user) == []


def test_a_backup_is_made(open_panel: OpenPanel, booth: Booth) -> None:
    page = open_panel()
    page.goto(f"{booth.url}/admin/health")
    before = page.locator("code", has_text=".tar").count()

    press(page, "Back up now")

    assert "The backup is ready" in said(page)
    assert page.locator("main code", has_text=".tar").count() > before


def test_a_child_is_restarted_by_hand(open_panel: OpenPanel, booth: Booth) -> None:
    page = open_panel()
    page.goto(f"{booth.url}/admin/tree")
    row = page.locator("tr", has=page.locator("th", has_text="verifier"))

    row.locator("summary").click()
    row.locator("form button").click()

    expect(page.locator(".flash")).to_contain_text("Restarting: verifier")
    expect(row.locator("td").nth(2)).to_have_text("1", timeout=PATIENCE)


def test_all_jobs_of_one_cause_are_retried(open_panel: OpenPanel, booth: Booth) -> None:
    page = open_panel()
    page.goto(f"{booth.url}/admin/jobs?cause=deadline")

    press(page, "Retry all of one cause")

    assert said(page).startswith("✓ Queued again:")


def test_a_viewer_can_press_nothing(open_panel: OpenPanel, booth: Booth) -> None:
    page = open_panel(LOOKER)
    for path in PAGES:
        page.goto(booth.url + path)
        assert page.locator("details.step").count() == 0, path

    page.goto(f"{booth.url}/admin")
    assert page.locator(".step button[disabled]").count() >= 3


def test_the_theme_is_kept_on_this_device(open_panel: OpenPanel, booth: Booth) -> None:
    page = open_panel()
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")

    page.click("#theme")
    page.goto(f"{booth.url}/admin/jobs")
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")

    assert light != dark
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_the_language_is_changed_and_kept(open_panel: OpenPanel, booth: Booth) -> None:
    page = open_panel()

    page.click(".top .langs a[lang=ru]")
    page.goto(f"{booth.url}/admin/jobs")

    assert page.locator("h1").inner_text() == "Заказы"


def test_an_action_is_taken_with_the_keyboard_alone(open_panel: OpenPanel, booth: Booth) -> None:
    page = open_panel()
    page.goto(f"{booth.url}/admin/health")

    page.locator("summary", has_text="Back up now").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_load_state()

    assert re.search("backup is ready|No backup was made", said(page))


def test_a_session_that_is_over_leads_to_the_login(open_panel: OpenPanel, booth: Booth) -> None:
    page = open_panel()
    page.click(".top form button")
    page.goto(f"{booth.url}/admin/jobs?status=failed")
    page.fill("#password", PASSWORD)
    page.click("button.strong")

    page.wait_for_url("**/admin/jobs?status=failed")
