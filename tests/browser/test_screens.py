"""Every screen in Chromium: nothing cut or out of reach, words readable, names for who hears them.

Measured on the page as it stands, in three languages, on tablets, monitors and a phone.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from store.domain.texts.text import LANGUAGES
from tests.support.camera_page import browser
from tests.support.screen_page import STATES, open_screens, show

SIZES = {
    "tablet upright": (768, 1024),
    "tablet across": (1024, 768),
    "phone": (360, 640),
    "monitor": (1920, 1080),
    "monitor upright": (1080, 1920),
}
PICTURES = Path(__file__).parents[2] / "build" / "screens"
"""Where pictures of every screen are left for people to look at."""

SIGHT = """
const seen = (e) => {
  const box = e.getBoundingClientRect();
  return box.width > 0 && box.height > 0 && getComputedStyle(e).visibility !== "hidden";
};
const every = (what) => Array.from(document.querySelectorAll(what)).filter(seen);
const name = (e) => (e.getAttribute("aria-label") || e.textContent).trim();
const about = (e) => `${e.tagName} "${name(e).slice(0, 30)}"`;
"""
FITS = """
  const found = [];
  const screen = document.getElementById("screen");
  if (document.documentElement.scrollWidth > innerWidth) found.push("the page scrolls sideways");
  if (screen.scrollWidth > screen.clientWidth) found.push("the screen scrolls sideways");
  for (const e of every("h1, h2, p, span, button")) {
    const box = e.getBoundingClientRect();
    if (!e.textContent) continue;
    if (box.left < -1 || box.right > innerWidth + 1) found.push(`out of the page: ${about(e)}`);
    const cut = e.scrollWidth > e.clientWidth + 2 && getComputedStyle(e).display !== "inline";
    if (cut) found.push(`cut: ${about(e)}`);
  }
  return found;
"""
TARGETS = """
  return every("button, a, input, select")
    .filter((e) => e.offsetWidth < 64 || e.offsetHeight < 64)
    .map((e) => `${about(e)} ${e.offsetWidth}x${e.offsetHeight}`);
"""
NAMES = """
  const found = every("button").filter((e) => !name(e)).map((e) => `no name: ${e.className}`);
  found.push(...every("img").filter((e) => e.getAttribute("alt") === null).map(() => "no alt"));
  const headings = every("h1, h2");
  if (headings.length !== 1) found.push(`${headings.length} headings`);
  if (every("a").length) found.push("a link out");
  const empty = every("h1, h2, .hint, button").filter((e) => !e.textContent.trim());
  found.push(...empty.map((e) => `no words: ${e.className}`));
  return found;
