"""The kiosk's screens in a real browser, shown in states that a test names, without a server.

The frame, the screens and the style sheets are the product's, under its own safety headers; only
main.js is replaced, by a function that shows a state. Pictures are squares drawn here.
"""

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Page, Route

from api import qr
from api.routes.pages import FOLDER, KINDS, SAFETY, catalog
from store.domain.texts.kiosk import LANGUAGE_NAME
from store.domain.texts.text import LANGUAGES

ORIGIN = "http://localhost:1"
PAGE = """<!doctype html><html lang="ru"><head><meta charset="utf-8"><title>screens</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<link rel="stylesheet" href="/kiosk/style/tokens.css">
<link rel="stylesheet" href="/kiosk/style/base.css">
<link rel="stylesheet" href="/kiosk/style/screens.css">
<script type="module" src="/bench.js"></script></head><body></body></html>"""

BENCH = """
import { frame } from "/kiosk/screens/frame.js";
import { screens } from "/kiosk/screens/index.js";

const { texts, languages } = await (await fetch("/bench.json")).json();
const acts = [];
const act = (event) => acts.push(event);
const around = frame(document.body, act);
const timers = { qr: 90, idle: 45, done: 15, failed: 20, notice: 12 };
let shown = {};
let now = null;

function show(changes, lang) {
  const { theme = {}, samples = [] } = changes;
  const settings = { languages, timers, theme, samples };
  now = {
    name: "attract", guest: 1, since: performance.now(), fresh: false, session: null, qr: null,
    pictures: {}, settings, texts: texts[lang], lang, outfits: null, choosing: null, wait: null,
    offline: false, idlePrompt: false, staff: false, refusal: null, reason: null, ...changes,
  };
  if (shown.close) shown.close();
  around.update(now);
  shown = screens[now.name](around.screen, now, act) || {};
}
function update(changes) {
  now = { ...now, ...changes };
  around.update(now);
  if (shown.update) shown.update(now);
}
window.bench = { show, update, acts };
"""

STILL = """() => Array.from(document.images).every((one) => one.complete) &&
  document.getAnimations().every(
    (one) => ["burn", "left"].includes(one.animationName) || one.playState === "finished")"""

_OUTFITS = ("Космонавт", "Superqahramon", "Праздничный", "Footballer", "Шеф-повар", "Chapan")
_PICTURE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="#25c" d="M1 1h7v7H1z"/>'
    "</svg>"
)


def _making(status: str, **more: object) -> dict[str, Any]:
    job = {"status": status, "queue_position": None, "eta_sec": 95, "stickers_done": 0}
    return {"name": "making", "session": {"job": {**job, "stickers_total": 10, **more}}}


_CHOICE = {
    "name": "outfits",
    "outfits": [
        {"id": str(number), "title": title, "preview_url": f"/templates/{number}"}
        for number, title in enumerate(_OUTFITS)
    ],
    "pictures": {f"/templates/{number}": "/picture.svg" for number in range(5)},
}

STATES: Mapping[str, Mapping[str, Any]] = {
    "attract": {"name": "attract", "wait": {"seconds": 130, "ahead": 1}},
    "attract of an event": {
        "name": "attract",
        "samples": ["/picture.svg"] * 6,
        "theme": {"event": "Navro‘z Fest 2026", "logo": "/picture.svg"},
    },
    "opening": {"name": "opening"},
    "qr": {"name": "qr", "qr": "/qr.svg"},
    "consent": {"name": "consent"},
    "consent offline": {"name": "consent", "offline": True},
    "outfits coming": {"name": "outfits"},
    "outfits": _CHOICE,
    "outfit chosen": {**_CHOICE, "choosing": "1"},
    "still there": {**_CHOICE, "idlePrompt": True},
    "in line": _making("queued", queue_position=12, eta_sec=400),
    "making": _making("processing", stickers_done=4),
    "checking": _making("delivering", stickers_done=10, eta_sec=5),
    "done": {"name": "done"},
    "failed": {"name": "failed"},
    "pack_ready": {"name": "pack_ready"},
    "pack_in_progress": {"name": "pack_in_progress"},
    "maintenance": {
        "name": "maintenance",
        "refusal": {"code": "maintenance", "text": "Обед. Вернёмся в 14:30, очередь у стойки."},
    },
    "unavailable": {"name": "unavailable", "refusal": {"code": "unavailable", "text": None}},
    "too often": {"name": "unavailable", "refusal": {"code": "rate_limited", "text": None}},
    "closed": {"name": "closed", "reason": "qr_timeout"},
    "closed by the camera": {"name": "closed", "reason": "camera_error"},
    "locked": {"name": "locked"},
    "broken": {"name": "broken"},
}
"""Each screen in the states that look different, but for those round the camera."""


def open_screens(context: BrowserContext) -> Page:
    """Open a page that waits to be shown states."""
    page = context.new_page()
    page.route("**/*", _answer)
    page.goto(f"{ORIGIN}/")
    page.wait_for_function("() => window.bench")
    return page


def show(page: Page, state: str, language: str) -> None:
    """Show a state of `STATES`; wait until its pictures are there and nothing but time moves."""
    page.evaluate("([state, lang]) => bench.show(state, lang)", [STATES[state], language])
    page.wait_for_function(STILL)


def _answer(route: Route) -> None:
    path = urlsplit(route.request.url).path
    words = {
        "texts": {language: catalog(language) for language in LANGUAGES},
        "languages": [{"code": one, "name": LANGUAGE_NAME.of(one)} for one in LANGUAGES],
    }
    fixed = {
        "/": (PAGE, "text/html"),
        "/bench.js": (BENCH, "text/javascript"),
        "/bench.json": (json.dumps(words), "application/json"),
        "/qr.svg": (qr.svg("https://t.me/a_bot?start=" + "a" * 22).decode(), "image/svg+xml"),
        "/picture.svg": (_PICTURE, "image/svg+xml"),
    }
    file = FOLDER / path.removeprefix("/kiosk/")
    if path in fixed:
        body, kind = fixed[path]
        route.fulfill(body=body, content_type=f"{kind}; charset=utf-8", headers=SAFETY)
    elif file.suffix in KINDS and file.is_file():
        route.fulfill(body=file.read_bytes(), content_type=KINDS[file.suffix], headers=SAFETY)
    else:
        route.fulfill(status=404)
