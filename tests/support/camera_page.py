"""The camera screens in a real browser, served from their files, without a server behind them.

What stays true:

- The page runs the real screens, machine and timers under the product's own safety headers; only
  main.js is replaced, by a few lines that keep a log of events.
- The camera is Chromium's fake device, fed with a moving picture written here. Tests may put what
  a browser would do in its place (`cameras.refuse`, `cameras.source`), never our code.
"""

import io
import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, Route

from api.routes.pages import FOLDER, SAFETY, catalog

ORIGIN = "http://localhost:1"
INSECURE_ORIGIN = "http://booth.example"
KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
RED, BLUE, BLACK = (200, 30, 40), (30, 40, 200), (0, 0, 0)
TIMERS = {
    "camera_idle": 60,
    "camera_retry": 0.5,
    "camera_trouble": 60,
    "countdown": 0.3,
    "idle": 60,
    "review": 60,
    "sending_give_up": 60,
    "sending_notice": 60,
    "settle": 0,
    "snap": 10,
    "staff": 60,
}

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>bench</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/kiosk/style/tokens.css">
<link rel="stylesheet" href="/kiosk/style/base.css">
<link rel="stylesheet" href="/kiosk/style/screens.css">
<link rel="stylesheet" href="/kiosk/style/camera.css">
<link rel="stylesheet" href="/kiosk/style/staff.css">
<script type="module" src="/bench.js"></script></head>
<body><div class="page"><header class="top"></header><main id="screen"></main></div>
<div class="overlay" hidden></div></body></html>"""

BENCH = """
import { begin, reduce } from "/kiosk/machine.js";
import { runner } from "/kiosk/timers.js";
import { show as camera } from "/kiosk/screens/camera.js";
import { show as review } from "/kiosk/screens/review.js";
import { show as sending } from "/kiosk/screens/sending.js";
import { show as staff, watchCorner } from "/kiosk/screens/staff.js";

const { timers, texts } = await (await fetch("/bench.json")).json();
const settings = { version: "9.9.9", timers, languages: [{ code: "en", name: "English" }] };
const screens = { camera, review, sending };
const root = document.getElementById("screen");
const overlay = document.querySelector(".overlay");
const queue = [];
const bench = (window.bench = { log: [], act, state: null });
let busy = false;
let shown = {};
let open = null;
const run = runner(act);

function act(event) {
  queue.push({ at: performance.now(), key: "k", ...event });
  if (busy) return;
  busy = true;
  while (queue.length) {
    const next = queue.shift();
    bench.log.push(next);
    follow(reduce(bench.state, next).state);
  }
  busy = false;
}

function follow(state) {
  bench.state = state;
  if (shown.name === state.name) {
    if (shown.screen.update) shown.screen.update(state);
  } else {
    if (shown.screen && shown.screen.close) shown.screen.close();
    const show = screens[state.name];
    if (!show) root.replaceChildren();
    shown = { name: state.name, screen: show ? show(root, state, act) : {} };
  }
  run.sync({ ...state, looks: 0, stalled: false, name: screens[state.name] ? state.name : "" });
  if (state.staff && !open) open = staff(overlay, state, act);
  if (!state.staff && open) open = open.close();
  overlay.hidden = !state.staff;
}