"""
CONTRAST = """
  const numbers = (colour) => (colour.match(/[\\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((c) => c / 255)
    .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, at) => sum + c * [0.2126, 0.7152, 0.0722][at], 0);
  const ratio = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.color = "var(--paper2)";
  const edge = numbers(getComputedStyle(probe).color);
  probe.remove();
  function grounds(e) {
    for (let at = e; at; at = at.parentElement) {
      const colour = numbers(getComputedStyle(at).backgroundColor);
      const ground = at === document.body ? [colour, edge] : [colour];
      if (colour.length === 3 || colour[3] === 1) return ground;
    }
    return [[255, 255, 255]];
  }
  return every("h1, h2, p, span, button, [role=status]")
    .filter((e) => Array.from(e.childNodes).some((n) => n.nodeType === 3 && n.textContent.trim()))
    .filter((e) => !e.closest("[aria-disabled=true]"))
    .map((e) => {
      const ink = light(numbers(getComputedStyle(e).color));
      return [about(e), Math.min(...grounds(e).map((ground) => ratio(ink, light(ground))))];
    })
    .filter(([, is]) => is < 4.5).map(([what, is]) => `${what} ${is.toFixed(2)}`);
"""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright, browser(playwright) as started:
        yield started


@pytest.fixture(scope="module", params=SIZES)
def page(chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    width, height = SIZES[request.param]
    context = chromium.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce"
    )
    yield open_screens(context)
    context.close()


def found(page: Page, language: str, measure: str) -> list[str]:
    """Measure every screen in a language; returns what is wrong, each with its screen."""
    faults = []
    for state in STATES:
        show(page, state, language)
        faults += [f"{state}: {fault}" for fault in page.evaluate(f"() => {{{SIGHT}{measure}}}")]
    return faults


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_screen_is_cut_or_scrolls_sideways(page: Page, language: str) -> None:
    assert found(page, language, FITS) == []


def test_every_target_fits_a_finger(page: Page) -> None:
    assert found(page, "ru", TARGETS) == []


def test_every_word_stands_out_from_its_ground(page: Page) -> None:
    assert found(page, "ru", CONTRAST) == []


def test_every_control_has_a_name_and_every_screen_one_heading(page: Page) -> None:
    assert found(page, "en", NAMES) == []


def test_text_of_double_size_is_neither_cut_nor_out_of_the_page(page: Page) -> None:
    page.evaluate(
        "const size = getComputedStyle(document.documentElement).fontSize;"
        "document.documentElement.style.fontSize = `${2 * parseFloat(size)}px`"
    )

    # Uzbek has the longest words.
    try:
        assert found(page, "uz", FITS) == []
    finally:
        page.evaluate("document.documentElement.style.fontSize = ''")


def test_every_screen_leaves_a_picture_to_look_at(tablet: Page) -> None:
    page, size = tablet, tablet.viewport_size
    assert size is not None
    PICTURES.mkdir(parents=True, exist_ok=True)

    for state in STATES:
        show(page, state, "ru")
        name = f"{state.replace(' ', '-')}-{size['width']}x{size['height']}.png"
        page.screenshot(path=PICTURES / name)

    assert len(list(PICTURES.glob(f"*-{size['width']}x*.png"))) >= len(STATES)


@pytest.fixture
def tablet(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(viewport={"width": 1024, "height": 768}, reduced_motion="reduce")
    yield open_screens(context)
    context.close()


@pytest.mark.parametrize("state", [name for name in STATES if name != "still there"])
def test_a_screen_begins_at_its_heading(tablet: Page, state: str) -> None:
    show(tablet, state, "en")

    assert tablet.evaluate("document.activeElement.tagName") == "H1"


def test_the_question_takes_the_focus_and_hides_the_page(tablet: Page) -> None:
    show(tablet, "outfits", "en")

    tablet.evaluate("bench.update({ idlePrompt: true })")

    assert tablet.evaluate("document.activeElement.textContent") == "Yes, I am here"
    assert not tablet.locator(".outfit").first.is_visible()
    tablet.click("text=Yes, I am here")
    assert tablet.evaluate("bench.acts") == [{"type": "stay"}]
    tablet.evaluate("bench.update({ idlePrompt: false })")
    assert tablet.locator(".outfit").first.is_visible()


def test_the_tab_key_shows_where_it_is(tablet: Page) -> None:
    show(tablet, "attract", "en")

    tablet.keyboard.press("Tab")

    assert tablet.evaluate("document.activeElement.className") == "hero"
    assert tablet.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"


def test_the_operators_words_are_shown_as_words(tablet: Page) -> None:
    text = "<img src=x onerror=alert(1)> & <b>back</b> soon"
    refusal = {"code": "maintenance", "text": text}
    tablet.evaluate("(r) => bench.show({ name: 'maintenance', refusal: r }, 'en')", refusal)

    assert tablet.inner_text(".hint") == text


def test_stickers_fill_in_as_they_are_made(tablet: Page) -> None:
    show(tablet, "making", "en")
    before = tablet.locator(".slot.stuck").count()

    job = {"status": "processing", "stickers_done": 7, "stickers_total": 10}
    tablet.evaluate("(job) => bench.update({ session: { job } })", job)

    assert (before, tablet.locator(".slot.stuck").count()) == (4, 7)
    assert tablet.locator(".slot").count() == 10
    assert tablet.get_attribute(".sheet", "aria-valuenow") == "7"


def test_nothing_moves_for_guests_who_asked_for_rest(page: Page) -> None:
    show(page, "attract", "en")

    moving = "document.getAnimations().filter((a) => a.playState === 'running').length"
    page.wait_for_function(f"() => {moving} === 0")
