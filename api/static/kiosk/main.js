// The page begins here: settings and words are loaded, then events go to the machine one after the
// other, its state to the screens, timers and network, and its effects to the server.

import { caller } from "./calls.js";
import { guard } from "./guard.js";
import { begin, reduce } from "./machine.js";
import { get, kioskId, learnKey } from "./net.js";
import { keep, kept } from "./resume.js";
import { frame } from "./screens/frame.js";
import { screens } from "./screens/index.js";
import { show as showStaff, watchCorner } from "./screens/staff.js";
import { follower } from "./stream.js";
import { applyTheme } from "./theme.js";
import { runner } from "./timers.js";
import { stayAwake } from "./wake.js";
import "./trouble.js";

/** @typedef {import("./machine.js").State} State */

const BOOT_AGAIN_MS = 2000;

/** Keep asking until the server answers: without words there is nothing to show. */
async function patiently(ask) {
  for (;;) {
    try {
      return await ask();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, BOOT_AGAIN_MS));
    }
  }
}

// crypto.randomUUID is missing on plain http addresses of a local network.
function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Show what a state asks for. A screen is made anew when the state's name or language changes. */
function stage(root, act) {
  const around = frame(root, act);
  const overlay = document.createElement("div");
  overlay.className = "overlay";
  overlay.hidden = true;
  root.append(overlay);
  let shown = { key: "", screen: {} };
  let staff = null;

  function overlaid(state) {
    if (state.staff && staff) return staff.update(state);
    if (!state.staff && !staff) return undefined;
    if (staff) staff.close();
    overlay.hidden = !state.staff;
    staff = state.staff ? showStaff(overlay, state, act) : null;
    return undefined;
  }

  /** @param {State} state */
  return (state) => {
    around.update(state);
    const key = `${state.name}/${state.lang}/${state.guest}`;
    if (key === shown.key) {
      if (shown.screen.update) shown.screen.update(state);
    } else {
      if (shown.screen.close) shown.screen.close();
      shown = { key, screen: screens[state.name](around.screen, state, act) || {} };
    }
    // The second tap of a double tap must not press what has just come under the finger.
    around.screen.style.pointerEvents = state.fresh ? "none" : "";
    overlaid(state);
  };
}

function run(first, root) {
  let state = first.state;
  const queue = [];
  let busy = false;

  /** Take an event; one that a screen reports while it is being shown waits for its turn. */
  function act(event) {
    const key = event.type === "photo" ? { key: newKey() } : {};
    queue.push({ ...key, ...event, at: performance.now() });
    if (busy) return;
    busy = true;
    try {
      while (queue.length) follow(reduce(state, queue.shift()));
    } finally {
      busy = false;
    }
  }

  const timers = runner(act);
  const stream = follower(act);
  const carryOut = caller(act);
  const show = stage(root, act);

  function follow(step) {
    const before = state;
    state = step.state;
    if (state !== before || step === first) {
      keep(state);
      show(state);
      timers.sync(state);
      stream.sync(state);
      if (before.qr && before.qr !== state.qr) carryOut({ do: "release", url: before.qr }, state.guest);
    }
    step.effects.forEach((effect) => carryOut(effect, state.guest));
  }

  follow(first);
  guard(act);
  watchCorner(document, act);
  state.settings.languages.forEach(({ code }) => carryOut({ do: "words", lang: code }, state.guest));
}

async function boot() {
  learnKey();
  window.addEventListener("hashchange", learnKey);
  stayAwake();
  const id = kioskId();
  const settings = await patiently(() => get(id ? `/kiosk.json?kiosk=${encodeURIComponent(id)}` : "/kiosk.json"));
  const before = kept();
  const house = settings.languages[0].code;
  const known = before && settings.languages.some(({ code }) => code === before.lang);
  const lang = known ? before.lang : house;
  const { texts } = await patiently(() => get(`/texts.json?lang=${lang}`));
  applyTheme(settings.theme);
  const token = before ? before.token : null;
  run(begin({ settings, texts, lang, token, at: performance.now() }), document.body);
}

boot();
