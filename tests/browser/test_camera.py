"""The camera screen, the photo, the screens round it and the staff's zone, in Chromium."""

import io
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

from tests.support.camera_page import (
    BLACK,
    BLUE,
    INSECURE_ORIGIN,
    RED,
    browser,
    fake_camera,
    open_camera,
    photo_pixels,
    wait_event,
    wait_state,
    write_picture,
)

pytestmark = pytest.mark.slow

Opened = Callable[[str], Page]
SHUTTER = ".camera-shutter:not([disabled])"
TROUBLE = ".camera-trouble"


@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="module")
def chromium(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    picture = tmp_path_factory.mktemp("camera") / "picture.mjpeg"
    write_picture(picture, (1280, 720), RED)
    with browser(playwright, *fake_camera(picture)) as started:
        yield started


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(viewport={"width": 768, "height": 1024})
    yield open_camera(context)
    context.close()


@pytest.fixture
def opened(chromium: Browser) -> Iterator[Opened]:
    """Open the screen after a script has run."""
    context = chromium.new_context()
    yield lambda before: open_camera(context, before=before)
    context.close()


def close_to(colour: tuple[int, ...], wanted: tuple[int, ...]) -> bool:
    return all(abs(one - other) < 40 for one, other in zip(colour, wanted, strict=True))


def shoot(page: Page) -> None:
    page.click(SHUTTER)
    wait_state(page, "review")


def test_the_preview_is_mirrored_and_the_photo_is_not(page: Page) -> None:
    page.wait_for_selector(SHUTTER)
    mirrored = page.evaluate("getComputedStyle(document.querySelector('video')).transform")

    shoot(page)

    _, left, right = photo_pixels(page)
    assert mirrored.startswith("matrix(-1,")
    assert close_to(left, RED)
    assert close_to(right, BLUE)


def test_the_photo_has_the_size_of_the_camera(page: Page) -> None:
    shoot(page)

    size, _, _ = photo_pixels(page)
    assert size == (1280, 720)


def test_the_countdown_is_seen_before_the_photo(page: Page) -> None:
    page.evaluate(
        "new MutationObserver(() => (window.seen = (window.seen || '')"
        " + document.querySelector('.camera-count').textContent))"
        ".observe(document.querySelector('.camera-count'), { childList: true })"
    )

    shoot(page)

    assert page.evaluate("window.seen") == "321"


def test_a_standing_camera_gives_a_standing_photo(playwright: Playwright, tmp_path: Path) -> None:
    write_picture(tmp_path / "standing.mjpeg", (720, 1280), RED)
    with browser(playwright, *fake_camera(tmp_path / "standing.mjpeg")) as chromium:
        page = open_camera(chromium.new_context())

        shoot(page)

        size, left, right = photo_pixels(page)
    assert size == (720, 1280)
    assert close_to(left, RED)
    assert close_to(right, BLUE)


def test_a_covered_camera_is_called_black(playwright: Playwright, tmp_path: Path) -> None:
    write_picture(tmp_path / "black.mjpeg", (640, 480), BLACK)
    with browser(playwright, *fake_camera(tmp_path / "black.mjpeg")) as chromium:
        page = open_camera(chromium.new_context())

        wait_event(page, "cameraTrouble", "black")

        expect(page.locator(TROUBLE)).to_be_visible()
        expect(page.locator(SHUTTER)).to_have_count(0)


def test_an_uncovered_camera_goes_on_by_itself(opened: Opened) -> None:
    page = opened("cameras.source = cameras.drawn; cameras.colour = '#000';")
    wait_event(page, "cameraTrouble", "black")

    page.evaluate("cameras.colour = '#0a0'")

    page.wait_for_selector(SHUTTER)
    expect(page.locator(TROUBLE)).to_be_hidden()
    assert page.evaluate("cameras.asked") == 1


def test_a_picture_that_stops_is_noticed_and_the_camera_opened_anew(opened: Opened) -> None:
    page = opened("cameras.source = cameras.drawn;")
    page.wait_for_selector(SHUTTER)

    page.evaluate("cameras.colour = null")
    wait_event(page, "cameraTrouble", "frozen")
    page.evaluate("cameras.colour = '#0a0'")

    page.wait_for_selector(SHUTTER)


def test_an_unplugged_camera_is_noticed_and_opened_when_it_is_back(page: Page) -> None:
    page.wait_for_selector(SHUTTER)
    page.evaluate("cameras.refuse = 'NotFoundError'; cameras.streams[0].getTracks()[0].stop()")
    wait_event(page, "cameraTrouble", "unplugged")
    wait_event(page, "cameraTrouble", "missing")

    page.evaluate("cameras.refuse = null")

    page.wait_for_selector(SHUTTER)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        ("NotAllowedError", "refused"),
        ("NotFoundError", "missing"),
        ("NotReadableError", "in_use"),
        ("AbortError", "in_use"),
        ("TypeError", "broken"),
    ],
)
def test_what_the_browser_refuses_has_a_plain_name(opened: Opened, error: str, code: str) -> None:
    page = opened(f"cameras.refuse = '{error}';")

    wait_event(page, "cameraTrouble", code)

    title = page.locator(f"{TROUBLE} h2")
    expect(title).not_to_be_empty()
    expect(title).to_be_focused()


