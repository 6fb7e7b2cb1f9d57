// What stands round every screen: the event's name, the languages, Cancel, the word that the network
// is away, and the question whether the guest is still there.
//
// It is made once and lives as long as the page, so nothing in it may keep a guest's data.

import { sticker } from "/kiosk/stickers.js";
import { button, focus, lasts, make, say, t } from "/kiosk/ui.js";

const CANCELLABLE = ["opening", "qr", "consent", "outfits", "camera", "review"];

/**
 * @param {HTMLElement} root the whole page
 * @param {(event: object) => void} act
 * @returns {{screen: HTMLElement, update: (state: object) => void}} `screen` is where screens show
 */
export function frame(root, act) {
  const brand = make("div", { class: "brand" });
  const languages = make("nav", { class: "languages" });
  const screen = make("main", { id: "screen", tabindex: "0" });
  const cancel = button("", () => act({ type: "cancel" }), "quiet cancel");
  const foot = make("footer", { class: "foot" }, cancel);
  const offline = make("div", { class: "offline", role: "status" });
  const page = make("div", { class: "page" }, make("header", { class: "top" }, brand, languages), screen, offline, foot);
  const overlay = make("div", { class: "overlay", hidden: true });
  root.replaceChildren(page, overlay);
  let drawn = "";
  let before = null;
  let branded = null;

  function update(state) {
    root.dataset.screen = state.name;
    if (branded !== state.settings) brandOf(brand, (branded = state.settings));
    const words = `${state.lang}/${Object.keys(state.texts || {}).length}`;
    if (words !== drawn) {
      drawn = words;
      document.documentElement.lang = state.lang;
      say(cancel, t(state, "cancel"));
      languages.setAttribute("aria-label", t(state, "language"));
      languages.replaceChildren(...choices(state, act));
    }
    foot.hidden = !CANCELLABLE.includes(state.name);
    say(offline, state.offline ? t(state, "offline_now") : "");
    const asked = state.idlePrompt ? state.lang : null;
    if (asked !== before) before = prompt(page, overlay, state, act);
  }

  return { screen, update };
}

function brandOf(brand, settings) {
  const { event, logo } = (settings && settings.theme) || {};
  brand.replaceChildren(
    logo ? make("img", { src: logo, alt: "", class: "logo", draggable: "false" }) : sticker("smile", "logo"),
    ...(event ? [make("span", { class: "event" }, event)] : []),
  );
}

// Each language in its own words, so that a guest finds it who reads no other.
function choices(state, act) {
  const offered = state.settings.languages || [];
  if (offered.length < 2) return [];
  return offered.map(({ code, name }) =>
    button(
      name,
      () => act({ type: "language", lang: code }),
      "language",
      { lang: code, "aria-pressed": String(code === state.lang) },
    ),
  );
}

// The page behind the question is out of reach of fingers, of the keyboard and of screen readers.
function prompt(page, overlay, state, act) {
  const open = state.idlePrompt;
  overlay.hidden = !open;
  page.classList.toggle("behind", open);
  if (!open) {
    overlay.replaceChildren();
    focus(page.querySelector("h1"));
    return null;
  }
  const fuse = make("div", { class: "fuse", "aria-hidden": "true" }, make("i"));
  lasts(fuse, state.settings.timers.idle);
  const stay = button(t(state, "still_here"), () => act({ type: "stay" }), "main");
  overlay.replaceChildren(
    make(
      "div",
      { class: "card ask", role: "alertdialog", "aria-modal": "true", "aria-labelledby": "ask", "aria-describedby": "asked" },
      sticker("wink"),
      make("h2", { id: "ask" }, t(state, "still_there")),
      make("p", { id: "asked" }, t(state, "still_there_hint")),
      fuse,
      make("div", { class: "actions" }, stay, button(t(state, "leave"), () => act({ type: "cancel" }), "quiet")),
    ),
  );
  focus(stay);
  return state.lang;
}
