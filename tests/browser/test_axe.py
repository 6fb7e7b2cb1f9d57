"""The kiosk page under an accessibility scan: nothing serious on any screen."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, sync_playwright

from tests.support import axe
from tests.support.camera_page import browser
from tests.support.screen_page import STATES, open_screens, show


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with sync_playwright() as playwright, browser(playwright) as started:
        context = started.new_context(
            viewport={"width": 1024, "height": 768}, reduced_motion="reduce"
        )
        yield open_screens(context)
        context.close()


@pytest.mark.parametrize("state", STATES)
def test_a_screen_has_no_serious_finding(page: Page, state: str) -> None:
    show(page, state, "ru")

    assert axe.findings(page) == []


def test_the_scan_finds_what_is_wrong(page: Page) -> None:
    show(page, "done", "ru")
    page.evaluate("document.getElementById('screen').append(document.createElement('button'))")

    assert any(finding.startswith("button-name") for finding in axe.findings(page))
