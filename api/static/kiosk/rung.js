// What each timer of the table does when it fires. Pure; a row for every row of the table.

import { close, home, leave, step } from "./session.js";

/** @typedef {import("./machine.js").State} State */
/** @typedef {import("./machine.js").Step} Step */

const ask = (s) => step({ ...s, idlePrompt: true });

/** @type {Record<string, (s: State, at: number) => Step>} */
const RINGS = {
  qr: (s, at) => close(s, "qr_timeout", at),
  consent: ask,
  idle_prompt: ask,
  camera_idle: ask,
  review: ask,
  idle: (s, at) => close(s, "idle_timeout", at),
  camera_trouble: (s, at) => close(s, "camera_error", at),
  camera_retry: (s) => step({ ...s, cameraTry: s.cameraTry + 1 }),
  countdown: (s) => step({ ...s, count: s.count - 1 }),
  // The camera gave no picture: the guest may press again.
  snap: (s) => step({ ...s, count: null }),
  sending_notice: (s) => step({ ...s, slow: true }),
  sending_give_up: (s, at) => close(s, "kiosk_reset", at),
  retry: (s) => step({ ...s, stalled: false }, s.pending),
  offline_give_up: (s, at) => leave(s, "kiosk_reset", at),
  making_to_start: home,
  done: home,
  failed: home,
  notice: home,
  door: (s) => step({ ...s, looks: s.looks + 1 }, { do: "door" }),
  language: (s) => step({ ...s, touches: s.touches + 1, wanted: house(s).lang }, house(s)),
  staff: (s) => step({ ...s, staff: false }),
  settle: (s) => step({ ...s, fresh: false }),
};

const house = (s) => ({ do: "texts", lang: s.settings.languages[0].code });

/** @param {State} state @param {string} name @param {number} at @returns {Step} */
export const rung = (state, name, at) => RINGS[name](state, at);
