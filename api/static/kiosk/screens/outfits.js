// The outfits as large cards. The tapped one says so at once; the server's answer leads on.

import { sticker } from "/kiosk/stickers.js";
import { fill, heading, make, picture, t } from "/kiosk/ui.js";

const BLANK = 6;

/**
 * @param {HTMLElement} root
 * @param {object} state
 * @param {(event: object) => void} act
 */
export function show(root, state, act) {
  const grid = make("div", { class: "grid", role: "group", "aria-label": t(state, "choose") });
  fill(root, "outfits", heading(t(state, "choose")), grid);
  let cards = new Map();
  let drawn = null;
  update(state);

  function update(now) {
    if (now.outfits !== drawn || drawn === null) {
      drawn = now.outfits;
      cards = new Map((drawn || []).map((outfit) => [outfit.id, card(outfit, act)]));
      grid.replaceChildren(...(drawn ? cards.values() : blanks()));
      grid.setAttribute("aria-busy", String(!drawn));
    }
    for (const outfit of drawn || []) {
      const one = cards.get(outfit.id);
      one.setAttribute("aria-pressed", String(now.choosing === outfit.id));
      one.setAttribute("aria-disabled", String(!!now.choosing && now.choosing !== outfit.id));
      paint(one.firstElementChild, picture(now, outfit.preview_url));
    }
  }

  return { update };
}

function card(outfit, act) {
  return make(
    "button",
    { type: "button", class: "outfit", onclick: () => act({ type: "outfit", id: outfit.id }) },
    make("span", { class: "look" }),
    make("span", { class: "name" }, outfit.title),
    sticker("tick", "picked"),
  );
}

function paint(look, url) {
  if (url === undefined || look.dataset.url === url) return;
  look.dataset.url = url;
  look.replaceChildren(url ? make("img", { src: url, alt: "", draggable: "false" }) : sticker("shirt"));
}

function blanks() {
  return Array.from({ length: BLANK }, () => make("div", { class: "outfit blank", "aria-hidden": "true" }));
}
