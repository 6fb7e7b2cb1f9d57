"""The page's state machine, walked in the browser that runs it, without a server's help.

Events come in any order and with any contents, as from a network and from fingers. What must hold
at every step: there is an answer, no state is a dead end, and nothing of a former guest counts.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.support.booth import Booth

WALKS = 400
STATES = {
    "attract",
    "opening",
    "qr",
    "consent",
    "outfits",
    "camera",
    "review",
    "sending",
    "making",
    "done",
    "failed",
    "pack_ready",
    "pack_in_progress",
    "maintenance",
    "unavailable",
    "closed",
    "locked",
    "broken",
}

TOOLS = """
const machine = await import("/kiosk/machine.js");
const timers = await import("/kiosk/timers.js");
const settings = { version: "1", languages: [{ code: "ru" }, { code: "uz" }], timers: {} };
for (const name of Object.keys(timers.TIMERS)) settings.timers[name] = 1;
const first = (token) => machine.begin({ settings, texts: {}, lang: "ru", token, at: 0 });
const pick = (list) => list[Math.floor(random() * list.length)];
// A small generator of its own, so that a failing walk can be walked again.
let seed = 1;
function random() {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}
const STATUSES = ["idle", "linked", "consented", "template_chosen", "photo_taken", "expired"];
const CODES = ["offline", "store_down", "maintenance", "unavailable", "rate_limited", "not_found",
  "unauthorized", "pack_limit", "wrong_status", "unknown_template", "bad_photo", "unheard_of"];
