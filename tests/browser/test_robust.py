"""What a bad network, a restart, a reload and a restless guest do to a session: nothing.

Nothing here reloads the page unless the test says so: `tablet.loads` is one for every test that
does not, so a network that comes back is noticed by the page itself.
"""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import OpenTablet
from tests.support.polling import until
from tests.support.tablet import SHUTTER, Tablet

SLOW = pytest.mark.slow
AT = ("qr", "consent", "outfits", "camera", "review", "making")
OFFLINE = ".offline:not(:empty)"
RETURN = 40.0


def cut(tablet: Tablet) -> None:
    tablet.context.set_offline(True)


def restored(tablet: Tablet) -> None:
    tablet.context.set_offline(False)


def told_offline(tablet: Tablet) -> None:
    expect(tablet.page.locator(OFFLINE)).to_be_visible(timeout=60_000)


def told_online(tablet: Tablet) -> None:
    expect(tablet.page.locator(OFFLINE)).to_have_count(0, timeout=RETURN * 1000)


@SLOW
@pytest.mark.parametrize("step", AT)
def test_a_reload_at_any_step_goes_on_there(tablet: Tablet, step: str) -> None:
    tablet.lead_to(step)
    token = tablet.token

    tablet.page.reload()

    # The photo lives in memory only, so it is taken again.
    tablet.until("camera" if step == "review" else step)
    assert tablet.token == token
    tablet.go_on()
    assert len(tablet.jobs(token)) == 1


@SLOW
@pytest.mark.parametrize("step", AT)
def test_a_network_lost_at_any_step_heals_without_a_reload(tablet: Tablet, step: str) -> None:
    tablet.lead_to(step)
    token = tablet.token
    # An open stream outlives `set_offline`; a dead router does not spare it.
    cut(tablet)
    broken_streams(tablet)
    told_offline(tablet)

    restored(tablet)

    told_online(tablet)
    assert tablet.screen == step
    tablet.go_on()
    assert tablet.token == token
    assert len(tablet.jobs(token)) == 1
    assert tablet.loads == 1


def broken_streams(tablet: Tablet) -> None:
    """End the streams as a dead router does, by ending the server's side of them."""
    tablet.portal.call(tablet.booth.stop)
    tablet.portal.call(tablet.booth.start)


@SLOW
def test_a_start_without_a_network_happens_when_it_is_back(tablet: Tablet) -> None:
    before = len(tablet.sessions())
    cut(tablet)
    tablet.page.click(".hero")
    told_offline(tablet)
    tablet.until("opening")

    restored(tablet)

    tablet.until("qr")
    assert len(tablet.sessions()) == before + 1
    assert tablet.loads == 1


@SLOW
def test_an_outfit_tapped_without_a_network_is_chosen_when_it_is_back(tablet: Tablet) -> None:
    tablet.lead_to("outfits")
    cut(tablet)
    tablet.page.locator("button.outfit").first.click()
    told_offline(tablet)

    restored(tablet)

    tablet.until("camera")
    assert tablet.session(tablet.token)["template_id"]


@SLOW
def test_a_photo_whose_answer_is_lost_is_sent_again_under_the_same_key(tablet: Tablet) -> None:
    keys: list[str | None] = []

    def lose(route: Route) -> None:
        keys.append(route.request.headers.get("idempotency-key"))
        if len(keys) == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    tablet.lead_to("review")
    token = tablet.token
    tablet.page.route("**/events", lambda route: route.abort())
    tablet.page.route("**/photo", lose)
    tablet.send()

    tablet.until("making")
    assert len(tablet.jobs(token)) == 1
    assert len(set(keys)) == 1


@SLOW
def test_a_photo_waits_in_memory_until_the_network_is_back(tablet: Tablet) -> None:
    tablet.lead_to("review")
    token = tablet.token
    cut(tablet)
    tablet.send()
    told_offline(tablet)
    assert tablet.screen == "sending"
    expect(tablet.page.locator(".print img")).to_be_visible()

    restored(tablet)

    tablet.until("making")
    assert len(tablet.jobs(token)) == 1
    assert tablet.loads == 1


@SLOW
@pytest.mark.parametrize("step", AT)
def test_a_power_cut_of_the_server_at_any_step_goes_on_there(tablet: Tablet, step: str) -> None:
    tablet.lead_to(step)
    token = tablet.token

    tablet.portal.call(tablet.booth.kill9)
    told_offline(tablet)
    tablet.portal.call(tablet.booth.start)

    told_online(tablet)
    assert tablet.screen == step
    tablet.go_on()
    assert len(tablet.jobs(token)) == 1
    assert tablet.loads == 1


