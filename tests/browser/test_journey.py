"""The whole journey on the running product, and that ten taps are one."""

import pytest
from playwright.sync_api import expect

from store.domain.texts.kiosk import CHOOSE, DONE, SCAN, START
from tests.browser.conftest import OpenTablet
from tests.support.tablet import SHUTTER, Tablet

ACROSS, UPRIGHT = (1024, 768), (768, 1024)

TAPS = """(selector) => {
  const button = document.querySelector(selector);
  for (let tap = 0; tap < 10; tap++) button.click();
}"""


@pytest.mark.parametrize(
    ("language", "size"), [("ru", UPRIGHT), ("uz", ACROSS), ("en", UPRIGHT), ("ru", ACROSS)]
)
def test_a_guest_goes_from_start_to_thank_you_and_the_page_to_the_next(
    open_tablet: OpenTablet, language: str, size: tuple[int, int]
) -> None:
    width, height = size
    tablet = open_tablet(viewport={"width": width, "height": height})
    tablet.page.click(f".language[lang={language}]")
    expect(tablet.page.locator(".hero")).to_have_text(START.of(language))
    expect(tablet.page.locator("html")).to_have_attribute("lang", language)

    tablet.start()
    assert tablet.page.inner_text("h1") == SCAN.of(language)
    tablet.scan()
    tablet.agree()
    assert tablet.page.inner_text("h1") == CHOOSE.of(language)
    tablet.go_on()
    token = tablet.token
    tablet.until("done", 60)

    assert [job["status"] for job in tablet.jobs(token)] == ["done"]
    assert tablet.page.inner_text("h1") == DONE.of(language)
    tablet.page.get_by_role("button").last.click()
    tablet.until("attract")
    assert tablet.page.evaluate("sessionStorage.length") == 0
    expect(tablet.page.locator("html")).to_have_attribute("lang", "ru")


def test_ten_taps_make_one_session_one_photo_and_one_job(tablet: Tablet) -> None:
    before = len(tablet.sessions())
    tablet.page.evaluate(TAPS, ".hero")
    tablet.until("qr")
    assert len(tablet.sessions()) == before + 1
    tablet.scan()
    tablet.agree()
    tablet.page.evaluate(TAPS, "button.outfit")
    tablet.until("camera")
    tablet.page.wait_for_selector(SHUTTER)
    tablet.page.evaluate(TAPS, SHUTTER)
    tablet.until("review")
    token = tablet.token
    sent = []
    tablet.page.on("request", lambda request: sent.append(request.url))
    tablet.page.evaluate(TAPS, ".review .hero")
    tablet.until("making")

    assert len([url for url in sent if url.endswith("/photo")]) == 1
    assert len(tablet.jobs(token)) == 1
    assert len(tablet.sessions()) == before + 1


def test_a_reload_goes_on_with_the_same_session(tablet: Tablet) -> None:
    tablet.lead_to("outfits")
    token = tablet.token

    tablet.page.reload()

    tablet.until("outfits")
    assert tablet.token == token
    tablet.go_on()
    assert len(tablet.jobs(token)) == 1