def test_a_camera_that_is_really_refused_is_called_refused(playwright: Playwright) -> None:
    flags = ("--use-fake-device-for-media-stream", "--deny-permission-prompts")
    with browser(playwright, *flags) as chromium:
        page = open_camera(chromium.new_context())

        wait_event(page, "cameraTrouble", "refused")


def test_an_address_without_https_is_named_as_the_cause(chromium: Browser) -> None:
    page = open_camera(chromium.new_context(), origin=INSECURE_ORIGIN)

    wait_event(page, "cameraTrouble", "insecure")

    expect(page.locator(TROUBLE)).to_contain_text("https")


def test_a_refused_camera_is_asked_for_again_by_a_tap_only(opened: Opened) -> None:
    page = opened("cameras.refuse = 'NotAllowedError';")
    wait_event(page, "cameraTrouble", "refused")
    page.wait_for_function("() => bench.state.cameraTry >= 2")
    unasked = page.evaluate("cameras.asked")

    page.evaluate("cameras.refuse = null")
    page.click(f"{TROUBLE} button")

    page.wait_for_selector(SHUTTER)
    assert unasked == 1
    assert page.evaluate("cameras.asked") == 2


def test_an_opening_that_waits_for_an_answer_says_so(opened: Opened) -> None:
    page = opened("cameras.source = () => new Promise(() => {});")

    wait_event(page, "cameraTrouble", "asking")


def test_a_smaller_picture_is_asked_for_when_the_best_is_too_much(opened: Opened) -> None:
    script = """
    cameras.source = () => {
      if (cameras.asked > 1) return cameras.drawn();
      throw new DOMException("", "OverconstrainedError");
    };"""

    page = opened(script)

    page.wait_for_selector(SHUTTER)


