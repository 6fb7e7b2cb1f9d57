// The pack is in the guest's Telegram.

import { sticker } from "/kiosk/stickers.js";
import { button, fill, heading, lasts, make, t } from "/kiosk/ui.js";

const BURST = ["heart", "star", "spark", "bolt", "flower", "crown", "balloon", "rocket"];

/**
 * @param {HTMLElement} root
 * @param {object} state
 * @param {(event: object) => void} act
 */
export function show(root, state, act) {
  const fuse = make("div", { class: "fuse", "aria-hidden": "true" }, make("i"));
  lasts(fuse, state.settings.timers.done);
  fill(
    root,
    "done message",
    make(
      "div",
      { class: "burst", "aria-hidden": "true" },
      ...BURST.map((name, at) => make("i", { class: `spot s${at}` }, sticker(name))),
      make("div", { class: "art pop" }, sticker("smile")),
    ),
    heading(t(state, "done")),
    make("p", { class: "hint" }, t(state, "done_hint")),
    make("div", { class: "actions" }, button(t(state, "to_start"), () => act({ type: "home" })), fuse),
  );
  return {};
}