function session(token) {
  const status = pick(STATUSES);
  const over = status === "expired";
  const notice = over ? pick([null, "pack_ready", "pack_in_progress"]) : null;
  const job = { status: pick(["queued", "processing", "done", "failed"]), stickers_done: 1 };
  const closed_reason = over && !notice ? pick(["cancel", "qr_timeout"]) : null;
  return { token, status, notice, closed_reason,
    template_id: pick(["a", "b"]), qr_url: "/qr", job: status === "photo_taken" ? job : null };
}
function event(state, at) {
  const token = state.session ? state.session.token : `t${state.guest}`;
  return { type: pick(machine.EVENT_NAMES), at, name: pick(Object.keys(timers.TIMERS)), id: "a",
    lang: pick(["ru", "uz"]), texts: {}, settings, outfits: [], blob: {}, key: "k", part: 0.5,
    code: pick(CODES), of: pick([state.pending ? state.pending.do : "look", "look", "door"]),
    open: random() < 0.5, reason: pick(["maintenance", "unavailable"]), wait_sec: 3, ahead: 1,
    version: "1", since: at, url: "/qr", address: "", session: session(token),
    guest: pick([undefined, state.guest, state.guest - 1]) };
}
"""


@pytest.fixture
def page(chromium: Browser, booth: Booth) -> Iterator[Page]:
    context = chromium.new_context()
    page = context.new_page()
    page.goto(f"{booth.url}/health/live")
    yield page
    context.close()


def run(page: Page, script: str, argument: Any = None) -> Any:
    return page.evaluate(f"async (given) => {{ {TOOLS} {script} }}", argument)


def test_every_walk_answers_and_leads_back_by_itself(page: Page) -> None:
    found = run(
        page,
        """
        const seen = new Set();
        const faults = [];
        const WAITS = new Set(["retry", "settle", "camera_retry", "language"]);
        for (let walk = 0; walk < given; walk++) {
          seed = walk;
          let { state } = first(random() < 0.3 ? "t1" : null);
          for (let at = 1; at < 80; at++) {
            const next = event(state, at);
            const step = machine.reduce(state, next);
            const answered = step.state && step.effects.every((effect) => effect.do);
            if (!answered) faults.push([walk, next.type]);
            state = step.state;
            seen.add(state.name);
            // Left alone, every state ends at one that looks at the door.
            let left = state;
            for (let rung = 0; !timers.WAITING.includes(left.name); rung++) {
              const ringing = Object.keys(timers.TIMERS)
                .filter((name) => timers.TIMERS[name].runs(left) && !WAITS.has(name));
              if (!ringing.length || rung > 60) { faults.push([walk, left.name]); break; }
              const rings = { type: "timer", name: pick(ringing), guest: left.guest, at };
              left = machine.reduce(left, rings).state;
            }
          }
        }
        return { seen: [...seen], faults: faults.slice(0, 5) };
        """,
        WALKS,
    )

    assert found["faults"] == []
    assert set(found["seen"]) == STATES


def test_what_is_asked_of_a_former_guest_does_nothing(page: Page) -> None:
    changed = run(
        page,
        """
        const changed = [];
        for (let walk = 0; walk < given; walk++) {
          seed = walk;
          let { state } = first(null);
          for (let at = 1; at < 60; at++) {
            const former = { ...event(state, at), guest: state.guest - 1 };
            const after = machine.reduce(state, former);
            const same = after.state === state && !after.effects.length;
            const closing = { opened: "expire", qrPicture: "release" }[former.type];
            const closes = closing && after.state === state
              && after.effects.length === 1 && after.effects[0].do === closing;
            const shared = ["texts", "picture"].includes(former.type);
            if (!same && !closes && !shared) changed.push([walk, state.name, former.type]);
            state = machine.reduce(state, { ...event(state, at), guest: undefined }).state;
          }
        }
        return changed.slice(0, 5);
        """,
        WALKS,
    )

    assert changed == []


def test_a_timer_of_the_former_guest_never_reaches_the_next(page: Page) -> None:
    heard = run(
        page,
        """
        for (const name of Object.keys(settings.timers)) settings.timers[name] = 0.05;
        const heard = [];
        const runner = timers.runner((event) => heard.push(event));
        let { state } = first(null);
        const go = (event) => {
          state = machine.reduce(state, { at: performance.now(), ...event }).state;
          runner.sync(state);
        };
        const open = () => {
          go({ type: "start" });
          go({ type: "opened", guest: state.guest,
            session: { token: `t${state.guest}`, status: "idle", qr_url: "/qr" } });
        };
        open();
        const names = runner.names();
        go({ type: "cancel" });
        open();
        await new Promise((resolve) => setTimeout(resolve, 300));
        return { names, guests: [...new Set(heard.map((event) => event.guest))], now: state.guest };
        """,
    )

    assert "qr" in heard["names"]
    assert heard["guests"] == [heard["now"]]


@pytest.mark.parametrize("name", ["start", "outfit", "take", "shoot", "home"])
def test_the_second_tap_of_the_same_button_does_nothing(page: Page, name: str) -> None:
    second = run(
        page,
        """
        const view = (status) => ({ token: "t", status, qr_url: "/qr", template_id: "a" });
        const opened = (status) => ({ type: "opened", guest: 1, session: view(status) });
        let { state } = first(null);
        const go = (event) => {
          const step = machine.reduce(state, { at: 1, id: "a", ...event });
          state = step.state;
          return step.effects;
        };
        const ways = {
          start: [],
          outfit: [{ type: "start" }, opened("consented")],
          shoot: [{ type: "start" }, opened("template_chosen")],
          take: [{ type: "start" }, opened("template_chosen"), { type: "photo", blob: {} }],
          home: [{ type: "start" }, opened("photo_taken")],
        };
        ways[given].forEach(go);
        const before = state;
        go({ type: given });
        const between = state;
        const again = go({ type: given });
        return { first: before !== between, same: state === between, again: again.length };
        """,
        name,
    )

    assert second["first"]
    assert (second["same"], second["again"]) == (True, 0)


def test_an_old_view_never_leads_backwards(page: Page) -> None:
    names = run(
        page,
        """
        const view = (status) => ({ token: "t", status, qr_url: "/qr", template_id: "a" });
        let { state } = first(null);
        const names = [];
        const go = (event) => {
          state = machine.reduce(state, { at: 1, ...event }).state;
          names.push(state.name);
        };
        go({ type: "start" });
        go({ type: "opened", guest: 1, session: view("consented") });
        go({ type: "view", session: view("linked") });
        go({ type: "view", session: view("consented") });
        go({ type: "view", session: view("template_chosen") });
        go({ type: "view", session: view("consented") });
        go({ type: "view", session: { ...view("photo_taken"), token: "other" } });
        go({ type: "view", session: view("photo_taken") });
        go({ type: "view", session: view("template_chosen") });
        return names;
        """,
    )

    assert names == [
        "opening",
        "outfits",
        "consent",
        "outfits",
        "camera",
        "camera",
        "camera",
        "making",
        "making",
    ]