def choose_file(page: Page, image: Image.Image, *, turned: int = 1) -> None:
    exif = Image.Exif()
    exif[0x0112] = turned
    content = io.BytesIO()
    image.save(content, "JPEG", exif=exif)
    page.set_input_files(
        f"{TROUBLE} input",
        {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": content.getvalue()},
    )
    wait_state(page, "review")


def test_without_a_camera_the_tablets_own_app_makes_the_photo(opened: Opened) -> None:
    page = opened("cameras.refuse = 'NotFoundError';")
    wait_event(page, "cameraTrouble", "missing")

    choose_file(page, Image.new("RGB", (4000, 3000), RED))

    size, left, _ = photo_pixels(page)
    assert size == (2560, 1920)
    assert close_to(left, RED)


def test_a_photo_from_a_file_stands_upright(opened: Opened) -> None:
    page = opened("cameras.refuse = 'NotFoundError';")
    wait_event(page, "cameraTrouble", "missing")

    choose_file(page, Image.new("RGB", (400, 300), RED), turned=6)

    size, _, _ = photo_pixels(page)
    assert size == (300, 400)


def test_the_camera_is_off_once_the_screen_is_left(page: Page) -> None:
    page.wait_for_selector(SHUTTER)

    page.evaluate("bench.act({ type: 'cancel' })")

    assert page.evaluate("cameras.streams.length") == 1
    assert page.evaluate("cameras.live()") == 0


def test_a_camera_that_comes_too_late_is_given_back(opened: Opened) -> None:
    script = "cameras.source = () => new Promise((give) => (cameras.give = give));"
    page = opened(script)
    page.wait_for_function("() => cameras.give")

    page.evaluate("bench.act({ type: 'cancel' }); cameras.give(cameras.drawn())")

    page.wait_for_function("() => cameras.streams.length === 1 && cameras.live() === 0")


def test_the_camera_is_off_in_the_background_and_on_again_after_it(page: Page) -> None:
    page.wait_for_selector(SHUTTER)
    hide = """(hidden) => {
      Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
      document.dispatchEvent(new Event("visibilitychange"));
    }"""

    page.evaluate(hide, True)
    behind = page.evaluate("cameras.live()")
    page.evaluate(hide, False)

    page.wait_for_function("() => cameras.live() === 1")
    assert behind == 0


def test_many_guests_leave_no_camera_and_no_picture_behind(opened: Opened) -> None:
    script = """
    const made = new Set();
    const [make, drop] = [URL.createObjectURL, URL.revokeObjectURL];
    URL.createObjectURL = (blob) => {
      const url = make.call(URL, blob);
      made.add(url);
      return url;
    };
    URL.revokeObjectURL = (url) => { made.delete(url); drop.call(URL, url); };
    cameras.urls = () => made.size;
    cameras.source = cameras.drawn;"""
    page = opened(script)

    for _ in range(5):
        shoot(page)
        page.evaluate("bench.act({ type: 'take' })")
        page.evaluate("bench.act({ type: 'cancel' }); bench.visit()")
        wait_state(page, "camera")
    page.evaluate("bench.act({ type: 'cancel' })")

    page.wait_for_function("() => cameras.live() === 0")
    assert page.evaluate("cameras.urls()") == 0


def test_ten_taps_on_the_shutter_make_one_photo(page: Page) -> None:
    page.wait_for_selector(SHUTTER)

    page.evaluate("for (let n = 0; n < 10; n++) document.querySelector('.camera-shutter').click()")
    wait_state(page, "review")

    assert page.evaluate("bench.log.filter((e) => e.type === 'photo').length") == 1


def test_retake_leads_back_to_the_camera(page: Page) -> None:
    shoot(page)

    page.click(".review .second")

    page.wait_for_selector(SHUTTER)


def test_a_photo_that_is_sent_stays_in_sight(page: Page) -> None:
    shoot(page)

    page.click(".review .hero")

    expect(page.locator(".sending img")).to_be_visible()


def test_the_part_that_has_arrived_is_shown(page: Page) -> None:
    shoot(page)
    page.click(".review .hero")

    page.evaluate("bench.act({ type: 'uploadProgress', part: 0.4 })")

    assert page.evaluate("document.querySelector('progress').value") == pytest.approx(0.4)


def test_a_long_upload_is_explained(page: Page) -> None:
    shoot(page)
    page.click(".review .hero")

    page.evaluate("bench.act({ type: 'timer', name: 'sending_notice' })")

    expect(page.locator(".sending [role=status]")).to_contain_text("slow")


def test_a_refused_photo_leads_back_with_the_reason(page: Page) -> None:
    shoot(page)
    page.click(".review .hero")

    page.evaluate("bench.act({ type: 'uploadFailed', code: 'bad_photo', reason: 'too_dark' })")

    expect(page.locator(".camera-hint")).to_contain_text("too dark")
    page.wait_for_selector(SHUTTER)


@pytest.mark.parametrize(("width", "height"), [(768, 1024), (1024, 768), (360, 640)])
@pytest.mark.parametrize("code", [None, "in_use"])
def test_every_way_out_is_on_the_screen(
    page: Page, width: int, height: int, code: str | None
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_selector(SHUTTER)
    if code:
        page.evaluate("(code) => bench.act({ type: 'cameraTrouble', code })", code)

    for button in page.locator("#screen button:visible, .camera-file:visible").all():
        expect(button).to_be_in_viewport(ratio=1)
        box = button.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 64


def hold_corner(page: Page, *, then_move: bool = False) -> None:
    page.mouse.move(40, 40)
    page.mouse.down()
    if then_move:
        page.mouse.move(90, 90)


def test_a_finger_held_in_the_corner_opens_the_staffs_zone(page: Page) -> None:
    hold_corner(page)

    page.wait_for_selector(".staff")


def test_a_finger_that_moves_or_lets_go_does_not_open_it(page: Page) -> None:
    page.clock.install()
    hold_corner(page, then_move=True)
    page.clock.run_for(5000)
    page.mouse.up()
    page.mouse.click(40, 40)
    page.clock.run_for(5000)

    assert not page.evaluate("bench.state.staff")


def test_the_staff_can_give_the_session_up(page: Page) -> None:
    page.evaluate("bench.act({ type: 'staffOpen' })")

    page.click(".staff-ways .main >> nth=0")

    wait_event(page, "staffReset")
    expect(page.locator(".staff")).to_have_count(0)


def test_diagnostics_tell_camera_network_and_version(page: Page) -> None:
    page.wait_for_selector(SHUTTER)
    page.evaluate("bench.act({ type: 'staffOpen' })")

    page.click(".staff-ways .second")

    facts = page.locator(".staff-facts")
    expect(facts).to_contain_text("1280×720")
    expect(facts).to_contain_text("granted")
    expect(facts).to_contain_text("200, ")
    expect(facts).to_contain_text("9.9.9")


def test_the_staffs_zone_closes(page: Page) -> None:
    page.evaluate("bench.act({ type: 'staffOpen' })")

    page.click(".staff-ways .quiet >> nth=1")

    expect(page.locator(".staff")).to_have_count(0)
