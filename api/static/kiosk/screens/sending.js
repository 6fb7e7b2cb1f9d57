// The photo on its way: it stays in sight, with how much of it has arrived.

import { button, fill, heading, make, say, t } from "/kiosk/ui.js";

/** @typedef {import("/kiosk/machine.js").State} State */

/**
 * Show the screen.
 * @param {HTMLElement} root
 * @param {State} state
 * @param {(event: object) => void} act
 * @returns {{update: (state: State) => void, close: () => void}}
 */
export function show(root, state, act) {
  const url = state.photo ? URL.createObjectURL(state.photo) : null;
  const image = url && make("img", { src: url, alt: t(state, "photo_alt"), draggable: "false" });
  const title = heading(t(state, "sending"));
  const bar = make("progress", { max: 1, "aria-label": t(state, "sending") });
  const line = make("p", { role: "status" });
  fill(
    root,
    "sending",
    image && make("div", { class: "print" }, image),
    make("div", { class: "camera-words" }, title, bar, line),
    make("div", { class: "camera-ways" }, button(t(state, "cancel"), () => act({ type: "cancel" }), "quiet")),
  );

  function update(next) {
    const arrived = next.upload >= 1;
    // Nothing known, or all arrived and being looked at: a bar that moves without a number.
    if (next.upload > 0 && !arrived) bar.value = next.upload;
    else bar.removeAttribute("value");
    say(title, t(next, arrived ? "sending_check" : "sending"));
    say(line, next.slow ? t(next, "sending_slow") : "");
  }

  update(state);
  return { update, close: () => url && URL.revokeObjectURL(url) };
}