@SLOW
def test_without_a_stream_the_page_asks(tablet: Tablet) -> None:
    tablet.page.route("**/events", lambda route: route.abort())

    tablet.lead_to("making")

    tablet.until("done", 60)


@SLOW
def test_a_stream_that_says_nothing_is_not_waited_for(open_tablet: OpenTablet) -> None:
    tablet = open_tablet()
    tablet.page.route(
        "**/events",
        lambda route: route.fulfill(content_type="text/event-stream", body=": nothing\n\n"),
    )

    tablet.lead_to("outfits")


def test_back_and_menus_and_drags_do_nothing(tablet: Tablet) -> None:
    tablet.lead_to("outfits")
    token = tablet.token
    prevented = """() => ["contextmenu", "dragstart", "selectstart", "gesturestart"].map((name) =>
      !document.body.dispatchEvent(new Event(name, { bubbles: true, cancelable: true })))"""

    for _ in range(3):
        tablet.page.go_back(wait_until="commit")
        tablet.page.mouse.click(5, 5)
        tablet.page.mouse.click(5, 5, button="right")
    tablet.page.keyboard.press("Alt+ArrowLeft")

    assert tablet.page.evaluate(prevented) == [True] * 4
    assert (tablet.screen, tablet.token, tablet.loads) == ("outfits", token, 1)


def test_cancel_leads_home_and_closes_the_session(tablet: Tablet) -> None:
    tablet.lead_to("consent")
    token = tablet.token

    tablet.page.click("button.cancel")

    tablet.until("attract")
    closed(tablet, token, "cancel")


@SLOW
def test_a_cancel_without_a_network_is_made_good_later(tablet: Tablet) -> None:
    tablet.lead_to("outfits")
    token = tablet.token
    cut(tablet)

    tablet.page.click("button.cancel")
    tablet.until("attract")
    restored(tablet)

    closed(tablet, token, "cancel")


def closed(tablet: Tablet, token: str, reason: str) -> None:
    def is_closed() -> bool:
        return bool(tablet.session(token)["closed_reason"] == reason)

    wait_for(tablet, is_closed)


def wait_for(tablet: Tablet, holds: Callable[[], bool]) -> None:
    tablet.portal.call(until, holds, RETURN)


def test_a_pause_shows_before_the_tap_and_goes_by_itself(tablet: Tablet) -> None:
    paused = json.dumps(
        {"open": False, "reason": "maintenance", "text": "Обед до двух", "wait_sec": None}
    )
    tablet.page.route("**/kiosk/now", lambda route: route.fulfill(body=paused))
    tablet.until("maintenance")
    expect(tablet.page.locator("#screen")).to_contain_text("Обед до двух")

    tablet.page.unroute("**/kiosk/now")

    tablet.until("attract")


@SLOW
def test_a_script_error_reloads_the_page_once(open_tablet: OpenTablet) -> None:
    tablet = open_tablet()
    tablet.lead_to("outfits")
    token = tablet.token

    with tablet.page.expect_event("load"):
        fail(tablet)
    tablet.until("outfits")
    fail(tablet)
    fail(tablet)
    tablet.page.click("button.outfit")
    tablet.until("camera")

    assert tablet.token == token
    assert tablet.loads == 2
    tablet.errors.clear()


def fail(tablet: Tablet) -> None:
    tablet.page.evaluate("setTimeout(() => { throw new Error('a fault of the page'); })")


def test_the_language_of_a_guest_is_not_the_next_ones(tablet: Tablet) -> None:
    tablet.page.get_by_role("button", name="English").click()
    expect(tablet.page.locator("html")).to_have_attribute("lang", "en")
    tablet.start()
    expect(tablet.page.locator("html")).to_have_attribute("lang", "en")

    tablet.page.click("button.cancel")

    expect(tablet.page.locator("html")).to_have_attribute("lang", "ru")


def test_a_session_that_was_erased_says_so_and_leads_home(tablet: Tablet) -> None:
    gone = json.dumps({"code": "not_found"})
    tablet.page.route("**/events", lambda route: route.abort())
    tablet.lead_to("consent")

    tablet.page.route("**/session/*", lambda route: route.fulfill(status=404, body=gone))
    tablet.until("broken")

    tablet.until("attract", 30)


@SLOW
def test_the_camera_is_ready_again_for_the_next_guest(tablet: Tablet) -> None:
    tablet.lead_to("camera")
    tablet.page.click("button.cancel")
    tablet.until("attract")

    tablet.lead_to("camera")

    tablet.page.wait_for_selector(SHUTTER)
