"""A day of guests in one page: what one leaves behind does not grow with the next.

Counted after a collection of garbage, once the page is warm and again three hundred guests later.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, sync_playwright

from tests.browser.test_machine import STATES
from tests.support.camera_page import RED, browser, fake_camera, write_picture
from tests.support.soak_page import open_page

WARM, DAY = 50, 350
MEGABYTE = 1_000_000
PASSING = {"opening", "sending"}
"""States that may be over before anybody can look."""


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Page]:
    picture = tmp_path / "camera.mjpeg"
    write_picture(picture, (320, 240), RED)
    with sync_playwright() as playwright, browser(playwright, *fake_camera(picture)) as started:
        context = started.new_context(viewport={"width": 1024, "height": 768})
        yield open_page(context)
        context.close()


def weighed(page: Page) -> dict[str, float]:
    """What the page holds after a collection of garbage."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    for _ in range(2):
        session.send("HeapProfiler.collectGarbage")
    metrics = session.send("Performance.getMetrics")["metrics"]
    session.detach()
    wanted = ("Nodes", "JSEventListeners", "JSHeapUsedSize", "Documents")
    left: dict[str, float] = page.evaluate("soak.left()")
    return left | {one["name"]: one["value"] for one in metrics if one["name"] in wanted}


def test_three_hundred_guests_leave_nothing_behind(page: Page) -> None:
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.evaluate("(to) => soak.guests(0, to)", WARM)
    before = weighed(page)

    seen = page.evaluate("([from, to]) => soak.guests(from, to)", [WARM, DAY])

    after = weighed(page)
    assert set(seen) | PASSING == STATES
    assert errors == []
    assert (after["tracks"], after["streams"]) == (0, 0)
    assert after["photos"] <= 1
    assert after["urls"] <= before["urls"]
    assert after["Documents"] <= before["Documents"]
    assert after["Nodes"] <= before["Nodes"] + 100
    assert after["JSEventListeners"] <= before["JSEventListeners"] + 20
    assert after["JSHeapUsedSize"] <= before["JSHeapUsedSize"] + MEGABYTE
