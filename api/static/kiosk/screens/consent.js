// The guest is in the bot and has yet to agree there.

import { sticker } from "/kiosk/stickers.js";
import { fill, heading, make, t } from "/kiosk/ui.js";

/**
 * @param {HTMLElement} root
 * @param {object} state
 */
export function show(root, state) {
  fill(
    root,
    "consent message",
    make("div", { class: "art nudge" }, sticker("agree")),
    heading(t(state, "consent")),
    make("p", { class: "hint" }, t(state, "consent_hint")),
  );
  return {};
}
