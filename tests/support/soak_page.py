"""The whole kiosk page against a server that lives inside the page, so that guests come quickly.

Everything of the page is the product's. The network (`fetch`, `XMLHttpRequest`) is replaced, and
answers as the server does; the camera is Chromium's. `soak.guests(from, to)` leads guests through
every state by taps, stream messages and refusals; `soak.left()` counts what only the page can tell
of things that should be gone.
"""

import json
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Page, Route

from actors.config import load
from api.routes.pages import KINDS, SAFETY, catalog, read_files
from store.domain.texts.text import LANGUAGES

ORIGIN = "http://localhost:1"
PATIENT = 600
QUICK = {"settle": 0, "countdown": 0.03, "retry": 0.02, "door": 0.05, "camera_retry": 0.05}

SERVER = """
const { texts, settings } = JSON.parse(GIVEN);
const kept = { urls: new Set(), tracks: [], photos: [], streams: new Map(), sessions: new Map() };
const server = { refuse: null, shut: null, photo: [], count: 0 };
const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>';
const preview = (id) => `/templates/${id}/preview`;
const OUTFITS = ["a", "b", "c"].map((id) => ({ id, title: id, preview_url: preview(id) }));

const json = (body, status = 200) => new Response(JSON.stringify(body), { status });
const picture = () => new Response(svg, { headers: { "Content-Type": "image/svg+xml" } });

function open() {
  const refusal = server.refuse;
  if (refusal) return json({ code: refusal }, { unauthorized: 401 }[refusal] || 503);
  const token = `t${++server.count}`;
  const view = { token, status: "idle", notice: null, closed_reason: null, template_id: null,
    qr_url: `/session/${token}/qr.svg`, job: null };
  kept.sessions.set(token, view);
  return json(view);
}
function stream(token, signal) {
  const body = new ReadableStream({ start(to) {
    kept.streams.set(token, to);
    signal.addEventListener("abort", () => {
      kept.streams.delete(token);
      to.error(new DOMException("", "AbortError"));
    });
  } });
  return new Response(body);
}
function tell(changes) {
  const token = `t${server.count}`;
  const view = { ...kept.sessions.get(token), ...changes };
  kept.sessions.set(token, view);
  const to = kept.streams.get(token);
  if (to) to.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(view)}\\n\\n`));
  return view;
}
window.fetch = async (address, { signal } = {}) => {
  const { pathname, searchParams } = new URL(address, location.href);
  const [, first, token, what] = pathname.split("/");
  if (pathname === "/kiosk.json") return json(settings);
  if (pathname === "/texts.json") return json({ texts: texts[searchParams.get("lang")] });
  if (pathname === "/kiosk/now") {
    const { shut } = server;
    if (shut === "unauthorized") return json({ code: shut }, 401);
    const { version } = settings;
    return json({ open: !shut, reason: shut, text: null, wait_sec: 60, ahead: 0, version });
  }
  if (first === "templates") return token ? picture() : json(OUTFITS);
  if (pathname === "/session") return open();
  if (!kept.sessions.has(token)) return json({ code: "not_found" }, 404);
  if (what === "qr.svg") return picture();
  if (what === "events") return stream(token, signal);
  if (what === "template") return json(tell({ status: "template_chosen", template_id: "a" }));
  const closed_reason = searchParams.get("reason");
  if (what === "expire") return json(tell({ status: "expired", closed_reason }));
  return json(kept.sessions.get(token));
};
window.XMLHttpRequest = class {
  constructor() { this.upload = {}; }
  open() {}
  setRequestHeader() {}
  abort() { this.onabort(); this.onloadend(); }
  async send(form) {
    kept.photos.push(new WeakRef(form.get("photo")));
    await null;
    this.upload.onprogress({ lengthComputable: true, loaded: 1, total: 2 });
    this.upload.onload();
    const answer = server.photo.shift() || "taken";
    if (answer === "offline") {
      this.onerror();
    } else {
      const job = { status: "queued", queue_position: 2, stickers_done: 0, stickers_total: 10 };
      const taken = answer === "taken";
      this.status = taken ? 202 : 422;
      const refused = { code: "bad_photo", reason: answer };
      const told = taken ? tell({ status: "photo_taken", job }) : refused;
      this.responseText = JSON.stringify(told);
      this.onload();
    }
    this.onloadend();
  }
};

const create = URL.createObjectURL.bind(URL);
const revoke = URL.revokeObjectURL.bind(URL);
URL.createObjectURL = (blob) => {
  const url = create(blob);
  kept.urls.add(url);
  return url;
};
URL.revokeObjectURL = (url) => {
  kept.urls.delete(url);
  revoke(url);
};
const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
let opened = () => undefined;
navigator.mediaDevices.getUserMedia = async (wish) => {
  const stream = await ask(wish);
  kept.tracks.push(...stream.getTracks());
  setTimeout(opened);
  return stream;
};
"""

