// The start: what the booth does, packs to look at, one button. Says before the tap what it is like now.

import { sticker } from "/kiosk/stickers.js";
import { button, fill, heading, make, say, t } from "/kiosk/ui.js";

const PLACES = 6;
const OWN = ["cool", "crown", "bubble", "rocket", "flower", "bolt"];
const BITS = ["heart", "spark", "star", "bolt"];
const STEPS = [
  ["phone", "step_scan"],
  ["camera", "step_photo"],
  ["plane", "step_telegram"],
];
const MINUTE = 60;

/**
 * @param {HTMLElement} root
 * @param {object} state
 * @param {(event: object) => void} act
 */
export function show(root, state, act) {
  const waiting = make("p", { class: "waiting", role: "status" });
  const start = button(
    make("span", {}, t(state, "start")),
    () => act({ type: "start" }),
    "hero",
  );
  fill(
    root,
    "attract",
    wall(state.settings.samples || []),
    make(
      "div",
      { class: "pitch" },
      heading(t(state, "title")),
      make("p", { class: "hint" }, t(state, "tagline")),
      make("ol", { class: "steps small" }, ...STEPS.map(([art, text]) => make("li", {}, sticker(art), make("span", {}, t(state, text))))),
      make("div", { class: "go" }, start, waiting),
    ),
  );
  update(state);

  function update(now) {
    say(waiting, expected(now));
  }

  return { update };
}

// Stickers on a wall; base.css lets one after another jump, so that nearly all of it rests.
function wall(samples) {
  const places = Array.from({ length: PLACES }, (_, at) => {
    const one = samples.length ? sample(samples[at % samples.length], at) : sticker(OWN[at]);
    return make("div", { class: `place p${at}` }, one);
  });
  const bits = BITS.map((name, at) => make("div", { class: `bit b${at}` }, sticker(name)));
  return make("div", { class: "wall", "aria-hidden": "true" }, ...places, ...bits);
}

function sample(url, at) {
  const image = make("img", { src: url, alt: "", draggable: "false", decoding: "async" });
  image.addEventListener("error", () => image.replaceWith(sticker(OWN[at])));
  return image;
}

function expected(state) {
  const seconds = state.wait ? state.wait.seconds : null;
  if (seconds === null || seconds === undefined) return t(state, "wait_unknown");
  if (seconds <= MINUTE) return t(state, "wait_minute");
  return t(state, "wait_minutes", { minutes: Math.ceil(seconds / MINUTE) });
}
