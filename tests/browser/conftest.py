"""One running product and one Chromium for a module; a page and a guest for a test.

Without Chromium these tests fail: the page is the product's face.
"""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.support.booth import Booth, booth_on
from tests.support.photos import SAMPLE
from tests.support.portal import Portal
from tests.support.portal import portal as open_portal
from tests.support.sandbox_process import SandboxProcess, sandbox_process
from tests.support.tablet import Tablet, write_camera

HERE = Path(__file__).parent
MINUTES = 300
QUICK: dict[str, Any] = {
    "KIOSK_RETRY_SEC": 0.3,
    "KIOSK_DOOR_SEC": 1,
    "KIOSK_COUNTDOWN_SEC": 0.6,
    "KIOSK_MAKING_TO_START_SEC": 120,
    "PACK_LIMIT": 9,
    "SHUTDOWN_GRACE_SEC": 0.1,
}
"""Settings that make a test short without changing what happens."""
FLAGS = ("--no-sandbox", "--disable-gpu", "--use-fake-device-for-media-stream")

OpenTablet = Callable[..., Tablet]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give every test of this folder its patience; all are slow, since they need Chromium."""
    for item in items:
        if not item.path.is_relative_to(HERE):
            continue
        item.add_marker(pytest.mark.slow)
        if item.get_closest_marker("timeout") is None:
            item.add_marker(pytest.mark.timeout(MINUTES))


@pytest.fixture(scope="module")
def portal() -> Iterator[Portal]:
    """A loop for the booth and the sandbox."""
    with open_portal() as running:
        yield running


@pytest.fixture(scope="module")
def sandbox(portal: Portal) -> Iterator[SandboxProcess]:
    """A Telegram of the module's own."""
    with portal.entered(sandbox_process()) as running:
        yield running


@pytest.fixture(scope="module")
def booth(
    portal: Portal, sandbox: SandboxProcess, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Booth]:
    """The product as a process."""
    home = tmp_path_factory.mktemp("booth")
    with portal.entered(booth_on(home, sandbox, **QUICK)) as running:
        yield running


@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    """The driver of the browser."""
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="module")
def chromium(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """The system's Chromium with a camera that shows the bundled photo."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    assert found, "these tests need Chromium"
    picture = tmp_path_factory.mktemp("camera") / "face.mjpeg"
    write_camera(picture, SAMPLE)
    camera = ("--use-fake-ui-for-media-stream", f"--use-file-for-fake-video-capture={picture}")
    started = playwright.chromium.launch(executable_path=found, args=[*FLAGS, *camera])
    yield started
    started.close()


@pytest.fixture
def open_tablet(
    chromium: Browser, booth: Booth, sandbox: SandboxProcess, portal: Portal
) -> Iterator[OpenTablet]:
    """Open tablets; options are of the browser's context. A script error fails the test."""
    opened: list[Tablet] = []

    def new(**options: object) -> Tablet:
        shape = {"viewport": {"width": 1024, "height": 768}, **options}
        context = chromium.new_context(**shape)  # type: ignore[arg-type]
        tablet = Tablet(context, booth, sandbox, portal)
        opened.append(tablet)
        return tablet.open()

    yield new
    for tablet in opened:
        tablet.context.close()
    assert [error for tablet in opened for error in tablet.errors] == []


@pytest.fixture
def tablet(open_tablet: OpenTablet) -> Tablet:
    """A tablet with the start screen."""
    return open_tablet()
