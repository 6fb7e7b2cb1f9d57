// Screens that say one thing and lead back to the start: the ends of a session that made no pack,
// and the states in which the booth serves nobody.

import { sticker } from "/kiosk/stickers.js";
import { button, fill, heading, lasts, make, say, t } from "/kiosk/ui.js";

/**
 * One row: the drawing, the texts' names, the name of the button's text (none: there is no way on
 * but the one that the page takes by itself), the timer that leads back.
 * @typedef {{art: string, title: string, hint: string, to?: string, timer?: string}} Row
 */

/** @type {Object<string, Row>} */
const ROWS = {
  failed: { art: "sorry", title: "failed", hint: "failed_hint", to: "to_start", timer: "failed" },
  pack_ready: { art: "gift", title: "pack_ready", hint: "pack_ready_hint", to: "to_start", timer: "notice" },
  pack_in_progress: { art: "clock", title: "pack_in_progress", hint: "pack_in_progress_hint", to: "to_start", timer: "notice" },
  maintenance: { art: "cup", title: "maintenance", hint: "maintenance_hint" },
  unavailable: { art: "clock", title: "unavailable", hint: "unavailable_hint" },
  closed: { art: "clock", title: "expired", hint: "expired_hint", to: "to_start", timer: "notice" },
  locked: { art: "key", title: "locked", hint: "locked_hint" },
  broken: { art: "sorry", title: "broken", hint: "broken_hint", to: "to_start", timer: "notice" },
};

/** Words of a closed session that differ by its reason. */
const CLOSED = {
  camera_error: ["camera", "closed_camera", "closed_camera_hint"],
  kiosk_reset: ["sorry", "broken", "broken_hint"],
  staff_reset: ["smile", "closed_staff", "expired_hint"],
};

/** Words of a booth that is shut for another reason than the common one. */
const REFUSED = { rate_limited: ["clock", "rate_limited", "rate_limited_hint"] };

function words(state) {
  const row = ROWS[state.name];
  const special =
    (state.name === "closed" && CLOSED[state.reason]) || (state.refusal && REFUSED[state.refusal.code]);
  return special || [row.art, row.title, row.hint];
}

// The operator's own words take the place of ours.
function hintOf(state, name) {
  const operator = state.name === "maintenance" && state.refusal && state.refusal.text;
  return operator || t(state, name);
}

/**
 * @param {HTMLElement} root
 * @param {object} state
 * @param {(event: object) => void} act
 */
export function show(root, state, act) {
  const row = ROWS[state.name];
  const [art, title, hint] = words(state);
  const said = make("p", { class: "hint", role: "status" }, hintOf(state, hint));
  const actions = row.to && make("div", { class: "actions" }, button(t(state, row.to), () => act({ type: "home" })));
  if (row.timer) {
    const fuse = make("div", { class: "fuse", "aria-hidden": "true" }, make("i"));
    lasts(fuse, state.settings.timers[row.timer]);
    actions.append(fuse);
  }
  fill(
    root,
    `notice message ${state.name}`,
    make("div", { class: `art ${row.to ? "pop" : "breathe"}` }, sticker(art)),
    heading(t(state, title)),
    said,
    actions,
  );
  return { update: (now) => say(said, hintOf(now, words(now)[2])) };
}
