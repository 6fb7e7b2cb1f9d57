"""The whole journey on the running product, and that ten taps are one."""

from tests.support.tablet import SHUTTER, Tablet

TAPS = """(selector) => {
  const button = document.querySelector(selector);
  for (let tap = 0; tap < 10; tap++) button.click();
}"""


def test_a_guest_goes_from_start_to_thank_you_and_the_page_to_the_next(tablet: Tablet) -> None:
    tablet.lead_to("making")
    token = tablet.token
    tablet.until("done", 60)
    tablet.page.get_by_role("button").last.click()

    tablet.until("attract")
    assert [job["status"] for job in tablet.jobs(token)] == ["done"]
    assert tablet.page.evaluate("sessionStorage.length") == 0


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
