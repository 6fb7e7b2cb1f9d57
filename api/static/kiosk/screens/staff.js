// The hidden zone of the staff: a finger held in the upper left corner, then a short list of choices.
// It stands over whatever the guest sees and closes by itself (timer `staff`); nothing in it needs a guest.

import { diagnose } from "/kiosk/screens/diagnosis.js";
import { button, focus, make, t } from "/kiosk/ui.js";

/** @typedef {import("/kiosk/machine.js").State} State */

const CORNER = 96;
const HOLD_MS = 3000;
/** A resting finger trembles; one that moves further is a swipe. */
const TREMBLE = 24;

/**
 * Open the zone when a finger is held in the corner. Taps there reach the page as anywhere else.
 * @param {EventTarget} root
 * @param {(event: object) => void} act
 * @returns {() => void} ends the watch
 */
export function watchCorner(root, act) {
  let held = null;
  const release = () => {
    if (held) clearTimeout(held.timer);
    held = null;
  };
  const press = (event) => {
    release();
    if (event.clientX >= CORNER || event.clientY >= CORNER) return;
    const timer = setTimeout(() => {
      release();
      act({ type: "staffOpen" });
    }, HOLD_MS);
    held = { timer, id: event.pointerId, x: event.clientX, y: event.clientY };
  };
  const move = (event) => {
    if (!held || event.pointerId !== held.id) return;
    if (Math.hypot(event.clientX - held.x, event.clientY - held.y) > TREMBLE) release();
  };
  const listeners = { pointerdown: press, pointermove: move, pointerup: release, pointercancel: release };
  Object.entries(listeners).forEach(([name, heard]) => root.addEventListener(name, heard, true));
  return () => {
    release();
    Object.entries(listeners).forEach(([name, heard]) => root.removeEventListener(name, heard, true));
  };
}

/**
 * Show the zone over the screen.
 * @param {HTMLElement} root
 * @param {State} state
 * @param {(event: object) => void} act
 * @returns {{update: (state: State) => void, close: () => void}}
 */
export function show(root, state, act) {
  let now = state;
  let open = true;
  const title = make("h2", { id: "staff-title", tabindex: "-1" }, t(state, "staff"));
  const facts = make("dl", { class: "staff-facts", "aria-live": "polite" });

  async function look() {
    act({ type: "touch" });
    facts.setAttribute("aria-busy", "true");
    const found = await diagnose(now);
    if (!open) return;
    facts.replaceChildren(...found.map(([name, value]) => fact(t(now, `staff_${name}`), value)));
    facts.setAttribute("aria-busy", "false");
  }

  root.replaceChildren(
    make(
      "div",
      { class: "card staff", role: "dialog", "aria-modal": "true", "aria-labelledby": "staff-title" },
      title,
      make(
        "div",
        { class: "staff-ways" },
        button(t(state, "staff_reset"), () => act({ type: "staffReset" }), "main"),
        button(t(state, "staff_diagnostics"), look, "main second"),
        button(t(state, "staff_reload"), () => window.location.reload(), "quiet"),
        button(t(state, "staff_close"), () => act({ type: "staffClose" }), "quiet"),
      ),
      facts,
    ),
  );
  focus(title);
  return {
    update(next) {
      now = next;
    },
    close() {
      open = false;
      root.replaceChildren();
    },
  };
}

function fact(name, value) {
  return make("div", {}, make("dt", {}, name), make("dd", {}, value));
}