GUESTS = """
const first = (selector) => document.querySelector(selector);
const seen = new Set();

/** Wait for something that a change of the page brings. */
function when(holds, what) {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (!holds()) return;
      clearTimeout(late);
      watch.disconnect();
      resolve();
    };
    const watch = new MutationObserver(look);
    const late = setTimeout(() => {
      watch.disconnect();
      reject(new Error(`${what} never came; ${document.body.dataset.screen} stands`));
    }, 15000);
    const all = { attributes: true, childList: true, subtree: true, characterData: true };
    watch.observe(document.body, all);
    look();
  });
}
async function until(name) {
  await when(() => document.body.dataset.screen === name, name);
  seen.add(name);
}
const tap = async (selector, name) => {
  first(selector).click();
  await until(name);
};
const told = async (changes, name) => {
  await when(() => kept.streams.has(`t${server.count}`), "the stream");
  tell(changes);
  await until(name);
};
const home = () => tap(".actions button", "attract");

async function toOutfits() {
  await tap(".hero", "qr");
  await when(() => first(".code img"), "the code");
  await told({ status: "linked" }, "consent");
  await told({ status: "consented" }, "outfits");
  await when(() => document.querySelectorAll(".outfit img").length === OUTFITS.length, "pictures");
}
async function toCamera() {
  const ready = new Promise((resolve) => (opened = resolve));
  await tap(".outfit", "camera");
  await ready;
}
/** The tablet's own camera app, which is quicker than three, two, one. */
async function shoot() {
  const canvas = new OffscreenCanvas(64, 48);
  canvas.getContext("2d").fillRect(0, 0, 9, 9);
  const file = new File([await canvas.convertToBlob()], "photo.png", { type: "image/png" });
  const given = new DataTransfer();
  given.items.add(file);
  const input = first(".camera-file input");
  input.files = given.files;
  input.dispatchEvent(new Event("change"));
  await until("review");
}
async function toMaking() {
  await toOutfits();
  await toCamera();
  await shoot();
  await tap(".review .hero", "making");
}
const job = (status, stickers_done) => ({ job: { status, stickers_done, stickers_total: 10 } });
async function refusedAtTheDoor(code, name) {
  server.refuse = code;
  server.shut = code;
  await tap(".hero", name);
  server.refuse = server.shut = null;
  await until("attract");
}
async function closed(changes, name) {
  await toOutfits();
  await told({ status: "expired", ...changes }, name);
  await home();
}

const WAYS = [
  async () => {
    await toMaking();
    await told(job("processing", 4), "making");
    await told(job("done", 10), "done");
    await home();
  },
  async () => {
    await toMaking();
    await told(job("failed", 2), "failed");
    await home();
  },
  async () => {
    await tap(".hero", "qr");
    await tap(".cancel", "attract");
  },
  async () => {
    await toOutfits();
    document.querySelectorAll(".language")[1].click();
    await when(() => document.documentElement.lang === "uz", "Uzbek");
    await tap(".cancel", "attract");
    await when(() => document.documentElement.lang === "ru", "Russian");
  },
  () => closed({ closed_reason: "idle_timeout" }, "closed"),
  () => closed({ notice: "pack_ready" }, "pack_ready"),
  () => closed({ notice: "pack_in_progress" }, "pack_in_progress"),
  () => refusedAtTheDoor("maintenance", "maintenance"),
  () => refusedAtTheDoor("unavailable", "unavailable"),
  () => refusedAtTheDoor("unauthorized", "locked"),
  async () => {
    server.photo = ["blurred", "offline"];
    await toOutfits();
    await toCamera();
    await shoot();
    await tap(".review .second", "camera");
    await shoot();
    await tap(".review .hero", "camera");
    await tap(".camera-ways .quiet", "outfits");
    await toCamera();
    await shoot();
    await tap(".review .hero", "making");
    await begin();
  },
  async () => {
    await toOutfits();
    kept.sessions.clear();
    kept.streams.get(`t${server.count}`).close();
    await until("broken");
    await home();
  },
];
const begin = () => tap(".leave button", "attract");

/** Lead guests through the ways in turn; every fiftieth waits for the countdown. */
async function guests(from, to) {
  for (let guest = from; guest < to; guest++) {
    await WAYS[guest % WAYS.length]();
    if (guest % 50 === 49) {
      await toOutfits();
      await toCamera();
      await when(() => first(".camera-shutter:not([disabled])"), "the shutter");
      await tap(".camera-shutter", "review");
      await tap(".cancel", "attract");
    }
    kept.sessions.clear();
  }
  return [...seen].sort();
}
function left() {
  kept.tracks = kept.tracks.filter((track) => track.readyState === "live");
  kept.photos = kept.photos.filter((photo) => photo.deref());
  const { urls, tracks, photos, streams } = kept;
  return {
    urls: urls.size, tracks: tracks.length, photos: photos.length, streams: streams.size,
  };
}
window.soak = { guests, left };
"""


def open_page(context: BrowserContext) -> Page:
    """Open the page; it shows the start screen."""
    page = context.new_page()
    given = json.dumps(json.dumps({"texts": _texts(), "settings": _settings()}))
    page.add_init_script(f"{{ const GIVEN = {given}; {SERVER} {GUESTS} }}")
    files = read_files()
    page.route("**/*", lambda route: _answer(route, files))
    page.goto(f"{ORIGIN}/")
    page.wait_for_selector("body[data-screen=attract]")
    return page


def _texts() -> dict[str, dict[str, str]]:
    return {language: catalog(language) for language in LANGUAGES}


def _settings() -> dict[str, object]:
    names = load(bot_token="1:soak").kiosk_timers
    return {
        "version": "1",
        "languages": [{"code": one, "name": one} for one in LANGUAGES],
        "timers": {**dict.fromkeys(names, PATIENT), **QUICK},
        "theme": {},
        "samples": [],
        "kiosk": {"id": None},
    }


def _answer(route: Route, files: dict[str, bytes]) -> None:
    path = urlsplit(route.request.url).path
    name = "index.html" if path == "/" else path.removeprefix("/kiosk/")
    if name not in files:
        route.fulfill(status=404)
        return
    kind = KINDS["." + name.rpartition(".")[2]]
    route.fulfill(body=files[name], content_type=kind, headers=SAFETY)
