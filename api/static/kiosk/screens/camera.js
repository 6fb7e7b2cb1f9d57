// The camera screen: preview, countdown, flash, photo; in trouble a plain word and two ways out.
// The camera is open exactly while this screen stands and the page is seen.

import { camera } from "/kiosk/camera/camera.js";
import { guide } from "/kiosk/camera/guide.js";
import { fromFile } from "/kiosk/camera/photo.js";
import { sticker } from "/kiosk/stickers.js";
import { button, fill, focus, heading, make, say, t } from "/kiosk/ui.js";

/** @typedef {import("/kiosk/machine.js").State} State */

/**
 * Show the screen.
 * @param {HTMLElement} root
 * @param {State} state
 * @param {(event: object) => void} act
 * @returns {{update: (state: State) => void, close: () => void}}
 */
export function show(root, state, act) {
  const parts = draw(root, state, act, takeFile, tryAgain);
  let open = true;
  let ready = false; // the camera shows a good picture
  let shooting = false;
  let tries = state.cameraTry;
  let byHand = false; // the next try was asked for by a tap
  let now = state;

  const device = camera(parts.video, (code) => {
    ready = code === null;
    act(ready ? { type: "cameraFine" } : { type: "cameraTrouble", code });
    update(now);
  });

  async function shoot(making) {
    if (shooting) return;
    shooting = true;
    try {
      const blob = await making();
      if (open) act({ type: "photo", blob });
    } catch {
      if (open) act({ type: "cameraTrouble", code: "broken" });
    } finally {
      shooting = false;
    }
  }

  function takeFile(file) {
    act({ type: "touch" });
    shoot(() => fromFile(file));
  }

  function tryAgain() {
    byHand = true;
    act({ type: "cameraAgain" });
  }

  function update(next) {
    if (!open) return;
    now = next;
    if (next.cameraTry !== tries) {
      tries = next.cameraTry;
      device.retry(byHand);
      byHand = false;
    }
    render(parts, next, ready);
    if (next.count === 0) shoot(device.photograph);
  }

  render(parts, state, ready);
  return {
    update,
    close() {
      open = false;
      device.close();
    },
  };
}

function draw(root, state, act, takeFile, tryAgain) {
  const parts = {
    video: make("video", { playsinline: true, autoplay: true, "aria-hidden": "true" }),
    count: make("div", { class: "camera-count", "aria-live": "assertive" }),
    flash: make("div", { class: "camera-flash", "aria-hidden": "true" }),
    wait: make("p", { class: "camera-wait", role: "status" }, t(state, "camera_opening")),
    title: heading(t(state, "photo")),
    hint: make("p", { class: "camera-hint", role: "status" }),
    shutter: button(t(state, "shoot"), () => act({ type: "shoot" }), "hero camera-shutter"),
    trouble: trouble(state, takeFile, tryAgain),
  };
  parts.video.muted = true; // the attribute alone does not let a made element play by itself
  parts.stage = make(
    "div",
    { class: "camera-stage" },
    parts.video,
    guide(),
    parts.wait,
    parts.count,
    parts.flash,
    parts.trouble.panel,
  );
  const ways = make(
    "div",
    { class: "camera-ways" },
    parts.shutter,
    button(t(state, "other_outfit"), () => act({ type: "otherOutfit" }), "quiet"),
  );
  const words = make("div", { class: "camera-words" }, parts.title, parts.hint);
  fill(root, "camera", parts.stage, words, ways);
  return parts;
}

function trouble(state, takeFile, tryAgain) {
  const title = make("h2", { tabindex: "-1" });
  const hint = make("p", {});
  const input = make("input", {
    type: "file",
    accept: "image/*",
    capture: "user",
    onchange: () => input.files[0] && takeFile(input.files[0]),
  });
  const panel = make(
    "div",
    { class: "camera-trouble", role: "group", hidden: true },
    sticker("camera"),
    title,
    hint,
    make(
      "div",
      { class: "camera-trouble-ways" },
      button(t(state, "again"), tryAgain, "main"),
      make("label", { class: "button quiet camera-file" }, t(state, "camera_file"), input),
    ),
  );
  return { panel, title, hint };
}

function render(parts, state, ready) {
  const { trouble: shown } = parts;
  const code = state.cameraTrouble;
  const counting = state.count !== null;
  if (code) {
    say(shown.title, t(state, `camera_${code}`));
    say(shown.hint, t(state, `camera_${code}_hint`));
  }
  if (shown.panel.hidden !== !code) {
    shown.panel.hidden = !code;
    parts.stage.parentElement.classList.toggle("troubled", !!code);
    focus(code ? shown.title : parts.title);
  }
  parts.wait.hidden = ready || !!code;
  parts.stage.classList.toggle("ready", ready && !code);
  parts.shutter.disabled = !ready || !!code || counting;
  count(parts.count, state.count);
  parts.flash.classList.toggle("on", state.count === 0);
  say(parts.hint, t(state, state.photoError || (counting ? "camera_still" : "photo_hint")));
  parts.hint.classList.toggle("error", !!state.photoError);
}

/** Put a new element for each number, so that each begins its animation. */
function count(output, number) {
  const text = number ? String(number) : "";
  if (output.textContent !== text) output.replaceChildren(...(text ? [make("b", {}, text)] : []));
}