bench.visit = () => {
  act({ type: "start" });
  const session = { token: String(bench.log.length), status: "template_chosen", template_id: 1 };
  act({ type: "opened", session, guest: bench.state.guest });
};
follow(begin({ settings, texts, lang: "en" }).state);
watchCorner(document, act);
bench.visit();
"""

CAMERAS = """
window.cameras = { streams: [], asked: 0, refuse: null, source: null };
const devices = navigator.mediaDevices;
if (devices) {
  const real = devices.getUserMedia.bind(devices);
  devices.getUserMedia = async (wish) => {
    cameras.asked += 1;
    if (cameras.refuse) throw new DOMException("", cameras.refuse);
    const stream = cameras.source ? await cameras.source() : await real(wish);
    cameras.streams.push(stream);
    return stream;
  };
}
cameras.live = () => cameras.streams.filter((s) => s.getTracks()[0].readyState === "live").length;
// A camera whose picture is drawn by the test: cameras.colour is its colour, null stops it.
cameras.colour = "#0a0";
cameras.drawn = () => {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [320, 240];
  const context = canvas.getContext("2d");
  const draw = () => {
    if (!cameras.colour) return;
    context.fillStyle = cameras.colour;
    context.fillRect(0, 0, 320, 240);
  };
  draw();
  setInterval(draw, 50);
  return canvas.captureStream(20);
};
"""


def write_picture(path: Path, size: tuple[int, int], left: tuple[int, int, int]) -> None:
    """Write a motion picture whose left half has a colour; the right half is blue, or black too."""
    image = Image.new("RGB", size, left)
    if left != BLACK:
        image.paste(BLUE, (size[0] // 2, 0, size[0], size[1]))
    frame = io.BytesIO()
    image.save(frame, "JPEG", quality=90)
    path.write_bytes(frame.getvalue() * 2)


@contextmanager
def browser(playwright: Playwright, *flags: str) -> Iterator[Browser]:
    """Run the system's Chromium; without one the test fails."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    assert found, "these tests need Chromium"
    started = playwright.chromium.launch(
        executable_path=found, args=["--no-sandbox", "--disable-gpu", *flags]
    )
    try:
        yield started
    finally:
        started.close()


def fake_camera(picture: Path) -> tuple[str, ...]:
    """Return the flags of a camera that shows a picture and is allowed."""
    return (
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-video-capture={picture}",
    )


def open_camera(context: BrowserContext, origin: str = ORIGIN, before: str = "") -> Page:
    """Open the camera screen in a new page; `before` is script that runs first."""
    page = context.new_page()
    page.add_init_script(CAMERAS + before)
    page.route("**/*", _answer)
    page.goto(f"{origin}/")
    page.wait_for_function("() => window.bench && bench.state && bench.state.name === 'camera'")
    return page


def _answer(route: Route) -> None:
    path = urlsplit(route.request.url).path
    fixed = {
        "/": (PAGE, "text/html"),
        "/bench.js": (BENCH, "text/javascript"),
        "/bench.json": (json.dumps({"timers": TIMERS, "texts": catalog("en")}), "application/json"),
        "/health/live": ("{}", "application/json"),
    }
    if path in fixed:
        body, kind = fixed[path]
        route.fulfill(body=body, content_type=f"{kind}; charset=utf-8", headers=SAFETY)
        return
    file = FOLDER / path.removeprefix("/kiosk/")
    if file.suffix not in KINDS or not file.is_file():
        route.fulfill(status=404)
        return
    route.fulfill(
        body=file.read_bytes(), content_type=f"{KINDS[file.suffix]}; charset=utf-8", headers=SAFETY
    )


def wait_event(page: Page, kind: str, code: str | None = None) -> None:
    """Wait until the page has reported an event, of a code if one is given."""
    page.wait_for_function(
        "([kind, code]) => bench.log.some((e) => e.type === kind && (!code || e.code === code))",
        arg=[kind, code],
    )


def wait_state(page: Page, name: str) -> None:
    """Wait until the machine is in a state."""
    page.wait_for_function("(name) => bench.state.name === name", arg=name)


def photo_pixels(page: Page) -> tuple[tuple[int, int], tuple[int, ...], tuple[int, ...]]:
    """Return the photo's size and the colours of its left and right quarter, in the middle."""
    content = page.evaluate(
        "bench.state.photo.arrayBuffer().then((b) => Array.from(new Uint8Array(b)))"
    )
    image = Image.open(io.BytesIO(bytes(content)))
    assert image.format == "JPEG"
    width, height = image.size
    left = image.getpixel((width // 4, height // 2))
    right = image.getpixel((width * 3 // 4, height // 2))
    assert isinstance(left, tuple)
    assert isinstance(right, tuple)
    return image.size, left, right
