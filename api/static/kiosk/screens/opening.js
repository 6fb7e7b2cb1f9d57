// The session is being opened: usually a blink of an eye.

import { sticker } from "/kiosk/stickers.js";
import { fill, heading, make, t } from "/kiosk/ui.js";

/**
 * @param {HTMLElement} root
 * @param {object} state
 */
export function show(root, state) {
  fill(root, "opening message", make("div", { class: "art busy" }, sticker("smile")), heading(t(state, "opening")));
  return {};
}
