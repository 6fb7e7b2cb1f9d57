// The code, the time left for it as a ring, and what to do in three pictures.

import { sticker, svg } from "/kiosk/stickers.js";
import { fill, heading, lasts, make, t } from "/kiosk/ui.js";

const STEPS = [
  ["phone", "qr_step_scan"],
  ["plane", "qr_step_start"],
  ["agree", "qr_step_agree"],
];

/**
 * @param {HTMLElement} root
 * @param {object} state
 */
export function show(root, state) {
  const code = make("div", { class: "code" });
  const ring = make("div", { class: "ring" }, code, outline());
  const begun = Number.isFinite(state.since) ? (performance.now() - state.since) / 1000 : 0;
  lasts(ring, state.settings.timers.qr, Math.max(0, begun));
  fill(
    root,
    "qr",
    ring,
    make(
      "div",
      { class: "tell" },
      heading(t(state, "scan")),
      make("ol", { class: "steps do" }, ...STEPS.map(([art, text]) => make("li", {}, sticker(art), make("span", {}, t(state, text))))),
    ),
  );
  update(state);

  function update(now) {
    if (!now.qr || code.dataset.url === now.qr) return;
    code.dataset.url = now.qr;
    code.replaceChildren(make("img", { src: now.qr, alt: t(now, "qr_alt"), draggable: "false" }));
  }

  return { update };
}

function outline() {
  const around = { x: 3, y: 3, width: 94, height: 94, rx: 12, pathLength: 100 };
  return svg(
    "svg",
    { viewBox: "0 0 100 100", class: "left", "aria-hidden": "true", focusable: "false" },
    svg("rect", { ...around, class: "track" }),
    svg("rect", { ...around, class: "time" }),
  );
}
