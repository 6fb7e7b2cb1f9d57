// The photo as it will be sent, and the choice to send it or to take another.

import { button, fill, heading, make, t } from "/kiosk/ui.js";

/** @typedef {import("/kiosk/machine.js").State} State */

/**
 * Show the screen.
 * @param {HTMLElement} root
 * @param {State} state
 * @param {(event: object) => void} act
 * @returns {{close: () => void}}
 */
export function show(root, state, act) {
  const url = URL.createObjectURL(state.photo);
  const tap = (type) => () => act({ type });
  fill(
    root,
    "review",
    make("div", { class: "print" }, make("img", { src: url, alt: t(state, "photo_alt"), draggable: "false" })),
    make("div", { class: "camera-words" }, heading(t(state, "review")), make("p", {}, t(state, "review_hint"))),
    make(
      "div",
      { class: "camera-ways" },
      button(t(state, "take"), tap("take"), "hero"),
      button(t(state, "retake"), tap("retake"), "main second"),
    ),
  );
  return { close: () => URL.revokeObjectURL(url) };
}
